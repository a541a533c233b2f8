"""What if? A record of its own that begins with another's entries, byte for byte, and goes on differently.

The trunk is never touched. Since its bytes stand in the branch, all that was proven of them stays proven, and two
records tell by their hashes where they part.
"""

from timecore.branch._fork import LuckChoice, branch

__all__ = ["LuckChoice", "branch"]
