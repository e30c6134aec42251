"""Hands of Texas 42 as flat records that are stepped in arrays: moves, observations, policies.

The rules are those of ``rules.auction``, ``rules.contracts`` and ``arrays.packed``. The record keeps
what they need, so no step looks back: the standing call and its bidder, the packed position, the
dominoes that each seat is known to lack, and the legal moves of the seat on turn.

============  ===================================================================================
column        content
============  ===================================================================================
PHASE         the phase, as ``state.PHASES`` numbers it
TURN          the seat on turn; -2 when the hand is over
SHAKER        the seat that shakes
MADE          the number of calls made
CALLS         the calls, eight bits each, from the shaker's left
STANDING      the highest call
BIDDER        the seat that made the highest call, or ``NOBODY``
WHERE, REST   the deal and the play (``arrays.packed``)
LACKS, …      the dominoes that the seats are known not to hold (``arrays.policy.may_hold``)
LEGAL         the moves of the seat on turn: bits from the number of its phase's first move
============  ===================================================================================

A hand is dealt from its own random stream, which then draws the first shaker if it is not given.
``texas42.state`` has the course of a single game, including matches.
"""

from __future__ import annotations

from functools import partial
from typing import Any, cast

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.foundation.arrays.words import bit_numbered
from suitwise.foundation.seating import NOBODY, SEATS, left_of, partner, side
from suitwise.game import OVER, Game
from suitwise.seeds import below
from suitwise.stepping import loop
from suitwise.stepping.loop import HEAD, STREAM, Batch, Own, Rules, drawn, note, opened
from suitwise.texas42 import view
from suitwise.texas42.arrays.packed import (
    dealt,
    declaration_of,
    declaring_of,
    held_by,
    leader_of,
    legal_of,
    out_of,
    placed_of,
    played,
    points_of,
    result_in,
    suit_of,
    table_domino,
    tricks_left,
    tricks_taken,
    turn_of,
)
from suitwise.texas42.arrays.policy import (
    best_declaration,
    bit_of_hand,
    lacking,
    owners,
    policy_domino,
    rule_based_call,
)
from suitwise.texas42.moves import CALL, CLAIM, DECLARE, DISTINCT_MOVES, MOVES, SHAKE, Move
from suitwise.texas42.rules import auction, contracts
from suitwise.texas42.rules.auction import PASS, bidder_after, caller, legal_calls, standing_after
from suitwise.texas42.rules.contracts import (
    bid_of,
    declarer_of,
    is_played,
    legal_declarations,
    scoring_side,
    sits_out,
    stake_of,
)
from suitwise.texas42.rules.dominoes import ALL, EVERY_DOUBLE, HAND, HAND_POINTS, N_DOMINOES
from suitwise.texas42.state import PHASES, Texas42State
from suitwise.texas42.variant import Texas42Variant

COLUMNS = HEAD + 12
(
    PHASE, TURN, SHAKER, MADE, CALLS, STANDING, BIDDER, WHERE, REST, LACKS, LACKS_UPPER, LEGAL,
) = range(HEAD, COLUMNS)  # fmt: skip
CALL_BITS = 8
CALLERS = len(SEATS)

CALLING, DECLARING, PLAYING, THROWN, ENDED = map(
    PHASES.index, ("call", "declare", "play", "thrown", "end")
)
FIRST_MOVE = tuple({CALLING: CALL, DECLARING: DECLARE}.get(at, 0) for at in range(len(PHASES)))
"""The number of the first move of a phase."""

OPTIONS = 6
SEATS_OF, CAP, HOUSE, SPECIALS, PLAYED_OUT, SHAKES = range(OPTIONS)
"""The options of a variant: its seats, the highest bid in marks, the house rules of the auction, the
special declarations, whether hands are played out, and the first shaker (-1 to draw it)."""


# --- Stepping -------------------------------------------------------------------------------------


@rule
def deal(record: Any, options: Any, seed: int, number: int) -> None:
    """Deal the hand of a seed and number; the first seat is to call."""
    lower, upper, stream = owners(opened(seed, 2 * number))
    shaker = int(options[SHAKES])
    if shaker == NOBODY:
        shaker, stream = drawn(CALLERS, stream)
    begin_hand(record, options, lower, upper, shaker)


@rule
def deal_own(record: Any, options: Any, seed: int, stream: int, moves: Any) -> None:
    """Draw the shaker if it is not given, and deal, as ``game.roll`` does from the same stream.

    >>> from suitwise.texas42.game import Texas42
    >>> record = [0] * COLUMNS
    >>> deal_own(record, (4, 5, 0, 0, 0, 2), 1, 0, [])
    >>> state, index = Texas42(match="hand", shaker=2).start().rolled(seed=1, stream=0)
    >>> held = tuple(held_by(record[WHERE], ALL, seat) for seat in range(4))
    >>> held == state.dealt, record[STREAM] == index
    (True, True)
    """
    shaker, index, left = int(options[SHAKES]), 0, ALL
    if shaker == NOBODY:
        shaker, index = below(CALLERS, seed, stream, index)
        note(record, moves, SHAKE + shaker)
    lower = upper = 0
    for count in range(N_DOMINOES):
        place, index = below(N_DOMINOES - count, seed, stream, index)
        domino, seat = bit_numbered(left, place), (shaker + 1 + count // HAND) & 3
        left &= ~(1 << domino)
        note(record, moves, domino)
        lower |= (seat & 1) << domino
        upper |= (seat >> 1) << domino
    begin_hand(record, options, lower, upper, shaker)
    record[STREAM] = index


@rule
def act_own(record: Any, options: Any, action: int, stream: int, moves: Any) -> None:
    """Make a legal move; there are no chance moves after the deal."""
    act(record, options, action)


@rule
def begin_hand(record: Any, options: Any, lower: int, upper: int, shaker: int) -> None:
    """Begin a hand from the bits of the seats that the dominoes are dealt to, and the shaker."""
    record[WHERE], record[REST] = dealt(lower, upper, 0, 0, 0, NOBODY)
    record[SHAKER], record[MADE], record[CALLS] = shaker, 0, 0
    record[STANDING], record[BIDDER] = PASS, NOBODY
    record[LACKS], record[LACKS_UPPER] = 0, 0
    ask_for_call(record, options)


@rule
def turn(record: Any, options: Any) -> int:
    """Return the seat on turn, or -2 when the hand is over."""
    return int(record[TURN])


@rule
def is_legal(record: Any, options: Any, action: int) -> bool:
    """Return whether a move is legal for the seat on turn."""
    place = action - FIRST_MOVE[int(record[PHASE])]
    return 0 <= place < N_DOMINOES and int(record[LEGAL]) >> place & 1 == 1


@rule
def act(record: Any, options: Any, action: int) -> None:
    """Make a legal move."""
    if action >= CALL:
        make_call(record, options, action - CALL)
    elif action >= DECLARE:
        declare(record, action - DECLARE)
    else:
        play_domino(record, options, action)


@rule
def outcome(record: Any, options: Any, seat: int) -> float:
    """Return the marks that a seat won (or lost, if negative) in a hand; 0 if it was thrown in."""
    return float(marks_of(record, side(seat)) - marks_of(record, 1 - side(seat)))


@rule
def allow(record: Any, options: Any, allowed: Any) -> None:
    """Write a 1 for each legal move."""
    first, legal = FIRST_MOVE[int(record[PHASE])], int(record[LEGAL])
    while legal:
        allowed[first + lowest_bit(legal)] = 1
        legal &= legal - 1


# --- Moves by phase -------------------------------------------------------------------------------


@rule
def ask(record: Any, phase: int, seat: int, legal: int) -> None:
    """Put a seat on turn."""
    record[PHASE], record[TURN], record[LEGAL] = phase, seat, legal


@rule
def ask_for_call(record: Any, options: Any) -> None:
    """Put the next caller on turn."""
    made = int(record[MADE])
    seat = caller(int(record[SHAKER]), made)
    doubles = count_bits(held_by(int(record[WHERE]), ALL, seat) & EVERY_DOUBLE)
    cap, house = int(options[CAP]), int(options[HOUSE])
    ask(record, CALLING, seat, legal_calls(int(record[STANDING]), made, doubles, cap, house))


@rule
def make_call(record: Any, options: Any, call: int) -> None:
    """Make a call; after the fourth the declarer is on turn, or the hand is thrown in."""
    made = int(record[MADE])
    standing = standing_after(int(record[STANDING]), call)
    bidder = bidder_after(int(record[BIDDER]), int(record[TURN]), call)
    record[MADE], record[STANDING], record[BIDDER] = made + 1, standing, bidder
    record[CALLS] = int(record[CALLS]) | call << CALL_BITS * made
    if made + 1 < CALLERS:
        ask_for_call(record, options)
    elif standing == PASS:
        ask(record, THROWN, OVER, 0)
    else:
        declarations = legal_declarations(standing, int(options[SPECIALS]))
        ask(record, DECLARING, declarer_of(bidder, standing), declarations)


@rule
def declare(record: Any, declaration: int) -> None:
    """Make a declaration; the declarer leads."""
    where, leader, bidder = int(record[WHERE]), int(record[TURN]), int(record[BIDDER])
    lower, upper, out = where & ALL, where >> N_DOMINOES & ALL, sits_out(bidder, declaration)
    where, rest = dealt(lower, upper, declaration, leader, side(bidder), out)
    record[WHERE], record[REST] = where, rest
    ask(record, PLAYING, leader, legal_of(where, rest))


@rule
def play_domino(record: Any, options: Any, domino: int) -> None:
    """Play a domino; nobody is on turn after the trick that decides or ends the hand."""
    where, rest = int(record[WHERE]), int(record[REST])
    record[LACKS], record[LACKS_UPPER] = lacking(
        int(record[LACKS]), int(record[LACKS_UPPER]), int(record[TURN]), domino,
        suit_of(where, rest), declaration_of(where),
    )  # fmt: skip
    where, rest = played(where, rest, domino)
    record[WHERE], record[REST] = where, rest
    result = result_in(where, rest, int(record[STANDING]))
    played_out = int(options[PLAYED_OUT]) == 1
    if placed_of(rest) == 0 and is_played(result, tricks_left(where, rest), played_out):
        ask(record, ENDED, OVER, 0)
    else:
        ask(record, PLAYING, turn_of(where, rest), legal_of(where, rest))


@rule
def marks_of(record: Any, of_side: int) -> int:
    """Return the marks that a side scores; 0 before the end."""
    if record[PHASE] != ENDED:
        return 0
    where, rest, call = int(record[WHERE]), int(record[REST]), int(record[STANDING])
    gets = scoring_side(declaring_of(where), result_in(where, rest, call))
    return stake_of(call) if gets == of_side else 0


# --- Observations ---------------------------------------------------------------------------------

CALL_MASK = (1 << CALL_BITS) - 1


@rule
def observe(record: Any, options: Any, seat: int, seen: Any) -> None:
    """Write the observation of a seat (``view.observation_fields``).

    Args:
        record: the hand.
        options: the variant's options.
        seat: the seat.
        seen: an array of 431 zeros; only the nonzero entries are written.
    """
    where, rest, phase = int(record[WHERE]), int(record[REST]), int(record[PHASE])
    dealt = held_by(where, ALL, seat)
    show_set(dealt, 0, seen)
    show_set(dealt & rest, view.HELD_AT, seen)
    seen[view.PHASE_AT + phase] = 1
    show_seat(int(record[TURN]), seat, view.TURN_AT, seen)
    show_seat(int(record[SHAKER]), seat, view.SHAKER_AT, seen)
    show_seat(int(record[BIDDER]), seat, view.BIDDER_AT, seen)
    show_calls(record, seat, seen)
    if phase > DECLARING and phase != THROWN:
        show_plays(where, rest, seat, seen)
        show_table(where, rest, seat, seen)
        show_taken(record, seat, seen)


@rule
def show_set(dominoes: int, at: int, seen: Any) -> None:
    """Write a set of dominoes."""
    while dominoes:
        seen[at + lowest_bit(dominoes)] = 1
        dominoes &= dominoes - 1


@rule
def show_seat(shown: int, seat: int, at: int, seen: Any) -> None:
    """Write a seat, counted from the observing one; nothing for ``NOBODY``."""
    if shown >= 0:
        seen[at + ((shown - seat) & 3)] = 1


@rule
def show_calls(record: Any, seat: int, seen: Any) -> None:
    """Write the calls made."""
    shaker, calls = int(record[SHAKER]), int(record[CALLS])
    for made in range(int(record[MADE])):
        around = (caller(shaker, made) - seat) & 3
        seen[view.CALLS_AT + auction.N_CALLS * around + (calls >> CALL_BITS * made & CALL_MASK)] = 1


@rule
def show_plays(where: int, rest: int, seat: int, seen: Any) -> None:
    """Write the dominoes played by each seat."""
    gone = ALL & ~rest
    while gone:
        domino = lowest_bit(gone)
        gone &= gone - 1
        owner = (where >> domino & 1) + 2 * (where >> (N_DOMINOES + domino) & 1)
        seen[view.PLAYED_AT + N_DOMINOES * ((owner - seat) & 3) + domino] = 1


@rule
def show_table(where: int, rest: int, seat: int, seen: Any) -> None:
    """Write the declaration, the leader, the seat that sits out, and the trick on the table."""
    leader, out = leader_of(where), out_of(rest)
    seen[view.DECLARATION_AT + declaration_of(where)] = 1
    show_seat(leader, seat, view.LEADER_AT, seen)
    show_seat(out, seat, view.OUT_AT, seen)
    player = leader
    for place in range(placed_of(rest)):
        seen[view.TABLE_AT + N_DOMINOES * ((player - seat) & 3) + table_domino(rest, place)] = 1
        player = left_of(player, out)


@rule
def show_taken(record: Any, seat: int, seen: Any) -> None:
    """Write the points, tricks and scores of the sides, the observer's first."""
    where, rest = int(record[WHERE]), int(record[REST])
    for other in range(2):
        of_side = side(seat) ^ other
        seen[view.POINTS_AT + other] = points_of(rest, of_side) / HAND_POINTS
        seen[view.TRICKS_AT + other] = tricks_taken(where, rest, of_side) / HAND
        seen[view.SCORES_AT + other] = marks_of(record, of_side) / auction.MOST_MARKS


# --- Policies of the other seats ------------------------------------------------------------------

BY_RULES = 1
"""The number of the rule-based policy (``players.rule_based``); 0 is the random one."""


@rule
def play_other(record: Any, options: Any, policy: int) -> None:
    """Let the seat on turn move by a policy: by rules of thumb, or uniformly at random."""
    place = rule_based_place(record) if policy == BY_RULES else random_place(record)
    act(record, options, FIRST_MOVE[int(record[PHASE])] + place)


@rule
def choose_own(record: Any, options: Any, policy: int) -> int:
    """Return the move of the rule-based policy, the only one that draws no random numbers."""
    return FIRST_MOVE[int(record[PHASE])] + rule_based_place(record)


@rule
def random_place(record: Any) -> int:
    """Draw a legal move; return its number counted from the first move of the phase."""
    legal = int(record[LEGAL])
    number, record[STREAM] = drawn(count_bits(legal), int(record[STREAM]))
    while number >= HAND:
        legal &= legal - 1
        number -= 1
    return bit_of_hand(legal, number)


@rule
def rule_based_place(record: Any) -> int:
    """Return the rule-based move of the seat on turn, counted as in ``random_place``."""
    where, rest = int(record[WHERE]), int(record[REST])
    standing, phase = int(record[STANDING]), int(record[PHASE])
    if phase == CALLING:
        seat = int(record[TURN])
        hand = held_by(where, ALL, seat)
        partners = int(record[BIDDER]) == partner(seat)
        return rule_based_call(hand, standing, partners, int(record[LEGAL]))
    if phase == DECLARING:
        return best_declaration(held_by(where, ALL, int(record[TURN])), contracts.STRAIGHT)
    lacks, lacks_upper = int(record[LACKS]), int(record[LACKS_UPPER])
    return policy_domino(where, rest, bid_of(standing), lacks, lacks_upper)


# --- Batches --------------------------------------------------------------------------------------
#
# A hand goes from the first call to its end; actions and observations are those of the game. Matches
# can't be stepped.

RULES = Rules(deal, turn, is_legal, act, play_other, outcome, observe, allow)
OWN = Own(
    deal_own,
    act_own,
    choose_own,
    texts=tuple(map(str, MOVES[DISTINCT_MOVES:CLAIM])),
    room=1 + N_DOMINOES + CALLERS + 1 + N_DOMINOES,
)


def batch_of(variant: Texas42Variant) -> Batch:
    """Return the batch that steps hands of a variant.

    Raises:
        SuitwiseError: the variant is a match, or allows claims.

    >>> from suitwise.texas42.game import Texas42
    >>> batch = batch_of(Texas42(match="hand", nello="any"))
    >>> batch.actions, batch.text_of(67), batch.policies
    (68, 'splash3', ('random', 'rules'))
    """
    if variant.match != "hand":
        raise SuitwiseError(
            f"a match of {variant.match} is not stepped in arrays, a single hand is: write "
            "texas42(match=hand)"
        )
    if variant.claims:
        raise SuitwiseError("claims are not stepped in arrays: write claims=no")
    game = cast("Game[Move]", variant)
    return Batch(
        game=game,
        columns=COLUMNS,
        options=options_of(variant),
        actions=DISTINCT_MOVES,
        fields=game.observation_fields(),
        lowest=game.facts.lowest_return,
        rules=RULES,
        text_of=partial(loop.numbered_text, game),
        policies=("random", "rules"),
        own=OWN,
        reading=loop.Reading(partial(dealt_state, variant)),
    )


def dealt_state(variant: Texas42Variant, record: Any) -> Texas42State:
    """Return the position of a record before its first call.

    >>> from suitwise.texas42.game import Texas42
    >>> variant, record = Texas42(match="hand"), [0] * COLUMNS
    >>> deal_own(record, options_of(variant), 1, 0, [])
    >>> dealt_state(variant, record) == variant.start().rolled(seed=1, stream=0)[0]
    True
    """
    one, two, three, four = (held_by(int(record[WHERE]), ALL, seat) for seat in SEATS)
    return Texas42State(variant, int(record[SHAKER]), (one, two, three, four))


def options_of(variant: Texas42Variant) -> tuple[int, ...]:
    """Return the options of a variant as the stepping functions take them.

    >>> from suitwise.texas42.game import Texas42
    >>> options_of(Texas42(match="hand", forced=True))
    (4, 5, 9, 0, 0, 0)
    """
    return (
        len(SEATS),
        variant.cap,
        variant.house,
        variant.specials,
        int(variant.play_out),
        variant.shaker,
    )
