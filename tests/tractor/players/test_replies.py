"""What the player follows with: the house says who wins, of throws too."""

from __future__ import annotations

from random import Random

import pytest

from suitwise.tractor import Pile, Tractor, TractorState, pile_of
from suitwise.tractor.moves import DECK
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.rules.deck import partition_mask

PLAYER = TractorPlayer()


def thrown(own: str, *trick: str, profile: str = "standard") -> TractorState:
    """Return a position of the first trick, S2 trump, in which all but the leader are out of hearts.

    Args:
        own: the trumps of the seat on turn.
        trick: what lies on the table: hearts that nobody can beat, then trumps.
        profile: the house.
    """
    shown = [pile_of(cards) for cards in (*trick, own)]
    rest, hearts, trumps = DECK, partition_mask(1, 0, 0), partition_mask(4, 0, 0)
    for pile in shown:
        rest = rest.minus(pile)
    cards = list(rest.cards)
    Random(1).shuffle(cards)
    # Hearts and high trumps first to the kitty and the leader, the seats between get plain cards.
    cards.sort(key=lambda card: -2 * (hearts >> card & 1) - (trumps >> card & 1))
    kitty = [cards.pop(0) for _ in range(8)]
    hands: list[Pile] = []
    for pile in shown:
        more = 25 - pile.size
        taken = cards[:more] if not hands else cards[-more:]
        cards = cards[more:] if not hands else cards[:-more]
        hands.append(pile.plus(pile_of(taken)))
    hands += [pile_of(cards[25 * at : 25 * at + 25]) for at in range(4 - len(hands))]
    bidder = next(seat for seat, hand in enumerate(hands) if hand.once & 1)
    drawn, buried = " ".join(map(str, hands)), pile_of(kitty)
    text = f"22 0 | {drawn} | {bidder}:S2 | - | {buried} | 0 {' '.join(trick)}"
    return Tractor(match="deal", profile=profile, landlord=0).parse(text)


@pytest.mark.parametrize(
    ("own", "reply"),
    [
        ("S3 S4 RJ", None),  # the joker is higher than both, the three than none
        ("S3 SQ SK", None),
        ("S3 S2 RJ", "S2RJ"),
        ("S3 S2 BJ RJ C2", "C2RJ"),
    ],
)
def test_every_single_of_a_throw_must_be_overruffed(own: str, reply: str | None) -> None:
    state = thrown(own, "HTHK", "SABJ")
    played = PLAYER(state).pile
    if reply is None:
        assert not played.once & partition_mask(4, 0, 0)
    else:
        assert played == pile_of(reply)
    took = state.ruling(state.after(str(played)).tricks[0]).winner == 2
    assert took == (reply is not None)
