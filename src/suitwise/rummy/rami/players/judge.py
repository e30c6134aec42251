"""The judge of recorded deals of rami, and its moves in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from suitwise.cards import Card
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.players.review import PlayoutJudge
from suitwise.players.turns import stream_of
from suitwise.rummy.face import deed, turn_named
from suitwise.rummy.rami.players.monte_carlo import Rolls, candidates, is_known
from suitwise.rummy.rami.players.rule_based import RamiPlayer
from suitwise.rummy.rami.rules.moves import RamiMove
from suitwise.rummy.rami.state import ENDS, RamiState
from suitwise.rummy.rules.cards import cards_text


@dataclass(frozen=True)
class RamiJudge(PlayoutJudge):
    """Judges moves of rami by what their seats saw.

    Compiled playouts play the worlds to the end of the deal, in houses that arrays do not know
    ``RamiPlayer`` in all seats. A deal gives a seat the mean score of the others less its own. The
    candidates are the move that was made and those that the Monte Carlo player compares.

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

    def value(self, state: RamiState, seat: int) -> float | None:
        """Return how many points fewer a seat scores than the others; None while the deal goes on."""
        if state.phase not in ENDS:
            return None
        own, scores = state.scores()[seat], state.scores()
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
    melds = "/".join(move.melds)
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
        card = move.melds[0] if move.melds else CardText(Card(move.card))
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


__all__ = ["RamiJudge", "in_words"]
