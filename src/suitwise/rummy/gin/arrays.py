"""Gin rummy as flat records, for stepping many deals at once in compiled code.

A record is a row of integers that is changed in place (``stepping.loop``). It follows the same rules as
a position (``gin.state``), for single deals without declared melds and with the best lay-offs; tests
compare the two. Cards are
words of bits (``gin.rules.deadwood``).

A record does not hold the stock: it is the cards that lie nowhere else, and a draw takes any of them.
Nor does it hold the order of the pile, only its top and the card below. That is enough, since a seat
that takes the top uncovers the card below, and covers it with a discard in the same turn.
"""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import count_bits, fitted, lowest_bit, rule
from suitwise.foundation.arrays.words import bit_numbered
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.players.evaluation import (
    DANGER,
    LOOK,
    lookahead_discard,
    lookahead_takes_top,
)
from suitwise.rummy.gin.rules.deadwood import (
    PACK,
    ROW,
    best_discard,
    bit_of,
    card_at,
    cards_of,
    deadwood_after_discard,
    gin_deadwood,
    is_melded,
    least_with_sets,
    low_run_cards,
    melded_points,
    plain_least_with_sets,
    plain_melded_points,
    plain_points_of,
    points_of,
    run_cards,
)
from suitwise.rummy.gin.rules.house import PLAIN_ACES
from suitwise.rummy.gin.rules.moves import (
    BIG,
    DISCARDS,
    KNOCKS,
    PASS_NUMBER,
    PILE_NUMBER,
    STOCK_NUMBER,
    GinMove,
)
from suitwise.rummy.gin.rules.showdown import (
    best_spread,
    knock_limit,
    knock_score,
    knocking_cards,
    laid_off,
)
from suitwise.rummy.gin.state import PHASES, WALL, GinState
from suitwise.rummy.gin.view import PLANE, SIZE, write_cards, write_numbers
from suitwise.seeds import below
from suitwise.stepping import loop
from suitwise.stepping.loop import HEAD, NOBODY, RANDOM, SEED, STREAM, drawn, note, opened

SEATS, MOST_DEADWOOD, GIN_BONUS, UNDERCUT_BONUS, BIG_BONUS, MOST_IDLE = range(6)
"""The columns of a variant's options: the number of seats, the most deadwood to knock with, the bonuses,
and the number of turns in a row without a card from the stock after which a deal is void."""
OKLAHOMA, SPADES, CARDS, ACES, ON_GIN, TIE, KEEPS_UPCARD = range(6, 13)
"""Then those of clubs: how the upcard limits a knock, the factor of a spade turned up, the cards of a
hand, the rules about aces, whether cards are laid off on gin, whether the knocker wins a tie, and
whether the upcard is observed."""

# A record. The first columns belong to ``stepping.loop``; of two columns, the first is that of seat 0.
#
# ===========  =====================================================================================
# name         meaning
# ===========  =====================================================================================
# HANDS (2)    the cards of each seat
# LAID (2)     the cards of the pile that each seat laid there; the upcard is nobody's
# KNOWN (2)    the cards that each seat took from the pile and still holds
# PILE         the cards of the pile
# TOP          its top, a bit
# BELOW        the card that lay below the top when a seat last had to draw, a bit
# TAKEN        the card that the seat on turn took from the pile in this turn, a bit, or 0
# PHASE        the phase, see below
# MOVER        the seat that the phase is about
# KNOCK_CARDS  the cards that the seat on turn can knock with
# HAS_BIG      1 if it can show big gin
# SCORE        the points of seat 0
# IDLE         the number of turns in a row in which a card was taken from the pile
# UPCARD       the card that was turned up, a bit
# ===========  =====================================================================================

HANDS = HEAD
LAID = HANDS + 2
KNOWN = LAID + 2
PILE = KNOWN + 2
TOP, BELOW, TAKEN, PHASE, MOVER, KNOCK_CARDS, HAS_BIG, SCORE, IDLE, UPCARD, COLUMNS = range(
    PILE + 1, PILE + 12
)

DEALING, FIRST, SECOND, DRAW, STOCK, DISCARD, KNOCKED, GINNED, BIG_GINNED, WALLED = range(
    len(PHASES)
)
"""The phases, in the order of ``state.PHASES``."""


def options_of(variant: Gin) -> tuple[int, ...]:
    """Return the options of a variant as numbers.

    Raises:
        SuitwiseError: the variant is a match or declares melds, or asks the defender for lay-offs.

    >>> from suitwise.rummy.gin.game import Gin
    >>> options_of(Gin(big=31))[: MOST_IDLE + 1]
    (2, 10, 25, 25, 31, 50)
    """
    if variant.to or variant.declare:
        raise SuitwiseError(
            f"{variant}: single deals are played, without declared melds: to=0, declare=no"
        )
    if variant.layoff == "ask":
        raise SuitwiseError(f"{variant}: the best lay-offs are made: layoff=best")
    numbers = 2, variant.knock, variant.gin, variant.undercut, variant.big, variant.idle
    return (
        *numbers,
        variant.oklahoma_limit,
        variant.spades,
        variant.cards,
        variant.aces,
        int(variant.gin_layoff),
        int(variant.tie == "knocker"),
        int(variant.keeps_upcard),
    )


# --- The course of a deal -------------------------------------------------------------------------


@rule
def stock_of(record: Any) -> int:
    """Return the stock: the cards that lie nowhere else."""
    return PACK & ~int(record[HANDS] | record[HANDS + 1] | record[PILE])


@rule
def free_cards(record: Any) -> int:
    """Return the cards that the seat on turn may discard."""
    return int(record[HANDS + record[MOVER]]) & ~int(record[TAKEN])


@rule
def begin_deal(record: Any, first: int, second: int, upcard: int) -> None:
    """Begin a deal that seat 1 has dealt: seat 0 may take the upcard.

    Args:
        record: the record.
        first: seat 0's cards.
        second: seat 1's cards.
        upcard: the card turned up, a bit.

    >>> record = [0] * COLUMNS
    >>> begin_deal(record, 0x3FF, 0x3FF << 16, 1 << 32)
    >>> record[PHASE] == FIRST, count_bits(stock_of(record))
    (True, 31)
    """
    for column in range(HEAD, COLUMNS):
        record[column] = 0
    record[HANDS], record[HANDS + 1] = first, second
    record[PILE] = record[TOP] = record[UPCARD] = upcard
    record[PHASE] = FIRST


@rule
def play_move(record: Any, options: Any, move: int) -> bool:
    """Make a legal move; return whether the seat on turn is then dealt a card of the stock (``give``).

    Args:
        record: the record.
        options: the variant's options.
        move: the number of the move.
    """
    if move == PILE_NUMBER:
        _take_top(record, options)
    elif move == PASS_NUMBER:
        record[MOVER] = 1 - record[MOVER]
        record[PHASE] = SECOND if record[PHASE] == FIRST else STOCK
    elif move == STOCK_NUMBER:
        record[PHASE] = STOCK
        record[IDLE] = 0
    elif move < KNOCKS:
        _discard(record, options, 1 << bit_of(move - DISCARDS))
    elif move < BIG:
        _lay(record, 1 << bit_of(move - KNOCKS))
        deadwood = gin_deadwood(record[HANDS + record[MOVER]], options[ACES])
        _end(record, options, KNOCKED if deadwood else GINNED)
    else:
        _end(record, options, BIG_GINNED)
    return bool(record[PHASE] == STOCK)


@rule
def give(record: Any, options: Any, card: int) -> None:
    """Give the seat on turn a card of the stock, a bit. It then has to discard."""
    record[HANDS + record[MOVER]] |= card
    _must_discard(record, options)


@rule
def _take_top(record: Any, options: Any) -> None:
    card, seat = record[TOP], record[MOVER]
    record[HANDS + seat] |= card
    record[KNOWN + seat] |= card
    record[LAID + 1 - seat] &= ~card
    record[PILE] &= ~card
    record[TAKEN] = card
    record[TOP] = record[BELOW]
    record[IDLE] += 1
    _must_discard(record, options)


@rule
def _must_discard(record: Any, options: Any) -> None:
    hand = record[HANDS + record[MOVER]]
    record[PHASE] = DISCARD
    most = knock_limit(options[MOST_DEADWOOD], options[OKLAHOMA], record[UPCARD])
    record[KNOCK_CARDS] = knocking_cards(hand, free_cards(record), most, options[ACES])
    record[HAS_BIG] = int(options[BIG_BONUS] > 0 and is_melded(hand, options[ACES]))


@rule
def _lay(record: Any, card: int) -> None:
    """Lay a card of the hand on the pile."""
    seat = record[MOVER]
    record[HANDS + seat] &= ~card
    record[KNOWN + seat] &= ~card
    record[LAID + seat] |= card
    record[PILE] |= card
    record[BELOW] = record[TOP]
    record[TOP] = card
    record[TAKEN] = 0


@rule
def _discard(record: Any, options: Any, card: int) -> None:
    _lay(record, card)
    if count_bits(stock_of(record)) == WALL or record[IDLE] == options[MOST_IDLE]:
        record[PHASE] = WALLED
    else:
        record[PHASE] = DRAW
        record[MOVER] = 1 - record[MOVER]


@rule
def _end(record: Any, options: Any, phase: int) -> None:
    """End the deal with a knock, gin or big gin, and score it."""
    seat = record[MOVER]
    record[PHASE] = phase
    record[TAKEN] = record[IDLE] = 0
    score = score_of(record[HANDS + seat], record[HANDS + 1 - seat], options)
    if record[UPCARD] & ROW:
        score *= options[SPADES]
    record[SCORE] = score if seat == 0 else -score


@rule
def score_of(hand: int, other: int, options: Any) -> int:
    """Return the score of a knock, not doubled, for the knocker, who lays down the best melds.

    Args:
        hand: the knocker's cards, eleven if they are big gin.
        other: the defender's cards.
        options: the variant's options.
    """
    aces, on_gin = options[ACES], options[ON_GIN]
    sets, runs = best_spread(hand, aces)
    deadwood = points_of(hand & ~(sets | runs), aces)
    bonus = options[GIN_BONUS] if count_bits(hand) == options[CARDS] else options[BIG_BONUS]
    left = gin_deadwood(other & ~laid_off(other, deadwood, sets, runs, aces, on_gin), aces)
    if on_gin and deadwood == 0 and left == 0:
        return 0
    return knock_score(deadwood, left, bonus, options[UNDERCUT_BONUS], options[TIE])


# --- Legal moves ----------------------------------------------------------------------------------


@rule
def count_moves(record: Any) -> int:
    """Return the number of legal moves; the deal must not be over."""
    if record[PHASE] != DISCARD:
        return 2
    return count_bits(free_cards(record)) + count_bits(record[KNOCK_CARDS]) + int(record[HAS_BIG])


@rule
def nth_move(record: Any, number: int) -> int:
    """Return a legal move by its index: the pile first, or discards, then knocks, then big gin."""
    if record[PHASE] != DISCARD:
        if number == 0:
            return PILE_NUMBER
        return STOCK_NUMBER if record[PHASE] == DRAW else PASS_NUMBER
    free, knocking = free_cards(record), int(record[KNOCK_CARDS])
    discards = count_bits(free)
    if number < discards:
        return DISCARDS + card_at(bit_numbered(free, number))
    number -= discards
    if number < count_bits(knocking):
        return KNOCKS + card_at(bit_numbered(knocking, number))
    return BIG


# --- Policies -------------------------------------------------------------------------------------
#
# ``greedy`` plays like ``players.rule_based.GreedyGinPlayer``, and ``rules`` like ``GinPlayer`` with its
# default weights.

POLICIES = ("random", "greedy", "rules")
GREEDY, RULES = 1, 2


@rule
def policy_move(record: Any, options: Any, policy: int) -> int:
    """Return the number of the move that a policy makes for the seat on turn.

    Args:
        record: the record.
        options: the variant's options.
        policy: ``GREEDY`` or ``RULES``.
    """
    hand, aces = record[HANDS + record[MOVER]], options[ACES]
    if record[PHASE] != DISCARD:
        if _takes_top(record, aces, policy):
            return PILE_NUMBER
        return STOCK_NUMBER if record[PHASE] == DRAW else PASS_NUMBER
    if record[HAS_BIG]:
        return BIG
    if record[KNOCK_CARDS]:
        return KNOCKS + best_discard(hand, record[KNOCK_CARDS], aces)
    free = free_cards(record)
    if policy == GREEDY:
        return DISCARDS + best_discard(hand, free, aces)
    card = lookahead_discard(hand, free, *_knowledge(record), DANGER, LOOK, aces)
    return DISCARDS + card_at(lowest_bit(card))


@rule
def _takes_top(record: Any, aces: int, policy: int) -> bool:
    """Return whether the seat on turn takes the top of the pile."""
    hand, top = record[HANDS + record[MOVER]], record[TOP]
    if policy == GREEDY:
        return deadwood_after_discard(hand | top, hand, aces) < gin_deadwood(hand, aces)
    return lookahead_takes_top(hand, top, *_knowledge(record), DANGER, LOOK, aces)


@rule
def _knowledge(record: Any) -> tuple[int, int, int]:
    """Return what the seat on turn knows: ``unseen``, ``taken``, ``hidden`` (``players.evaluation``)."""
    other = 1 - record[MOVER]
    taken = int(record[KNOWN + other])
    hidden = int(record[HANDS + other]) & ~taken
    return stock_of(record) | hidden, taken, count_bits(hidden)


# --- Chance ---------------------------------------------------------------------------------------
#
# Functions named ``…_own`` draw from the game's own streams of chance, and note each move. They replay a
# game of ``GinState`` card by card; the others draw from the quick stream of the record.

_MOST_MOVES = 1024
"""The most moves of a deal that a record of it has room for; random players need about 125."""
_PLAIN_S = 0.05
"""The assumed seconds of a deal in plain Python: half of what ``rules`` takes, ten times the others."""


@rule
def draw_card(cards: int, stream: int) -> tuple[int, int]:
    """Draw one of these cards uniformly; return it as a bit, and the advanced stream."""
    number, stream = drawn(count_bits(cards), stream)
    return 1 << bit_numbered(cards, number), stream


@rule
def draw_hand(cards: int, size: int, stream: int) -> tuple[int, int]:
    """Draw a hand of these cards; return it and the advanced stream."""
    left = cards
    for _ in range(size):
        card, stream = draw_card(left, stream)
        left &= ~card
    return cards & ~left, stream


@rule
def deal(record: Any, options: Any, seed: int, number: int) -> None:
    """Deal both hands and turn a card up; seat 1 is the dealer.

    >>> record = [0] * COLUMNS
    >>> deal(record, options_of(Gin()), 7, 0)
    >>> [count_bits(cards) for cards in (record[HANDS], record[HANDS + 1], stock_of(record))]
    [10, 10, 31]
    """
    stream = opened(seed, 2 * number)
    first, stream = draw_hand(PACK, options[CARDS], stream)
    second, stream = draw_hand(PACK & ~first, options[CARDS], stream)
    upcard, stream = draw_card(PACK & ~(first | second), stream)
    begin_deal(record, first, second, upcard)


@rule
def draw_own(record: Any, cards: int, seed: int, stream: int, moves: Any) -> int:
    """Draw one of these cards as ``GinState.chance_move`` does; return it as a bit."""
    place, record[STREAM] = below(count_bits(cards), seed, stream, int(record[STREAM]))
    number = bit_numbered(cards, place)
    note(record, moves, DISCARDS + card_at(number))
    return 1 << number


@rule
def deal_own(record: Any, options: Any, seed: int, stream: int, moves: Any) -> None:
    """Deal card by card, seat 0 first, and turn one up, as ``GinState.rolled`` does from a stream.

    >>> record = [0] * COLUMNS
    >>> deal_own(record, options_of(Gin()), 1, 0, [])
    >>> state, index = Gin().start().rolled(seed=1, stream=0)
    >>> tuple(record[HANDS : HANDS + 2]) == state.hands, record[STREAM] == index
    (True, True)
    """
    first = second = 0
    record[STREAM] = 0
    for _ in range(options[CARDS]):
        first |= draw_own(record, PACK & ~(first | second), seed, stream, moves)
        second |= draw_own(record, PACK & ~(first | second), seed, stream, moves)
    upcard = draw_own(record, PACK & ~(first | second), seed, stream, moves)
    begin_deal(record, first, second, upcard)


# --- The interface of ``stepping.loop`` -----------------------------------------------------------


@rule
def turn(record: Any, options: Any) -> int:
    """Return the seat on turn, or ``NOBODY`` if the deal is over."""
    return int(record[MOVER]) if record[PHASE] < KNOCKED else NOBODY


@rule
def is_legal(record: Any, options: Any, action: int) -> bool:
    """Return whether the seat on turn may make a numbered move."""
    phase = int(record[PHASE])
    if phase >= KNOCKED or not 0 <= action <= BIG:
        return False
    if action == PILE_NUMBER:
        return phase < DISCARD
    if action == STOCK_NUMBER:
        return phase == DRAW
    if action == PASS_NUMBER:
        return phase < DRAW
    if phase != DISCARD:
        return False
    if action < KNOCKS:
        return free_cards(record) >> bit_of(action - DISCARDS) & 1 == 1
    if action < BIG:
        return int(record[KNOCK_CARDS]) >> bit_of(action - KNOCKS) & 1 == 1
    return int(record[HAS_BIG]) == 1


@rule
def act(record: Any, options: Any, action: int) -> None:
    """Make a legal move; if a card of the stock is drawn, it is chosen at random."""
    if play_move(record, options, action):
        card, record[STREAM] = draw_card(stock_of(record), record[STREAM])
        give(record, options, card)


@rule
def act_own(record: Any, options: Any, action: int, stream: int, moves: Any) -> None:
    """Make a legal move; a card of the stock is drawn from a stream of the game's chance."""
    if play_move(record, options, action):
        card = draw_own(record, stock_of(record), int(record[SEED]), stream, moves)
        give(record, options, card)


@rule
def play_other(record: Any, options: Any, policy: int) -> None:
    """Let the seat on turn move at random, or by a deterministic policy."""
    if policy != RANDOM:
        act(record, options, policy_move(record, options, policy))
        return
    number, record[STREAM] = drawn(count_moves(record), record[STREAM])
    act(record, options, nth_move(record, number))


@rule
def choose_own(record: Any, options: Any, policy: int) -> int:
    """Return the move of a deterministic policy."""
    return policy_move(record, options, policy)


@rule
def nth_own(record: Any, options: Any, allowed: Any, place: int) -> int:
    """Return a legal move by its index in ``GinState.moves``, which lists the stock first."""
    if record[PHASE] == DRAW:
        return STOCK_NUMBER if place == 0 else PILE_NUMBER
    return nth_move(record, place)


# --- Outcomes, observations, legal moves ----------------------------------------------------------


@rule
def score_for(record: Any, seat: int) -> int:
    """Return the points that a seat scored, negative if the other seat scored."""
    return int(record[SCORE]) if seat == 0 else -int(record[SCORE])


@rule
def outcome(record: Any, options: Any, seat: int) -> float:
    """Return the lead of a seat in points."""
    return float(score_for(record, seat))


@rule
def observe(record: Any, options: Any, seat: int, seen: Any) -> None:
    """Write the observation of a seat into zeros: the same as ``GinView.observation_of``."""
    other = 1 - seat
    theirs = record[HANDS + other]
    visible = record[KNOWN + other]
    if KNOCKED <= record[PHASE] < WALLED:
        visible = theirs
    write_cards(seen, 0, record[HANDS + seat])
    write_cards(seen, PLANE, record[KNOWN + seat])
    write_cards(seen, 2 * PLANE, visible)
    write_cards(seen, 3 * PLANE, record[PILE])
    write_cards(seen, 4 * PLANE, record[LAID + other])
    write_cards(seen, 5 * PLANE, record[TOP])
    write_cards(seen, 6 * PLANE, record[TAKEN])
    score = score_for(record, seat)
    write_numbers(
        seen,
        record[PHASE],
        record[MOVER] == seat,
        seat == 1,
        count_bits(stock_of(record)),
        count_bits(theirs & ~visible),
        max(score, 0),
        max(-score, 0),
        record[IDLE] / options[MOST_IDLE],
        options[CARDS],
    )
    if options[KEEPS_UPCARD]:
        write_cards(seen, SIZE, record[UPCARD])


@rule
def allow(record: Any, options: Any, allowed: Any) -> None:
    """Write a 1 for each legal move of the seat on turn into zeros."""
    phase = record[PHASE]
    if phase < DISCARD:
        allowed[PILE_NUMBER] = 1
        allowed[STOCK_NUMBER if phase == DRAW else PASS_NUMBER] = 1
    elif phase == DISCARD:
        write_cards(allowed, DISCARDS, free_cards(record))
        write_cards(allowed, KNOCKS, record[KNOCK_CARDS])
        if record[HAS_BIG]:
            allowed[BIG] = 1


# --- Records as positions -------------------------------------------------------------------------


def dealt(variant: Gin, record: Any) -> GinState:
    """Return the position of a record that has just been dealt.

    >>> variant, record = Gin(), [0] * COLUMNS
    >>> deal_own(record, options_of(variant), 3, 0, [])
    >>> dealt(variant, record) == variant.start().rolled(3, 0)[0]
    True
    """
    state = variant.start()
    one, other = (cards_of(int(record[HANDS + seat])) for seat in (0, 1))
    for card in (*chain.from_iterable(zip(one, other, strict=True)), *cards_of(int(record[TOP]))):
        state = state.after(GinMove("card", card))
    return state


_RULES = loop.Rules(deal, turn, is_legal, act, play_other, outcome, observe, allow)
_PLAIN = {
    points_of: plain_points_of,
    run_cards: low_run_cards,
    melded_points: plain_melded_points,
}
_PLAIN_RULES = _RULES._replace(
    act=fitted(act, _PLAIN),
    play_other=fitted(play_other, _PLAIN | {least_with_sets: plain_least_with_sets}),
)
"""The kernels where aces are plain: asking for each hand takes a tenth of the players' time."""
for _kernel in (_PLAIN_RULES.act, _PLAIN_RULES.play_other):
    globals()[_kernel.__name__] = _kernel  # an environment that is pickled finds them by name


def batch_of(variant: Gin) -> loop.Batch:
    """Return the batch of a variant for ``stepping.loop``.

    Raises:
        SuitwiseError: the variant is a match or declares melds, or asks the defender for lay-offs.

    >>> from suitwise.stepping.steps import Steps
    >>> steps = Steps(batch_of(Gin()), 2, seed=7)
    >>> steps.observations.shape, [steps.batch.text_of(i) for i in steps.masks[0].nonzero()[0]]
    ((2, 381), ['pile', 'pass'])
    """
    facts = variant.facts
    options = options_of(variant)
    assert facts.distinct_moves is not None
    return loop.Batch(
        game=variant,
        columns=COLUMNS,
        options=options,
        actions=facts.distinct_moves,
        fields=variant.observation_fields(),
        lowest=facts.lowest_return,
        rules=_PLAIN_RULES if variant.aces == PLAIN_ACES else _RULES,
        text_of=partial(loop.numbered_text, variant),
        policies=POLICIES,
        own=loop.Own(deal_own, act_own, choose_own, nth_own, room=_MOST_MOVES, plain_s=_PLAIN_S),
        reading=loop.Reading(partial(dealt, variant)),
    )
