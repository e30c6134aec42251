"""The state of a table: ``TableState`` and the values in its fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from suitwise.catalogue import STRONGEST
from suitwise.foundation.text.phrases import Phrase
from suitwise.game import CHANCE, Game
from suitwise.players.face import Face
from suitwise.table.rules.house import Chair, House, Pace
from suitwise.table.rules.messages import DealRow, EventRow, MoveRow, Reply
from suitwise.table.rules.running.history import LineHistory

# The stages of a table: seats are open, all seats are taken, a deal is played, the game is paused,
# between two deals, and over.
MADE, READY, PLAYING = "made", "ready", "playing"
PAUSED, BETWEEN, ENDED = "paused", "between", "over"


class PlayedMove(NamedTuple):
    """A move of the deal under way.

    ``place`` is the number of random numbers used before it. ``by`` says who decided: one word,
    followed by the bot's text if a bot stood in for somebody.
    """

    ply: int
    seat: int
    move: Any
    by: str
    place: int


class Substitution(NamedTuple):
    """A move not decided by the seat's own person or bot; ``by`` as in ``PlayedMove``."""

    place: int
    seat: int
    by: str


class SavedDeal(NamedTuple):
    """The row of a deal, and the rows of its moves and events in order."""

    deal: DealRow
    happened: tuple[MoveRow | EventRow, ...]


class FinishedDeal(NamedTuple):
    """A finished deal with its revealed key.

    ``moves`` are texts; None for a deal of a restored table that has not been replayed from its rows
    ``unread``. ``stood_in`` are the moves decided by a substitute.
    """

    deal: int
    key: bytes
    start: str
    moves: tuple[str, ...] | None
    unread: SavedDeal | None = None
    stood_in: tuple[Substitution, ...] = ()


class Forfeit(NamedTuple):
    """A hand lost by a false claim.

    Args:
        deal: the number of the deal.
        seat: the seat that claimed.
        score: the points that each side scores for it.
        returns: the game's returns of the seats when it ended.
        said: the lines told about it.
    """

    deal: int
    seat: int
    score: tuple[int, ...]
    returns: tuple[float, ...]
    said: tuple[Phrase, ...]


class LineEntry(NamedTuple):
    """A line of the story, with its number for each seat and the public; None if not told."""

    numbers: tuple[int | None, ...]
    text: Phrase
    seat: int | None


class Thought(NamedTuple):
    """A decision requested from a bot; ``v`` is the version of the position.

    A decision made before ``not_before`` is held until then.
    """

    v: int
    seat: int
    player: str
    not_before: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """An open proposal to the other seats.

    ``k`` is its number, ``what`` its kind, ``p`` its parameters, and ``yes`` the seats that agree; it
    is open from ``opened`` until ``until``.
    """

    k: int
    by: int
    what: str
    text: Phrase
    p: dict[str, Any] = field(hash=False)
    yes: frozenset[int]
    opened: int
    until: int | None


@dataclass(frozen=True)
class TableState:
    """The state of a table. Times are milliseconds of a monotonic clock, near Unix time.

    Its ``repr`` contains no card and no key, because it may appear in a log.

    Args:
        code: the table's code.
        house: the house rules.
        pace: the waiting times.
        chairs: the seats.
        game: the game's variant.
        face: the game's presentation.
        stage: the stage of its life.
        was: the stage to return to after a pause.
        why: why it is paused or over.
        needs_ready: whether a pause ends when all are ready, or else when somebody is back.
        until: when the next deal begins even if not all are ready; None while nobody is.
        deal: the number of this deal, from 0.
        key: the secret key of this deal.
        place: how many random numbers of the key have been used.
        past: the deals before it.
        states: the positions of this deal so far.
        plays: the moves of this deal.
        learnt: a cache for take-backs: for places in the deal, the move there and whether it revealed
            hidden information.
        shown: the positions of the previous deal, for delayed spectators.
        last_made: between two deals the position before the last move, and the move; None if it is not
            known any more.
        ply: the number of the next move, which never decreases.
        since: when the current position arose.
        since_pause: when the table was paused.
        earliest: the earliest time for a bot's move.
        tick_at: the time of the next tick of a draw; None if nothing is drawn.
        intents: for each seat the bid that it intends to make.
        held: a bot's decision that waits for its time.
        held_by: the bot that decided it in place of the one asked; empty if there is none.
        banks: for each seat the time left in its bank.
        is_late: whether the clock of the seat on turn has run out.
        proposal: the open proposal.
        proposals: the number of proposals so far.
        fallen: rejected proposals by seat, kind and ply; they can't be repeated.
        claimed: the seats that have made a false claim in this deal.
        refuted: the refutations of those claims, told after the deal.
        forfeits: the hands lost by false claims.
        events: the number of events in the file.
        hints: the hints given: seat, and number of the next move.
        story: the latest lines.
        counts: for each seat and the public the number of lines told.
        before_deal: the number of lines told to the public before this deal.
        n: the number of lines.
        answers: for each seat the answers to its latest commands.
        talk: recent chat: speaker, whether it was a fixed phrase, and time.
        v: the version.
        pv: the version in which the current position arose.
        made_at: when the table was created.
        at: when the table last changed.
    """

    code: str
    house: House
    pace: Pace
    chairs: tuple[Chair, ...]
    game: Game[Any]
    face: Face
    key: bytes = field(repr=False)
    states: Sequence[Any] = field(repr=False)
    made_at: int
    stage: str = MADE
    was: str = PLAYING
    why: Phrase | None = None
    needs_ready: bool = False
    until: int | None = None
    deal: int = 0
    place: int = 0
    past: tuple[FinishedDeal, ...] = field(default=(), repr=False)
    plays: tuple[PlayedMove, ...] = field(default=(), repr=False)
    learnt: dict[int, tuple[PlayedMove, bool]] = field(
        default_factory=dict, repr=False, compare=False
    )
    shown: tuple[Any, ...] = field(default=(), repr=False)
    last_made: tuple[Any, Any] | None = field(default=None, repr=False, compare=False)
    ply: int = 0
    since: int = 0
    since_pause: int = 0
    earliest: int = 0
    tick_at: int | None = None
    intents: tuple[str | None, ...] = field(default=(), repr=False)
    held: str | None = field(default=None, repr=False)
    held_by: str = ""
    banks: tuple[int, ...] = ()
    is_late: bool = False
    proposal: Proposal | None = None
    proposals: int = 0
    fallen: frozenset[tuple[int, str, int]] = frozenset()
    claimed: frozenset[int] = frozenset()
    refuted: tuple[tuple[int, Phrase], ...] = field(default=(), repr=False)
    forfeits: tuple[Forfeit, ...] = field(default=(), repr=False)
    events: int = 0
    hints: tuple[tuple[int, int], ...] = ()
    story: LineHistory = field(default=LineHistory(), repr=False)
    counts: tuple[int, ...] = ()
    before_deal: int = 0
    n: int = 0
    answers: tuple[Sequence[tuple[str, Reply]], ...] = field(default=(), repr=False)
    talk: tuple[tuple[int, bool, int], ...] = ()
    v: int = 1
    pv: int = 1
    at: int = 0

    # --- Derived values ---------------------------------------------------------------------------

    @property
    def variant(self) -> str:
        """The game's variant as text."""
        return str(self.game)

    @property
    def state(self) -> Any:
        """The current position."""
        return self.states[-1]

    @property
    def turn(self) -> int | None:
        """The seat whose decision the table waits for; None if it waits for none."""
        is_open = self.stage == PLAYING and self.proposal is None and self.state.turn >= 0
        return self.state.turn if is_open else None

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats that belong to people."""
        return tuple(at for at, chair in enumerate(self.chairs) if chair.is_persons)

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats for which people decide, even if they are away."""
        return tuple(at for at, chair in enumerate(self.chairs) if chair.control == "human")

    @property
    def here(self) -> tuple[int, ...]:
        """The seats of connected people."""
        return tuple(at for at, chair in enumerate(self.chairs) if chair.is_here)

    @property
    def host(self) -> int | None:
        """The seat of the host: the first that belongs to a person."""
        return next(iter(self.humans), None)

    @property
    def is_in_deal(self) -> bool:
        """True if a deal is under way, even if paused."""
        return self.stage == PLAYING or (self.stage == PAUSED and self.was == PLAYING)

    @property
    def open_seats(self) -> tuple[int, ...]:
        """The seats that can be taken.

        None can be taken while a seat left in this deal still has its hand: the newcomer could know two
        hands.
        """
        if self.stage == ENDED or any(chair.left for chair in self.chairs):
            return ()
        return tuple(at for at, chair in enumerate(self.chairs) if not chair.is_taken)

    @property
    def may_look_on(self) -> bool:
        """True if spectators are admitted: always, or only between deals to take an open seat."""
        return self.house.watch != "no" or bool(self.open_seats and not self.is_in_deal)

    @property
    def is_rhythmic(self) -> bool:
        """True while cards are drawn at a fixed rhythm, independent of anybody's decisions."""
        if self.stage != PLAYING or not self.face.draws:
            return False
        state = self.state
        if state.turn == CHANCE:
            return self.face.is_tick(state)
        return state.turn >= 0 and self.face.unasked(state, state.turn, None) is not None

    @property
    def wanted(self) -> Thought | None:
        """The decision needed from a bot, whether or not it has been made already."""
        seat = self.turn
        if seat is None:
            return None
        chair = self.chairs[seat]
        if self.is_rhythmic:
            is_asked = chair.is_played and len(self.state.moves()) > 1
            return Thought(self.pv, seat, chair.player, self.since) if is_asked else None
        if chair.is_played:
            return Thought(self.pv, seat, chair.player, self.earliest)
        if self.is_late:
            return Thought(self.pv, seat, STRONGEST, self.earliest)
        return None

    @property
    def thought(self) -> Thought | None:
        """The decision needed from a bot and not made yet."""
        return None if self.held is not None else self.wanted

    @property
    def forfeited(self) -> Forfeit | None:
        """The forfeit that has just ended the deal, if any."""
        last = self.forfeits[-1] if self.forfeits else None
        is_over = self.stage == ENDED
        is_latest = last is not None and last.deal == self.deal - (not is_over)
        return last if is_latest and (is_over or not self.plays) else None

    @property
    def own_decisions(self) -> Iterator[tuple[int, PlayedMove]]:
        """Yield the moves that people decided, with their places, latest first."""
        for place in range(len(self.plays) - 1, -1, -1):
            if self.plays[place].by in BY_PERSON:
                yield place, self.plays[place]


BY_PERSON = frozenset({"human", "intent"})
"""Values of ``by`` for moves decided by the seat's own person."""
NOT_SUBSTITUTED = BY_PERSON | {"bot", "chance", "unasked"}
"""Values of ``by`` for moves without a substitute."""
