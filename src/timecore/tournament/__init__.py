"""Tournaments: a folder of records, and a tree that nobody can change unseen.

That a game begins is entered in the tree before any luck in it can be known, and how it has ended is entered when it
is sealed; the organiser signs checkpoints of the tree and publishes them. So a game that is quietly dealt anew is seen:
it began, and never ended.
"""

from timecore.tournament._begun import begun
from timecore.tournament._folder import Description, Folder
from timecore.tournament._leaves import Leaf
from timecore.tournament._proofs import verify_proof
from timecore.tournament._report import FoundGame, ProofReport, TournamentFault, TournamentReport, Trouble
from timecore.tournament._scoring import Bye, Outcome, Scoring, TieBreak, number_text, read_byes
from timecore.tournament._standings import GameLine, Line, Rating, Standings, standings
from timecore.tournament._tournament import Entered, Tournament
from timecore.tournament._verify import verify

__all__ = [
    "Bye",
    "Description",
    "Entered",
    "Folder",
    "FoundGame",
    "GameLine",
    "Leaf",
    "Line",
    "Outcome",
    "ProofReport",
    "Rating",
    "Scoring",
    "Standings",
    "TieBreak",
    "Tournament",
    "TournamentFault",
    "TournamentReport",
    "Trouble",
    "begun",
    "number_text",
    "read_byes",
    "standings",
    "verify",
    "verify_proof",
]
