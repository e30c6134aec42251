"""The judge of recorded deals of Indian rummy, and why one move is better than another, in sentences.

``DroppingIndianPlayer`` plays the worlds to the end in all seats. The candidates are the move that was
made and, before a draw, all legal moves; before a discard, a declaration if there is one and the
cheapest discards.

A reason is a fact that follows exactly from what the seat on turn sees: its hand, the pile, and the
cards that others took from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from suitwise.cards import Card
from suitwise.foundation.text.phrases import CardText, Phrase, Seat, phrase
from suitwise.players.review import PlayoutJudge
from suitwise.rummy.face import breaks_meld, deed, hand_left, top_gained, turn_named
from suitwise.rummy.indian.players.rule_based import (
    DroppingIndianPlayer,
    declaration_of,
    thirds_for,
)
from suitwise.rummy.indian.rules import CARD_MOVES, IndianMove
from suitwise.rummy.indian.state import IndianState, best_of, melds_of
from suitwise.rummy.rules.cards import Cards, minus, plus

DISCARDS = 4
"""The number of discards that are candidates."""


@dataclass(frozen=True)
class IndianJudge(PlayoutJudge):
    """Judges moves of Indian rummy by what their seats saw.

    >>> from suitwise.rummy.indian.game import Indian
    >>> state, _ = Indian().start().rolled(3, 0)
    >>> verdict = IndianJudge(worlds=2).verdict(state, state.parse_move("stock"))
    >>> verdict.did, verdict.worlds, verdict.tried
    ('draws from the stock', 2, 3)
    """

    _player: DroppingIndianPlayer = field(
        default_factory=DroppingIndianPlayer, init=False, repr=False
    )

    def place(self, state: IndianState, made: Sequence[str]) -> Phrase:
        """Return the place of a position in its deal: the number of the turn."""
        return turn_named(state.drawn + (state.phase == "draw"))

    def chooser(self) -> DroppingIndianPlayer:
        """Return the player that plays the deals to their end."""
        return self._player

    def words(self, state: IndianState, move: IndianMove) -> tuple[Phrase, Phrase]:
        """Return a move in words, as done and as possible."""
        return deed(move, state.pile[-1][0] if state.pile else -1)

    def reasons(self, state: IndianState, move: IndianMove, best: IndianMove) -> Iterator[Phrase]:
        """Return what tells a move from the best one."""
        return reasons(state, move, best)

    def candidates(self, state: IndianState) -> Iterator[IndianMove]:
        """Yield the candidates in addition to the move that was made."""
        if state.phase == "draw":
            yield from state.moves()
            return
        declare = declaration_of(state, compiled=self._player.compiled)
        if declare is not None:
            yield declare
        costs = self._player.discard_costs(state)
        for card in sorted(costs, key=costs.__getitem__)[:DISCARDS]:
            yield CARD_MOVES[card]


# --- Reasons --------------------------------------------------------------------------------------


def reasons(state: IndianState, made: IndianMove, best: IndianMove) -> Iterator[Phrase]:
    """Yield what tells a move from a better one, the weightiest reason first.

    Args:
        state: a position in which a seat draws, drops, discards or declares.
        made: the move that was made.
        best: the better move.

    >>> from suitwise.rummy.indian.game import Indian
    >>> state, _ = Indian().start().rolled(3, 0)
    >>> print(*reasons(state, state.parse_move("drop"), state.parse_move("stock")))
    the hand counts 46, a drop costs 20
    """
    if state.phase == "draw":
        yield from _of_draws(state, made, best)
        return
    if best.kind == "declare" and made.kind == "card":
        yield phrase("indian13.reason.could-declare", "the hand could be declared")
    if made.kind == "declare" and melds_of(_rest(state, made.card), state.rules) is None:
        yield phrase("indian13.reason.false", "the declaration was false")
    elif {made.kind, best.kind} == {"card"}:
        yield from _of_discards(state, made.card, best.card)


def _of_draws(state: IndianState, made: IndianMove, best: IndianMove) -> Iterator[Phrase]:
    hand, rules = state.hands[state.seat], state.rules
    now = best_of(hand, rules).points
    if "drop" in (made.kind, best.kind):
        is_new = state.standings[state.seat] == "new"
        price = state.variant.drop if is_new else state.variant.middle
        yield phrase(
            "indian13.reason.drop", "the hand counts {n}, a drop costs {price}", n=now, price=price
        )
        return
    top = state.pile[-1][0]
    with_top = plus(hand, top)
    kept = min(best_of(minus(with_top, card), rules).points for card in dict.fromkeys(hand))
    if rules.is_wild(top) and best.kind == "pile":
        yield phrase("indian13.reason.wild-top", "{card} is wild", card=CardText(Card(top)))
    if (kept < now) == (best.kind == "pile"):
        yield top_gained(top, now, kept)


def _of_discards(state: IndianState, made: int, best: int) -> Iterator[Phrase]:
    rules = state.rules
    if rules.is_wild(made) and not rules.is_wild(best):
        yield phrase("indian13.reason.wild", "it gives a wild card away")
    kept, other = (best_of(_rest(state, card), rules) for card in (made, best))
    if other.counts and not kept.counts:
        yield phrase(
            "indian13.reason.runs", "the two runs that a declaration needs are broken by it"
        )
    elif _in_meld(state, made) and not _in_meld(state, best):
        yield breaks_meld()
    yield from hand_left(kept.points, best, other.points)
    yield from _fitting(state, made, best)


def _fitting(state: IndianState, made: int, best: int) -> Iterator[Phrase]:
    """Yield that a discard fits a card that the next seat took, if the better one fits none."""
    following = state.next_in_play
    known = [card for card in state.known[following] if not state.rules.is_wild(card)]
    fits = [one for one in known if thirds_for(made, one)]
    if fits and not state.rules.is_wild(made) and not any(thirds_for(best, one) for one in known):
        yield phrase(
            "rummy.reason.fits",
            "it fits {card}, which {seat} took from the pile",
            card=CardText(Card(fits[0])),
            seat=Seat(following),
        )


def _rest(state: IndianState, card: int) -> Cards:
    return minus(state.hands[state.seat], card)


def _in_meld(state: IndianState, card: int) -> bool:
    """Return whether a card is in a meld in every best arrangement of the hand."""
    hand, rules = state.hands[state.seat], state.rules
    whole = best_of(hand, rules)
    if not whole.counts or rules.is_wild(card) or whole.points == rules.cap:
        return False
    return best_of(minus(hand, card), rules).points > whole.points - rules.cost(card)
