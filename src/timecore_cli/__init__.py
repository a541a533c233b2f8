"""The command ``timecore``: parses, calls the library, prints. Anything a script might want is in the library."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``timecore`` and give back its exit code.

    0: yes, or done. 1: the answer is no. 2: wrong usage. 3: nothing could be read. 4: sound up to an entry, then
    cut off or damaged. 70: a bug in timecore. 130: interrupted. A closed pipe ends quietly.

    Args:
        arguments: What follows the program's name; by default the process's own.
    """
    import gc

    if arguments is None:
        # The process is ours and mostly ends before there is anything to collect: looking costs a tenth.
        gc.set_threshold(100_000)
    try:
        # Inside, so that an interrupt while Python is still importing ends quietly as well.
        from timecore_cli._run import run

        return run(arguments)
    except KeyboardInterrupt:
        return 130
    finally:
        if arguments is None:
            gc.freeze()  # nor at its end, where Python would look once more, at all that there is
