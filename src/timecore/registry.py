"""Finding rulesets by name, those of other packages too.

Rulesets are registered under the entry point group ``timecore.rulesets`` (name → object). Our own are, too, but
their names are resolved here, without reading any package's metadata (which costs more than starting Python),
and no other package can take them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from typing import Any, Final, NamedTuple

from timecore.errors import RulesetNotFound, RulesetUnusable
from timecore.ruleset import Ruleset

__all__ = ["GROUP", "RulesetInfo", "get_ruleset", "installed_rulesets"]

GROUP: Final = "timecore.rulesets"

#: Our own rulesets: name → where it is.
OWN: Final = {
    "chicken_time_warp": "timecore.rulesets.chicken_time_warp:RULESET",
    "time_chase": "timecore.rulesets.time_chase:RULESET",
    "timeline": "timecore.rulesets.timeline:RULESET",
    "timeline_2003": "timecore.rulesets.timeline_2003:RULESET",
}


class RulesetInfo(NamedTuple):
    """A ruleset that is installed, whether or not it can be imported.

    Attributes:
        name: Its name.
        package: The distribution that brings it.
        where: ``module:object``.
    """

    name: str
    package: str
    where: str

    def load(self) -> Ruleset[Any]:
        """Import it.

        Raises:
            RulesetUnusable: Importing it failed, or what is there is no ruleset of this name.
        """
        module, _, attribute = self.where.partition(":")
        try:
            found: Any = import_module(module)
            for part in attribute.split("."):
                found = getattr(found, part)
        except (Exception, SystemExit) as error:
            msg = (
                f"the ruleset {self.name!r} of the package {self.package} cannot be imported: "
                f"{type(error).__name__}: {error}"
            )
            raise RulesetUnusable(
                msg, name=self.name, package=self.package, hint=f"Reinstall or remove {self.package}."
            ) from error
        if not isinstance(found, Ruleset) or found.name != self.name:
            msg = f"{self.where} of the package {self.package} is no ruleset named {self.name!r}"
            raise RulesetUnusable(msg, name=self.name, package=self.package)
        return found


def get_ruleset(name: str) -> Ruleset[Any]:
    """The ruleset of that name. Only its module is imported.

    Raises:
        RulesetNotFound: None of that name is installed.
        RulesetUnusable: It is installed, but cannot be imported.
    """
    if name in OWN:
        return _own(name)
    for info in _foreign():
        if info.name == name:
            return info.load()
    names = [info.name for info in installed_rulesets()]
    msg = f"there is no ruleset {name!r}"
    raise RulesetNotFound(msg, name=name, hint=_suggestion(name, names))


@lru_cache(maxsize=len(OWN))
def _own(name: str) -> Ruleset[Any]:
    return RulesetInfo(name=name, package="timecore", where=OWN[name]).load()


def installed_rulesets() -> tuple[RulesetInfo, ...]:
    """All rulesets that are installed, by name; none of them is imported."""
    own = [RulesetInfo(name=name, package="timecore", where=where) for name, where in OWN.items()]
    return tuple(sorted([*own, *_foreign()], key=lambda info: info.name))


def _foreign() -> Iterator[RulesetInfo]:
    from importlib.metadata import distributions  # slow, and our own need none of it  # noqa: PLC0415

    seen = set(OWN)
    for package in distributions():
        try:
            points = [point for point in package.entry_points if point.group == GROUP]
            name = package.name or "unknown" if points else ""
        except Exception:  # noqa: BLE001, S112 - one package's broken metadata must not hide the others
            continue
        for point in points:
            if point.name not in seen:
                seen.add(point.name)
                yield RulesetInfo(name=point.name, package=name, where=point.value)


def _suggestion(name: str, names: list[str]) -> str:
    from difflib import get_close_matches  # only for this message  # noqa: PLC0415

    close = get_close_matches(name, names, n=1)
    if close:
        return f"Did you mean {close[0]}?"
    return "Installed are: " + ", ".join(names) + "."
