"""The script `run`: when it makes the environment, and how it passes a command through.

Nothing here reaches a network: what pip would do is done by a function of the test.
"""

import importlib.machinery
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parents[1] / "run"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the commands run here are POSIX's")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder that has what `run` looks at, and `run` itself."""
    root = tmp_path / "project"
    (root / "requirements").mkdir(parents=True)
    (root / "requirements" / "dev.txt").write_text("some==1\n", "utf-8")
    (root / "pyproject.toml").write_text("[project]\n", "utf-8")
    shutil.copy(SCRIPT, root / "run")
    return root.resolve()


@pytest.fixture
def run(project: Path) -> ModuleType:
    """That `run`, as a module."""
    loader = importlib.machinery.SourceFileLoader("run_of_project", str(project / "run"))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


class Installer:
    """Stands in for pip: puts one package and two programs there, and counts how often."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, _root: Path, environment: Path) -> None:
        """Install."""
        self.calls += 1
        next(environment.glob("lib/*/site-packages")).joinpath("some-1.dist-info").mkdir()
        for name, script in (("hello", "echo hello"), ("ls", "echo not the usual ls")):
            program = environment / "bin" / name
            program.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
            program.chmod(0o755)


@pytest.fixture
def installer() -> Installer:
    """An installer that has not been called yet."""
    return Installer()


def make(run: ModuleType, project: Path, installer: Installer) -> None:
    """Do what every call of `run` does before the command."""
    environment = project / ".venv"
    if not run.is_current(environment, run.fingerprint(project)):
        run.prepare(project, environment, installer)


def call(project: Path, *arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    """Run the script as a person would."""
    command = [sys.executable, str(project / "run"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload,no-any-return]


# --- Usage -----------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [(), ("--help",)])
def test_without_a_command_it_prints_one_line_of_usage(project: Path, arguments: tuple[str, ...]) -> None:
    """No environment is made to say so."""
    done = call(project, *arguments)

    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("usage: ./run COMMAND")
    assert done.stderr.count("\n") == 1
    assert not (project / ".venv").exists()


def test_an_older_python_is_named_in_one_sentence(project: Path) -> None:
    """The version is looked at before anything that an older Python has not got."""
    pretend = (
        "import runpy, sys; sys.version_info = (3, 9, 2, 'final', 0); "
        f"runpy.run_path({str(project / 'run')!r}, run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", pretend], capture_output=True, text=True, check=False)

    assert done.returncode == 125
    assert done.stderr.startswith("run: this is Python 3.9, and timecore needs 3.11 or newer")
    assert done.stderr.count("\n") == 1


# --- The environment -------------------------------------------------------------------------


def test_the_environment_is_made_once(
    run: ModuleType, project: Path, installer: Installer, capsys: pytest.CaptureFixture[str]
) -> None:
    """And it says so on stderr only: stdout is the command's."""
    make(run, project, installer)
    make(run, project, installer)

    assert installer.calls == 1
    assert (project / ".venv" / "bin" / "python").exists()
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 2


@pytest.mark.parametrize("name", ["pyproject.toml", "requirements/dev.txt"])
def test_it_is_remade_when_a_file_it_depends_on_changes(
    run: ModuleType, project: Path, installer: Installer, name: str
) -> None:
    """What was there before is gone then."""
    make(run, project, installer)
    leftover = project / ".venv" / "leftover"
    leftover.touch()
    with (project / name).open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    make(run, project, installer)

    assert installer.calls == 2
    assert not leftover.exists()


@pytest.mark.parametrize("name", ["version", "base_prefix"])
def test_it_is_remade_when_python_changes(
    run: ModuleType,
    project: Path,
    installer: Installer,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    """Another version, or the same one from another place."""
    make(run, project, installer)
    monkeypatch.setattr(sys, name, "/another")
    wanted = run.fingerprint(project)

    assert not run.is_current(project / ".venv", wanted)


def test_it_is_remade_when_the_folder_was_moved(run: ModuleType, project: Path, installer: Installer) -> None:
    """The programs in an environment carry its path."""
    make(run, project, installer)
    moved = project.rename(project.with_name("moved"))

    assert not run.is_current(moved / ".venv", run.fingerprint(moved))


def test_it_is_remade_when_another_tool_changed_a_package(
    run: ModuleType, project: Path, installer: Installer
) -> None:
    """Such as `uv run`, which may put another version in; what is only added does not matter."""
    make(run, project, installer)
    package = next((project / ".venv").rglob("some-1.dist-info"))
    package.with_name("more-1.dist-info").mkdir()
    make(run, project, installer)

    assert installer.calls == 1

    package.rename(package.with_name("some-2.dist-info"))
    make(run, project, installer)

    assert installer.calls == 2


def test_one_killed_half_way_is_remade(run: ModuleType, project: Path, installer: Installer) -> None:
    """The stamp is written last, so what has none is a ruin."""
    make(run, project, installer)
    (project / ".venv" / "stamp").rename(project / ".venv" / "stamp.draft")
    make(run, project, installer)

    assert installer.calls == 2


def test_killed_while_remaking_it_leaves_no_stamp(
    run: ModuleType, project: Path, installer: Installer
) -> None:
    """Also if the stamp that was there is the one wanted again later."""
    make(run, project, installer)
    before = (project / "pyproject.toml").read_text("utf-8")
    (project / "pyproject.toml").write_text("[project] # changed\n", "utf-8")

    def killed(_root: Path, _environment: Path) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.prepare(project, project / ".venv", killed)
    (project / "pyproject.toml").write_text(before, "utf-8")
    make(run, project, installer)

    assert installer.calls == 2


def test_two_first_runs_at_once_make_it_once(run: ModuleType, project: Path, installer: Installer) -> None:
    """The second waits, and finds it made."""

    def slowly(root: Path, environment: Path) -> None:
        time.sleep(0.2)
        installer(root, environment)

    both = [threading.Thread(target=run.prepare, args=(project, project / ".venv", slowly)) for _ in range(2)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()

    assert installer.calls == 1


def test_a_pip_left_behind_keeps_the_next_run_waiting(run: ModuleType, project: Path) -> None:
    """A killed run's pip still writes into the environment; it inherits the lock."""
    path = project / ".venv.lock"
    with run.exclusive(path):
        left_behind = subprocess.Popen(["cat"], stdin=subprocess.PIPE, close_fds=False)
    with path.open("ab") as file, pytest.raises(BlockingIOError):
        run.lock(file.fileno(), wait=False)
    left_behind.communicate()

    with path.open("ab") as file:
        run.lock(file.fileno(), wait=False)


# --- What can go wrong in making it ----------------------------------------------------------


def test_a_failing_pip_is_quoted_and_explained(
    run: ModuleType, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only then is anything of its output seen."""
    talk = [sys.executable, "-c", "print('Connection refused'); raise SystemExit(1)"]
    with pytest.raises(run.SetUpError, match="reach a package index"):
        run.call(talk, project)

    assert capsys.readouterr().err == "Connection refused\n"


def test_without_pip_it_says_how_to_get_it(
    run: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Python whose `-m pip` fails has none."""
    pythonlike = tmp_path / "python"
    pythonlike.write_text("#!/bin/sh\nexit 1\n", "utf-8")
    pythonlike.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(pythonlike))
    monkeypatch.setattr(sys, "_base_executable", str(pythonlike))

    with pytest.raises(run.SetUpError, match="apt install python3-pip"):
        run.find_pip()


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (PermissionError(13, "Permission denied"), 125, "writable"),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
)
def test_no_failure_shows_a_traceback(
    run: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    code: int,
    sentence: str,
) -> None:
    """Each becomes one sentence and an exit code."""

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(run, "install", fail)

    assert run.main(["hello"]) == code
    assert sentence in capsys.readouterr().err.splitlines()[-1]


def test_a_file_in_the_place_of_the_environment_is_named(
    run: ModuleType, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is not ours to delete."""
    (project / ".venv").write_text("mine", "utf-8")

    assert run.main(["hello"]) == 125
    assert "remove or rename" in capsys.readouterr().err
    assert (project / ".venv").read_text("utf-8") == "mine"


def test_settings_that_would_send_pip_elsewhere_are_left_out(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How to reach an index is the user's to say; what goes where is not."""
    for name in ("PIP_TARGET", "PIP_USER", "PIP_REQUIRE_VIRTUALENV", "PYTHONPATH", "PYTHONHOME"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("PIP_PROXY", "proxy")
    names = {name for name in run.variables_for_pip() if name.startswith(("PIP_", "PYTHON"))}

    assert "PIP_PROXY" in names
    assert names <= run.PIP_SETTINGS


# --- The command -----------------------------------------------------------------------------


@pytest.fixture
def ready(run: ModuleType, project: Path, installer: Installer) -> Path:
    """The project with its environment made."""
    make(run, project, installer)
    return project


def test_streams_and_exit_code_are_the_commands_own(ready: Path) -> None:
    """Nothing is added to any of them."""
    done = call(ready, "sh", "-c", "cat; echo warning >&2; exit 42", input="some text")

    assert done.returncode == 42
    assert done.stdout == "some text"
    assert done.stderr == "warning\n"


def test_arguments_are_passed_on_as_they_are(ready: Path) -> None:
    """Blanks, options and empty ones too."""
    done = call(ready, "printf", "[%s]", "a b", "--help", "", "*")

    assert done.stdout == "[a b][--help][][*]"


def test_the_command_runs_in_the_folder_it_was_called_from(ready: Path, tmp_path: Path) -> None:
    """So that paths on the command line mean what they say."""
    (tmp_path / "elsewhere").mkdir()
    done = call(ready, "pwd", "-P", cwd=tmp_path / "elsewhere")

    assert Path(done.stdout.strip()) == (tmp_path / "elsewhere").resolve()


def test_the_script_may_be_called_by_a_link(ready: Path, tmp_path: Path) -> None:
    """The environment is that of the project, wherever the link stands."""
    (tmp_path / "link").symlink_to(ready / "run")
    done = subprocess.run(
        [sys.executable, str(tmp_path / "link"), "hello"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stdout == "hello\n"


def test_the_environments_programs_come_first(ready: Path) -> None:
    """Before those of the same name on the machine."""
    done = call(ready, "ls")

    assert done.stdout == "not the usual ls\n"


def test_the_command_sees_an_activated_environment(ready: Path) -> None:
    """As after `source .venv/bin/activate`, which takes PYTHONHOME away as well."""
    done = call(
        ready,
        "sh",
        "-c",
        'echo "$VIRTUAL_ENV"; echo "${PYTHONHOME-unset}"',
        env=os.environ | {"PYTHONHOME": sys.base_prefix},
    )

    assert done.stdout == f"{ready / '.venv'}\nunset\n"


def test_a_closed_pipe_ends_the_command_quietly(ready: Path) -> None:
    """Python ignores SIGPIPE; a command that inherited this would go on for ever."""
    done = call(ready, "sh", "-c", "kill -s PIPE $$; echo survived")

    assert done.returncode == -signal.SIGPIPE
    assert done.stdout == ""


def test_an_unknown_command_is_named(ready: Path) -> None:
    """With the exit code that shells have for it."""
    done = call(ready, "no-such-command")

    assert done.returncode == 127
    assert done.stderr == "run: there is no command 'no-such-command', neither in .venv nor on PATH\n"


def test_a_command_that_cannot_be_run_is_named(ready: Path) -> None:
    """A file without the permission, for one."""
    done = call(ready, str(ready / "pyproject.toml"))

    assert done.returncode == 126
    assert done.stderr.endswith("cannot be run: Permission denied\n")
