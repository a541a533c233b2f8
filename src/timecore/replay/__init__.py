"""A cursor over a log: any position, forwards and backwards, as anybody may see it.

*Position* ``N`` is the state after entry ``N`` (0 is the start), ``N.M`` the state after event ``M`` (from 1)
inside the next entry.
"""

from timecore.replay._cursor import Replay, Step
from timecore.replay._positions import Position, locate
from timecore.replay._states import start_state, state_digest
from timecore.replay._timeline import Timeline

__all__ = ["Position", "Replay", "Step", "Timeline", "locate", "start_state", "state_digest"]
