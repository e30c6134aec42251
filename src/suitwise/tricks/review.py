"""The review of any trick-taking game: what each call, pass and play was worth, by what its seat saw.

An entry of the catalogue names it, ``review="suitwise.tricks:REVIEW"``, and nothing more is needed. The
worlds are those of ``tricks.hidden``: all deals that agree with what the seat saw, none of which gives a
seat a card that its plays have shown it not to hold. The game's rule-based player, ``rules``, plays each
world to the end of its deal; without one, the first player that the game names. Every legal move is
tried, and a decision is judged in its own deal, by the points that it scores (``TrickVariant.worth``):
how a match stands is ignored, but what a rule makes of earlier deals counts, as bags do in spades.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from suitwise.arguments import of_kind, whole
from suitwise.cards import Card
from suitwise.errors import NotationError
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.game import OVER, Chooser, Record, load
from suitwise.players.named import Named, named, names_for
from suitwise.players.review import (
    POINTS,
    Decision,
    Measure,
    PacedJudge,
    PlayoutJudge,
    Review,
    Verdict,
    choices_of,
    judged,
)
from suitwise.seeds import as_seed
from suitwise.tricks.cards import SUIT, beats, suit_of
from suitwise.tricks.game import TrickGame
from suitwise.tricks.hidden import knowledge_of
from suitwise.tricks.reasons import OpenTrick, Reply, costly_reply_reasons, reply_reasons
from suitwise.tricks.state import Trick, TrickState
from suitwise.tricks.variant import Call

WORLDS, LEAST_WORLDS, MOST_WORLDS = 100, 10, 10_000
"""The usual number of sampled deals for a decision; the least in a review with a time limit, below which
a standard error says little; and the most."""

# --- Moves in words -------------------------------------------------------------------------------


def in_words(state: TrickState, move: Card | Call) -> tuple[Phrase, Phrase]:
    """Return a move in words, as done (``leads HA``) and as possible (``leading HA``).

    >>> from suitwise.tricks import TrickGame
    >>> state, _ = TrickGame().start().rolled(seed=1, stream=0)
    >>> in_words(state, Card("ST")), in_words(state.after("ST"), Card("S2"))
    (('leads ST', 'leading ST'), ('plays S2', 'playing S2'))
    """
    if isinstance(move, Call):
        call = state.variant.call_name(move)
        return (
            phrase("tricks.did.bids", "bids {call}", call=call),
            phrase("tricks.doing.bidding", "bidding {call}", call=call),
        )
    card = CardText(move)
    if state.is_passing:
        return (
            phrase("tricks.did.passes", "passes {card}", card=card),
            phrase("tricks.doing.passing", "passing {card}", card=card),
        )
    if state.tricks[-1].cards:
        return (
            phrase("tricks.did.plays", "plays {card}", card=card),
            phrase("tricks.doing.playing", "playing {card}", card=card),
        )
    return (
        phrase("tricks.did.leads", "leads {card}", card=card),
        phrase("tricks.doing.leading", "leading {card}", card=card),
    )


def place(state: TrickState) -> Phrase:
    """Describe how far a deal has come, such as "trick 3".

    >>> from suitwise.tricks import TrickGame
    >>> place(TrickGame().start().rolled(seed=1, stream=0)[0])
    'trick 1'
    """
    if state.is_bidding:
        return phrase("tricks.place.bidding", "bidding")
    if state.is_passing:
        return phrase("tricks.place.passing", "passing cards")
    return phrase("tricks.place.trick", "trick {n}", n=len(state.tricks))


# --- Reasons --------------------------------------------------------------------------------------


def reasons(state: TrickState, made: Card | Call, best: Card | Call) -> Iterator[Phrase]:
    """Yield what tells a card from a better one, by what its seat sees; nothing of calls and passes.

    >>> from suitwise.tricks import TrickGame
    >>> state, _ = TrickGame().start().rolled(seed=1, stream=0)
    >>> print(*reasons(state, Card("ST"), Card("CA")))
    higher cards of its suit that others hold: 1, above CA: 0
    """
    if isinstance(made, Call) or isinstance(best, Call) or state.is_passing:
        return
    trick = state.tricks[-1]
    if not trick.cards:
        yield from _of_leads(state, made, best)
        return
    told = costly_reply_reasons if state.variant.points_cost else reply_reasons
    yield from told(_open(state, trick), _reply(state, trick, made), _reply(state, trick, best))


def _open(state: TrickState, trick: Trick) -> OpenTrick:
    is_ours = state.variant.by_side and (trick.winner - state.turn) % 2 == 0
    return OpenTrick(trick.winner, str(Card(trick.best)), is_ours, len(trick.cards) == 3)


def _reply(state: TrickState, trick: Trick, card: Card) -> Reply:
    takes = beats(card, trick.best, trick.trump)
    return Reply(str(card), bool(takes), state.variant.card_points(card))


def _of_leads(state: TrickState, made: Card, best: Card) -> Iterator[Phrase]:
    """Yield how many cards of its suit are above a lead and above the better one, where that differs."""
    others = knowledge_of(state, state.turn).others
    above, better = (
        (others & SUIT[suit_of(card)] & -2 << card).bit_count() for card in (made, best)
    )
    if above != better:
        yield phrase(
            "tricks.reason.higher",
            "higher cards of its suit that others hold: {n}, above {card}: {better}",
            n=above,
            card=CardText(best),
            better=better,
        )


# --- The review -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class TrickJudge(PlayoutJudge):
    """Judges calls, passes and plays by what their seats saw; a player plays worlds to a deal's end.

    Args:
        player: that player, of the variant whose moves are judged.

    >>> from suitwise.game import load
    >>> from suitwise.tricks import TrickGame
    >>> game = TrickGame()
    >>> state, _ = game.start().rolled(seed=1, stream=0)
    >>> verdict = TrickJudge(worlds=10, player=named("random", game)).verdict(state, Card("ST"))
    >>> verdict.did, verdict.worlds, verdict.tried
    ('leads ST', 10, 13)
    """

    player: Named | None = None

    def place(self, state: TrickState, made: Sequence[str]) -> Phrase:
        """Describe how far a deal has come; the deal's moves are not needed, the state has them all."""
        return place(state)

    def chooser(self) -> Chooser:
        """Return the player that plays a deal to its end, seated anew for each."""
        assert self.player is not None
        return self.player.seated(self.seed, 0)

    def candidates(self, state: TrickState) -> Collection[Any]:
        """Return all moves."""
        return state.moves()

    def words(self, state: TrickState, move: Card | Call) -> tuple[Phrase, Phrase]:
        """Return a move in words, as done and as possible."""
        return in_words(state, move)

    def reasons(self, state: TrickState, move: Card | Call, best: Card | Call) -> Iterable[Phrase]:
        """Return what tells a card from the best one."""
        return reasons(state, move, best)

    def value(self, state: TrickState, seat: int) -> float | None:
        """Return what the scores are worth to a seat once the deal is over; None while it goes on."""
        is_over = state.turn == OVER or state.is_undealt
        return state.variant.worth(state.scores, seat) if is_over else None

    def points(
        self, state: TrickState, moves: Sequence[Any], purpose: bytes
    ) -> NDArray[np.float64]:
        """Return what the deal gives a seat after each move in sampled worlds, array (worlds, moves)."""
        before: float = state.variant.worth(state.totals, state.turn)
        scored: NDArray[np.float64] = super().points(state, moves, purpose) - before
        return scored

    def verdict(self, state: TrickState, move: Card | Call) -> Verdict:
        """Return the verdict on a move; deals are won by sides alone."""
        verdict = super().verdict(state, move)
        if state.variant.by_side:
            return verdict
        return replace(verdict, chance=None, best_chance=None)


def review(
    record: Record,
    worlds: int = WORLDS,
    seed: int = 0,
    *,
    seat: int | None = None,
    seconds: float | None = None,
) -> Iterator[Decision]:
    """Yield the decisions of a recorded game, each with its cost in points of the deal.

    Equal arguments give equal figures, unless a time limit sets the number of worlds.

    Args:
        record: the moves of a game of the kit (``TrickGame``).
        worlds: the number of sampled deals in which a decision is judged, 2 to 10,000; with a time limit
            the least number.
        seed: 64-bit seed of the deals.
        seat: the seat whose decisions are judged; None for all.
        seconds: the approximate time for all decisions; None for no limit.

    Raises:
        SuitwiseError: a number is out of range, the record is of another game, or it does not replay.

    >>> from suitwise.game import play
    >>> from suitwise.testing import Kuhn
    >>> next(review(play(Kuhn().start(), lambda state: "p", seed=1)))
    Traceback (most recent call last):
    suitwise.errors.NotationError: the record is of kuhn, not of a trick-taking game
    """
    whole(worlds, "worlds", 2, MOST_WORLDS)
    as_seed(seed)
    game = load(of_kind(record, Record, "record").game)
    if not isinstance(game, TrickGame):
        raise NotationError(f"the record is of {game}, not of a trick-taking game")
    seat = seat if seat is None else game.as_seat(seat)
    player = named(_rollout(game), game)

    def judge_in(count: int) -> TrickJudge:
        return TrickJudge(count, seed, player)

    if seconds is None:
        judge: Any = judge_in(worlds)
    else:
        most = max(worlds, WORLDS)
        judge = PacedJudge(judge_in, choices_of(record, seat), seconds, worlds, most)
    return judged(record, judge, seat, lambda state: state.is_undealt)


def _rollout(game: TrickGame) -> str:
    """Return the name of the player that plays worlds out: a quick one, and better than at random."""
    names = [name for name in names_for(game) if name != "random"]
    return "rules" if "rules" in names or not names else names[0]


def measure_at(game: TrickGame) -> Measure:
    """Return the measure of a game: points, which one takes against one's will where they cost.

    >>> measure_at(TrickGame()).is_taken
    False
    """
    return Measure(POINTS, 1, is_taken=game.points_cost)


REVIEW = Review(review, Measure(POINTS, 1), LEAST_WORLDS, WORLDS, measure_at=measure_at)
"""The review of any trick-taking game, for the common review commands and the table."""
