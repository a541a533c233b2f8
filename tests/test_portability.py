"""Nothing is needlessly bound to the system it was written on: files are UTF-8, and system calls are guarded."""

import ast
import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import tiny

from timecore import Game
from timecore.recordfile import Durability, repair

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("src", "tests", "examples", "benchmarks", "tools", "docs")
FILES = sorted(
    [ROOT / "run", ROOT / "conftest.py", *(path for name in FOLDERS for path in (ROOT / name).rglob("*.py"))]
)

#: Modules and names that Windows does not have.
ELSEWHERE = {
    "curses",
    "fcntl",
    "grp",
    "posix",
    "pty",
    "pwd",
    "readline",
    "resource",
    "syslog",
    "termios",
    "tty",
}
IN_OS = {
    "O_CLOEXEC",
    "O_DIRECTORY",
    "O_NOFOLLOW",
    "O_SYNC",
    "fork",
    "geteuid",
    "getuid",
    "kill",
    "killpg",
    "mkfifo",
    "pread",
    "pwrite",
    "setsid",
    "sync",
    "uname",
}
IN_SIGNAL = {"SIGALRM", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGTSTP", "SIGWINCH", "alarm", "setitimer"}


def faults(source: str) -> Iterator[str]:
    """The calls that read or write text in whatever encoding the system has."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or "encoding" in {word.arg for word in node.keywords}:
            continue
        match node:
            case ast.Call(ast.Attribute(attr="read_text"), args=[]):
                pass
            case ast.Call(ast.Attribute(attr="write_text"), args=[_]):
                pass
            case ast.Call(ast.Name("open"), args=[_, *mode]) if is_text(mode, node):
                pass
            case ast.Call(ast.Attribute(_, "open"), args=[] | [ast.Constant(str())] as mode) if is_text(
                mode, node
            ):
                pass
            case _:
                continue
        yield f"{node.lineno}: {ast.unparse(node)}"


def is_text(mode: list[ast.expr], call: ast.Call) -> bool:
    given = mode + [word.value for word in call.keywords if word.arg == "mode"]
    return not (given and isinstance(given[0], ast.Constant) and "b" in str(given[0].value))


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("path.read_text()", 1),
        ("path.read_text('utf-8')", 0),
        ("path.write_text(text, encoding='utf-8')", 0),
        ("path.write_text(text)", 1),
        ("open(name)", 1),
        ("open(name, 'rb')", 0),
        ("self.path.open()", 1),
        ("self.path.open(mode='wb')", 0),
        ("Game.open(path)", 0),
    ],
)
def test_the_test_below_finds_what_it_looks_for(source: str, count: int) -> None:
    assert len(list(faults(source))) == count


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_text_is_utf_8_whatever_the_locale(path: Path) -> None:
    assert list(faults(path.read_text("utf-8"))) == []


def guarded(tree: ast.Module) -> Iterator[ast.AST]:
    """All that stands under a condition that asks for the system, or is ready for a module that is not there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Try) and any("ImportError" in ast.dump(one) for one in node.handlers):
            yield from ast.walk(node)
        if isinstance(node, ast.If) and ast.unparse(node.test) in (
            "os.name == 'nt'",
            "sys.platform == 'win32'",
        ):
            yield from ast.walk(node)


def bound(path: Path) -> Iterator[str]:
    """The names of only some systems that are used as if all had them."""
    tree = ast.parse(path.read_text("utf-8"))
    safe = set(map(id, guarded(tree)))
    for node in ast.walk(tree):
        if id(node) in safe:
            continue
        match node:
            case ast.Import(names) if ELSEWHERE & {one.name for one in names}:
                yield ast.unparse(node)
            case ast.ImportFrom(module) if module in ELSEWHERE:
                yield ast.unparse(node)
            case ast.Attribute(ast.Name("os"), name) if name in IN_OS:
                yield ast.unparse(node)
            case ast.Attribute(ast.Name("signal"), name) if name in IN_SIGNAL:
                yield ast.unparse(node)


@pytest.mark.parametrize(
    "path", [path for path in FILES if path.is_relative_to(ROOT / "src")], ids=lambda path: path.name
)
def test_what_only_some_systems_have_is_guarded(path: Path) -> None:
    assert list(bound(path)) == []


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows, an open file keeps its names and gets no other."""
    opened: dict[int, str] = {}
    open_, close = os.open, os.close

    def note(path: os.PathLike[str], *rest: int) -> int:
        fd = open_(path, *rest)
        opened[fd] = os.fspath(path)
        return fd

    def forget(fd: int) -> None:
        close(fd)
        opened.pop(fd, None)

    def unless_open(name: str) -> None:
        call = getattr(os, name)

        def change(path: os.PathLike[str], *rest: object) -> None:
            names = {os.fspath(path), *(os.fspath(one) for one in rest if isinstance(one, os.PathLike))}
            if names & set(opened.values()):
                raise PermissionError(errno.EACCES, "the file is open", os.fspath(path))
            call(path, *rest)

        monkeypatch.setattr(os, name, change)

    monkeypatch.setattr(os, "open", note)
    monkeypatch.setattr(os, "close", forget)
    for name in ("link", "rename", "replace", "unlink"):
        unless_open(name)


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("durability", ["os", "sync"])
def test_no_open_file_is_renamed_or_removed(
    tmp_path: Path, durability: Durability, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.msgpack"
    with Game.new(tiny.RULESET, seats=["Ana", "Ben"], path=path, durability=durability) as game:
        game.save(tmp_path / "other.msgpack")
        game.save(tmp_path / "other.msgpack", replace=True)
    path.write_bytes(path.read_bytes()[:-1])
    assert repair(path) is not None

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space left"):
        Game.new(tiny.RULESET, seats=["Ana", "Ben"], path=tmp_path / "third.msgpack", durability=durability)
    assert sorted(one.suffix for one in tmp_path.iterdir()) == [
        f".cut-{path.stat().st_size}",
        ".msgpack",
        ".msgpack",
    ]
