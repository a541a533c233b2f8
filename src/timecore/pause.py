"""Making very many objects at once without looking for garbage in between.

Python looks for objects that hold each other whenever many new ones have come, and goes through all of them each time.
What a record is read into, and what an audit makes of it, holds nothing that holds it, so all of that is for nothing,
and takes a third of the time; of a record of nothing but lists in lists, two thirds.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["no_search_for_garbage"]


@contextmanager
def no_search_for_garbage() -> Iterator[None]:
    """Pause the search for garbage. If it was off before, it stays off.

    The search is one for all threads: where one of them ends its pause, those of others end too, which costs them time
    and nothing else.
    """
    was_on = gc.isenabled()
    try:
        gc.disable()
        yield
    finally:
        if was_on:
            gc.enable()
