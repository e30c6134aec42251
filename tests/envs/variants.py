"""The variants on which the faces are tried: every game, and options that change what is shown."""

from __future__ import annotations

GAMES = (
    *(
        "gin",
        "indian13",
        "rummikub(staged=yes)",
        "stacks",
        "texas42(match=hand)",
        "texas42_endgame",
    ),
    "rami(draws=20,deals=1,staged=yes)",
    "tractor(match=deal)",
)
WON = "stacks(stacks=1,height=3,suits=1,singles=0)"
"""No seat ever moves in it."""
NO_NUMBERS = (2.7, 2.0, float("nan"), float("inf"), "1", None, True, [2], 2 + 0j)
"""What can't be meant by an action, though some of it could be read as one."""
WRONG_SEEDS = (
    (-1, "a seed is a number from 0 to 18446744073709551615, not -1"),
    (-(2**63), "a seed is a number from 0 to 18446744073709551615, not -9223372036854775808"),
    (2**64, "a seed is a number from 0 to 18446744073709551615, not 18446744073709551616"),
    (True, "a seed is a whole number, not True"),
    ("x", "a seed is a whole number, not 'x'"),
    (1.5, "a seed is a whole number, not 1.5"),
    ([1], r"a seed is a whole number, not \[1\]"),
)
"""What is no seed, and what is said of it."""
MORE = (
    "gin(declare=yes,big=31)",
    "gin(to=30,knock=60)",
    "indian13(seats=4,jokers=4,draws=40)",
    "rummikub(seats=3,joker=free,pool=stop,staged=yes)",
    "kuhn",
    "leduc",
    WON,
    "stacks(stacks=6,height=2,suits=5)",
    "texas42(match=hand,nello=any,sevens=yes,plunge=yes,splash=yes,forced=yes,shaker=-1)",
    "texas42_endgame(goal=11,seat=1,hand=6-6 6-5)",
    "tractor(match=deal,profile=standard(penalty=10),landlord=2)",
)
"""Options that change what is shown or done; two games of the suite's own."""
