"""The variants on which the faces are tried: every game, and options that change what is shown."""

from __future__ import annotations

GAMES = (
    "gin",
    "indian13",
    "stacks",
    "texas42(match=hand)",
    "texas42_endgame",
    "tractor(match=deal)",
)
WON = "stacks(stacks=1,height=3,suits=1,singles=0)"
"""No seat ever moves in it."""
MORE = (
    "gin(declare=yes,big=31)",
    "gin(to=30,knock=60)",
    "indian13(seats=4,jokers=4,draws=40)",
    "kuhn",
    "leduc",
    WON,
    "stacks(stacks=6,height=2,suits=5)",
    "texas42(match=hand,nello=any,sevens=yes,plunge=yes,splash=yes,forced=yes,shaker=-1)",
    "texas42_endgame(goal=11,seat=1,hand=6-6 6-5)",
    "tractor(match=deal,profile=standard(penalty=10),landlord=2)",
)
"""Options that change what is shown or done; two games of the suite's own."""
