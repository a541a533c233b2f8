"""Two witnesses are asked whatever an attack is tried on: timecore, and the verifiers that share no line with it.

Each function gives what timecore says, after having made sure that the other says the same.
"""

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import independent_tournament
import independent_verifier
import pytest
from independent_notes import Key, NotANote, checkpoint_of, key_of, note_of, proven, roots_over, tree
from independent_verifier import Bad, Verdict, attested
from tiny import RULESET as TINY

from timecore.actors import CHANCE
from timecore.audit import Report, audit
from timecore.checkpoints import GrowthProof, TreeProof
from timecore.errors import ProofRefused, RulesetError, UsageError
from timecore.keys import PublicKey
from timecore.log import Log
from timecore.notes import SignedNote
from timecore.proofs import Proven, check_proof, proof_from_json
from timecore.replay import Replay
from timecore.ruleset import Ruleset
from timecore.tournament import ProofReport, TournamentReport, verify, verify_proof

__all__ = ["audited", "checked_proof", "checked_tree_proof", "refused_proof", "verified"]


def others(keys: Iterable[PublicKey]) -> list[Key]:
    """Some keys as the other verifier has them."""
    return [key_of(key.text) for key in keys]


def audited(
    data: bytes | Log,
    *,
    note: bytes | None = None,
    proof: bytes | None = None,
    trust: Sequence[PublicKey] | None = None,
    head: bytes | None = None,
    rules: Ruleset[Any] | None = TINY,
) -> Report:
    """What an audit says of a record, and of what is at hand beside it."""
    raw = data.to_bytes() if isinstance(data, Log) else data
    report = audit(raw, rules=rules, note=note, proof=proof, trust=trust, head=head)
    other = independent_verifier.verify(raw)
    _agree_on_the_record(report, other)
    _agree_on_the_draws(report, other, raw, rules)
    if head is not None:
        assert (report.verdicts["head"].verdict == "the same") is (other.head == head)
    seal = report.verdicts.get("seal")
    if seal is not None:
        vouching = _vouching(other, note, proof, trust or ())
        assert set(seal.by if seal.verdict == "sealed" else ()) == vouching
    return report


def _agree_on_the_record(report: Report, other: Verdict) -> None:
    """Bytes, chain and openings alike; luck and signatures as far as they can be judged without the rules."""
    assert (report.entries, report.head) == (other.entries, other.head or None)
    if other.status in ("broken", "torn"):
        torn = f"tail damaged after entry {other.entry - 1}"
        assert report.summary == (torn if other.status == "torn" else f"broken at entry {other.entry}")
    else:
        assert other.status == "sound"
        assert not report.summary.startswith(("broken", "tail"))
        assert report.verdicts["openings"].verdict == other.shows
    signatures = {one.entry for one in report.findings if one.verdict == "signatures"}
    assert signatures == {entry for entry, why in other.irregular if "signature" in why}
    nonces = {one.entry for one in report.findings if (one.verdict, one.rule) == ("rules", "FORMAT-5")}
    assert nonces == {entry for entry, why in other.irregular if "nonce" in why}
    orders = {
        one.entry
        for one in report.findings
        if (one.verdict, one.rule, one.field) == ("rules", "FORMAT-6", None)
    }
    assert orders == {entry for entry, why in other.irregular if why.startswith("order")}
    luck = {one.entry for one in report.findings if one.verdict == "chance"}
    assert luck >= {entry for entry, why in other.irregular if "seed" in why}


def _agree_on_the_draws(report: Report, other: Verdict, raw: bytes, rules: Ruleset[Any] | None) -> None:
    """Of a full record, the same draws are false: the other has their numbers, and the rules say what these mean."""
    if (other.status, other.shows) != ("sound", "full"):
        return
    log = Log.from_bytes(raw, rules=rules)
    try:
        replay = Replay(log)
    except RulesetError:
        return
    false = set()
    for entry, _, number in other.draws if replay.error is None else ():
        state = replay.state_at(entry - 1)
        legal, weights = replay.rules.legal_moves(state, CHANCE), replay.rules.weights(state)
        if number is None or not legal or type(other.bodies[entry][2][0]) is str:
            continue
        left = number % sum(weights)
        index = next(at for at in range(len(weights)) if sum(weights[: at + 1]) > left)
        if legal[index] != log.entries[entry - 1].move:
            false.add(entry)
    if replay.error is None:
        found = [one for one in report.findings if one.verdict == "chance" and one.expected is not None]
        assert {one.entry for one in found} == false


def _vouching(
    other: Verdict, note: bytes | None, proof: bytes | None, trust: Sequence[PublicKey]
) -> set[str]:
    """Whose signature vouches for a game by a note or by a proof, to the other verifier."""
    found: set[str] = set()
    if other.status != "sound":
        return found
    if note is not None:
        try:
            found |= set(attested(other, note, [key.text for key in trust]))
        except NotANote:
            return set()
    if proof is not None and other.sealed:
        try:
            origin, _, _ = checkpoint_of(note_of(proof.partition(b"\n\n")[2]).text)
            keys = [*others(trust), *(Key(origin, key.raw) for key in trust)]
            found |= {_text(key) for key in proven(proof, sheet_of(other).encode(), keys)}
        except NotANote:
            return set()
    return found


def _text(key: Key) -> str:
    return PublicKey(key.name, key.raw).text


def sheet_of(other: Verdict) -> str:
    """The score sheet of a sealed record, as the format has it."""
    _, status, result = other.bodies[other.sealed][2]
    head = b64encode(other.hashes[other.sealed]).decode()
    return (
        f"timecore game v1\ngame {other.bodies[0]['game'].hex()}\nentries {other.sealed}\nhead {head}\n"
        f"status {status}\nresult {' '.join(result)}\n"
    )


def start_of(other: Verdict) -> str:
    """The leaf of a game that begins."""
    header = b64encode(other.hashes[0]).decode()
    return f"timecore start v1\ngame {other.bodies[0]['game'].hex()}\nheader {header}\n"


def verified(
    folder: Path,
    trust: Sequence[PublicKey] | None,
    *,
    seen: Sequence[SignedNote] = (),
    running: bool = False,
) -> TournamentReport:
    """What a verification says of a tournament's folder; without ``trust``, by its own word for the organiser's key."""
    report = verify(folder, trust=trust, seen=seen, running=running)
    checkpoints = [note.to_bytes() for note in seen]
    found = independent_tournament.verify(folder, others(trust or ()), checkpoints, running=running)
    if trust is None:
        found = [(kind, about) for kind, about in found if kind != "organiser"]
    assert Counter(fault.kind for fault in report.faults) == Counter(kind for kind, _ in found)
    return report


def checked_tree_proof(
    record: bytes,
    proof: TreeProof,
    trust: Sequence[PublicKey],
    *,
    seen: SignedNote | None = None,
    growth: GrowthProof | None = None,
) -> ProofReport:
    """What a verification says of a proof that a game is in a tree."""
    report = verify_proof(record, proof, trust, seen=seen, growth=growth)
    other = independent_verifier.verify(record)
    keys = [*others(trust), *(Key(proof.checkpoint.origin, key.raw) for key in trust)]
    leaves = [start_of(other), *([sheet_of(other)] if other.sealed else [])]
    signers: list[Key] = []
    for leaf in leaves:
        try:
            signers += proven(proof.to_bytes(), leaf.encode(), keys)
        except NotANote:
            continue
    proves = not any(fault.kind in ("proof", "checkpoint") for fault in report.faults)
    if seen is None:
        assert proves is bool(signers)
    else:
        assert bool(signers) or not proves
        assert _is_one_tree(proof.note, seen, growth, keys) is not any(
            fault.kind in ("checkpoint", "split view") for fault in report.faults
        )
    return report


def _is_one_tree(note: SignedNote, seen: SignedNote, growth: GrowthProof | None, keys: list[Key]) -> bool:
    """Whether two checkpoints are of one tree at two times."""
    if not all(note_of(one.to_bytes()).signers(keys) for one in (note, seen)):
        return False
    texts = sorted((note.text, seen.text), key=lambda text: checkpoint_of(text)[1])
    older, newer = map(checkpoint_of, texts)
    if older[0] != newer[0] or older[1] == newer[1]:
        return older == newer
    if older[1] == 0:
        return older[2] == tree([])
    if growth is None or growth.size != older[1] or growth.note.text != texts[1]:
        return False
    try:
        return roots_over(older[1], newer[1], [*growth.path], older[2]) == (older[2], newer[2])
    except NotANote:
        return False


def checked_proof(proof: bytes, record: Log | None, head: bytes | None = None) -> Proven:
    """What a proof of one draw or one field shows."""
    data = None if record is None else record.to_bytes()
    found = check_proof(proof_from_json(proof), record, head=head)
    said = independent_verifier.prove(proof, data, head)
    assert said.startswith(f"entry {found.entry}")
    return found


def refused_proof(proof: bytes, record: Log | None, head: bytes | None = None) -> str:
    """Why a proof shows nothing."""
    data = None if record is None else record.to_bytes()
    with pytest.raises((ProofRefused, UsageError)) as caught:
        check_proof(proof_from_json(proof), record, head=head)
    with pytest.raises((Bad, ValueError)):
        independent_verifier.prove(proof, data, head)
    return str(caught.value)
