"""The seal: whether a signed note vouches for the last ``Seal``, and whose keys did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from timecore.audit._report import Verdict
from timecore.audit._vouching import Vouching
from timecore.checkpoints import Checkpoint, TreeProof
from timecore.display import fit, printable
from timecore.errors import ExtraMissing, NoteRefused
from timecore.gamenotes import GameNote, GameStart
from timecore.keys import PublicKey, key_fault, key_id, name_fault
from timecore.log import Log
from timecore.notes import SignedNote
from timecore.record import RawEntry
from timecore.sealing import Seals, note_fault, note_of, seals_of
from timecore.tree import root_of_path

if TYPE_CHECKING:
    from timecore.audit._walk import Examination

__all__ = ["check_seal"]


def check_seal(audit: Examination, vouching: Vouching) -> bool:
    """Give the verdict.

    Args:
        audit: The examination.
        vouching: What is at hand beside the record.

    Returns:
        Whether somebody who is trusted vouches for the whole game.
    """
    note, proof, trust = vouching
    seals = seals_of(audit.log)
    verdict, attested = _without_note(audit, seals), False
    if note is not None:
        try:
            signed = SignedNote.parse(note)
            sheet = GameNote.parse(signed.text)
        except NoteRefused as error:
            verdict = Verdict("broken", error.message)
            audit.find("seal", f"the note cannot be read: {error.message}", _last(seals), rule="FORMAT-9")
        else:
            verdict, attested = _with_note(audit, seals, signed, sheet, trust)
    if proof is not None:
        found = _in_tree(audit, seals, proof, trust)
        word = verdict.verdict
        if found.word in _WRONG or (found.word is not None and word not in (*_WRONG, "sealed")):
            word = found.word
        verdict = Verdict(word, f"{verdict.detail}; {found.detail}", (*verdict.by, *found.by))
        attested = word == "sealed"
    audit.verdicts["seal"] = verdict
    return attested


#: The verdicts that no other evidence makes good.
_WRONG: Final = ("another", "broken", "irregular")


class _InTree(NamedTuple):
    """What a proof adds.

    Attributes:
        word: ``sealed``, ``not the last``, or what is wrong; ``None`` where it vouches for no Seal.
        detail: What it says.
        by: The keys that vouch by it.
    """

    word: str | None
    detail: str
    by: tuple[str, ...] = ()


def _in_tree(audit: Examination, seals: Seals, data: bytes, trust: Sequence[PublicKey] | None) -> _InTree:
    """What a proof adds."""
    log = audit.log
    try:
        proof = TreeProof.parse(data)
        tree = proof.checkpoint
    except NoteRefused as error:
        audit.find("seal", f"the proof cannot be read: {error.message}", _last(seals), rule="FORMAT-9")
        return _InTree("broken", f"the proof cannot be read: {error.message}")
    place = f"leaf {proof.index} of {tree.size} in the tree of {fit(printable(tree.origin), 80)}"
    keys = dict.fromkeys(one for key in trust or () for one in (tree.key_of(key), key))
    sealed = next((raw for raw in reversed(seals.entries) if _holds(proof, note_of(log, raw).text)), None)
    if sealed is None and not _holds(proof, GameStart(log.header.game, log.record.header.hash).text):
        what = f"the proof does not show that this game is {place}"
        if log.damage is not None:
            return _InTree("not checked", f"{what}, and what it would show may be behind the damage")
        audit.find("seal", what, _last(seals), rule="FORMAT-9")
        return _InTree("another", what)
    which = "its beginning" if sealed is None else f"its score sheet of entry {sealed.seq}"
    try:
        checked = proof.note.check(keys)
    except ExtraMissing as error:
        return _InTree("not checked", f"{which} is {place}; {error.message} (extra {error.extra})")
    if checked.bad:
        what = f"the checkpoint has a signature that {_called(checked.bad[0], log)} did not make"
        audit.find("seal", what, _last(seals), rule="FORMAT-9", recorded=checked.bad[0].text)
        return _InTree("irregular", what)
    if not checked.good:
        return _InTree(None, f"{which} is {place}, whose checkpoint no trusted key has signed")
    names = ", ".join(_called_in(tree, key, trust or (), log) for key in checked.good)
    vouched = sealed is not None and sealed is seals.in_force
    detail = f"{which} is {place}, signed by {names}"
    if vouched and log.damage is not None:
        return _InTree("not checked", f"{detail}; what stands behind it is damaged")
    if vouched:
        return _InTree("sealed", detail, tuple(key.text for key in checked.good))
    return _InTree(None if sealed is None else "not the last", detail)


def _holds(proof: TreeProof, leaf: str) -> bool:
    tree = proof.checkpoint
    return root_of_path(leaf.encode(), proof.index, tree.size, proof.path) == tree.root


def _last(seals: Seals) -> int:
    return seals.entries[-1].seq if seals.entries else 0


def _said(sealed: RawEntry) -> str:
    _, status, result = sealed.move
    return f"entry {sealed.seq} says {status}, result {' '.join(result)}"


def _without_note(audit: Examination, seals: Seals) -> Verdict:
    if not seals.entries:
        return audit.without_seal()
    if seals.in_force is None:
        return Verdict("not sealed", f"the game went on after the Seal in entry {_last(seals)}")
    return Verdict("not signed", f"{_said(seals.in_force)}; no signed note is at hand")


def _with_note(
    audit: Examination,
    seals: Seals,
    signed: SignedNote,
    sheet: GameNote,
    trust: Sequence[PublicKey] | None,
) -> tuple[Verdict, bool]:
    """The verdict on a score sheet, and whether it attests the game."""
    log = audit.log
    fault = note_fault(sheet, log)
    if (
        fault is not None
        and log.damage is not None
        and sheet.entries > len(log)
        and sheet.game == log.header.game
    ):
        return Verdict("not checked", f"the note {fault}"), False
    seats = _keys_of_seats(log, signed)
    counting = list(trust or ())
    if fault is not None:
        said, bad = _of_another(signed, fault, counting, seats, log)
        for key in bad:
            what = f"the note has a signature that {_called(key, log)} did not make"
            audit.find("seal", what, min(sheet.entries, len(log)), rule="FORMAT-9", recorded=key.text)
        there = next((raw for raw in seals.entries if raw.seq == sheet.entries), None)
        audit.find(
            "seal",
            said,
            min(sheet.entries, len(log)),
            rule="FORMAT-9",
            recorded=_lines(sheet),
            expected=None if there is None else _lines(note_of(log, there)),
        )
        return Verdict("another", said), False
    try:
        checked = signed.check(dict.fromkeys((*counting, *seats)))
    except ExtraMissing as error:
        return Verdict("not checked", f"{error.message} (extra {error.extra})"), False
    sealed = next(raw for raw in seals.entries if raw.seq == sheet.entries)
    for key in checked.bad:
        what = f"the note has a signature that {_called(key, log)} did not make"
        audit.find("seal", what, sealed.seq, rule="FORMAT-9", recorded=key.text)
    good = [key for key in checked.good if key in counting]
    others = [key for key in checked.good if key not in counting]
    detail = [_said(sealed)]
    if good:
        detail.append(f"signed by {', '.join(_called(key, log) for key in good)}")
    if others:
        also, why = (
            "also" if good else "signed",
            "not trusted"
            if trust
            else f"whose {'key is' if len(others) == 1 else 'keys are'} the header's own",
        )
        detail.append(f"{also} by {', '.join(_called(key, log) for key in others)}, {why}")
    if checked.unknown:
        names = ", ".join(f"{fit(printable(one.name), 80)}+{one.id.hex()}" for one in checked.unknown)
        detail.append(f"not known here: {names}")
    if trust is None:
        detail.append("no key to trust was given")
    if seals.in_force is not sealed:
        detail.append("the game went on after it")
    elif log.damage is not None:
        detail.append("what stands behind it is damaged")
    word = "sealed"
    if checked.bad:
        word = "irregular"
    elif not good:
        word = "not trusted"
    elif seals.in_force is not sealed:
        word = "not the last"
    elif log.damage is not None:
        word = "not checked"
    return Verdict(word, "; ".join(detail), tuple(key.text for key in good)), word == "sealed"


def _of_another(
    signed: SignedNote,
    fault: str,
    counting: Sequence[PublicKey],
    seats: Sequence[PublicKey],
    log: Log,
) -> tuple[str, tuple[PublicKey, ...]]:
    """What is said of a note that is not on the record, and the keys that did not make what is called theirs.

    Which of the two is not what it was, only a signature tells.
    """
    known = dict.fromkeys((*counting, *seats))
    try:
        good, bad, unknown = signed.check(known)
    except ExtraMissing:
        return f"the note {fault}", ()
    if bad:
        which = "no signature" if not good and not unknown else f"the signature of {_called(bad[0], log)}"
        holds = "holds" if not good and not unknown else "does not hold"
        said = f"{which} on the note {holds}, so it was changed, or is forged; it {fault}"
    elif good:
        said = f"the note {fault}; signed by {', '.join(_called(key, log) for key in good)}"
    elif known:
        said = f"no key known here has signed the note, and it {fault}"
    else:
        said = f"the note {fault}"
    return said, bad


def _lines(sheet: GameNote) -> list[str]:
    """What a score sheet says, without its title."""
    return sheet.text.split("\n")[1:-1]


def _keys_of_seats(log: Log, signed: SignedNote) -> list[PublicKey]:
    """The seats' keys under the names by which the note calls them, where a key can be called so."""
    raws = [raw for raw in log.header.keys if raw is not None and key_fault(raw) is None]
    return [
        PublicKey(one.name, raw)
        for one in signed.signatures
        for raw in raws
        if key_id(one.name, raw) == one.id and name_fault(one.name) is None
    ]


def _called_in(tree: Checkpoint, key: PublicKey, trust: Sequence[PublicKey], log: Log) -> str:
    """A key that has signed a checkpoint, for people: not by the name of the tree, which any key can take there."""
    owner = next((one for one in trust if one != key and tree.key_of(one) == key), key)
    return _called(owner, log) + ("" if owner is key else " in the name of the tree")


def _called(key: PublicKey, log: Log) -> str:
    """A key for people: its name and number, and whose seat it is."""
    seats = [str(seat) for seat, raw in enumerate(log.header.keys) if raw == key.raw]
    whose = f" (seat {', '.join(seats)})" if seats else ""
    return f"{key.name}+{key.id.hex()}{whose}"
