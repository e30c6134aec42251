"""Review a recorded game of Tractor: the cost in levels of each bid, burial and play.

The Monte Carlo player judges each decision; for reviews it searches bids, too. It first finds the best
move over a sample of *worlds*, deals that fit all that the seat knew. Then it compares this move with
the move made, over newly sampled worlds. In each world the compiled policy plays the deal out for all
seats. A deal is valued as by that player (``players.plays``): the difference in levels gained, plus
a little for points and, in a match, for the next landlord. At other tables than that of four with two
packs, burials, calls and plays are judged, bids are not (``players.table_search``).
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
from suitwise.tractor.record.replaying import as_record
from suitwise.tractor.record.text import MatchRecord
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
    if state.phase == "call":
        return phrase("tractor.did.calls", "calls {card}", card=cards)
    if state.duty:
        return phrase("tractor.did.plays", "plays {cards}", cards=cards)
    return phrase("tractor.did.leads", "leads {cards}", cards=cards)


def doing(state: TractorState, move: Move, made: Move | None = None) -> Phrase:
    """Describe a move as an alternative: ``passing``, ``leading HA``.

    Args:
        state: the position.
        move: the move.
        made: the move that was made instead; of two burials, only the cards in which they differ are
            named.
    """
    cards = CardText(move)
    if move == PASS:
        return phrase("tractor.doing.passing", "passing")
    if state.phase == "bid":
        return phrase("tractor.doing.bidding", "bidding {cards}", cards=cards)
    if state.phase == "bury":
        return _burying(move.pile, None if made is None else made.pile)
    if state.phase == "call":
        return phrase("tractor.doing.calling", "calling {card}", card=cards)
    if state.duty:
        return phrase("tractor.doing.playing", "playing {cards}", cards=cards)
    return phrase("tractor.doing.leading", "leading {cards}", cards=cards)


def _burying(burial: Pile, made: Pile | None) -> Phrase:
    """Name a burial by its cards, or by those in which it differs from the burial that was made."""
    if made is None or made == burial:
        return phrase("tractor.doing.burying", "burying {cards}", cards=CardText(burial))
    shared = Pile(*(mask & other for mask, other in zip(burial.masks, made.masks, strict=True)))
    return phrase(
        "tractor.doing.burying-instead",
        "burying {cards}, not {others}",
        cards=CardText(burial.minus(shared)),
        others=CardText(made.minus(shared)),
    )


def place(state: TractorState) -> Phrase:
    """Describe how far a deal has come, such as "trick 3".

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
    if state.phase == "call":
        return phrase("tractor.place.call", "call")
    return phrase("tractor.place.trick", "trick {n}", n=len(state.tricks))


# --- The review -----------------------------------------------------------------------------------

WORLDS, TABLE_WORLDS = 100, 40
"""The default number of worlds in which a decision is judged, with four and two packs and elsewhere:
there a world takes three times as long, and a deal has more decisions."""
MOST_WORLDS = 10_000
_MADE, _BEST = 0, 1
"""The columns of a race between the move that was made and the best move found."""


@dataclass(frozen=True)
class TractorJudge:
    """Judges moves of Tractor with the information that their seats had.

    Args:
        worlds: the number of worlds for finding the best move, and again for comparing it with the move
            made.
        seed: 64-bit seed of the worlds.

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
        """Describe how far a deal has come; the deal's moves are not needed, the state has them all."""
        return place(state)

    def verdict(self, state: TractorState, move: Move) -> Verdict | None:
        """Return the verdict on a move, or None if there is nothing to judge.

        That is so for a claim, for the part of a failed throw that its seat must lead instead, and for
        a play that was the seat's only move besides a claim; at other tables than that of four with two
        packs also for bids and for how a lead is cut.
        """
        from suitwise.players.search import lead_of
        from suitwise.tractor.players.plays import DOUBT, LEVEL
        from suitwise.tractor.players.reasons import reasons
        from suitwise.tractor.players.table_search import is_searched

        if state.phase == "forced" or move == CLAIM:
            return None
        if not state.variant.is_classic and not is_searched(state):
            return None
        if state.may_claim and len(state.moves_but_claim()) == 1:
            return None
        search = self._player.evaluated(state)
        best = search.move
        race = self._player.compared(state, (move, best)).race
        differences = race.found[:, _BEST] - race.found[:, _MADE]
        # DOUBT squared is added to the variance over the worlds, as in the player's own search: two
        # moves may come out alike in a few worlds, though they differ in a rare one.
        cost, error = lead_of(differences, race.counts, DOUBT * DOUBT)
        found = Verdict(
            best=str(best),
            did=did(state, move),
            better=doing(state, best, move),
            worlds=int(race.counts.sum()),
            tried=len({*search.options, move}),
            worth=race.mean(_MADE) / LEVEL,
            cost=cost / LEVEL,
            error=error / LEVEL if best != move else 0.0,
            chance=_share_won(state, race, _MADE),
            best_chance=_share_won(state, race, _BEST),
            omitted=_omitted_bid(state, move),
        )
        return found.explained(reasons(state, move, best))


def _omitted_bid(state: TractorState, move: Move) -> str:
    """Return a key for the bid that a pass leaves out (``Verdict.omitted``); "" for any other move.

    A seat may pass after several cards in a row and leave out the same bid each time. The key is the
    same as long as nobody else bids, so these passes count as one omission.
    """
    is_omission = state.phase == "bid" and move == PASS
    return f"a bid over {len(state.bids)}" if is_omission else ""


def _share_won(state: TractorState, race: Race, candidate: int) -> float | None:
    """Return the share of worlds that the side of the seat on turn wins.

    None during the bidding, and among friends while not all calls are filled: who is on which side
    differs from world to world.

    Args:
        state: the position.
        race: the values of the moves in each world.
        candidate: the column of the move in the race.
    """
    if state.phase == "bid" or None in state.sides.filled:
        return None
    is_attacker = state.attacks(state.turn)
    values = race.found[:, candidate]
    # The winner of a deal has a positive value, with one exception. If the attackers take exactly 80
    # points in a single deal, they have won but gain no level: the value is 0 for both sides, the
    # term for points, too.
    is_won = (values > 0) | (is_attacker & (values == 0))
    return int(race.counts @ is_won) / int(race.counts.sum())


def review(
    record: Record | MatchRecord,
    worlds: int | None = None,
    seed: int = 0,
    *,
    seat: int | None = None,
) -> Iterator[Decision]:
    """Yield the decisions of a recorded game, each with its cost in levels.

    Every bid, burial and play for which there was an alternative is judged, by what its seat knew. If a
    seat leaves out the same bid after several cards in a row, this is one omission: only its greatest
    cost counts (``players.review.counted_once``). Equal arguments give equal figures.

    Args:
        record: the moves of a game, or the record of a match.
        worlds: the number of worlds for each decision, 1 to 10,000; None for 100, or 40 at other tables
            than that of four with two packs. They are consistent with what the seat saw, and at the
            table of four weighted by how well they explain the others' play.
        seed: 64-bit seed of the worlds.
        seat: the seat whose decisions are judged; None for all.

    Raises:
        SuitwiseError: a number is out of range, the record is not of Tractor, or it does not replay.

    >>> from suitwise.game import load, play
    >>> from suitwise.tractor.players.rule_based import TractorPlayer
    >>> record = play(load("tractor(match=deal)").start(), TractorPlayer(), seed=3)
    >>> first = next(review(record, worlds=10, seat=1))
    >>> first.seat, first.verdict.worlds
    (1, 10)
    """
    if worlds is not None:
        whole(worlds, "worlds", 1, MOST_WORLDS)
    as_seed(seed)
    of_kind(record, (Record, MatchRecord), "record")
    game_record = as_record(record) if isinstance(record, MatchRecord) else record
    game = load(game_record.game)
    if not isinstance(game, Tractor):
        raise NotationError(f"the record is of {game_record.game}, not of Tractor")
    if seat is not None:
        whole(seat, "seat", 0, game.players - 1)
    return judged(game_record, TractorJudge(worlds or worlds_at(game), seed), seat)


def worlds_at(game: Tractor) -> int:
    """Return the default number of worlds in which a decision is judged at a table.

    >>> worlds_at(Tractor()), worlds_at(Tractor(players=6))
    (100, 40)
    """
    return WORLDS if game.is_classic else TABLE_WORLDS


REVIEW = Review(review, Measure(LEVELS, 2), WORLDS, worlds_at=worlds_at)
"""The review of Tractor for the common review commands."""
