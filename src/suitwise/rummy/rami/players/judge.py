"""The judge of recorded deals of rami: the cost of moves, moves in words, and reasons for better ones.

A reason is a fact that follows from the view of the seat on turn alone: its hand, the table and the
pile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from suitwise.cards import ANY_JOKER, Card
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.players.review import PlayoutJudge
from suitwise.players.turns import stream_of
from suitwise.rummy.face import breaks_meld, deed, hand_left, top_gained, turn_named
from suitwise.rummy.rami.players.monte_carlo import Rolls, candidates
from suitwise.rummy.rami.players.playouts import is_known
from suitwise.rummy.rami.players.rule_based import RamiPlayer, fits
from suitwise.rummy.rami.rules.moves import RamiMove
from suitwise.rummy.rami.rules.turn import cards_laid
from suitwise.rummy.rami.solve import left_points, most_points
from suitwise.rummy.rami.state import ENDS, RamiState
from suitwise.rummy.rules.cards import Cards, cards_text, minus, plus


@dataclass(frozen=True)
class RamiJudge(PlayoutJudge):
    """Judges moves of rami by the views of their seats.

    Worlds are played to the end of the deal by compiled playouts, or in houses without these by
    ``RamiPlayer`` in all seats. The value of a deal for a seat is the mean score of the others minus its
    own. The candidates are the move that was made and those that the Monte Carlo player compares.

    >>> from suitwise.rummy.rami.game import Rami
    >>> state, _ = Rami("rami71", deals=1).start().rolled(3, 0)
    >>> verdict = RamiJudge(worlds=2).verdict(state, state.parse_move("C3"))
    >>> verdict.did, verdict.worlds, verdict.tried
    ('discards C3', 2, 5)
    """

    _player: RamiPlayer = field(default_factory=RamiPlayer, init=False, repr=False)

    def place(self, state: RamiState, made: Sequence[str]) -> Phrase:
        """Return the place of a position in its deal: the number of the turn."""
        return turn_named(state.played + 1)

    def chooser(self) -> RamiPlayer:
        """Return the player that plays the deals to their end."""
        return self._player

    def words(self, state: RamiState, move: RamiMove) -> tuple[Phrase, Phrase]:
        """Return a move in words, as done and as possible."""
        return in_words(state, state.made_by(move))

    def reasons(self, state: RamiState, move: RamiMove, best: RamiMove) -> Iterator[Phrase]:
        """Return the reasons why the best move is better."""
        return reasons(state, state.made_by(move), state.made_by(best))

    def value(self, state: RamiState, seat: int) -> float | None:
        """Return the lead of a seat over the mean of the others; None before the end of the deal."""
        if state.phase not in ENDS:
            return None
        scores = state.scores()
        own = scores[seat]
        return (sum(scores) - own) / (len(scores) - 1) - own

    def points(
        self, state: RamiState, moves: Sequence[RamiMove], purpose: bytes
    ) -> NDArray[np.float64]:
        """Return the points of moves for their seat in sampled worlds, array (worlds, moves)."""
        if not is_known(state.variant):
            return super().points(state, moves, purpose)
        leads = Rolls(state, moves, self.seed).leads(self.worlds, stream_of(state, purpose))
        return leads / (state.variant.seats - 1)

    def candidates(self, state: RamiState) -> Iterator[RamiMove]:
        """Yield the candidates in addition to the move that was made."""
        yield from map(state.step_to, candidates(state))


def in_words(state: RamiState, move: RamiMove) -> tuple[Phrase, Phrase]:
    """Return a move in words, as done (``lays C2C3C4``) and as possible (``laying C2C3C4``).

    >>> from suitwise.rummy.rami.game import Rami
    >>> state = Rami(deals=1).start()
    >>> in_words(state, RamiMove.parse("lay:C2C3C4")), in_words(state, RamiMove.parse("H7"))
    (('lays C2C3C4', 'laying C2C3C4'), ('discards H7', 'discarding H7'))
    """
    melds = CardText(" / ".join(move.melds))
    cards = CardText(cards_text(move.cards))
    if move.kind == "open":
        return (
            phrase("rami.did.open", "opens with {melds}", melds=melds),
            phrase("rami.doing.open", "opening with {melds}", melds=melds),
        )
    if move.kind == "lay":
        return (
            phrase("rami.did.lay", "lays {meld}", meld=melds),
            phrase("rami.doing.lay", "laying {meld}", meld=melds),
        )
    if move.kind == "end":
        return (
            phrase("rami.did.end", "ends the turn"),
            phrase("rami.doing.end", "ending the turn"),
        )
    if move.kind == "add":
        card = CardText(move.melds[0] if move.melds else Card(move.card))
        return (
            phrase("rami.did.add", "adds {card} to meld {n}", card=card, n=move.at),
            phrase("rami.doing.add", "adding {card} to meld {n}", card=card, n=move.at),
        )
    if move.kind == "take":
        return (
            phrase(
                "rami.did.take", "takes the joker of meld {n} for {cards}", n=move.at, cards=cards
            ),
            phrase(
                "rami.doing.take",
                "taking the joker of meld {n} for {cards}",
                n=move.at,
                cards=cards,
            ),
        )
    return deed(move, state.pile[-1][0] if state.pile else -1)


# --- Reasons --------------------------------------------------------------------------------------

_LAYING = ("open", "lay", "add", "take")


def reasons(state: RamiState, made: RamiMove, best: RamiMove) -> Iterator[Phrase]:
    """Yield the reasons why another move is better, the most important one first.

    Args:
        state: a position in which a seat draws or plays.
        made: the move that was made.
        best: the better move.

    >>> from suitwise.rummy.rami.game import Rami
    >>> state, _ = Rami("rami71", deals=1).start().rolled(3, 0)
    >>> print(*reasons(state, state.parse_move("C3"), state.parse_move("CQ")))
    the hand then counts 77, and 70 without CQ
    """
    if state.phase == "draw":
        yield from _of_draws(state, best)
    elif best.kind in _LAYING:
        yield from _of_laying(state, made, best)
    elif made.kind == best.kind == "card":
        yield from _of_discards(state, made.card, best.card)


def _of_draws(state: RamiState, best: RamiMove) -> Iterator[Phrase]:
    """Yield the effect of the pile's top on the hand, if it is a reason for the better draw."""
    hand, rules, top = state.hands[state.seat], state.variant.rules, state.pile[-1][0]
    with_top = plus(hand, top)
    now = left_points(hand, rules)
    kept = min(left_points(minus(with_top, card), rules) for card in dict.fromkeys(hand))
    if (kept < now) == (best.kind == "pile"):
        yield top_gained(top, now, kept)


def _of_laying(state: RamiState, made: RamiMove, best: RamiMove) -> Iterator[Phrase]:
    """Yield the cards that could have been laid, and that the seat would have opened with them."""
    if best.kind == "open" != made.kind:
        yield phrase("rami.reason.open", "the hand could be opened")
    points, other = (_laid(state, move) for move in (best, made))
    if points > 0 and made.kind not in _LAYING:
        yield phrase("rami.reason.lay", "{n} points could leave the hand for the table", n=points)
    elif points > other:
        yield phrase(
            "rami.reason.lay-more",
            "{n} points more could leave the hand for the table",
            n=points - other,
        )


def _laid(state: RamiState, move: RamiMove) -> int:
    """Return the points by which a move reduces a hand; taking a joker increases it."""
    cost = state.variant.rules.cost
    if move.kind not in _LAYING:
        return 0
    return sum(map(cost, cards_laid(move))) - cost(ANY_JOKER) * (move.kind == "take")


def _of_discards(state: RamiState, made: int, best: int) -> Iterator[Phrase]:
    rules = state.variant.rules
    if made == ANY_JOKER != best:
        yield phrase("rami.reason.joker", "it gives a joker away")
    if _in_meld(state, made) and not _in_meld(state, best):
        yield breaks_meld()
    if not state.opened[state.seat]:
        yield from _opening_lost(state, made, best)
    room = [place for place, meld in enumerate(state.table, 1) if fits(meld, made)]
    if room and not any(fits(meld, best) for meld in state.table):
        yield phrase(
            "rami.reason.room",
            "meld {n} on the table has room for {card}",
            n=room[0],
            card=CardText(Card(made)),
        )
    kept, other = (left_points(_rest(state, card), rules) for card in (made, best))
    yield from hand_left(kept, best, other)


def _opening_lost(state: RamiState, made: int, best: int) -> Iterator[Phrase]:
    """Yield that the melds for an opening are worth less than after a better discard."""
    house = state.variant
    counted = [
        max(0, most_points(_rest(state, card), house.rules, house.pure == "yes", 0))
        for card in (made, best)
    ]
    if counted[0] < counted[1]:
        yield phrase(
            "rami.reason.opening",
            "the melds to open with then count {n}, and {other} without {card}",
            n=counted[0],
            other=counted[1],
            card=CardText(Card(best)),
        )


def _rest(state: RamiState, card: int) -> Cards:
    return minus(state.hands[state.seat], card)


def _in_meld(state: RamiState, card: int) -> bool:
    """Return whether a card is in a meld in every best arrangement of the hand."""
    if card == ANY_JOKER:
        return False
    hand, rules = state.hands[state.seat], state.variant.rules
    return left_points(_rest(state, card), rules) > left_points(hand, rules) - rules.cost(card)


__all__ = ["RamiJudge", "in_words"]
