"""The state of a table, and its memory of positions, lines and answers."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any, NamedTuple

from suitwise.catalogue import STRONGEST
from suitwise.foundation.text.phrases import Phrase
from suitwise.game import CHANCE, Game, State
from suitwise.players.face import Face
from suitwise.table.rules.house import Chair, House, Pace
from suitwise.table.rules.messages import MOST_ANSWERS, DealRow, EventRow, MoveRow, Reply

# --- The past: positions, lines, answers ----------------------------------------------------------
#
# The last of each are at hand as they are, since they are asked for with every change. Of older ones
# there may be hundreds at each of hundreds of tables: positions are played again from the first one,
# lines and answers are packed together, and unpacked where somebody comes late or asks once more.

MOST_LINES = 500
"""The number of lines remembered."""
_POSITIONS = 8
"""The number of positions kept unpacked: those that a take-back may return to."""
_LINES, _ANSWERS = 64, 32
"""The number of lines, and answers, packed together; up to twice as many stay unpacked."""


def after_legal(state: Any, move: Any) -> Any:
    """Return the state after a move that is known to be legal."""
    says_after = type(state).followed_by is State.followed_by
    return state.after(move) if says_after else state.followed_by(move)


def _packed(items: Sequence[Any]) -> bytes:
    return zlib.compress(pickle.dumps(items, pickle.HIGHEST_PROTOCOL), 1)


def _unpacked(data: bytes) -> Sequence[Any]:
    """Return what was packed here, in this process: nothing from a file or a line comes this way."""
    items: Sequence[Any] = pickle.loads(zlib.decompress(data))
    return items


class _Remembered(Sequence[Any]):
    """A sequence that is told by going through it."""

    __slots__ = ()

    def __getitem__(self, at: Any) -> Any:
        return tuple(self)[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (tuple, _Remembered)) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


# --- Positions ------------------------------------------------------------------------------------


class Course(_Remembered):
    """The positions of a deal, the last ones as they are.

    Args:
        first: the position at the beginning.
        moves: the moves since, known to be legal.
        last: the last positions, at least one.

    >>> from suitwise.testing import Kuhn
    >>> start = Kuhn().parse("KJ")
    >>> course = Course.of((start,), ())
    >>> for text in ("p", "b", "p"):
    ...     course = course.after(start.parse_move(text), course[-1].after(text))
    >>> len(course), str(course[0]), str(course[1]), str(course[-1])
    (4, 'KJ', 'KJ:p', 'KJ:pbp')
    """

    __slots__ = ("_first", "_last", "_moves")

    def __init__(self, first: Any, moves: tuple[Any, ...], last: tuple[Any, ...]) -> None:
        self._first, self._moves, self._last = first, moves, last

    @staticmethod
    def of(states: Sequence[Any], moves: Iterable[Any]) -> Course:
        """Return positions as a course, by the moves between them."""
        if isinstance(states, Course):
            return states
        return Course(states[0], tuple(moves), tuple(states[-_POSITIONS:]))

    def after(self, move: Any, state: Any) -> Course:
        """Return the course with one position more."""
        return Course(self._first, (*self._moves, move), (*self._last[1 - _POSITIONS :], state))

    def __len__(self) -> int:
        return len(self._moves) + 1

    def __iter__(self) -> Iterator[Any]:
        state = self._first
        yield state
        for move in self._moves:
            state = after_legal(state, move)
            yield state

    def __getitem__(self, at: Any) -> Any:
        if at == -1:  # the position as it is, asked for dozens of times with every change
            return self._last[-1]
        if isinstance(at, slice):
            start, stop, step = at.indices(len(self))
            if step != 1 or start < len(self) - len(self._last):
                return super().__getitem__(at)
            missing = len(self) - len(self._last)
            return self._last[start - missing : max(start, stop) - missing]
        place = range(len(self))[at]
        if place >= len(self) - len(self._last):
            return self._last[place - len(self)]
        return self._first if place == 0 else next(islice(self, place, None))


# --- Lines ----------------------------------------------------------------------------------------


class Story(_Remembered):
    """The last lines of a table, the older ones packed.

    >>> story = Story()
    >>> for n in range(1000):
    ...     story = story.told(n)
    >>> len(story), story[0], story[-1], next(iter(reversed(story)))
    (500, 500, 999, 999)
    """

    __slots__ = ("_last", "_older")

    def __init__(self, older: tuple[bytes, ...] = (), last: tuple[Any, ...] = ()) -> None:
        self._older, self._last = older, last

    def told(self, line: Any) -> Story:
        """Return the story with one line more, and without those that are too old."""
        older, last = self._older, (*self._last, line)
        if len(last) == 2 * _LINES:
            older, last = (*older, _packed(last[:_LINES])), last[_LINES:]
            if _LINES * (len(older) - 1) + len(last) >= MOST_LINES:
                older = older[1:]
        return Story(older, last)

    def __len__(self) -> int:
        return min(MOST_LINES, _LINES * len(self._older) + len(self._last))

    def __iter__(self) -> Iterator[Any]:
        return iter(list(reversed(self))[::-1])

    def __reversed__(self) -> Iterator[Any]:
        older = (reversed(_unpacked(one)) for one in reversed(self._older))
        return islice(chain(reversed(self._last), chain.from_iterable(older)), MOST_LINES)


# --- Answers --------------------------------------------------------------------------------------


class _Pack(NamedTuple):
    """Answers with their keys, between ends of lines."""

    keys: str
    answers: bytes


class Answers(_Remembered):
    """The last answers of a seat with their keys, the older ones packed.

    >>> answers = Answers()
    >>> for n in range(1000):
    ...     answers = answers.kept(f"k{n}", n)
    >>> len(answers), answers[0], answers.get("k990"), answers.get("k800"), answers.get("k8")
    (256, ('k744', 744), 990, 800, None)
    """

    __slots__ = ("_last", "_older")

    def __init__(
        self, older: tuple[_Pack, ...] = (), last: tuple[tuple[str, Any], ...] = ()
    ) -> None:
        self._older, self._last = older, last

    @staticmethod
    def of(answers: Sequence[tuple[str, Any]]) -> Answers:
        """Return pairs of keys and answers as the answers of a seat."""
        if isinstance(answers, Answers):
            return answers
        made = Answers()
        for key, answer in answers:
            made = made.kept(key, answer)
        return made

    def kept(self, key: str, answer: Any) -> Answers:
        """Return the answers with one more, and without those that are too old."""
        older, last = self._older, (*self._last, (key, answer))
        if len(last) == 2 * _ANSWERS:
            gone, last = last[:_ANSWERS], last[_ANSWERS:]
            keys = "\n".join(["", *(known for known, _ in gone), ""])
            older = (*older, _Pack(keys, _packed(gone)))
            if _ANSWERS * (len(older) - 1) + len(last) >= MOST_ANSWERS:
                older = older[1:]
        return Answers(older, last)

    def get(self, key: str) -> Any:
        """Return the answer of a key, None where it is not known."""
        for known, answer in self._last:
            if known == key:
                return answer
        line = f"\n{key}\n"
        for pack in self._older:
            if line in pack.keys:
                return dict(_unpacked(pack.answers))[key]
        return None

    def __len__(self) -> int:
        return min(MOST_ANSWERS, _ANSWERS * len(self._older) + len(self._last))

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        older = chain.from_iterable(_unpacked(pack.answers) for pack in self._older)
        return iter([*older, *self._last][-MOST_ANSWERS:])


# --- The state of a table -------------------------------------------------------------------------

MADE, READY, PLAYING = "made", "ready", "playing"
PAUSED, BETWEEN, ENDED = "paused", "between", "over"
"""The stages of a table's life."""


class Played(NamedTuple):
    """A move of the deal under way; ``place`` is chance's before it, ``by`` who decided.

    ``by`` is a word; where a player has stood in for somebody its text follows.
    """

    ply: int
    seat: int
    move: Any
    by: str
    place: int


class StoodIn(NamedTuple):
    """A move decided in place of a seat's own person or bot; ``by`` as in ``Played``."""

    place: int
    seat: int
    by: str


class Unread(NamedTuple):
    """A deal in the file, and the rows of its moves and events in order."""

    deal: DealRow
    happened: tuple[MoveRow | EventRow, ...]


class Past(NamedTuple):
    """A deal that is over, its key open; ``moves`` as texts, None where they are still ``unread``.

    ``stood_in`` are those that were decided in place of a seat's own person or bot.
    """

    deal: int
    key: bytes
    start: str
    moves: tuple[str, ...] | None
    unread: Unread | None = None
    stood_in: tuple[StoodIn, ...] = ()


class Forfeit(NamedTuple):
    """A hand that a seat's false claim has cost its side.

    Args:
        deal: the deal.
        seat: who made the claim.
        score: what the sides scored for it.
        returns: what the seats had got by the engine when it ended there.
        said: what is said of it.
    """

    deal: int
    seat: int
    score: tuple[int, ...]
    returns: tuple[float, ...]
    said: tuple[Phrase, ...]


class Entry(NamedTuple):
    """A line of the story; ``numbers`` has for each seat and the public its number, None: not told."""

    numbers: tuple[int | None, ...]
    text: Phrase
    seat: int | None


class Thought(NamedTuple):
    """A decision that is wanted from a player, at version ``v`` of the position.

    An answer that comes before ``not_before`` is kept until then.
    """

    v: int
    seat: int
    player: str
    not_before: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal to the other seats; ``ply`` is where the game stood."""

    k: int
    by: int
    what: str
    text: Phrase
    p: dict[str, Any] = field(hash=False)
    yes: frozenset[int]
    opened: int
    until: int | None


@dataclass(frozen=True)
class Standing:
    """The state of a table. Times are milliseconds of a steady clock, near Unix time.

    Its ``repr`` names no card and no key, because it may come into a log.

    Args:
        code: the table's code.
        house: the rules of the table.
        pace: how long it waits.
        chairs: who sits where.
        game: the variant.
        face: what shows it.
        stage: where in its life it is.
        was: the stage that goes on after a pause.
        why: why it is paused or over.
        needs_ready: whether a pause ends when all are ready, not when somebody is here.
        until: when the next deal begins although not all are ready; None where nobody is.
        deal: the number of the deal, from 0.
        key: its key.
        place: how many of the key's numbers are used.
        past: the deals before it.
        states: the states of the deal so far.
        plays: the moves between them.
        learnt: for places in the deal the move that was made there, and whether it has shown something
            hidden, as far as that was asked.
        shown: the states of the deal before, for those who look on a deal late.
        ply: the number of the next move, which grows for ever.
        since: when the position came about.
        since_pause: when the table was paused.
        earliest: before when no bot moves.
        tick_at: when the draw goes on; None where nothing is drawn.
        intents: for each seat the bid that it wants to make.
        held: a bot's move, until it may be made.
        held_by: the player that has stood in for the one that was asked for it; empty for none.
        banks: for each seat the time that it has left beside that for a decision.
        is_late: whether the clock of the seat on turn has run out.
        proposal: the open proposal.
        proposals: how many there have been.
        fallen: proposals that fell, by seat, kind and ply: they are not made twice.
        claimed: the seats that have made a false claim in this deal.
        refuted: what refutes those claims, told when the deal is over.
        forfeits: the hands that false claims have cost.
        events: how many events are in the file.
        hints: which seats were given a hint, and before which moves.
        story: the last lines.
        counts: for each seat and the public how many lines it was told.
        before_deal: how many the public was told before this deal.
        n: how many lines there were.
        answers: for each seat its last commands with an id, and the answers.
        talk: who has spoken lately, whether by a fixed phrase, and when.
        v: the version.
        pv: the version in which the position came about.
        made_at: when the table was made.
        at: when it last changed.
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
    past: tuple[Past, ...] = field(default=(), repr=False)
    plays: tuple[Played, ...] = field(default=(), repr=False)
    learnt: dict[int, tuple[Played, bool]] = field(default_factory=dict, repr=False, compare=False)
    shown: tuple[Any, ...] = field(default=(), repr=False)
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
    story: Story = field(default=Story(), repr=False)
    counts: tuple[int, ...] = ()
    before_deal: int = 0
    n: int = 0
    answers: tuple[Sequence[tuple[str, Reply]], ...] = field(default=(), repr=False)
    talk: tuple[tuple[int, bool, int], ...] = ()
    v: int = 1
    pv: int = 1
    at: int = 0

    # --- What follows from it ---------------------------------------------------------------------

    @property
    def variant(self) -> str:
        """The variant's text."""
        return str(self.game)

    @property
    def state(self) -> Any:
        """The position of the game."""
        return self.states[-1]

    @property
    def turn(self) -> int | None:
        """The seat whose decision the table waits for; None where it waits for none."""
        is_open = self.stage == PLAYING and self.proposal is None and self.state.turn >= 0
        return self.state.turn if is_open else None

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats that belong to people."""
        return tuple(at for at, chair in enumerate(self.chairs) if chair.is_persons)

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats for which people decide, here or away."""
        return tuple(at for at, chair in enumerate(self.chairs) if chair.control == "human")

    @property
    def here(self) -> tuple[int, ...]:
        """The seats of the people who are connected."""
        return tuple(at for at, chair in enumerate(self.chairs) if chair.is_here)

    @property
    def host(self) -> int | None:
        """The seat of the host: the first that belongs to somebody."""
        return next(iter(self.humans), None)

    @property
    def is_in_deal(self) -> bool:
        """True if a deal is under way, paused or not."""
        return self.stage == PLAYING or (self.stage == PAUSED and self.was == PLAYING)

    @property
    def open_seats(self) -> tuple[int, ...]:
        """The seats that can be taken: in a deal in which one was left none, or two hands were known."""
        if self.stage == ENDED or any(chair.left for chair in self.chairs):
            return ()
        return tuple(at for at, chair in enumerate(self.chairs) if not chair.is_taken)

    @property
    def may_look_on(self) -> bool:
        """True if spectators may see the table; at some tables only to sit down, between deals."""
        return self.house.watch != "no" or bool(self.open_seats and not self.is_in_deal)

    @property
    def is_rhythmic(self) -> bool:
        """True if the table advances by the rhythm of a draw, whatever anybody holds."""
        if self.stage != PLAYING or not self.face.draws:
            return False
        state = self.state
        if state.turn == CHANCE:
            return self.face.is_tick(state)
        return state.turn >= 0 and self.face.unasked(state, state.turn, None) is not None

    @property
    def wanted(self) -> Thought | None:
        """The decision that a player is to make, whether or not it has been made already."""
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
        """A decision that is wanted from a player now."""
        return None if self.held is not None else self.wanted

    @property
    def forfeited(self) -> Forfeit | None:
        """The forfeit by which a false claim has just ended the deal."""
        last = self.forfeits[-1] if self.forfeits else None
        is_over = self.stage == ENDED
        is_it = last is not None and last.deal == self.deal - (not is_over)
        return last if is_it and (is_over or not self.plays) else None

    @property
    def own_decisions(self) -> Iterator[tuple[int, Played]]:
        """Yield from the last to the first the moves that people decided, with their places."""
        for place in range(len(self.plays) - 1, -1, -1):
            if self.plays[place].by in OWN:
                yield place, self.plays[place]


OWN = frozenset({"human", "intent"})
"""Values of ``by`` of moves decided by the seat's own person."""
USUAL = OWN | {"bot", "chance", "unasked"}
"""Values of ``by`` of moves for which nobody stood in."""
