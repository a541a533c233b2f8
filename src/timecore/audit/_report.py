"""What an audit says: verdicts, findings, a summary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from timecore.audit._levels import LEVELS, Level, shortfall
from timecore.errors import UsageError

__all__ = ["Finding", "Report", "Verdict"]


@attrs.frozen
class Verdict:
    """The answer to one question.

    Attributes:
        verdict: The answer in a word or two, such as ``"sound"`` or ``"not revealed"``.
        detail: What it rests on, in a sentence.
        by: Of the seal, the public keys that count and have signed, each as one line.
        taken_back: Of chance, how many of the draws the table has taken back.
    """

    verdict: str
    detail: str
    by: tuple[str, ...] = ()
    taken_back: int = 0

    def to_json(self) -> dict[str, Any]:
        """``{"verdict", "detail"}``, and where it applies ``"by"`` and ``"taken_back"``."""
        told: dict[str, Any] = {"verdict": self.verdict, "detail": self.detail}
        told |= {"by": list(self.by)} if self.by else {}
        return told | ({"taken_back": self.taken_back} if self.taken_back else {})


@attrs.frozen
class Finding:
    """Something that is not as it should be.

    Attributes:
        verdict: Which question it answers: ``bytes``, ``chain``, ``openings``, ``rules``, ``chance``, ``signatures``,
            ``seal``, ``head``.
        what: What is wrong, in a sentence.
        entry: The entry, 0 for the header.
        byte: The offset in the file, from 0, or ``None``.
        event: The event in the entry, from 1, or ``None``.
        field: The field, or ``None``.
        rule: The number of the rule it breaks, or ``None``.
        recorded: What the record says, in its JSON form, or ``None``.
        expected: What it should say, in its JSON form, or ``None``.
        legal: What the actor could have done, in the ruleset's order, in its JSON form; only of the first thousand
            findings.
        ruled: Whether an arbiter let it stand (the table's move ``Rule``).
    """

    verdict: str
    what: str
    entry: int
    byte: int | None = None
    event: int | None = None
    field: str | None = None
    rule: str | None = None
    recorded: Any = None
    expected: Any = None
    legal: tuple[Any, ...] = ()
    ruled: bool = False

    def to_json(self) -> dict[str, Any]:
        """All that is known of it; what does not apply is left out."""
        found: dict[str, Any] = {"verdict": self.verdict, "what": self.what, "entry": self.entry}
        for name in ("byte", "event", "field", "rule", "recorded", "expected"):
            value = getattr(self, name)
            if value is not None:
                found[name] = value
        if self.legal:
            found["legal"] = list(self.legal)
        if self.ruled:
            found["ruled"] = True
        return found


@attrs.frozen
class Report:
    """What an audit found.

    Attributes:
        summary: The first that applies: ``broken at entry k``, ``tail damaged after entry k``, ``irregular at
            entry k``, ``attested``, ``intact, unfinished``, ``intact, not attested``.
        verdicts: By question: ``bytes``, ``chain``, ``openings``, ``rules``, ``chance``, ``signatures``, ``seal``,
            and ``head`` if one is known.
        findings: What is not as it should be, in the order of the entries.
        entries: How many entries are sound.
        head: The last hash of the sound part, or ``None`` if there is no header.
        branch: The name of the branch that the record is, 16 bytes; ``None`` for a trunk.
    """

    summary: str
    verdicts: Mapping[str, Verdict]
    findings: tuple[Finding, ...]
    entries: int
    head: bytes | None
    branch: bytes | None = None

    @property
    def exit_code(self) -> int:
        """0: nothing found; 1: a finding; 3: no header could be read; 4: nothing but a damaged tail.

        What an arbiter has let stand does not count.
        """
        if self.head is None:
            return 3
        found = sum(not finding.ruled for finding in self.findings)
        if not found:
            return 0
        return 4 if self.summary.startswith("tail damaged") and found == 1 else 1

    def shortfall(self, level: Level) -> str | None:
        """Why the record does not reach a level of proof; ``None`` if it does.

        Args:
            level: ``intact``: nothing is broken or irregular, but for what an arbiter has let stand. ``rules``: every
                move was judged too, and is legal. ``chance``: nobody could have chosen the luck, as the nonces
                of all seats went into it and no draw was taken back. ``attested``: a trusted note, or the head
                known from outside, vouches for it. ``sealed``: the game is sealed, and a trusted note vouches for
                that. All ask for *intact*.

        Raises:
            UsageError: There is no such level.
        """
        if level not in LEVELS:
            msg = f"there is no level {level!r}"
            raise UsageError(msg, hint=f"The levels are {', '.join(LEVELS)}.")
        return shortfall(self, level)

    def to_json(self) -> dict[str, Any]:
        """``{"summary", "verdicts", "findings", "entries", "head"}``, and of a branch its name as ``"branch"``."""
        told = {
            "summary": self.summary,
            "verdicts": {name: verdict.to_json() for name, verdict in self.verdicts.items()},
            "findings": [finding.to_json() for finding in self.findings],
            "entries": self.entries,
            "head": None if self.head is None else self.head.hex(),
        }
        return told if self.branch is None else told | {"branch": self.branch.hex()}
