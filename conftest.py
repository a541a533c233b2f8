"""Makes tests of the examples in the README, in `docs/` and in docstrings, with Sybil.

- Python blocks of one document run one after the other and share their names.
- In a `console` block, each line after `$ ` runs in a shell, and what follows it must be what it
  prints, with `...` for anything; if nothing follows, it need only succeed.
- A block that has a `:caption:` is written to the file of that name, and does nothing else.
- `<!-- skip: next -->` before a block leaves it out.

Each document has a folder of its own, where it may write, and where `replays` is the project's. The
modules it writes can be imported there, as if they were installed.
"""

import contextlib
import doctest
import importlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from sybil import Document, Example, Region, Sybil
from sybil.parsers.myst import CodeBlockParser, PythonCodeBlockParser, SkipParser
from sybil.parsers.myst.lexers import DirectiveLexer
from sybil.parsers.rest import DocTestParser
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

ROOT = Path(__file__).resolve().parent
CLOSE = "_leave_the_folder"


def enter_a_folder(namespace: dict[str, Any]) -> None:
    """Give a document its folder."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        (Path(folder) / "replays").symlink_to(ROOT / "replays")
        stack.enter_context(contextlib.chdir(folder))
        sys.path.insert(0, folder)
        stack.callback(forget_imports, folder)
        namespace[CLOSE] = stack.pop_all().close


def leave_the_folder(namespace: dict[str, Any]) -> None:
    """Go back to where the tests were called from."""
    namespace.pop(CLOSE)()


def forget_imports(folder: str) -> None:
    """Make sure that another document imports what it has written itself."""
    sys.path.remove(folder)
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", "")).startswith(folder):
            del sys.modules[name]


class Python(PythonCodeBlockParser):
    """Runs blocks of Python, except for those that are files."""

    class Blocks(CodeBlockParser):
        """The blocks without a caption."""

        def __call__(self, document: Document) -> Iterable[Region]:
            """Find them."""
            return (found for found in super().__call__(document) if not caption(found))

    codeblock_parser_class = Blocks


def files(document: Document) -> Iterable[Region]:
    """Find the blocks that are files."""
    for found in DirectiveLexer("code-block", ".+")(document):
        if caption(found):
            found.parsed = found
            found.evaluator = write
            yield found


def caption(block: Region) -> str:
    """Return the name of the file that a block is, if it is one."""
    return str(block.lexemes.get("options", {}).get("caption", ""))


def write(example: Example) -> None:
    """Write a file."""
    Path(caption(example.parsed)).write_text(example.parsed.lexemes["source"], encoding="utf-8")
    importlib.invalidate_caches()


def console(example: Example) -> str | None:
    """Run a block's commands; return what is wrong with what they print, if anything is."""
    checker = doctest.OutputChecker()
    for part in ("\n" + example.parsed).split("\n$ ")[1:]:
        command, _, wanted = part.partition("\n")
        done = subprocess.run(
            # `./run` chooses the environment, and this is it already.
            command.removeprefix("./run "),
            shell=True,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            check=False,
        )
        if not wanted.strip():
            if done.returncode:
                return f"$ {command}\nexit code {done.returncode}:\n{done.stdout}"
            continue
        # A blank line before the end of the block, or before the next command, is for the eye.
        expected = doctest.Example(command, wanted.strip("\n") + "\n")
        printed = done.stdout.strip("\n") + "\n"
        if not checker.check_output(expected.want, printed, doctest.ELLIPSIS):
            return f"$ {command}\n" + checker.output_difference(expected, printed, doctest.ELLIPSIS)
    return None


def environment() -> dict[str, str]:
    """Return the variables of a plain terminal with 80 columns, where English is spoken."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    plain = {"PATH": path, "COLUMNS": "80", "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}
    plain["PYTHONPATH"] = str(Path.cwd())  # the document's folder
    return {name: value for name, value in os.environ.items() if name != "FORCE_COLOR"} | plain


documents = Sybil(
    parsers=[
        Python(doctest_optionflags=doctest.ELLIPSIS),
        CodeBlockParser("console", console),
        files,
        SkipParser(),
    ],
    patterns=["README.md", "docs/*.md", "docs/**/*.md"],
    setup=enter_a_folder,
    teardown=leave_the_folder,
)
docstrings = Sybil(
    parsers=[DocTestParser(doctest.ELLIPSIS)],
    patterns=["src/**/*.py"],
    setup=enter_a_folder,
    teardown=leave_the_folder,
)

pytest_collect_file = (documents + docstrings).pytest()


class WithItsDocument(LoadScopeScheduling):
    """Spreads tests over processes, but keeps a document's examples together: they need each other."""

    def _split_scope(self, nodeid: str) -> str:
        document, _, rest = nodeid.partition("::")
        return document if rest.startswith("line:") else nodeid


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> WithItsDocument:
    """Tell xdist."""
    return WithItsDocument(config, log)
