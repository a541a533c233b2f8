"""Which tests name which rule, so that none is left untested and none is named that there is not."""

import ast
from collections.abc import Callable, Iterable
from pathlib import Path

__all__ = ["named_by_tests"]


def named_by_tests(folder: Path, numbers: Callable[[str], Iterable[str]]) -> dict[str, list[str]]:
    """The tests in a folder that name each number in their docstring.

    Args:
        folder: Where the tests of a game are.
        numbers: What a docstring names.
    """
    found: dict[str, list[str]] = {}
    for path in sorted(folder.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for number in numbers(ast.get_docstring(node) or ""):
                    found.setdefault(number, []).append(node.name)
    return found
