"""The judges of recorded deals of gin rummy, for two and for partners, and the reasons in sentences.

The judge rolls out every legal move in sampled worlds and then compares the best one with the move that
was made, in a fresh sample of the same size: in the first sample the best move looks better than it is.
Points are those of the deal; the score of a match is ignored.

A reason is a fact that follows exactly from what the seat on turn sees: its hand, the pile, and the
cards that the other seat took from it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import or_

from suitwise.cards import Card
from suitwise.foundation.text.phrases import CardText, Phrase, Seat, phrase
from suitwise.game import Record
from suitwise.players.review import Verdict, verdict_of
from suitwise.players.turns import stream_of
from suitwise.rummy.face import breaks_meld, deed, hand_left, top_gained, turn_named
from suitwise.rummy.gin.partners.state import PartnersState
from suitwise.rummy.gin.players.rule_based import deal_on_turn, unseen_by
from suitwise.rummy.gin.players.search import Candidate, candidates_of, rollout_points
from suitwise.rummy.gin.rules.deadwood import (
    BITS,
    cards_of,
    deadwood_after_discard,
    gin_deadwood,
    meldable,
    points_of,
)
from suitwise.rummy.gin.rules.moves import GinMove
from suitwise.rummy.gin.state import GinState


@dataclass(frozen=True)
class GinJudge:
    """Judges moves of gin rummy by what their seats saw.

    Args:
        worlds: the number of worlds in which moves are evaluated, and the number of further worlds in
            which the best is compared with the move that was made.
        seed: 64-bit seed of the worlds.

    >>> from suitwise.rummy.gin.game import Gin
    >>> state, _ = Gin().start().rolled(3, 0)
    >>> verdict = GinJudge(worlds=20).verdict(state, state.parse_move("pass"))
    >>> verdict.did, verdict.worlds, verdict.tried
    ('leaves HK', 20, 2)
    """

    worlds: int
    seed: int = 0

    def place(self, state: GinState, made: Sequence[str]) -> Phrase:
        """Return the place of a position in its deal, by turns; a turn begins with a draw.

        Taking the upcard is a draw; if both leave it, a card of the stock is drawn without a move.
        """
        if state.phase in ("first", "second"):
            return phrase("gin.place.upcard", "upcard")
        draws = made.count("stock") + made.count("pile") + made.count("pass") // 2
        return turn_named(draws + (state.phase == "draw"))

    def verdict(self, state: GinState, move: GinMove) -> Verdict:
        """Return the verdict on a move."""
        moves = tuple(dict.fromkeys((move, *state.moves())))
        best, made = self._best_and_made(state, moves)
        stream = stream_of(state, b"compared")
        points = rollout_points(state, (made, best), self.worlds, self.seed, stream)
        top = state.pile[-1][0] if state.pile else -1
        found = verdict_of(
            str(best.move),
            (deed(move, top)[0], deed(best.move, top)[1]),
            len(moves),
            points[:, 0],
            points[:, 0] if best.move == move else points[:, 1],
        )
        return found.explained(reasons(state, move, best.move))

    def _best_and_made(
        self, state: GinState, moves: tuple[GinMove, ...]
    ) -> tuple[Candidate, Candidate]:
        """Return the best candidate of all moves, and the best one of the first move."""
        candidates = candidates_of(moves)
        points = rollout_points(state, candidates, self.worlds, self.seed, stream_of(state))
        total = dict(zip(candidates, points.sum(axis=0).tolist(), strict=True))
        made = [candidate for candidate in candidates if candidate.move == moves[0]]
        return max(candidates, key=total.__getitem__), max(made, key=total.__getitem__)


@dataclass(frozen=True, slots=True)
class PartnersJudge:
    """Judges moves of gin for partners by what their seats saw of their own deal.

    A round counts the points of both deals for or against a side, and a move changes those of its own
    deal alone. So a point there is a point of the round, and the other deal need not be played out.

    Args:
        deal_judge: the judge of either deal.
        moved: for each round, by the number of earlier ones, the deals in which its moves were made.

    >>> from suitwise.game import play
    >>> from suitwise.rummy.gin.partners.game import Partners
    >>> from suitwise.rummy.gin.players.rule_based import GinPlayer
    >>> record = play(Partners().start(), GinPlayer(), seed=3)
    >>> state, _ = Partners().start().rolled(3, 0)
    >>> judge = PartnersJudge.of(record, worlds=20)
    >>> print(judge.place(state, []), judge.verdict(state, state.parse_move("pass")).did, sep=": ")
    upcard: leaves HK
    """

    deal_judge: GinJudge
    moved: Mapping[int, Sequence[int]]

    @classmethod
    def of(cls, record: Record, worlds: int, seed: int = 0) -> PartnersJudge:
        """Return the judge of a record.

        Args:
            record: the record of a game of gin for partners.
            worlds: the number of worlds, as of ``GinJudge``.
            seed: 64-bit seed of the worlds.

        Raises:
            SuitwiseError: the record does not replay.
        """
        moved = defaultdict[int, list[int]](list)
        for state in record.states():
            assert isinstance(state, PartnersState)
            moved[state.rounds].append(state.at)
        return cls(GinJudge(worlds, seed), moved)

    def place(self, state: PartnersState, made: Sequence[str]) -> Phrase:
        """Return the place of a position in its deal; only the moves made in this deal count."""
        deals = self.moved[state.rounds]
        own = [move for move, at in zip(made, deals, strict=False) if at == state.at]
        return self.deal_judge.place(deal_on_turn(state), own)

    def verdict(self, state: PartnersState, move: GinMove) -> Verdict:
        """Return the verdict on a move."""
        return self.deal_judge.verdict(deal_on_turn(state), move)


# --- Reasons --------------------------------------------------------------------------------------


def reasons(state: GinState, made: GinMove, best: GinMove) -> Iterator[Phrase]:
    """Yield what tells a move from a better one, the weightiest reason first.

    Args:
        state: a position in which a seat draws, discards or knocks.
        made: the move that was made.
        best: the better move.

    >>> from suitwise.rummy.gin.game import Gin
    >>> state, _ = Gin().start().rolled(3, 0)
    >>> print(*reasons(state, state.parse_move("pile"), state.parse_move("pass")))
    HK doesn't lower what the hand counts, 61
    """
    if {made.kind, best.kind} <= {"card", "knock"}:
        yield from _of_knocks(state, made, best)
        yield from _of_discards(state, made.card, best.card)
    elif {made.kind, best.kind} <= {"pile", "stock", "pass"}:
        yield from _of_draws(state, best)


def _of_draws(state: GinState, best: GinMove) -> Iterator[Phrase]:
    """Yield what the top of the pile does for the hand, where that speaks for the better draw."""
    hand, top, aces = state.hands[state.seat], state.pile[-1][0], state.variant.aces
    now, kept = gin_deadwood(hand, aces), deadwood_after_discard(hand | BITS[top], hand, aces)
    if (kept < now) == (best.kind == "pile"):
        yield top_gained(top, now, kept)


# --- Discards and knocks --------------------------------------------------------------------------


def _of_knocks(state: GinState, made: GinMove, best: GinMove) -> Iterator[Phrase]:
    """Yield that a seat knocks, or could knock, and what it keeps."""
    for move, other in ((made, best), (best, made)):
        if move.kind == "knock" != other.kind:
            kept = _kept(state, move.card)
            if move is made:
                yield phrase("gin.reason.knocked", "the knock still kept {n} points", n=kept)
            else:
                yield phrase("gin.reason.could-knock", "a knock with {n} points was open", n=kept)


_WAYS_WORTH_SAYING = 3
"""Fewer cards that help are not said to tell a discard from a better one."""


def _of_discards(state: GinState, made: int, best: int) -> Iterator[Phrase]:
    if made == best:
        return
    kept, other = _kept(state, made), _kept(state, best)
    if _breaks_meld(state, made) and not _breaks_meld(state, best):
        yield breaks_meld()
    taken = _melds_taken(state, made)
    if taken and not _melds_taken(state, best):
        yield _fits(state, taken)
    yield from hand_left(kept, best, other)
    ways, more = _improving(state, made), _improving(state, best)
    if more - ways >= _WAYS_WORTH_SAYING:
        yield phrase(
            "gin.reason.fewer-ways",
            "unseen cards that would then lower what the hand counts: {n}, without {card}: {more}",
            n=ways,
            card=CardText(Card(best)),
            more=more,
        )
    if _awaited(state, made) and not _awaited(state, best):
        yield phrase(
            "gin.reason.dead",
            "nobody can have what makes a meld with {card}",
            card=CardText(Card(best)),
        )


def _kept(state: GinState, card: int) -> int:
    return gin_deadwood(state.hands[state.seat] & ~BITS[card], state.variant.aces)


def _breaks_meld(state: GinState, card: int) -> bool:
    """Return whether a card lies in a meld in every arrangement that counts least."""
    hand, aces = state.hands[state.seat], state.variant.aces
    return _kept(state, card) > gin_deadwood(hand, aces) - points_of(BITS[card], aces)


def _melds_taken(state: GinState, card: int) -> int:
    """Return the cards that the other seat took from the pile and holds, as far as two meld with one."""
    taken, aces = state.known[1 - state.seat], state.variant.aces
    pairs = (BITS[one] | BITS[other] for one, other in combinations(cards_of(taken), 2))
    melding = (pair for pair in pairs if meldable(pair | BITS[card], aces) == pair | BITS[card])
    return reduce(or_, melding, 0)


def _fits(state: GinState, taken: int) -> Phrase:
    return phrase(
        "gin.reason.fits-taken",
        "it makes a meld with {cards}, which {seat} took from the pile",
        cards=CardText("".join(str(card) for card in cards_of(taken))),
        seat=Seat(1 - state.seat),
    )


def _improving(state: GinState, card: int) -> int:
    """Return how many unseen cards lower what a hand counts, if one is drawn after a discard."""
    hand, aces = state.hands[state.seat] & ~BITS[card], state.variant.aces
    now = gin_deadwood(hand, aces)
    drawn = (hand | BITS[one] for one in cards_of(unseen_by(state)))
    return sum(deadwood_after_discard(eleven, eleven, aces) < now for eleven in drawn)


def _awaited(state: GinState, card: int) -> bool:
    """Return whether the other seat can hold cards that make a meld with one."""
    theirs = unseen_by(state) | state.known[1 - state.seat]
    return bool(meldable(theirs | BITS[card], state.variant.aces) & BITS[card])
