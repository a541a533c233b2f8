"""Is this record genuine? Each question has a verdict of its own, and none claims more than was proven.

The audit reads everything afresh: bytes, chain and openings by the record alone; rules and chance by deciding
every move again. It never stops at the first finding: after an illegal entry it goes on from the recorded
consequences.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from timecore.audit._form import RULES_OF_DAMAGE
from timecore.audit._levels import LEVELS, Level
from timecore.audit._report import Finding, Report, Verdict
from timecore.audit._vouching import Vouching
from timecore.audit._walk import Examination
from timecore.errors import NotARecord, UsageError
from timecore.keys import PublicKey
from timecore.log import Log
from timecore.pause import no_search_for_garbage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from timecore.ruleset import Ruleset

__all__ = ["LEVELS", "Finding", "Level", "Report", "Verdict", "audit"]


def audit(
    data: bytes,
    *,
    head: bytes | None = None,
    rules: Ruleset[Any] | None = None,
    note: bytes | None = None,
    proof: bytes | None = None,
    trust: Sequence[PublicKey] | None = None,
) -> Report:
    """Examine a record.

    Args:
        data: The bytes of the file.
        head: A head hash known from outside, 32 bytes: if it is the record's, that attests the whole game.
        rules: The ruleset that judges; by default the one that the header names, if it is installed.
        note: A signed note on the game, as ``timecore seal`` writes it: the bytes of its file.
        proof: A proof that the tree of a tournament holds the game's score sheet, or its beginning: the bytes of its
            file.
        trust: The keys whose signature on the note attests the game, or on the checkpoint of the proof where that is of
            the score sheet. By default none does: those that the record's own header gives the seats are named, but
            whoever writes a whole record anew writes its header too.

    Returns:
        Verdicts, findings and a summary; also for a file without a sound header.

    Raises:
        UsageError: ``data``, ``head``, ``note`` or ``proof`` are no bytes, ``head`` has not 32 of them, or ``trust``
            holds something else than public keys.
        FormatUnsupported: It is a record of a format this version cannot read, which is no verdict.
    """
    _must_be_bytes("data", data)
    if head is not None:
        _must_be_bytes("head", head)
        if len(head) != 32:
            msg = f"head must have 32 bytes, not {len(head)}"
            raise UsageError(msg, hint="It is the last hash of a record.")
    if note is not None:
        _must_be_bytes("note", note)
    if proof is not None:
        _must_be_bytes("proof", proof)
    keys = None if trust is None else _public_keys(trust)
    vouching = Vouching(
        note=None if note is None else bytes(note),
        proof=None if proof is None else bytes(proof),
        trust=keys,
    )
    with no_search_for_garbage():
        return _examine(bytes(data), head, rules, vouching)


def _examine(data: bytes, head: bytes | None, rules: Ruleset[Any] | None, vouching: Vouching) -> Report:
    try:
        log = Log.from_bytes(data, rules=rules)
    except NotARecord as error:
        rule = RULES_OF_DAMAGE.get(error.verdict)
        finding = Finding(error.verdict, error.message, entry=0, byte=error.byte, rule=rule)
        verdicts = {
            name: Verdict("broken", error.message) for name in dict.fromkeys(("bytes", error.verdict))
        }
        return Report("broken at entry 0", verdicts, (finding,), 0, None)
    return Examination(log, head, vouching, data).report()


def _must_be_bytes(what: str, value: object) -> None:
    if not isinstance(value, bytes | bytearray | memoryview):
        msg = f"{what} must be bytes, not {type(value).__name__}"
        raise UsageError(msg, hint="Read the file first, and turn hex into bytes with bytes.fromhex().")


def _public_keys(trust: object) -> tuple[PublicKey, ...]:
    if not isinstance(trust, Iterable) or isinstance(trust, str | bytes):
        msg = f"trust must be a sequence of public keys, not {type(trust).__name__}"
        raise UsageError(msg)
    keys = tuple(trust)
    for key in keys:
        if not isinstance(key, PublicKey):
            msg = f"trust must hold public keys, not {type(key).__name__}"
            raise UsageError(
                msg, hint="PublicKey.parse() makes one of its line; a secret key has it as `public`."
            )
    return keys
