"""Worlds of gin rummy sampled by the likelihood of the other seat's play, and moves played out in them.

The hands of the other seat are sampled by Metropolis sampling. The evidence of a hand: cards that the
seat left on the pile rarely make a meld with it; each discard costs little under the playout policy
(``evaluation``); cards that it took mostly lie in melds; it has not knocked; and the more turns it has
had, the less deadwood it has. Older turns count less, since hands change. The *surprise* of a hand is
the negative log-likelihood of this evidence, in eighths of a bit. A hand that could knock and has not
belongs to a seat that waits for gin. The sampler is a random walk (Metropolis and others, 1953) that
exchanges a card of the hand for one of the stock. It uses integers only, so it is the same on every
machine.

``weighed`` returns the points that options bring in such worlds, with the rest of the deal played by the
playout policy. ``GinJudge`` uses it to judge recorded moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from typing import Any, NamedTuple

from suitwise.foundation.arrays.compiled import count_bits, item_at, machine, rule
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.players.review import Verdict, verdict_of
from suitwise.players.turns import stream_of
from suitwise.rummy.face import deed, turn_named
from suitwise.rummy.gin.players.evaluation import (
    AT_ONCE,
    FOR_GIN,
    OURS,
    cheapest,
    discard_cost,
    knocking_card,
    wants,
)
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
    meldable,
    points_of,
)
from suitwise.rummy.gin.state import PILE_AT_WALL, GinState
from suitwise.seeds import as_seed, below, word

# --- Likely hands of the other seat ---------------------------------------------------------------

# The layout of the evidence, KNOWN_COLUMNS numbers.
TAKEN = 0
"""The cards that the other seat took and holds."""
ROOM = 1
"""The number of its other cards."""
UNSEEN = 2
"""The number of cards that it may hold."""
SEEN = 3
"""The cards of the pile, and those known to be in one's own hand."""
MOST_KEPT = 4
"""The most deadwood to knock with."""
AT_ONCE_OF = 5
"""Of 1,024 seats that have not knocked by now, the number that knock as soon as they can."""
WAITING = 6
"""The surprise of a hand that could have knocked."""
PASSES = 7
"""The number of recent cards that the seat left on the pile."""
LAYS = 8
"""The number of recent cards that it laid."""
SHARPENED = 9
"""The surprise of a point of deadwood, in eighths."""
EVIDENCE = 10
"""The cards left, then the cards laid, each newest first with room for RECENT."""
RECENT = 6
KNOWN_COLUMNS = EVIDENCE + 2 * RECENT

_FADING = (16, 14, 12, 10, 8, 6)
"""The weights of turns, newest first, in sixteenths."""
_LEFT_A_MELD = 40
"""The surprise if a card that makes a meld with the hand was left."""
_TOOK_NO_MELD = 16
"""The surprise if a card that was taken is in no meld."""
_DEAR = 40
"""The greatest surprise of a discard; its surprise is its extra cost in eighths of a point."""
_IMPOSSIBLE = 1 << 16
_ACCEPTED = tuple(round((1 << 20) * 0.5 ** (k / 8)) for k in range(160))
"""The acceptance probability, times 2 to the 20, of a step that increases the surprise by k."""
_WARM, _STEPS = 150, 12
"""The number of steps before the first hand, and between two hands."""


@rule
def surprise(hand: int, known: Any) -> int:
    """Return the surprise of a hand of ten: the negative log-likelihood of the evidence."""
    total = 0
    loose = int(known[TAKEN]) & ~meldable(hand)
    while loose:
        total += _TOOK_NO_MELD
        loose &= loose - 1
    for i in range(known[PASSES]):
        card = known[EVIDENCE + i]
        if meldable(hand | card) & card:
            total += _LEFT_A_MELD * _FADING[i] >> 4
    unseen = PACK & ~(hand | known[SEEN])
    for i in range(known[LAYS]):
        card = known[EVIDENCE + RECENT + i]
        _, least = cheapest(hand | card, hand | card, unseen, 0)
        dear = discard_cost(hand | card, card, unseen, 0) - least
        total += min(dear, _DEAR) * _FADING[i] >> 4
    deadwood = gin_deadwood(hand)
    total += deadwood * known[SHARPENED] >> 3
    if known[WAITING]:
        if deadwood == 0:
            total += _IMPOSSIBLE
        elif deadwood <= known[MOST_KEPT]:
            total += known[WAITING]
    return int(total)


@rule
def hand_at(order: Any, room: int, taken: int) -> int:
    """Return the hand that consists of the cards taken and the first ``room`` cards of an order."""
    hand = taken
    for i in range(room):
        hand |= 1 << order[i]
    return hand


@rule
def _mixed(order: Any, first: int, size: int, seed: int, stream: int, index: int) -> int:
    """Shuffle the part of an order from ``first``; return the next index of the stream."""
    for i in range(size - 1, first, -1):
        j, index = below(i - first + 1, seed, stream, index)
        kept = order[i]
        order[i] = order[first + j]
        order[first + j] = kept
    return index


@rule
def _habit_of(hand: int, known: Any, number: int) -> int:
    """Return a random habit of the other seat given its hand, by a random number of 32 bits."""
    if not known[WAITING] or gin_deadwood(hand) > known[MOST_KEPT]:
        if number & 1023 < known[AT_ONCE_OF]:
            return AT_ONCE
        return FOR_GIN if number >> 10 & 1 else OURS
    return FOR_GIN


@rule
def likely_worlds(known: Any, order: Any, worlds: Any, seed: int, stream: int) -> None:
    """Sample worlds, a row each: the unseen cards, first the other seat's, then the stock; its habit.

    Args:
        known: the evidence, KNOWN_COLUMNS numbers.
        order: the bit indexes of the unseen cards, shuffled.
        worlds: array (worlds, unseen cards + 1), filled.
        seed: 64-bit seed.
        stream: the stream of the decision.
    """
    room, size, taken = known[ROOM], known[UNSEEN], known[TAKEN]
    index = _mixed(order, 0, size, seed, stream, 0)
    hand = hand_at(order, room, taken)
    now = surprise(hand, known)
    for row in range(len(worlds)):
        for _ in range((_WARM if row == 0 else _STEPS) if room else 0):
            i, index = below(room, seed, stream, index)
            j, index = below(size - room, seed, stream, index)
            j += room
            other = hand & ~(1 << order[i]) | 1 << order[j]
            then = surprise(other, known)
            more = then - now
            index += 1
            if more <= 0 or (
                more < len(_ACCEPTED) and word(seed, stream, index) & 0xFFFFF < _ACCEPTED[more]
            ):
                kept = order[i]
                order[i] = order[j]
                order[j] = kept
                hand, now = other, then
        index = _mixed(order, room, size, seed, stream, index)
        for k in range(size):
            worlds[row, k] = order[k]
        worlds[row, size] = _habit_of(hand, known, word(seed, stream, index))
        index += 1


# --- The evidence of a position -------------------------------------------------------------------
#
# The other seat either knocks as soon as it can or waits for gin. The longer nobody has knocked, the
# less likely is the first kind, by Bayes' rule. ``_SURVIVING`` is the ratio of the probabilities that
# a seat of the first and of the second kind has not knocked at a height of the pile, measured in games
# between the two. ``_SHARPENED`` was fitted so that sampled hands have on average the deadwood of the
# hands of ``rules`` in 120 games.

AT_ONCE_SHARE = 0.9
"""The prior share of players that knock as soon as they can."""
_SURVIVING = (1, 1, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42, 0.35, 0.3, 0.25, 0.2)
_SHARPENED = (4, 4, 6, 8, 8, 10, 10, 11, 12, 14)
"""Both tables: an entry for every two cards of the pile, the last for all higher piles."""


def known_of(state: GinState) -> NDArray[np.int64]:
    """Return the evidence that the seat on turn has of the other hand."""
    seat, other = state.seat, 1 - state.seat
    passed, laid = passed_by(state, other), laid_by(state, other)
    hidden = state.hidden(seat)
    share = at_once_by(len(state.pile))
    has_moved = bool(laid or state.known[other])
    known = np.zeros(KNOWN_COLUMNS, np.int64)
    known[:EVIDENCE] = (
        state.known[other],
        hidden.bit_count(),
        (hidden | state.stock).bit_count(),
        state.pile_bits() | state.known[seat],
        state.variant.knock,
        round(1024 * share),
        round(-8 * log2(1 - share)) if has_moved else 0,
        len(passed),
        len(laid),
        _by_height(_SHARPENED, len(state.pile)) if has_moved else 0,
    )
    known[EVIDENCE : EVIDENCE + len(passed)] = passed
    known[EVIDENCE + RECENT : EVIDENCE + RECENT + len(laid)] = laid
    return known


def passed_by(state: GinState, other: int) -> list[int]:
    """Return the newest cards that the other seat left on the pile, as bits, newest first."""
    left = [
        BITS[card]
        for card, layer in reversed(state.pile)
        if layer == 1 - other or (layer < 0 and state.phase != "first")
    ]
    return left[:RECENT]


def laid_by(state: GinState, other: int) -> list[int]:
    """Return the newest cards that the other seat laid on the pile, as bits, newest first."""
    return [BITS[card] for card, layer in reversed(state.pile) if layer == other][:RECENT]


def at_once_by(height: int) -> float:
    """Return the posterior probability that a seat that has not knocked by now knocks when it can.

    Args:
        height: the number of cards of the pile.

    >>> round(at_once_by(2), 2), round(at_once_by(20), 2)
    (0.9, 0.73)
    """
    left = AT_ONCE_SHARE * _by_height(_SURVIVING, height)
    return left / (left + 1 - AT_ONCE_SHARE)


def _by_height(numbers: tuple[float, ...], height: int) -> float:
    return numbers[min(height // 2, len(numbers) - 1)]


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
# A world is a row of ``likely_worlds``: the unseen cards, first those of the other seat,
# then the stock in the order in which it is drawn; and the habit of the other seat. The deciding seat
# is seat 0.

MINE, MINE_KNOWN, PILED, TOPMOST = range(UNSEEN + 1, UNSEEN + 5)
"""The layout of a sight: it begins as the evidence does, with TAKEN, ROOM and UNSEEN; then follow the
seat's hand, its cards known to the other seat, the pile, and the top of the pile."""
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
    sight = (*known[: UNSEEN + 1], state.hands[seat], state.known[seat], state.pile_bits(), top)
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
