"""What holds a file open, and gives it back at the end of a ``with`` statement."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self

__all__ = ["Closing"]


class Closing(ABC):
    """Something to close; at the end of a ``with`` statement it is."""

    __slots__ = ()

    @abstractmethod
    def close(self) -> None:
        """Give back what is held open. Doing so twice does no harm."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
