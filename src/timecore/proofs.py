"""Proofs of one thing: a single draw, or a single field that was hidden (``docs/format.md``, section 10).

A proof is a small JSON file. It shows what it is about and nothing else, and is checked against a copy of the
record, however little that copy shows.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

import attrs

from timecore.actors import CHANCE, PUBLIC, TABLE, Actor
from timecore.chain import commitment_digest
from timecore.chance import Draw, chance_keys, chance_root, outcome, unit
from timecore.codec import Commitment, decode
from timecore.entry import Entry
from timecore.errors import HiddenValue, ProofRefused, RecordError, ReplayError, RulesetError, UsageError
from timecore.hidden import HIDDEN
from timecore.log import Log
from timecore.record import luck_along
from timecore.replay import Replay
from timecore.tree import root_of_path, tree_path

if TYPE_CHECKING:
    from timecore.messages import Move

__all__ = [
    "DrawProof",
    "FieldProof",
    "Proof",
    "Proven",
    "check_proof",
    "proof_from_json",
    "prove_draw",
    "prove_field",
]


# -- what a proof says ------------------------------------------------------------------------------------------


@attrs.frozen
class DrawProof:
    """Proves which draw an entry of chance is.

    Attributes:
        game: The game's 16 bytes.
        entry: The number of the entry.
        key: The key of its draw, 32 bytes.
        path: The hashes from that leaf to the root that the record has committed to.
        record: A copy of the record that shows nothing, for a reader who has only a head; else ``None``.
    """

    kind: ClassVar[str] = "draw"

    game: bytes
    entry: int
    key: bytes
    path: tuple[bytes, ...]
    record: bytes | None = None

    def to_json(self) -> dict[str, Any]:
        """The JSON object; bytes in hex, the record in Base64."""
        return _json(self, {"key": self.key.hex(), "path": [one.hex() for one in self.path]})


@attrs.frozen
class FieldProof:
    """Proves what a hidden field is.

    Attributes:
        game: The game's 16 bytes.
        entry: The number of the entry; 0 for a seat's name.
        message: 0 for the entry's move, else the number of its event, from 1; for a name, the seat.
        field: The field; ``name`` for a name.
        salt: The salt of its commitment, 16 bytes.
        value: The tc1 bytes of its value.
        record: As in :class:`DrawProof`.
    """

    kind: ClassVar[str] = "field"

    game: bytes
    entry: int
    message: int
    field: str
    salt: bytes
    value: bytes
    record: bytes | None = None

    def to_json(self) -> dict[str, Any]:
        """The JSON object; bytes in hex, the record in Base64."""
        more = {
            "message": self.message,
            "field": self.field,
            "salt": self.salt.hex(),
            "value": self.value.hex(),
        }
        return _json(self, more)


Proof: TypeAlias = DrawProof | FieldProof
"""What :func:`prove_draw` and :func:`prove_field` make."""


@attrs.frozen
class Proven:
    """What a proof has shown of a record.

    Attributes:
        entry: The number of the entry.
        actor: Whose entry it is; the table for a name.
        head: The head of the record that it was checked against: what is proven, is proven of that record.
        name: The move or event, ``draw`` for a draw, ``seat`` for a name.
        field: The field, or ``None`` for a draw.
        value: What the field holds, in its JSON form; for a draw the number drawn, 32 bytes in hex: taken modulo the
            weights of all outcomes together, it tells the outcome.
        draw: The number of the draw, from 0, or ``None``.
        move: The move that the rules make of the draw, in its JSON form, and that the record has; ``None`` where the
            rules, or what they need to know, are not at hand.
    """

    entry: int
    actor: Actor
    head: bytes
    name: str
    field: str | None
    value: Any
    draw: int | None = None
    move: Any = None

    def to_json(self) -> dict[str, Any]:
        """All of it; what does not apply is left out."""
        told = attrs.asdict(self) | {"head": self.head.hex()}
        return {key: value for key, value in told.items() if value is not None or key == "value"}


# -- making one -------------------------------------------------------------------------------------------------


def prove_draw(log: Log, entry: int, *, alone: bool = False) -> DrawProof:
    """Prove one draw. The proof shows no other.

    Args:
        log: The game, its seed known: the host's own file, or a copy in which it was revealed.
        entry: The number of an entry of chance.
        alone: Whether the proof brings a copy of the record that shows nothing, so that a head is enough to check it.

    Raises:
        UsageError: It is no entry of chance, or one beyond the draws that were committed to.
        HiddenValue: This copy does not hold the seed.
    """
    draw = _draw_of(log, entry)
    luck = draw.luck
    if luck.kind == "manual":
        msg = f"entry {entry} was drawn at a real table, and there is nothing to prove it with"
        raise UsageError(msg)
    if draw.k >= luck.draws:
        msg = f"entry {entry} is draw {draw.k}, and {luck.draws} were committed to, from 0"
        raise UsageError(msg, hint="Only the seed proves the draws beyond these: it can be revealed.")
    keys = chance_keys(_seed(log, draw), luck.draws)
    path = tree_path(keys, draw.k)
    return DrawProof(log.header.game, entry, keys[draw.k], path, _copy(log) if alone else None)


def prove_field(
    log: Log, entry: int, field: str, *, message: int | None = None, alone: bool = False
) -> FieldProof:
    """Prove one hidden field. The proof shows that field and no other.

    Args:
        log: The game, or a copy that shows the field.
        entry: The number of the entry; 0 for a seat's name.
        field: The name of the field; ``name`` for a seat's name.
        message: 0 for the entry's move, else the number of its event, from 1; for a name, the seat. Not needed
            where only one of them has such a hidden field.
        alone: As in :func:`prove_draw`.

    Raises:
        UsageError: There is no such hidden field, or there are several.
        HiddenValue: This copy does not show it.
    """
    places = [place for place in _hidden(log, entry) if place[1] == field and message in (None, place[0])]
    if len(places) != 1:
        raise _no_field(log, entry, field, message, places)
    ((number, _, commitment),) = places
    game, actor = log.header.game, _actor(log, entry)
    openings = log.record.entries[entry - 1].openings if entry else log.record.header.openings
    for salt, value in openings:
        if commitment_digest(game, actor, salt, value) == commitment.digest:
            return FieldProof(game, entry, number, field, salt, value, _copy(log) if alone else None)
    msg = f"this copy of the record ({log.shows}) does not show {field} of entry {entry}"
    raise HiddenValue(msg, entry=entry, hint="Only who sees a field can prove it.")


def _no_field(
    log: Log, entry: int, field: str, message: int | None, places: Sequence[tuple[int, str, Commitment]]
) -> UsageError:
    if places:
        listed = ", ".join(f"{entry}.{place[0]}.{field}" for place in places)
        return UsageError(f"entry {entry} has several hidden fields {field}", hint=f"They are {listed}.")
    where = f"entry {entry}" if message is None else f"message {message} of entry {entry}"
    there = ", ".join(f"{entry}.{place[0]}.{place[1]}" for place in _hidden(log, entry))
    hint = f"Hidden are {there}." if there else "What stands in clear needs no proof."
    return UsageError(f"{where} has no hidden field {field}", hint=hint)


def _copy(log: Log) -> bytes:
    """A copy that shows nothing, not even a name."""
    return log.redacted(PUBLIC, erase=range(len(log.header.seats))).to_bytes()


def _draw_of(log: Log, entry: int) -> Draw:
    """Which draw an entry is.

    Raises:
        UsageError: It is none.
    """
    record = log.record
    if not 1 <= entry <= len(log) or record.entries[entry - 1].actor != CHANCE:
        msg = f"entry {entry} is no draw" if 1 <= entry <= len(log) else f"there is no entry {entry}"
        draws = [raw.seq for raw in record.entries if raw.actor == CHANCE]
        hint = (
            f"Draws are the entries of chance, from {draws[0]} to {draws[-1]}."
            if draws
            else "Nothing was drawn."
        )
        raise UsageError(msg, hint=hint)
    luck = luck_along(record.header, record.entries[: entry - 1])
    return luck.next(entry)


def _seed(log: Log, draw: Draw) -> bytes:
    """The seed that a draw comes from."""
    luck = draw.luck
    if type(luck.seed) is bytes:
        return luck.seed
    for raw in log.record.entries[draw.set_by :]:
        if raw.move[0] == "RevealSeed" and chance_root(raw.move[2], luck.draws) == luck.root:
            return bytes(raw.move[2])
    msg = (
        f"this copy of the record ({log.shows}) does not hold the seed that entry {draw.entry} was drawn from"
    )
    raise HiddenValue(msg, entry=draw.entry, hint="The host's own file holds it.")


def _actor(log: Log, entry: int) -> Actor:
    return log.record.entries[entry - 1].actor if entry else TABLE


def _hidden(log: Log, entry: int) -> Iterator[tuple[int, str, Commitment]]:
    """The hidden fields of an entry: message, name and commitment; of the header the seats' names.

    A field of an event that is the move's again stands for that.

    Raises:
        UsageError: There is no such entry.
    """
    if not 0 <= entry <= len(log):
        msg = f"there is no entry {entry}: the record has {len(log)}"
        raise UsageError(msg)
    schema = log.header.schema
    if entry == 0:
        for seat, (commitment, _) in enumerate(decode(log.record.header.body)["seats"]):
            yield seat, "name", commitment
        return
    _, _, move, events, _ = decode(log.record.entries[entry - 1].body)
    if type(move[0]) is str:
        return
    for number, row in enumerate((move, *events)):
        shape = schema.events[row[0]] if number else schema.moves[row[0]]
        for spec, value in zip(shape.fields, row[1:], strict=True):
            if type(value) is Commitment:
                yield number, spec.name, value


# -- reading and checking one -----------------------------------------------------------------------------------

#: What a proof's first key holds: its kind and the version of its form.
_FORMS: Final = {"draw": "timecore draw proof 1", "field": "timecore field proof 1"}

#: The keys of each kind; ``record`` may stand in both.
_KEYS: Final[Mapping[str, frozenset[str]]] = {
    "draw": frozenset(("proof", "game", "entry", "key", "path")),
    "field": frozenset(("proof", "game", "entry", "message", "field", "salt", "value")),
}

#: No path is longer: at most 65536 draws are committed to.
_LONGEST_PATH: Final = 16


def _json(proof: Proof, more: dict[str, Any]) -> dict[str, Any]:
    told = {"proof": _FORMS[proof.kind], "game": proof.game.hex(), "entry": proof.entry, **more}
    return told if proof.record is None else told | {"record": base64.b64encode(proof.record).decode()}


def proof_from_json(data: str | bytes) -> Proof:
    """Read a proof.

    Args:
        data: Its JSON text.

    Raises:
        ProofRefused: It is none.
    """
    try:
        value = json.loads(data, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise ProofRefused(f"not a proof: not JSON: {error}"[:200]) from None
    form = value.get("proof") if isinstance(value, dict) else None
    kind = next((kind for kind, text in _FORMS.items() if text == form), None)
    if kind is None:
        hint = f"It begins with {' or '.join(json.dumps({'proof': text})[:-1] for text in _FORMS.values())}."
        raise ProofRefused("not a proof", hint=hint)
    if value.keys() - {"record"} != _KEYS[kind]:
        wrong = sorted((value.keys() - {"record"}) ^ _KEYS[kind])
        raise ProofRefused(
            f"a {kind} proof has the keys {', '.join(sorted(_KEYS[kind]))}; wrong is {wrong[0]}"
        )
    game, entry = _bytes(value, "game", 16), _number(value, "entry")
    record = _record(value)
    if kind == "draw":
        path = value["path"]
        if type(path) is not list or len(path) > _LONGEST_PATH:
            raise ProofRefused(f"path must be a list of at most {_LONGEST_PATH} hashes")
        hashes = tuple(_bytes({"path": one}, "path", 32) for one in path)
        return DrawProof(game, entry, _bytes(value, "key", 32), hashes, record)
    field = value["field"]
    if type(field) is not str:
        raise ProofRefused("field must be a text")
    salt, raw = _bytes(value, "salt", 16), _bytes(value, "value")
    return FieldProof(game, entry, _number(value, "message"), field, salt, raw, record)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        msg = "a key stands twice"
        raise ValueError(msg)
    return found


def _bytes(value: Mapping[str, Any], key: str, size: int | None = None) -> bytes:
    text = value[key]
    if (
        type(text) is not str
        or not re.fullmatch("(?:[0-9a-f]{2})*", text)
        or len(text) != 2 * (size or len(text) // 2)
    ):
        what = f"{size} bytes" if size else "bytes"
        raise ProofRefused(f"{key} must be {what} in hexadecimal digits")
    return bytes.fromhex(text)


def _number(value: Mapping[str, Any], key: str) -> int:
    number = value[key]
    if type(number) is not int or number < 0:
        raise ProofRefused(f"{key} must be a number from 0 on")
    return number


def _record(value: Mapping[str, Any]) -> bytes | None:
    if "record" not in value:
        return None
    try:
        return base64.b64decode(value["record"], validate=True)
    except (binascii.Error, TypeError, ValueError):
        raise ProofRefused("record must be bytes in Base64") from None


def check_proof(proof: Proof, log: Log | None = None, *, head: bytes | None = None) -> Proven:
    """Check a proof against a record, or against a head alone if the proof brings a copy of the record.

    Args:
        proof: The proof.
        log: A copy of the record, however little it shows; what the proof brings is not looked at then.
        head: The head of the record, 32 bytes, as it is known from elsewhere.

    Returns:
        What is proven.

    Raises:
        ProofRefused: It does not hold; says why.
        UsageError: There is neither a record nor a head.
    """
    if log is None:
        if proof.record is None:
            msg = "the proof brings no copy of the record, so it is checked against one"
            raise UsageError(msg, hint="Any copy will do, a redacted one too.")
        if head is None:
            msg = "a proof with its own copy of the record is checked against a head known from elsewhere"
            raise UsageError(msg, hint="Whoever made the proof could have made that record, too.")
        try:
            log = Log.from_bytes(proof.record)
        except RecordError as error:
            raise ProofRefused(
                f"the copy of the record in the proof cannot be read: {error.message}"
            ) from None
    if log.damage is not None:
        raise ProofRefused(f"the record is {log.damage.summary}, so nothing is proven of it")
    if head is not None and log.head != head:
        raise ProofRefused(
            f"the head of the record is {log.head.hex()}, another than the one known from elsewhere"
        )
    if proof.game != log.header.game:
        raise ProofRefused("the proof is of another game")
    if not 0 <= proof.entry <= len(log):
        raise ProofRefused(f"there is no entry {proof.entry}: the record has {len(log)}")
    return _check_draw(proof, log) if isinstance(proof, DrawProof) else _check_field(proof, log)


def _check_draw(proof: DrawProof, log: Log) -> Proven:
    try:
        draw = _draw_of(log, proof.entry)
    except UsageError as error:
        raise ProofRefused(error.message) from None
    luck = draw.luck
    root = root_of_path(proof.key, draw.k, luck.draws, proof.path) if luck.kind != "manual" else None
    if root is None or root != luck.root:
        raise ProofRefused(
            f"the key and its path do not lead to the root that was committed to, as draw {draw.k}"
        )
    number = unit(proof.key, draw.mix, 1 << 256).to_bytes(32, "big")
    expected, recorded = _moves(log, proof.entry, proof.key, draw.mix)
    if expected != recorded:
        raise ProofRefused(
            f"the draw is proven, but entry {proof.entry} records another outcome than it brings"
        )
    move = None if expected is None else expected.to_json()
    return Proven(proof.entry, CHANCE, log.head, "draw", None, number.hex(), draw.k, move)


def _moves(log: Log, entry: int, key: bytes, mixed: bytes) -> tuple[Move | None, Move | None]:
    """The move that the rules make of a draw and the one recorded; nothing where that cannot be told."""
    try:
        replay = Replay(log)
        before = replay.entries[:entry]
        if any(_hides(one) for one in before) or replay.end < entry:
            return None, None
        state = replay.state_at(entry - 1)
        legal = replay.rules.legal_moves(state, CHANCE)
        return legal[outcome(replay.rules.weights(state), key, mixed)], before[-1].move
    except (RulesetError, ReplayError):
        return None, None
    except Exception:  # noqa: BLE001 - a state that no game comes to: an audit says so
        return None, None


def _hides(entry: Entry) -> bool:
    return any(
        getattr(one, one.specs[index].name) is HIDDEN
        for one in (entry.move, *entry.events)
        for index in one.private
    )


def _check_field(proof: FieldProof, log: Log) -> Proven:
    places = {(number, name): commitment for number, name, commitment in _hidden(log, proof.entry)}
    commitment = places.get((proof.message, proof.field))
    if commitment is None:
        raise ProofRefused(
            f"entry {proof.entry} has no hidden field {proof.field} in message {proof.message}"
        )
    actor = _actor(log, proof.entry)
    if commitment_digest(proof.game, actor, proof.salt, proof.value) != commitment.digest:
        raise ProofRefused(f"{proof.field} of entry {proof.entry} was committed to as something else")
    try:
        value = decode(proof.value)
    except ValueError:
        raise ProofRefused("the value is no tc1") from None
    if proof.entry == 0:
        if type(value) is not str:
            raise ProofRefused("a name is a text, and this is none")
        return Proven(0, TABLE, log.head, f"seat {proof.message}", "name", value)
    raw, schema = log.record.entries[proof.entry - 1], log.header.schema
    row = list(raw.events[proof.message - 1] if proof.message else raw.move)
    shape = schema.events[row[0]] if proof.message else schema.moves[row[0]]
    index = [spec.name for spec in shape.fields].index(proof.field)
    fault = shape.fields[index].fault(value)
    if fault is not None:
        raise ProofRefused(f"what was committed to breaks the format: {fault}")
    row[index + 1] = value
    told = (schema.event_json if proof.message else schema.move_json)(row)
    return Proven(proof.entry, actor, log.head, shape.name, proof.field, told[proof.field])
