"""Looking behind damage (``docs/format.md``, section 8)."""

from __future__ import annotations

import re
from typing import Final

from timecore.chain import MAX_BODY, read_frame
from timecore.codec import Misshapen, decode, is_plain, pack, unpack
from timecore.errors import RecordError
from timecore.record._shapes import MAX_MAPS, OF_BRANCH, Bodies, commitments_in
from timecore.schema import ROOM_OPENING

__all__ = ["Search"]

#: How every record of an entry begins: an array of three, then a bin.
_BEGIN: Final = rb"\x93(?=[\xc4-\xc6])"


class Search:
    """Looks for a whole record behind damage: if there is one, more than the tail is damaged.

    Whole means canonical and of the right shape; hash and commitments are not tried. The work is bounded by the
    size of the file, and giving up counts as found: whoever fills a file with beginnings of records did not suffer
    a torn write.
    """

    GLANCE: Final = 64
    LOOK: Final = 512

    def __init__(self, data: bytes, bodies: Bodies) -> None:
        self.data = data
        self.bodies = bodies
        self.work = 2 * len(data) + 0x10_0000

    def finds(self, at: int, above: int) -> bool:
        """Whether a whole record with a greater number stands at an offset or later."""
        data = self.data
        for match in re.compile(_BEGIN).finditer(data, at):
            self.work -= self.GLANCE
            begin = match.start()
            if self._promises(begin, above):
                self.work -= self.LOOK
                if self._is_whole(begin, above):
                    return True
            if self.work < 0:
                return True
        return False

    def _promises(self, begin: int, above: int) -> bool:
        """A glance: does a body of an array of five, with a greater number, begin here and fit into the file?"""
        data = self.data
        head = {0xC4: 1, 0xC5: 2, 0xC6: 4}[data[begin + 1]]
        at = begin + 2 + head
        size = int.from_bytes(data[begin + 2 : at], "big")
        if size > MAX_BODY or at + size + 35 > len(data) or data[at : at + 1] != b"\x95":
            return False
        first = data[at + 1]
        if first <= 0x7F:
            return first > above
        return (
            0xCC <= first <= 0xCF
            and int.from_bytes(data[at + 2 : at + 2 + (1 << (first - 0xCC))], "big") > above
        )

    def _is_whole(self, begin: int, above: int) -> bool:
        try:
            frame = read_frame(self.data, begin)
        except RecordError as error:
            self.work -= 4 * ((error.byte or begin) - begin)
            return False
        body = frame.body
        self.work -= 4 * (frame.end - begin) + 12 * len(body)
        try:
            value = unpack(body, maps=MAX_MAPS)
            plan = self.bodies.check(value)
            if plan is not None and plan is not OF_BRANCH:
                commitments_in(plan, value[2], value[3], body)
            if value[0] <= above or pack(value) != body:
                return False
            return all(is_plain(decode(raw), ROOM_OPENING) for _, raw in frame.openings)
        except RecordError:
            self.work -= 16 * len(body)  # the walk that found it
            return False
        except Misshapen:
            return False
