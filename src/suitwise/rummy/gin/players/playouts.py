"""Monte Carlo evaluation of moves at gin rummy, by playouts in likely worlds; the judge of records.

``weighed`` returns the points that options bring in sampled worlds, with the rest of the deal played by
the playout policy (``evaluation``). ``GinJudge`` uses it to judge recorded moves.
"""

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
from suitwise.rummy.gin.players.evaluation import FOR_GIN, OURS, cheapest, knocking_card, wants
from suitwise.rummy.gin.players.likely_hands import hand_at, known_of, likely_worlds
from suitwise.rummy.gin.players.rule_based import unseen_by
from suitwise.rummy.gin.rules import (
    BITS,
    PACK,
    GinMove,
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

# --- Playouts: a deal played to its end by the playout policy -------------------------------------
#
# The draws come from a fixed order of the stock, so that the options of a decision are compared in the
# same worlds. A *table* is a row of COLUMNS integers with words of bits:

HANDS = 0
"""The hands of both seats."""
KNOWN = HANDS + 2
"""The cards that each seat took from the pile and still holds."""
PILE = KNOWN + 2
TOP = PILE + 1
MOVER = TOP + 1
"""The seat that is to draw."""
COLUMNS = MOVER + 1

KNOCK, GIN, UNDERCUT, BIG = range(4)
"""The layout of a variant's options: the most to knock with, and the bonuses."""
_LONGEST = 100
"""A playout is void after this many turns, since seats could exchange cards through the pile forever."""


@rule
def knocked(hand: int, other: int, options: Any) -> int:
    """Return the score of a knock, or gin, for the knocker.

    Args:
        hand: the knocker's ten cards.
        other: the defender's ten cards.
        options: the variant's options.
    """
    sets, runs = best_spread(hand)
    return knocked_with(hand, other, sets, runs, options)


@rule
def knocked_with(hand: int, other: int, sets: int, runs: int, options: Any) -> int:
    """Return the score of a knock that lays down given sets and runs."""
    kept = points_of(hand & ~(sets | runs))
    left = gin_deadwood(other & ~laid_off(other, kept, sets, runs))
    return knock_score(kept, left, options[GIN], options[UNDERCUT])


@rule
def lay(table: Any, card: int) -> bool:
    """Discard a card of the mover and pass the turn; return whether the deal goes on."""
    seat = table[MOVER]
    table[HANDS + seat] &= ~card
    table[KNOWN + seat] &= ~card
    table[PILE] |= card
    table[TOP] = card
    table[MOVER] = 1 - seat
    return count_bits(table[PILE]) < PILE_AT_WALL


@rule
def wishes(table: Any) -> bool:
    """Return whether the mover takes the top of the pile."""
    seat = table[MOVER]
    hand, taken = table[HANDS + seat], table[KNOWN + 1 - seat]
    return wants(hand, table[TOP], PACK & ~(hand | table[PILE] | taken), taken)


@rule
def turn(table: Any, order: Any, at: int, takes: bool, options: Any, habit: int) -> tuple[int, int]:
    """Let the mover draw, and knock or discard by the playout policy.

    Args:
        table: the table, changed.
        order: see ``play_on``.
        at: the index of the next card of the stock.
        takes: whether the mover takes the top of the pile.
        options: the variant's options.
        habit: the mover's habit.

    Returns:
        The index of the next card of the stock, -1 if the deal has ended; and the points of seat 0.
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
    """Play a deal to its end from a draw; return the points of seat 0, 0 if the deal is void.

    Args:
        table: the table, changed.
        order: the bit indexes of the stock's cards in the order in which they are drawn.
        at: the index of the next card of the stock.
        options: the variant's options.
        mine: the habit of seat 0.
        theirs: the habit of seat 1.
    """
    for _ in range(_LONGEST):
        habit = mine if table[MOVER] == 0 else theirs
        at, points = turn(table, order, at, wishes(table), options, habit)
        if at < 0:
            return points
    return 0


# --- The points of a move in a world --------------------------------------------------------------
#
# A world is a row of ``likely_hands.likely_worlds``: the unseen cards, first those of the other seat,
# then the stock in the order in which it is drawn; and the habit of the other seat. The deciding seat
# is seat 0.

MINE, MINE_KNOWN, TAKEN, ROOM, UNSEEN, PILED, TOPMOST = range(7)
"""The layout of a sight: the seat's hand, its cards known to the other seat, the cards that the other
took, the number of its other cards, the number of unseen cards, the pile, the top of the pile."""
SIGHT = TOPMOST + 1
KNOCKING, BIG_GIN, LAYING, TAKING, DRAWING, LEAVING, LEAVING_TOO = range(7)
"""The kinds of move: knock, show big gin, discard and play on, take the top of the pile, draw from the
stock, leave the upcard to the other seat, leave it after the other seat has."""
KIND, CARD, HABIT, SETS, RUNS = range(5)
"""The layout of an option: its kind, the discard as a bit, the seat's own habit from then on, the sets
and the runs of a knock."""
OPTION = RUNS + 1


@rule
def _set(table: Any, sight: Any, world: Any) -> None:
    """Fill a table from a sight and a world."""
    table[HANDS] = sight[MINE]
    table[HANDS + 1] = hand_at(world, sight[ROOM], sight[TAKEN])
    table[KNOWN], table[KNOWN + 1] = sight[MINE_KNOWN], sight[TAKEN]
    table[PILE], table[TOP], table[MOVER] = sight[PILED], sight[TOPMOST], 0


@rule
def _worth_of_draw(option: Any, sight: Any, world: Any, table: Any, options: Any) -> int:
    """Return the points that a draw, or leaving the upcard, brings in a world."""
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
        sight: the sight of the seat.
        world: the world.
        table: workspace for a table.
        options: the variant's options.
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
    """Fill ``found`` with the points that moves bring in each world.

    Args:
        moves: the moves, an option a row.
        sight: the sight of the seat.
        worlds: the worlds.
        table: workspace for a table.
        options: the variant's options.
        found: array (worlds, moves).
    """
    for row in range(len(worlds)):
        for i in range(len(moves)):
            found[row, i] = worth_of(moves[i], sight, worlds[row], table, options)


# --- Options of a position in sampled worlds ------------------------------------------------------

HABITS = (OURS, FOR_GIN)
"""The habits that are tried for the seat if it plays on; the better one counts."""
_KINDS = {"knock": KNOCKING, "big": BIG_GIN, "card": LAYING, "pile": TAKING, "stock": DRAWING}


class Option(NamedTuple):
    """A move, and the habit of the seat from then on.

    Args:
        move: the move.
        habit: one of ``HABITS``; irrelevant if the move ends the deal.
    """

    move: GinMove
    habit: int = OURS


def options_of(moves: Sequence[GinMove]) -> list[Option]:
    """Return moves as options: one for a move that ends the deal, else one for each habit.

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
    """Return the points that options of the seat on turn bring in worlds, array (worlds, options).

    Args:
        state: a position; only what the seat sees is used.
        options: the options.
        worlds: the number of worlds to sample.
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
    """Return an option as a row for ``weigh``."""
    move, habit = option
    if move.kind == "pass":
        return LEAVING if state.phase == "first" else LEAVING_TOO, 0, habit, 0, 0
    card = BITS[move.card] if move.card >= 0 else 0
    spread = 0, 0
    if move.kind == "knock":
        spread = move.spread or best_spread(state.hands[state.seat] & ~card)
    return _KINDS[move.kind], card, habit, *spread


def stream_of(state: GinState, purpose: bytes = b"") -> int:
    """Return the random stream of a decision: a hash of the seat's view and of a purpose."""
    view = state.view(state.turn).encode()
    return int.from_bytes(hashlib.blake2b(view, digest_size=7, person=purpose).digest(), "little")


def _numbers(cards: int) -> NDArray[np.int64]:
    return np.array([bit_of(card) for card in cards_of(cards)], np.int64)


# --- The judge of recorded deals ------------------------------------------------------------------
#
# Every legal move is evaluated in sampled worlds; the best is then compared with the move that was made
# in a fresh sample of the same size. Points are those of the deal; the score of a match is ignored.


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
        drawn = made.count("stock") + made.count("pile") + made.count("pass") // 2
        return turn_named(drawn + (state.phase == "draw"))

    def verdict(self, state: GinState, move: GinMove) -> Verdict:
        """Return the verdict on a move."""
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
        """Return the best option of all moves, and the best option of the first move."""
        options = options_of(moves)
        found = weighed(state, options, self.worlds, self.seed, stream_of(state))
        total = dict(zip(options, found.sum(axis=0).tolist(), strict=True))
        own = [option for option in options if option.move == moves[0]]
        return max(options, key=total.__getitem__), max(own, key=total.__getitem__)
