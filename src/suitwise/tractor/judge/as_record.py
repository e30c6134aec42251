"""Finished deals in the judge's format, and the judge's rounds as records: two engines, one deal.

The judge (``judge``) sees the plays and nothing else. It takes a deal of any house, but only in the
house ``judge``, whose switches are its rules, is its ruling sure to be the table's. A round becomes a
deal of that house in which the landlord buried the kitty as it lay: the round does not tell more. The
order of the draw and the bids are made up so that they fit. The first seat that has the rank card of the
main suit shows it, and where nobody has it the kitty's is turned up; without a main suit nobody bids, in
a house where that means no main suit.
"""

from __future__ import annotations

from suitwise.arguments import of_kind
from suitwise.cards import RANKS, Card
from suitwise.errors import IllegalPosition
from suitwise.foundation.seating import SEATS
from suitwise.tractor.game import Tractor
from suitwise.tractor.judge.judge import RoundRuling, judge_round
from suitwise.tractor.judge.rounds import PLAYERS, Round
from suitwise.tractor.record.deal import BidRecord, DealRecord, TrickRecord
from suitwise.tractor.record.match import MatchRecord
from suitwise.tractor.rules.piles import Pile, pile_of, sum_of
from suitwise.tractor.seats import DECK
from suitwise.tractor.state import TractorState


def round_of(state: TractorState) -> Round:
    """Return a deal that is played out in the judge's format.

    Args:
        state: the last state of a deal, of any house; seat 0 becomes Alice, and so on.

    Raises:
        IllegalPosition: the deal is not played out.

    >>> from suitwise.tractor.record.replay import replayed
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
    """Return a round of the judge's as a record of one deal, with the judge's rulings in it.

    Replaying it (``record.replay``) holds the judge's winners, points and levels against the table's.

    >>> from suitwise.tractor.judge.judge import EXAMPLE
    >>> match = match_of_round(Round.parse(EXAMPLE))
    >>> print(match.game.profile, match.deals[0].trump, match.deals[0].bids[0], match.deals[0].result)
    judge ('S7', 0) 0:S7 105 points, levels 7 8, next landlord 1
    """
    of_kind(round_, Round, "round")
    ruling = judge_round(round_)
    levels = RANKS.index(round_.ranks[0]), RANKS.index(round_.ranks[1])
    draws = _played_by_seat(ruling)
    kitty = DECK.minus(sum_of(map(pile_of, draws)))
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
    """Return the cards that each seat has played, in the order of their numbers."""
    played: list[list[Card]] = [[] for _ in SEATS]
    for leader, trick in zip(ruling.leaders, ruling.tricks, strict=True):
        for place, play in enumerate(trick.plays):
            played[(PLAYERS.index(leader) + place) % 4] += play
    return tuple(tuple(sorted(cards)) for cards in played)


def _how_named(
    round_: Round, draws: tuple[tuple[Card, ...], ...]
) -> tuple[tuple[BidRecord, ...], tuple[Card, ...]]:
    """Return the bid, or the card turned up, that names the main suit; neither where nothing does."""
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
    """Return what the judge says of a deal's end in the words of a record."""
    if ruling.ranks is None or ruling.next_dealer is None:
        assert ruling.winner is not None
        return f"{ruling.points} points, seats {ruling.winner - 1} and {ruling.winner + 1} win the match"
    levels, landlord = " ".join(ruling.ranks), PLAYERS.index(ruling.next_dealer)
    return f"{ruling.points} points, levels {levels}, next landlord {landlord}"
