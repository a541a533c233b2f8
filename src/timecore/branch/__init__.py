"""What if? A record of its own that begins with another's entries, byte for byte, and goes on differently.

The trunk is never touched. Since its bytes stand in the branch, all that was proven of them stays proven, and two
records tell by their hashes where they part.
"""

from timecore.branch._forest import Tree, forest
from timecore.branch._fork import LuckChoice, branch, branch_game
from timecore.branch._luck import LuckKept, Redrawn, luck_kept
from timecore.branch._without import Without, branch_without

__all__ = [
    "LuckChoice",
    "LuckKept",
    "Redrawn",
    "Tree",
    "Without",
    "branch",
    "branch_game",
    "branch_without",
    "forest",
    "luck_kept",
]
