"""A game made to test the library: RULES.md beside this file has its rules, TY-1 to TY-41."""

from tiny.rules import RULESET, Tiny

__all__ = ["RULESET", "Tiny"]
