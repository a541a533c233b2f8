"""The form of a record: its bytes, its chain, and the schema in its header, before any rule is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from timecore.audit._report import Verdict
from timecore.chain import entry_hash, read_frame

if TYPE_CHECKING:
    from timecore.audit._walk import Examination
    from timecore.ruleset import Ruleset

__all__ = ["RULES_OF_DAMAGE", "check_bytes_and_chain", "check_schema"]

#: The section of the format that says how it should be, by the question that damage answers.
RULES_OF_DAMAGE: Final = {"chain": "FORMAT-2", "openings": "FORMAT-3"}


def check_bytes_and_chain(audit: Examination) -> None:
    """Whether the file is canonical and whole, and each hash that of all before it."""
    damage = audit.log.damage
    count = _entries(len(audit.log))
    sound = Verdict("sound", f"canonical and whole: the header and {count}")
    name = audit.log.branch
    which = "" if name is None else f"; branch {name.hex()}, which begins with entry {audit.log.fork}"
    unbroken = Verdict("unbroken", f"{count}, head {audit.log.head.hex()}{which}")
    if damage is None:
        audit.verdicts |= {"bytes": sound, "chain": unbroken}
        return
    place = f"entry {damage.entry}, byte {damage.byte}"
    broken = damage.verdict
    more: dict[str, Any] = {"byte": damage.byte, "rule": RULES_OF_DAMAGE.get(broken)}
    if broken == "chain" and audit.data:
        frame = read_frame(audit.data, audit.log.record.size)
        more["recorded"] = frame.hash.hex()
        more["expected"] = entry_hash(audit.log.head, frame.body).hex()
    audit.find(broken, f"{place}: {damage.reason}", damage.entry, **more)
    word = "tail damaged" if damage.torn else "broken"
    audit.verdicts["bytes"] = Verdict(word, f"sound up to entry {damage.entry - 1}; {place}: {damage.reason}")
    if broken == "chain":
        audit.verdicts["chain"] = Verdict("broken", f"{place}: {damage.reason}")
    else:
        audit.verdicts["chain"] = Verdict(
            "unbroken", f"the {count} before the damage, head {audit.log.head.hex()}{which}"
        )


def check_schema(audit: Examination, rules: Ruleset[Any]) -> None:
    """Whether names, audiences and parts in the header are those of the ruleset."""
    schema = audit.log.record.header.schema
    if schema.agrees_with(rules):
        return
    for recorded, vocabulary in ((schema.moves, rules.moves), (schema.events, rules.events)):
        for cls in recorded:
            ours = vocabulary.by_name.get(cls.name)
            if ours is None:
                what = f"the schema names {cls.name}, which the ruleset does not have"
                audit.find("rules", what, 0, field="schema", rule="FORMAT-2")
                continue
            names, wanted = [field.name for field in cls.fields], [spec.name for spec in ours.specs]
            if names != wanted:
                what = f"the schema gives {cls.name} other fields than the ruleset"
                audit.find("rules", what, 0, field="schema", rule="FORMAT-2", recorded=names, expected=wanted)
                continue
            for field, spec in zip(cls.fields, ours.specs, strict=True):
                for what, stands, right in (
                    ("another audience", field.audience, spec.audience),
                    ("other parts", field.parts, spec.parts),
                ):
                    if stands != right:
                        audit.find(
                            "rules",
                            f"the schema gives {cls.name}.{field.name} {what} than the ruleset",
                            0,
                            field=field.name,
                            rule="FORMAT-2",
                            recorded=_listed(stands),
                            expected=_listed(right),
                        )


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"


def _listed(audience: Sequence[str] | None) -> list[str] | None:
    return None if audience is None else list(audience)
