"""Every ruleset at hand sits the examination (:func:`timecore.testing.examine`)."""

from rulesets.timeline_2003.short import OPTIONS
from tiny import RULESET as TINY
from tiny.events import BidsShown, HandShown

from timecore.rulesets.chicken_time_warp import RULESET as CHICKEN_TIME_WARP
from timecore.rulesets.chicken_time_warp.events import (
    CardStolen,
    EscapePodMoved,
    HandDiscarded,
    HandPeeked,
    HandsSwapped,
    TheftFailed,
)
from timecore.rulesets.time_chase import RULESET as TIME_CHASE
from timecore.rulesets.time_chase.events import CardsRevealed, FuelRevealed
from timecore.rulesets.timeline import RULESET as TIMELINE
from timecore.rulesets.timeline.events import CardMisplaced, CardPlaced, StartingCardTurned
from timecore.rulesets.timeline_2003 import RULESET as TIMELINE_2003
from timecore.testing import examine

TestTiny = examine(TINY, reveals=[BidsShown, HandShown])
TestTimeChase = examine(TIME_CHASE, reveals=[CardsRevealed, FuelRevealed])
TestTimeline = examine(
    TIMELINE,
    reveals=[StartingCardTurned, CardPlaced, CardMisplaced],
    max_entries=300,  # eight players who know nothing may take twice as long
)
TestChickenTimeWarp = examine(
    CHICKEN_TIME_WARP,
    reveals=[CardStolen, TheftFailed, EscapePodMoved, HandPeeked, HandsSwapped, HandDiscarded],
)
TestTimeLine2003 = examine(TIMELINE_2003, reveals=(), options=OPTIONS, max_entries=150)
