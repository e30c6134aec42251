"""Review a recorded game of Tractor: the cost in levels of each bid, burial and play.

The judge is the Monte Carlo player, here also for bids. It finds the best move. Then that move and the
move made are compared on newly sampled deals, each played out by the compiled policy for all four seats.
Deals are valued as that player does (``players.plays``): by the difference of levels gained, plus a
little for points and, in a match, for the next landlord.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from suitwise.arguments import of_kind, whole
from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.game import Record, load
from suitwise.players.review import LEVELS, Decision, Measure, Review, Verdict, judged
from suitwise.seeds import as_seed
from suitwise.tractor.game import Tractor
from suitwise.tractor.moves import CLAIM, PASS, Move
from suitwise.tractor.record import MatchRecord, as_record
from suitwise.tractor.rules.deck import Pile
from suitwise.tractor.state import TractorState

if TYPE_CHECKING:
    from suitwise.players.search import Race
    from suitwise.tractor.players.monte_carlo import MonteCarlo


# --- Moves in words -------------------------------------------------------------------------------


def did(state: TractorState, move: Move) -> Phrase:
    """Describe a move as a statement: ``passes``, ``leads HA``.

    >>> from suitwise.game import load
    >>> state, _ = load("tractor(match=deal)").start().rolled(seed=1, stream=0)
    >>> did(state, PASS), doing(state, PASS)
    ('passes', 'passing')
    """
    cards = CardText(move)
    if move == PASS:
        return phrase("tractor.did.passes", "passes")
    if state.phase == "bid":
        return phrase("tractor.did.bids", "bids {cards}", cards=cards)
    if state.phase == "bury":
        return phrase("tractor.did.buries", "buries {cards}", cards=cards)
    if state.duty:
        return phrase("tractor.did.plays", "plays {cards}", cards=cards)
    return phrase("tractor.did.leads", "leads {cards}", cards=cards)


def doing(state: TractorState, move: Move, instead: Move | None = None) -> Phrase:
    """Describe a move as an alternative: ``passing``, ``leading HA``.

    Args:
        state: the position.
        move: the move.
        instead: the other burial; then only the cards in which the two differ are named.
    """
    cards = CardText(move)
    if move == PASS:
        return phrase("tractor.doing.passing", "passing")
    if state.phase == "bid":
        return phrase("tractor.doing.bidding", "bidding {cards}", cards=cards)
    if state.phase == "bury":
        return _burying(move.pile, instead)
    if state.duty:
        return phrase("tractor.doing.playing", "playing {cards}", cards=cards)
    return phrase("tractor.doing.leading", "leading {cards}", cards=cards)


def _burying(burial: Pile, instead: Move | None) -> Phrase:
    """Name a burial by its cards, or by those in which it differs from another."""
    if instead is None or instead.pile == burial:
        return phrase("tractor.doing.burying", "burying {cards}", cards=CardText(burial))
    shared = Pile(burial.once & instead.pile.once, burial.twice & instead.pile.twice)
    return phrase(
        "tractor.doing.burying-instead",
        "burying {cards}, not {others}",
        cards=CardText(burial.minus(shared)),
        others=CardText(instead.pile.minus(shared)),
    )


def place(state: TractorState) -> Phrase:
    """Return the point in a deal, for people.

    >>> from suitwise.game import load
    >>> place(load("tractor(match=deal)").start().rolled(seed=1, stream=0)[0])
    '1 card drawn'
    """
    if state.phase == "bid":
        drawn = state.drawn[state.turn].size
        if drawn == 1:
            return phrase("tractor.place.one-drawn", "1 card drawn")
        return phrase("tractor.place.drawn", "{n} cards drawn", n=drawn)
    if state.phase == "bury":
        return phrase("tractor.place.burial", "burial")
    return phrase("tractor.place.trick", "trick {n}", n=len(state.tricks))


# --- The review -----------------------------------------------------------------------------------

WORLDS = 100
"""The default number of deals on which a decision is judged."""
MOST_WORLDS = 10_000


@dataclass(frozen=True)
class TractorJudge:
    """Judges moves of Tractor with the information that their seats had.

    Args:
        worlds: the number of sampled deals for finding the best move, and again for comparing it with
            the move made.
        seed: 64-bit seed of the deals.

    >>> from suitwise.game import load
    >>> state, _ = load("tractor(match=deal)").start().rolled(seed=3, stream=0)
    >>> verdict = TractorJudge(worlds=10).verdict(state, state.parse_move("pass"))
    >>> verdict.did, verdict.worlds, verdict.tried == len(state.moves())
    ('passes', 10, True)
    """

    worlds: int = WORLDS
    seed: int = 0

    @cached_property
    def _player(self) -> MonteCarlo:
        from suitwise.tractor.players.monte_carlo import MonteCarlo

        return MonteCarlo(worlds=self.worlds, seed=self.seed)

    def place(self, state: TractorState, made: Sequence[str]) -> str:
        """Return the point in a deal, for people."""
        return place(state)

    def verdict(self, state: TractorState, move: Move) -> Verdict | None:
        """Return the verdict on a move; None for claims, and for the part of a failed throw."""
        from suitwise.players.search import lead_of
        from suitwise.tractor.players.plays import DOUBT, LEVEL

        if state.phase == "forced" or move == CLAIM:
            return None
        if state.may_claim and len(state.moves_but_claim()) == 1:
            return None
        tried = self._player.evaluated(state)
        race = self._player.compared(state, (move, tried.move)).race
        ahead = race.found[:, 1] - race.found[:, 0]
        cost, error = lead_of(ahead, race.counts, DOUBT * DOUBT)
        return Verdict(
            best=str(tried.move),
            did=did(state, move),
            better=doing(state, tried.move, move),
            worlds=int(race.counts.sum()),
            tried=len({*tried.options, move}),
            worth=race.mean(0) / LEVEL,
            cost=cost / LEVEL,
            error=error / LEVEL if tried.move != move else 0.0,
            chance=_share_won(state, race, 0),
            best_chance=_share_won(state, race, 1),
            omitted=_omitted(state, move),
        )


def _omitted(state: TractorState, move: Move) -> str:
    """Return the name of an omission: the same omitted bid may be possible again after the next card."""
    return f"a bid over {len(state.bids)}" if state.phase == "bid" and move == PASS else ""


def _share_won(state: TractorState, race: Race, candidate: int) -> float | None:
    """Return the share of deals that the side of the seat on turn wins; None during the bidding.

    The value of a deal is positive for the side that wins it. The exception is exactly 80 points in a
    single deal: the value is 0, and the attackers have won.
    """
    if state.phase == "bid":
        return None
    attacks = (state.turn ^ state.current_landlord) & 1
    values = race.found[:, candidate]
    return int(race.counts @ ((values > 0) | (attacks & (values == 0)))) / int(race.counts.sum())


def review(
    record: Record | MatchRecord, worlds: int = WORLDS, seed: int = 0, *, seat: int | None = None
) -> Iterator[Decision]:
    """Yield the decisions of a recorded game, each with its cost in levels.

    Bids, burials and plays are judged where there was a choice. A seat is judged by what it saw; the
    same record, worlds and seed give the same figures. A bid that is left out through several cards is
    one omission: its greatest cost counts, once (``players.review.counted_once``).

    Args:
        record: the moves of a game, or the record of a match.
        worlds: the number of sampled deals for each decision, 1 to 10,000. They are consistent with what
            the seat saw, and weighted by the others' play.
        seed: 64-bit seed of the deals.
        seat: the seat whose decisions are judged; None for all four.

    Raises:
        SuitwiseError: a number is out of range, the record is not of Tractor, or it does not replay.

    >>> from suitwise.game import load, play
    >>> from suitwise.tractor.players.rule_based import TractorPlayer
    >>> record = play(load("tractor(match=deal)").start(), TractorPlayer(), seed=3)
    >>> first = next(review(record, worlds=10, seat=1))
    >>> first.seat, first.verdict.worlds
    (1, 10)
    """
    whole(worlds, "worlds", 1, MOST_WORLDS)
    as_seed(seed)
    if seat is not None:
        whole(seat, "seat", 0, 3)
    of_kind(record, (Record, MatchRecord), "record")
    moves = as_record(record) if isinstance(record, MatchRecord) else record
    if not isinstance(load(moves.game), Tractor):
        raise NotationError(f"the record is of {moves.game}, not of Tractor")
    return judged(moves, TractorJudge(worlds, seed), seat)


REVIEW = Review(review, Measure(LEVELS, 2), WORLDS)
"""The review of Tractor for the common review commands."""
