"""Moves of gin rummy weighed in likely worlds, by deals played on in them; the judge of records."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from suitwise.foundation.arrays.compiled import count_bits, item_at, machine, rule
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.players.review.decisions import Verdict, verdict_of
from suitwise.rummy.face import deed, turn_named
from suitwise.rummy.gin.moves import GinMove
from suitwise.rummy.gin.players.evaluation import FOR_GIN, OURS, cheapest, knocking_card, wants
from suitwise.rummy.gin.players.likely_hands import hand_at, known_of, likely_worlds
from suitwise.rummy.gin.rules import (
    BITS,
    PACK,
    best_spread,
    bit_of,
    cards_of,
    gin_deadwood,
    knock_score,
    laid_off,
    points_of,
)
from suitwise.rummy.gin.state import PILE_AT_WALL, GinState
from suitwise.seeds import as_seed

# --- Deals of gin rummy played on to their end by the quick policy, on a few plain numbers --------
#
# The draws come from a fixed order of the stock, so that the options of a decision are weighed in the
# same worlds. A *table* is a row of COLUMNS integers: the hands, the cards that each seat is known to
# hold, the pile and its top as words of bits, and who is to draw.

HANDS = 0
KNOWN = HANDS + 2
"""The cards that each seat took from the pile and still holds."""
PILE = KNOWN + 2
TOP = PILE + 1
MOVER = TOP + 1
"""The seat that is to draw."""
COLUMNS = MOVER + 1

KNOCK, GIN, UNDERCUT, BIG = range(4)
"""The numbers of a variant that a deal is played on by."""
_LONGEST = 100
"""The turns after which a deal in thought is void: seats could exchange cards by the pile for ever."""


@rule
def knocked(hand: int, other: int, options: Any) -> int:
    """Return the score of a knock, or gin, for the knocker.

    Args:
        hand: the knocker's ten cards.
        other: the defender's.
        options: the variant's numbers.
    """
    sets, runs = best_spread(hand)
    return knocked_with(hand, other, sets, runs, options)


@rule
def knocked_with(hand: int, other: int, sets: int, runs: int, options: Any) -> int:
    """Return the score of a knock that lays down these sets and runs."""
    kept = points_of(hand & ~(sets | runs))
    left = gin_deadwood(other & ~laid_off(other, kept, sets, runs))
    return knock_score(kept, left, options[GIN], options[UNDERCUT])


@rule
def lay(table: Any, card: int) -> bool:
    """Lay a card of the mover's hand on the pile, the other to draw; tell whether the deal goes on."""
    seat = table[MOVER]
    table[HANDS + seat] &= ~card
    table[KNOWN + seat] &= ~card
    table[PILE] |= card
    table[TOP] = card
    table[MOVER] = 1 - seat
    return count_bits(table[PILE]) < PILE_AT_WALL


@rule
def wishes(table: Any) -> bool:
    """Tell whether the mover takes the top of the pile."""
    seat = table[MOVER]
    hand, taken = table[HANDS + seat], table[KNOWN + 1 - seat]
    return wants(hand, table[TOP], PACK & ~(hand | table[PILE] | taken), taken)


@rule
def turn(table: Any, order: Any, at: int, takes: bool, options: Any, habit: int) -> tuple[int, int]:
    """Let the mover draw, and knock or discard by the quick policy.

    Args:
        table: the table, changed.
        order: see ``play_on``.
        at: the first of the stock's cards.
        takes: whether the mover takes the top of the pile.
        options: the variant's numbers.
        habit: the mover's.

    Returns:
        Where the stock goes on, -1 where the deal has ended; and the points of seat 0 then.
    """
    seat = table[MOVER]
    free, taken = table[HANDS + seat], table[KNOWN + 1 - seat]
    unseen = PACK & ~(free | table[PILE] | taken)
    if takes:
        top = table[TOP]
        hand = free | top
        table[KNOWN + seat] |= top
        table[PILE] &= ~top
    else:
        card = 1 << order[at]
        at += 1
        free |= card
        hand = free
        unseen &= ~card
    table[HANDS + seat] = hand
    height = count_bits(table[PILE])
    knock = knocking_card(hand, free, height, options[KNOCK], habit)
    if knock:
        score = knocked(hand & ~knock, table[HANDS + 1 - seat], options)
        return -1, score if seat == 0 else -score
    discard, _ = cheapest(hand, free, unseen, taken)
    return (at, 0) if lay(table, discard) else (-1, 0)


@rule
def play_on(table: Any, order: Any, at: int, options: Any, mine: int, theirs: int) -> int:
    """Play a deal on from a draw; return the points of seat 0, 0 if it is void.

    Args:
        table: the table, changed.
        order: the bits' numbers of the stock's cards in the order in which they are drawn.
        at: the first of them.
        options: the variant's numbers.
        mine: the habit of seat 0.
        theirs: that of seat 1.
    """
    for _ in range(_LONGEST):
        habit = mine if table[MOVER] == 0 else theirs
        at, points = turn(table, order, at, wishes(table), options, habit)
        if at < 0:
            return points
    return 0


# --- What a move is worth in worlds, the deal played on from it by the quick policy ---------------
#
# A world is a row of ``likely.likely_worlds``: the unseen cards, the other's first, then the
# stock in the order in which it is drawn, and the habit of the other. The seat that decides is seat 0.

MINE, MINE_KNOWN, TAKEN, ROOM, UNSEEN, PILED, TOPMOST = range(7)
"""The columns of a sight: one's hand, its cards known to the other, the cards that the other took, how
many more it holds, how many cards are unseen, the pile, and the card on its top."""
SIGHT = TOPMOST + 1
KNOCKING, BIG_GIN, LAYING, TAKING, DRAWING, LEAVING, LEAVING_TOO = range(7)
"""The kinds of move: to knock, to show big gin, to lay a card and play on, to take the top of the pile,
to draw from the stock, to leave the upcard to the other, to leave it when the other has."""
KIND, CARD, HABIT, SETS, RUNS = range(5)
"""The columns of an option: its kind, the card that is laid as a bit, the seat's own habit from then on,
the sets and the runs of a knock."""
OPTION = RUNS + 1


@rule
def _set(table: Any, sight: Any, world: Any) -> None:
    """Set a table as the seat that decides sees it in a world."""
    table[HANDS] = sight[MINE]
    table[HANDS + 1] = hand_at(world, sight[ROOM], sight[TAKEN])
    table[KNOWN], table[KNOWN + 1] = sight[MINE_KNOWN], sight[TAKEN]
    table[PILE], table[TOP], table[MOVER] = sight[PILED], sight[TOPMOST], 0


@rule
def _worth_of_draw(option: Any, sight: Any, world: Any, table: Any, options: Any) -> int:
    """Return the points that a draw, or leaving the upcard, brings."""
    kind, habit = option[KIND], option[HABIT]
    at, theirs = sight[ROOM], world[sight[UNSEEN]]
    takes = kind == TAKING
    if kind == LEAVING_TOO:
        table[MOVER] = 1
    elif kind == LEAVING:
        table[MOVER] = 1
        takes = wishes(table)
        if not takes:
            table[MOVER] = 0
    own = habit if table[MOVER] == 0 else theirs
    at, points = turn(table, world, at, takes, options, own)
    return points if at < 0 else play_on(table, world, at, options, habit, theirs)


@rule
def worth_of(option: Any, sight: Any, world: Any, table: Any, options: Any) -> int:
    """Return the points that a move brings in a world.

    Args:
        option: the move.
        sight: what the seat sees.
        world: the world.
        table: room for a table (``playout``).
        options: the variant's numbers.
    """
    kind, other = option[KIND], hand_at(world, sight[ROOM], sight[TAKEN])
    if kind == KNOCKING:
        kept = sight[MINE] & ~option[CARD]
        return knocked_with(kept, other, option[SETS], option[RUNS], options)
    if kind == BIG_GIN:
        return gin_deadwood(other) + item_at(options, BIG)
    _set(table, sight, world)
    if kind != LAYING:
        return _worth_of_draw(option, sight, world, table, options)
    if not lay(table, option[CARD]):
        return 0
    theirs = world[sight[UNSEEN]]
    return play_on(table, world, sight[ROOM], options, option[HABIT], theirs)


@rule
def weigh(moves: Any, sight: Any, worlds: Any, table: Any, options: Any, found: Any) -> None:
    """Fill ``found`` with what moves are worth in each world.

    Args:
        moves: the moves, an option a row.
        sight: what the seat sees.
        worlds: the worlds.
        table: room for a table.
        options: the variant's numbers.
        found: array (worlds, moves).
    """
    for row in range(len(worlds)):
        for i in range(len(moves)):
            found[row, i] = worth_of(moves[i], sight, worlds[row], table, options)


# --- Moves of gin rummy weighed in worlds that the other's play makes likely (``weighing``) -------

HABITS = (OURS, FOR_GIN)
"""When the seat knocks later on if it does not now: each is tried, and the better one counts."""
_KINDS = {"knock": KNOCKING, "big": BIG_GIN, "card": LAYING, "pile": TAKING, "stock": DRAWING}


class Option(NamedTuple):
    """A move, and the habit of the seat from then on.

    Args:
        move: the move.
        habit: one of ``HABITS``; of no account where the move ends the deal.
    """

    move: GinMove
    habit: int = OURS


def options_of(moves: Sequence[GinMove]) -> list[Option]:
    """Return some moves as options: once where they end the deal, else once for each habit.

    >>> [str(option.move) for option in options_of(list(map(GinMove.parse, ("big", "stock"))))]
    ['big', 'stock', 'stock']
    """
    return [
        Option(move, habit)
        for move in moves
        for habit in (HABITS if move.kind not in ("knock", "big") else HABITS[:1])
    ]


def weighed(
    state: GinState, options: Sequence[Option], worlds: int, seed: int, stream: int
) -> NDArray[np.int32]:
    """Return the points that moves of the seat on turn bring in worlds, (worlds, options).

    Args:
        state: a position; no more of it counts than what the seat sees.
        options: the moves.
        worlds: how many worlds are drawn.
        seed: 64-bit seed.
        stream: the stream of random numbers.
    """
    seat, variant = state.seat, state.variant
    known, order = known_of(state), _numbers(unseen_by(state))
    drawn = np.empty((worlds, len(order) + 1), np.int64)
    machine(likely_worlds)(known, order, drawn, as_seed(seed), stream)
    top = BITS[state.pile[-1][0]] if state.pile else 0
    sight = (state.hands[seat], state.known[seat], *known[:3].tolist(), state.pile_bits(), top)
    found = np.empty((worlds, len(options)), np.int32)
    machine(weigh)(
        np.array([_row(state, option) for option in options], np.int64),
        np.array(sight, np.int64),
        drawn,
        np.empty(COLUMNS, np.int64),
        np.array([variant.knock, variant.gin, variant.undercut, variant.big], np.int64),
        found,
    )
    return found


def _row(state: GinState, option: Option) -> tuple[int, int, int, int, int]:
    """Return an option as ``weighing.worth`` takes it."""
    move, habit = option
    if move.kind == "pass":
        return LEAVING if state.phase == "first" else LEAVING_TOO, 0, habit, 0, 0
    card = BITS[move.card] if move.card >= 0 else 0
    spread = 0, 0
    if move.kind == "knock":
        spread = move.spread or best_spread(state.hands[state.seat] & ~card)
    return _KINDS[move.kind], card, habit, *spread


def unseen_by(state: GinState) -> int:
    """Return the cards that the seat has not seen: the stock, and the unknown cards of the other."""
    return state.stock | state.hidden(state.seat)


def stream_of(state: GinState, purpose: bytes = b"") -> int:
    """Return the stream of a decision: a hash of its seat's view and of what it is for."""
    view = state.view(state.turn).encode()
    return int.from_bytes(hashlib.blake2b(view, digest_size=7, person=purpose).digest(), "little")


def _numbers(cards: int) -> NDArray[np.int64]:
    return np.array([bit_of(card) for card in cards_of(cards)], np.int64)


# --------------------------------------------------------------------------------------------------
# The judge of recorded deals of gin rummy: what each draw, discard and knock cost, in points
#
# Every legal move is weighed in deals that the other's play makes likely, played on by the quick policy
# for both seats (``weighing``): the best of them is then held against the move that was made in as many
# deals drawn afresh. Points are those of the deal; the score of a match counts for nothing.


@dataclass(frozen=True)
class GinJudge:
    """Judges moves of gin rummy by what their seats saw.

    Args:
        worlds: in how many deals moves are tried, and in how many others the best is held against the
            move that was made.
        seed: 64-bit seed of the deals.

    >>> from suitwise.rummy.gin.game import Gin
    >>> state, _ = Gin().start().rolled(3, 0)
    >>> verdict = GinJudge(worlds=20).verdict(state, state.parse_move("pass"))
    >>> verdict.did, verdict.worlds, verdict.tried
    ('leaves HK', 20, 2)
    """

    worlds: int
    seed: int = 0

    def place(self, state: GinState, made: Sequence[str]) -> Phrase:
        """Return where in a deal a position is: a turn begins with a draw.

        To take the upcard is one, and where both leave it a card of the stock is drawn unasked.
        """
        if state.phase in ("first", "second"):
            return phrase("gin.place.upcard", "upcard")
        drawn = made.count("stock") + made.count("pile") + made.count("pass") // 2
        return turn_named(drawn + (state.phase == "draw"))

    def verdict(self, state: GinState, move: GinMove) -> Verdict:
        """Return what is found of a move."""
        moves = tuple(dict.fromkeys((move, *state.moves())))
        best, made = self._tried(state, moves)
        stream = stream_of(state, b"compared")
        found = weighed(state, (made, best), self.worlds, self.seed, stream)
        top = state.pile[-1][0] if state.pile else -1
        return verdict_of(
            str(best.move),
            (deed(move, top)[0], deed(best.move, top)[1]),
            len(moves),
            found[:, 0],
            found[:, 0] if best.move == move else found[:, 1],
        )

    def _tried(self, state: GinState, moves: tuple[GinMove, ...]) -> tuple[Option, Option]:
        """Return the best option, and the better one of the first move, the best unless it is beaten."""
        options = options_of(moves)
        found = weighed(state, options, self.worlds, self.seed, stream_of(state))
        total = dict(zip(options, found.sum(axis=0).tolist(), strict=True))
        own = [option for option in options if option.move == moves[0]]
        return max(options, key=total.__getitem__), max(own, key=total.__getitem__)
