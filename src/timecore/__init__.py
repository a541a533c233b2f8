"""Event-sourced games: play, save, replay, look through a seat's eyes, audit.

Every change of a game's state is a typed event in an append-only log, and state comes only from folding events.
So a saved game can be replayed, stepped through, branched from, compared and audited, always with the same result.

The names below are what is public. They are imported when they are first asked for, so that ``import timecore``
costs next to nothing; no ruleset is loaded before one is named.
"""

import sys
from importlib import import_module
from types import ModuleType

from timecore._version import __version__

TYPE_CHECKING = (
    False  # type checkers know this name; importing it from typing would be most of what this file costs
)
if TYPE_CHECKING:
    from typing import Any

    from timecore.actors import CHANCE, PUBLIC, TABLE, Actor, Seat, Viewer
    from timecore.arbiter import Arbiter
    from timecore.ask import (
        Cause,
        Condition,
        Knowledge,
        Stats,
        When,
        WhoKnew,
        history,
        stats,
        when,
        who_knew,
        why,
    )
    from timecore.audit import Finding, Report, Verdict
    from timecore.audit import audit as audit_record
    from timecore.bots import MonteCarloBot, RandomBot
    from timecore.branch import branch, branch_game, branch_without, forest, luck_kept
    from timecore.chance import Luck
    from timecore.checkpoints import Checkpoint, GrowthProof, TreeProof
    from timecore.course import retracted
    from timecore.datafile import FileFault
    from timecore.diff import Change, Diff, Difference, diff, diff_states, patch
    from timecore.ending import Ending, ending
    from timecore.entry import Entry
    from timecore.errors import (
        ConditionError,
        EncodingRefused,
        ExtraMissing,
        FileMissing,
        FileRefused,
        FormatUnsupported,
        HiddenValue,
        IllegalMove,
        ImportRefused,
        InvalidMove,
        KeyRefused,
        MoveRefused,
        NotARecord,
        NotATournament,
        NoteRefused,
        OptionRefused,
        PathError,
        PositionError,
        ProofRefused,
        RecordClash,
        RecordClosed,
        RecordDamaged,
        RecordError,
        RecordLocked,
        ReplayError,
        RosterRefused,
        RulesetError,
        RulesetNotFound,
        RulesetUnusable,
        RulesVersionDiffers,
        SigningError,
        TimecoreError,
        TournamentDamaged,
        TournamentError,
        TournamentRefused,
        UsageError,
    )
    from timecore.fold import advance, fold
    from timecore.follow import Follower
    from timecore.game import Game
    from timecore.gamenotes import GameNote, GameStart
    from timecore.hidden import HIDDEN, Hidden, take
    from timecore.jsonschema import json_schema
    from timecore.keys import PublicKey, SecretKey
    from timecore.log import Header, Log
    from timecore.messages import Event, Move, Part, Vocabulary, field, message
    from timecore.narrate import Narrator
    from timecore.notes import SignedNote
    from timecore.options import OptionSpec, option
    from timecore.proofs import (
        DrawProof,
        FieldProof,
        Proven,
        check_proof,
        proof_from_json,
        prove_draw,
        prove_field,
    )
    from timecore.redact import redact
    from timecore.registry import RulesetInfo, get_ruleset, installed_rulesets
    from timecore.replay import Position, Replay, Step, state_digest
    from timecore.roster import Roster
    from timecore.ruleset import Catalogue, Keywords, Result, Ruleset, State
    from timecore.standing import Standing
    from timecore.tournament import Tournament
    from timecore.transcript import export_json, export_lines, import_lines, play_lines

__all__ = [
    "CHANCE",
    "HIDDEN",
    "PUBLIC",
    "TABLE",
    "Actor",
    "Arbiter",
    "Catalogue",
    "Cause",
    "Change",
    "Checkpoint",
    "Condition",
    "ConditionError",
    "Diff",
    "Difference",
    "DrawProof",
    "EncodingRefused",
    "Ending",
    "Entry",
    "Event",
    "ExtraMissing",
    "FieldProof",
    "FileFault",
    "FileMissing",
    "FileRefused",
    "Finding",
    "Follower",
    "FormatUnsupported",
    "Game",
    "GameNote",
    "GameStart",
    "GrowthProof",
    "Header",
    "Hidden",
    "HiddenValue",
    "IllegalMove",
    "ImportRefused",
    "InvalidMove",
    "KeyRefused",
    "Keywords",
    "Knowledge",
    "Log",
    "Luck",
    "MonteCarloBot",
    "Move",
    "MoveRefused",
    "Narrator",
    "NotARecord",
    "NotATournament",
    "NoteRefused",
    "OptionRefused",
    "OptionSpec",
    "Part",
    "PathError",
    "Position",
    "PositionError",
    "ProofRefused",
    "Proven",
    "PublicKey",
    "RandomBot",
    "RecordClash",
    "RecordClosed",
    "RecordDamaged",
    "RecordError",
    "RecordLocked",
    "Replay",
    "ReplayError",
    "Report",
    "Result",
    "Roster",
    "RosterRefused",
    "RulesVersionDiffers",
    "Ruleset",
    "RulesetError",
    "RulesetInfo",
    "RulesetNotFound",
    "RulesetUnusable",
    "Seat",
    "SecretKey",
    "SignedNote",
    "SigningError",
    "Standing",
    "State",
    "Stats",
    "Step",
    "TimecoreError",
    "Tournament",
    "TournamentDamaged",
    "TournamentError",
    "TournamentRefused",
    "TreeProof",
    "UsageError",
    "Verdict",
    "Viewer",
    "Vocabulary",
    "When",
    "WhoKnew",
    "__version__",
    "advance",
    "audit_record",
    "branch",
    "branch_game",
    "branch_without",
    "check_proof",
    "diff",
    "diff_states",
    "ending",
    "export_json",
    "export_lines",
    "field",
    "fold",
    "forest",
    "get_ruleset",
    "history",
    "import_lines",
    "installed_rulesets",
    "json_schema",
    "luck_kept",
    "message",
    "option",
    "patch",
    "play_lines",
    "proof_from_json",
    "prove_draw",
    "prove_field",
    "redact",
    "retracted",
    "state_digest",
    "stats",
    "take",
    "when",
    "who_knew",
    "why",
]

#: Where each name is.
_WHERE = {
    "Actor": "actors",
    "Arbiter": "arbiter",
    "CHANCE": "actors",
    "Catalogue": "ruleset",
    "Cause": "ask",
    "Change": "diff",
    "Checkpoint": "checkpoints",
    "Condition": "ask",
    "ConditionError": "errors",
    "Diff": "diff",
    "Difference": "diff",
    "DrawProof": "proofs",
    "EncodingRefused": "errors",
    "Ending": "ending",
    "Entry": "entry",
    "Event": "messages",
    "ExtraMissing": "errors",
    "FieldProof": "proofs",
    "FileFault": "datafile",
    "FileMissing": "errors",
    "FileRefused": "errors",
    "Finding": "audit",
    "Follower": "follow",
    "FormatUnsupported": "errors",
    "Game": "game",
    "GameNote": "gamenotes",
    "GameStart": "gamenotes",
    "GrowthProof": "checkpoints",
    "HIDDEN": "hidden",
    "Header": "log",
    "Hidden": "hidden",
    "HiddenValue": "errors",
    "IllegalMove": "errors",
    "ImportRefused": "errors",
    "InvalidMove": "errors",
    "KeyRefused": "errors",
    "Keywords": "ruleset",
    "Knowledge": "ask",
    "Log": "log",
    "Luck": "chance",
    "MonteCarloBot": "bots",
    "Move": "messages",
    "MoveRefused": "errors",
    "Narrator": "narrate",
    "NotARecord": "errors",
    "NotATournament": "errors",
    "NoteRefused": "errors",
    "OptionRefused": "errors",
    "OptionSpec": "options",
    "PUBLIC": "actors",
    "Part": "messages",
    "PathError": "errors",
    "Position": "replay",
    "PositionError": "errors",
    "ProofRefused": "errors",
    "Proven": "proofs",
    "PublicKey": "keys",
    "RandomBot": "bots",
    "RecordClash": "errors",
    "RecordClosed": "errors",
    "RecordDamaged": "errors",
    "RecordError": "errors",
    "RecordLocked": "errors",
    "Replay": "replay",
    "ReplayError": "errors",
    "Report": "audit",
    "Result": "ruleset",
    "Roster": "roster",
    "RosterRefused": "errors",
    "RulesVersionDiffers": "errors",
    "Ruleset": "ruleset",
    "RulesetError": "errors",
    "RulesetInfo": "registry",
    "RulesetNotFound": "errors",
    "RulesetUnusable": "errors",
    "Seat": "actors",
    "SecretKey": "keys",
    "SignedNote": "notes",
    "SigningError": "errors",
    "Standing": "standing",
    "State": "ruleset",
    "Stats": "ask",
    "Step": "replay",
    "TABLE": "actors",
    "TimecoreError": "errors",
    "Tournament": "tournament",
    "TournamentDamaged": "errors",
    "TournamentError": "errors",
    "TournamentRefused": "errors",
    "TreeProof": "checkpoints",
    "UsageError": "errors",
    "Verdict": "audit",
    "Viewer": "actors",
    "Vocabulary": "messages",
    "When": "ask",
    "WhoKnew": "ask",
    "advance": "fold",
    "audit_record": "audit",
    "branch": "branch",
    "branch_game": "branch",
    "branch_without": "branch",
    "check_proof": "proofs",
    "diff": "diff",
    "diff_states": "diff",
    "ending": "ending",
    "export_json": "transcript",
    "export_lines": "transcript",
    "field": "messages",
    "fold": "fold",
    "forest": "branch",
    "get_ruleset": "registry",
    "history": "ask",
    "import_lines": "transcript",
    "installed_rulesets": "registry",
    "json_schema": "jsonschema",
    "luck_kept": "branch",
    "message": "messages",
    "option": "options",
    "patch": "diff",
    "play_lines": "transcript",
    "proof_from_json": "proofs",
    "prove_draw": "proofs",
    "prove_field": "proofs",
    "redact": "redact",
    "retracted": "course",
    "state_digest": "replay",
    "stats": "ask",
    "take": "hidden",
    "when": "ask",
    "who_knew": "ask",
    "why": "ask",
}

#: Names that are others where they are, since a package cannot hold a module and a function of one name.
_RENAMED = {"audit_record": "audit"}


class _Package(ModuleType):
    """This package. A name stays that of a function also when the module of the same name is imported."""

    def __setattr__(self, name: str, value: object) -> None:
        if isinstance(value, ModuleType) and _WHERE.get(name) == name:
            value = getattr(value, name)
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> "Any":
    module = _WHERE.get(name)
    if module is None:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    value = getattr(import_module(f"timecore.{module}"), _RENAMED.get(name, name))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_WHERE})
