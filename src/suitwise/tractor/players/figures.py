"""Why the Monte Carlo player of Tractor chooses a move: the figures that it was chosen by."""

from __future__ import annotations

from collections.abc import Sequence

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.tractor.moves import Move
from suitwise.tractor.players.search.racing import SURE, Race
from suitwise.tractor.players.search.values import LEVEL


def reason_of(moves: Sequence[Move], race: Race) -> Phrase:
    """Return what the move that is chosen is worth, and how much more than the next.

    Args:
        moves: the moves that were tried.
        race: how they fared.
    """
    worth, deals = levels(race.mean(race.best)), int(race.counts.sum())
    if race.second == race.best:
        return phrase(
            "tractor.mc-worth", "{worth} levels over {deals} deals", worth=worth, deals=deals
        )
    lead, error = race.lead(race.second)
    other = str(moves[race.second])
    if lead > SURE * error:
        return phrase(
            "tractor.mc-leads",
            "{worth} levels over {deals} deals, {lead} more than {other}",
            worth=worth,
            deals=deals,
            lead=levels(lead)[1:],
            other=other,
        )
    return phrase(
        "tractor.mc-close",
        "{worth} levels over {deals} deals; {other} is as good, give or take {error}",
        worth=worth,
        deals=deals,
        other=other,
        error=levels(error)[1:],
    )


def levels(worth: float) -> str:
    """Return a worth in levels, with its sign.

    >>> levels(314.1), levels(-20)
    ('+0.31', '-0.02')
    """
    return f"{worth / LEVEL:+.2f}"
