"""Why the Monte Carlo player of Tractor chooses a move: the figures that it was chosen by."""

from __future__ import annotations

from collections.abc import Sequence

from suitwise.foundation.text.counting import signed
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.tractor.moves import PASS, Move
from suitwise.tractor.players.search.racing import Race
from suitwise.tractor.players.search.values import LEVEL

INTERVAL = 1.96
"""Half the width of a 95 % interval, in standard errors."""


def reason_of(moves: Sequence[Move], race: Race) -> Phrase:
    """Return what the move that is chosen is worth, and how much more than the next.

    All figures are over the deals in which both were tried. Where the 95 % interval of the difference
    includes zero they are told to be as good.

    Args:
        moves: the moves that were tried.
        race: how they fared.

    >>> import numpy as np
    >>> from suitwise.tractor.moves import PASS
    >>> found, often = np.array([[400, 0]] * 50 + [[0, 0]] * 50), np.full(100, 1)
    >>> print(reason_of([PASS, Move.parse("S2")], Race(found, often, np.array([100, 100]), 0)))
    +0.20 levels over 100 deals, 0.20 more than S2, give or take 0.05
    """
    deals = race.counts[: race.used[race.second]]
    told = {
        "worth": levels(int(deals @ race.found[: len(deals), race.best]) / int(deals.sum())),
        "deals": int(deals.sum()),
    }
    if race.second == race.best:
        return phrase("tractor.mc-worth", "{worth} levels over {deals} deals", **told)
    lead, error = race.lead(race.second)
    told |= {"other": _named(moves[race.second]), "error": levels(INTERVAL * error)[1:]}
    if lead > INTERVAL * error:
        return phrase(
            "tractor.mc-leads",
            "{worth} levels over {deals} deals, {lead} more than {other}, give or take {error}",
            lead=levels(lead)[1:],
            **told,
        )
    return phrase(
        "tractor.mc-close",
        "{worth} levels over {deals} deals; {other} is as good, give or take {error}",
        **told,
    )


def _named(move: Move) -> Phrase | CardText:
    return phrase("tractor.advice.pass", "pass") if move == PASS else CardText(move)


def levels(worth: float) -> str:
    """Return a worth in levels, with its sign.

    >>> levels(314.1), levels(-20)
    ('+0.31', '-0.02')
    """
    return signed(worth / LEVEL, 2)
