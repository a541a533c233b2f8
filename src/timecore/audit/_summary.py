"""What an audit comes to: one summary, and which findings an arbiter let stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from timecore.audit._report import Finding, Report, Verdict

if TYPE_CHECKING:
    from timecore.audit._walk import Examination
    from timecore.log import Log

__all__ = ["summarise"]

#: Findings that no arbiter's `Rule` can let stand (section 6 of the format).
_NEVER_RULED: Final = ("chance", "signatures", "seal")


def summarise(audit: Examination) -> Report:
    """The first summary that applies."""
    log = audit.log
    damage = log.damage
    attested = audit.attested
    if audit.head is not None:
        same = audit.head == log.head
        attested = attested or same
        word, detail = "the same", "the head is the one known from outside"
        if not same:
            word, (what, detail) = "another", _other_head(log, audit.head)
            audit.find(
                "head",
                what,
                len(log),
                recorded=log.head.hex(),
                expected=audit.head.hex(),
            )
        audit.verdicts["head"] = Verdict(word, detail)
    findings = _ruled(audit) if audit.findings else []
    if damage is not None:
        _limit(audit.verdicts)
    irregular = [f.entry for f in findings if f.verdict in ("rules", "chance", "signatures") and not f.ruled]
    if damage is not None and damage.torn:
        summary = f"tail damaged after entry {damage.entry - 1}"
    elif damage is not None:
        summary = f"broken at entry {damage.entry}"
    elif irregular:
        summary = f"irregular at entry {min(irregular)}"
    elif attested:
        summary = "attested"
    elif not audit.finished:
        summary = "intact, unfinished"
    else:
        summary = "intact, not attested"
    return Report(summary, audit.verdicts, tuple(findings), len(log), log.head, log.branch)


def _limit(verdicts: dict[str, Verdict]) -> None:
    """Say of a damaged record what is known of its sound part alone; bytes, chain and seal say it by themselves."""
    for name in ("openings", "rules", "chance", "signatures"):
        one = verdicts[name]
        if (name, one.verdict) != ("openings", "broken"):
            verdicts[name] = attrs.evolve(one, detail=f"before the damage: {one.detail}")


def _other_head(log: Log, head: bytes) -> tuple[str, str]:
    """What is said of a head that is not the record's: what was found, and the verdict's detail."""
    entry = log.entry_of(head)
    if entry is not None:
        where = f"entry {entry}" if entry else "the header"
        what = f"the head known from outside is that of {where}; the record has gone on since"
        return what, what
    return (
        "the head is not the one known from outside",
        f"the head known from outside is {head.hex()}: this is not that game, or not all of it",
    )


def _ruled(audit: Examination) -> list[Finding]:
    """The findings in the order of the entries, those marked that an arbiter let stand."""
    stands = {
        raw.move[1]
        for raw in audit.log.record.entries
        if raw.move[0] == "Rule" and raw.seq not in audit.irregular_rules
    }
    found = [
        attrs.evolve(finding, ruled=finding.entry in stands and finding.verdict not in _NEVER_RULED)
        for finding in audit.findings
    ]
    stand = [finding.ruled for finding in found if finding.verdict == "rules"]
    if stand and all(stand) and audit.word:
        told = f"{audit.verdicts['rules'].detail}; an arbiter let {_findings(len(stand))} stand"
        audit.verdicts["rules"] = Verdict(f"{audit.word}, as ruled", told)
    return sorted(found, key=lambda finding: finding.entry)


def _findings(count: int) -> str:
    return "1 finding" if count == 1 else f"{count} findings"
