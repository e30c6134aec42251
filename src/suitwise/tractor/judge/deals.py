"""Conversion between the judge's rounds and deals at a table.

A deal of any house can be converted to a round, but only under the profile ``judge`` is the judge's
ruling certain to agree with the table's. A round does not say how the cards were drawn, what was bid,
or what the kitty was before the burial. So in the converted deal the landlord buries the kitty as it
is, and the rest is made up to fit: the first seat with the rank card of the main suit bids it; if
nobody has it, it is turned up from the kitty; without a main suit nobody bids, under
``nobody=none``.
"""

from __future__ import annotations

from suitwise.arguments import of_kind
from suitwise.cards import RANKS, Card
from suitwise.errors import IllegalPosition
from suitwise.foundation.seating import SEATS
from suitwise.tractor.game import Tractor
from suitwise.tractor.judge.judge import RoundRuling, judge_round
from suitwise.tractor.judge.rounds import PLAYERS, Round
from suitwise.tractor.moves import DECK
from suitwise.tractor.record.text import BidRecord, DealRecord, MatchRecord, TrickRecord
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.deck import Pile, pile_of
from suitwise.tractor.state import TractorState


def round_of(state: TractorState) -> Round:
    """Convert a finished deal to the judge's format.

    Args:
        state: the last state of a deal, under any profile; seat 0 becomes Alice, and so on.

    Raises:
        IllegalPosition: the deal is not played out.

    >>> from suitwise.tractor.record.replaying import replayed
    >>> from suitwise.tractor.judge.judge import EXAMPLE
    >>> [state] = replayed(match_of_round(Round.parse(EXAMPLE)))
    >>> judge_round(round_of(state)).points, state.points
    (105, 105)
    """
    of_kind(state, TractorState, "state")
    if state.phase != "end" or state.is_laid_open:
        raise IllegalPosition("the judge rules on deals that are played out")
    trump, levels = state.trump, state.levels
    tricks = tuple(tuple(play.cards for play in trick.plays) for trick in state.tricks)
    return Round(
        trump.main, PLAYERS[state.current_landlord], (RANKS[levels[0]], RANKS[levels[1]]), tricks
    )


def match_of_round(round_: Round) -> MatchRecord:
    """Convert a round to a record of one deal that contains the judge's rulings.

    Replaying it (``record.replayed``) checks the judge's winners, points and levels against the table's.

    >>> from suitwise.tractor.judge.judge import EXAMPLE
    >>> match = match_of_round(Round.parse(EXAMPLE))
    >>> print(match.game.profile, match.deals[0].trump, match.deals[0].bids[0], match.deals[0].result)
    judge ('S7', 0) 0:S7 105 points, levels 7 8, next landlord 1
    """
    of_kind(round_, Round, "round")
    ruling = judge_round(round_)
    levels = RANKS.index(round_.ranks[0]), RANKS.index(round_.ranks[1])
    draws = _played_by_seat(ruling)
    kitty = DECK.minus(deck.sum_of(map(pile_of, draws)))
    bids, turned = _how_named(round_, draws)
    house = "judge(nobody=none)" if round_.main == "O" else "judge"
    game = Tractor(house, "deal", "".join(round_.ranks), round_.dealer_seat)
    deal = DealRecord(
        1,
        levels,
        round_.dealer_seat,
        draws=draws,
        bids=bids,
        turned=turned,
        trump=(str(round_.trump), round_.dealer_seat),
        kitty=kitty,
        buried=kitty,
        tricks=_tricks(ruling),
        result=_result(ruling),
    )
    return MatchRecord(game, (deal,))


def _played_by_seat(ruling: RoundRuling) -> tuple[tuple[Card, ...], ...]:
    """Return the cards that each seat has played, sorted."""
    played: list[list[Card]] = [[] for _ in SEATS]
    for leader, trick in zip(ruling.leaders, ruling.tricks, strict=True):
        for place, play in enumerate(trick.plays):
            played[(PLAYERS.index(leader) + place) % 4] += play
    return tuple(tuple(sorted(cards)) for cards in played)


def _how_named(
    round_: Round, draws: tuple[tuple[Card, ...], ...]
) -> tuple[tuple[BidRecord, ...], tuple[Card, ...]]:
    """Return the bid or the card turned up that names the main suit; neither if there is none."""
    if round_.main == "O":
        return (), ()
    named = Card(str(round_.trump))
    holders = [seat for seat in SEATS if named in draws[seat]]
    if not holders:
        return (), (named,)
    return (BidRecord(holders[0], Pile(1 << named)),), ()


def _tricks(ruling: RoundRuling) -> tuple[TrickRecord, ...]:
    return tuple(
        TrickRecord(
            PLAYERS.index(leader),
            tuple(map(pile_of, trick.plays)),
            result=(PLAYERS.index(winner), trick.points),
        )
        for leader, winner, trick in zip(ruling.leaders, ruling.winners, ruling.tricks, strict=True)
    )


def _result(ruling: RoundRuling) -> str:
    """Write the judge's result of a deal in the words of a record."""
    if ruling.ranks is None or ruling.next_dealer is None:
        assert ruling.winner is not None
        return f"{ruling.points} points, seats {ruling.winner - 1} and {ruling.winner + 1} win the match"
    levels, landlord = " ".join(ruling.ranks), PLAYERS.index(ruling.next_dealer)
    return f"{ruling.points} points, levels {levels}, next landlord {landlord}"
