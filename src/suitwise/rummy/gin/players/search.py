"""Monte Carlo search for gin rummy: sample hands that the other seat may hold, and roll moves out.

A *world* is one way to fill in what a seat cannot see: the other seat's hand, the order of the stock,
and how boldly the other seat knocks. ``sample_worlds`` draws likely worlds. ``rollout_points`` then
plays every candidate move to the end of the deal in each of them, with the playout policy
(``evaluation``) in both seats, and returns the points. The Monte Carlo player uses this to decide about
knocking, and ``GinJudge`` to judge recorded moves.

The other hand is sampled by the Metropolis algorithm (Metropolis and others, 1953), a random walk that
swaps one card of the hand for one of the stock at each step. It prefers hands that explain how the other
seat has played. The *surprise* of a hand is the negative log-likelihood of that play, in eighths of a
bit:

* cards that the seat left on the pile rarely make a meld with its hand;
* each of its discards cost little under the playout policy;
* cards that it took from the pile mostly lie in melds;
* it has not knocked; if the hand could, the seat must be waiting for gin;
* the more turns it has had, the less deadwood it holds.

Older turns count less, since hands change. All numbers are integers, so the sample is the same on every
machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import Any, NamedTuple

from suitwise.foundation.arrays.compiled import count_bits, item_at, machine, rule
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.rummy.gin.players.evaluation import (
    KNOCK_AT_ONCE,
    KNOCK_EARLY,
    WAIT_FOR_GIN,
    cheapest,
    discard_cost,
    knocking_card,
    wants,
)
from suitwise.rummy.gin.players.rule_based import unseen_by
from suitwise.rummy.gin.rules.deadwood import (
    BITS,
    HAND,
    PACK,
    bit_of,
    cards_of,
    gin_deadwood,
    meldable,
    points_of,
)
from suitwise.rummy.gin.rules.moves import GinMove
from suitwise.rummy.gin.rules.showdown import best_spread, knock_score, laid_off
from suitwise.rummy.gin.state import GinState, pile_at_wall
from suitwise.seeds import as_seed, below, word

# --- Sampling worlds ------------------------------------------------------------------------------
#
# The evidence about the other seat is a row of EVIDENCE_COLUMNS integers:
#
# ======  ===============  =========================================================================
# column  name             meaning
# ======  ===============  =========================================================================
# 0       TAKEN            word of the cards that the seat took from the pile and still holds
# 1       HIDDEN           number of its other cards
# 2       UNSEEN           number of cards that it may hold: its hidden cards and the stock
# 3       SEEN             word of the cards outside its hand that the seat has seen: the pile, and the
#                          cards that it saw the deciding seat take from it
# 4       MOST_DEADWOOD    most deadwood to knock with
# 5       KNOCKS_AT_ONCE   of 1,024 seats that have not knocked by now, those that knock when they can
# 6       WAITING          surprise of a hand that could have knocked; 0 before the seat's first turn
# 7       PASSES           number of recent cards that the seat left on the pile
# 8       DISCARDS         number of its recent discards
# 9       PER_POINT        surprise of a point of deadwood, in eighths
# 10-15   PASSED           the cards left on the pile, a bit each, newest first
# 16-21   DISCARDED        its discards, a bit each, newest first
# ======  ===============  =========================================================================
#
# A world is a row of UNSEEN + 1 integers: the bit indexes of the unseen cards, first the HIDDEN cards of
# the other seat, then the stock in the order of the draws; last the pile height from which the other
# seat waits for gin (``evaluation``).

TAKEN, HIDDEN, UNSEEN, SEEN, MOST_DEADWOOD = range(5)
KNOCKS_AT_ONCE, WAITING, PASSES, DISCARDS, PER_POINT = range(5, 10)
RECENT = 6
"""The number of turns of each kind that the evidence goes back."""
PASSED = PER_POINT + 1
DISCARDED = PASSED + RECENT
EVIDENCE_COLUMNS = DISCARDED + RECENT

_FADING = (16, 14, 12, 10, 8, 6)
"""The weights of turns, newest first, in sixteenths."""
_LEFT_A_MELD = 40
"""The surprise if the seat left a card that makes a meld with the hand."""
_TOOK_NO_MELD = 16
"""The surprise if a card that the seat took is in no meld."""
_MOST_SURPRISING_DISCARD = 40
"""The greatest surprise of a discard; otherwise it is what the discard costs more than the cheapest."""
_IMPOSSIBLE = 1 << 16
_ACCEPTED = tuple(round((1 << 20) * 0.5 ** (k / 8)) for k in range(160))
"""The probability, times 2 to the 20, of accepting a step that increases the surprise by k."""
_STEPS_BEFORE, _STEPS_BETWEEN = 150, 12
"""The steps of the random walk before the first world, and between two worlds."""


@rule
def surprise(hand: int, evidence: Any) -> int:
    """Return the surprise of a hand of ten of the other seat: less is more likely."""
    total = 0
    unmelded = int(evidence[TAKEN]) & ~meldable(hand)
    while unmelded:
        total += _TOOK_NO_MELD
        unmelded &= unmelded - 1
    for i in range(evidence[PASSES]):
        card = evidence[PASSED + i]
        if meldable(hand | card) & card:
            total += _LEFT_A_MELD * _FADING[i] >> 4
    unseen = PACK & ~(hand | evidence[SEEN])
    for i in range(evidence[DISCARDS]):
        # Put the discard back: did the seat have a cheaper one?
        card = evidence[DISCARDED + i]
        _, least = cheapest(hand | card, hand | card, unseen, 0)
        extra = discard_cost(hand | card, card, unseen, 0) - least
        total += min(extra, _MOST_SURPRISING_DISCARD) * _FADING[i] >> 4
    deadwood = gin_deadwood(hand)
    total += deadwood * evidence[PER_POINT] >> 3
    if evidence[WAITING]:
        if deadwood == 0:
            total += _IMPOSSIBLE
        elif deadwood <= evidence[MOST_DEADWOOD]:
            total += evidence[WAITING]
    return int(total)


@rule
def hand_in(world: Any, hidden: int, taken: int) -> int:
    """Return the other hand in a world: the cards it took, and the first ``hidden`` unseen cards."""
    hand = taken
    for i in range(hidden):
        hand |= 1 << world[i]
    return hand


@rule
def _shuffle(order: Any, first: int, size: int, seed: int, stream: int, index: int) -> int:
    """Shuffle an order from position ``first`` on; return the next index of the random stream."""
    for i in range(size - 1, first, -1):
        j, index = below(i - first + 1, seed, stream, index)
        swapped = order[i]
        order[i] = order[first + j]
        order[first + j] = swapped
    return index


@rule
def _waits_from(hand: int, evidence: Any, number: int) -> int:
    """Draw the pile height from which the other seat waits for gin, given its hand.

    Args:
        hand: the hand of the other seat.
        evidence: the evidence.
        number: a random number of 32 bits.
    """
    if evidence[WAITING] and gin_deadwood(hand) <= evidence[MOST_DEADWOOD]:
        return WAIT_FOR_GIN  # it could have knocked and has not
    if number & 1023 < evidence[KNOCKS_AT_ONCE]:
        return KNOCK_AT_ONCE
    return WAIT_FOR_GIN if number >> 10 & 1 else KNOCK_EARLY


@rule
def sample_worlds(evidence: Any, order: Any, worlds: Any, seed: int, stream: int) -> None:
    """Fill an array with likely worlds, a row each.

    The random walk holds its present hand in the first HIDDEN entries of ``order``, and the stock in the
    others. A step swaps one entry of each part. It is accepted if the new hand is no more surprising
    than the old one, else with a probability that halves with each additional bit of surprise.

    Args:
        evidence: the evidence about the other seat.
        order: the bit indexes of the unseen cards in any order; shuffled.
        worlds: array (worlds, unseen cards + 1), filled.
        seed: 64-bit seed.
        stream: the random stream of the decision.
    """
    hidden, size, taken = evidence[HIDDEN], evidence[UNSEEN], evidence[TAKEN]
    index = _shuffle(order, 0, size, seed, stream, 0)
    hand = hand_in(order, hidden, taken)
    now = surprise(hand, evidence)
    for row in range(len(worlds)):
        for _ in range((_STEPS_BEFORE if row == 0 else _STEPS_BETWEEN) if hidden else 0):
            i, index = below(hidden, seed, stream, index)
            j, index = below(size - hidden, seed, stream, index)
            j += hidden
            other = hand & ~(1 << order[i]) | 1 << order[j]
            then = surprise(other, evidence)
            more = then - now
            index += 1
            if more <= 0 or (
                more < len(_ACCEPTED) and word(seed, stream, index) & 0xFFFFF < _ACCEPTED[more]
            ):
                swapped = order[i]
                order[i] = order[j]
                order[j] = swapped
                hand, now = other, then
        index = _shuffle(order, hidden, size, seed, stream, index)
        for k in range(size):
            worlds[row, k] = order[k]
        worlds[row, size] = _waits_from(hand, evidence, word(seed, stream, index))
        index += 1


# --- The evidence of a position -------------------------------------------------------------------
#
# The other seat either knocks as soon as it can or waits for gin. The longer nobody has knocked, the
# less likely is the first kind, by Bayes' rule. ``_NOT_KNOCKED`` is the likelihood ratio: how probable
# it is that a seat of the first kind has not knocked at some height of the pile, divided by the same for
# the second kind; it was measured in games between the two. ``_PER_POINT`` was fitted so that sampled
# hands have the same average deadwood as the hands of ``rules`` in 120 games.

AT_ONCE_SHARE = 0.9
"""The prior share of players that knock as soon as they can."""
_NOT_KNOCKED = (1, 1, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42, 0.35, 0.3, 0.25, 0.2)
_PER_POINT = (4, 4, 6, 8, 8, 10, 10, 11, 12, 14)
"""Both tables have an entry for every two cards of the pile; the last is for all higher piles."""


def evidence_of(state: GinState) -> NDArray[np.int64]:
    """Return the evidence that the seat on turn has about the other hand."""
    seat, other = state.seat, 1 - state.seat
    passed, discarded = passed_by(state, other), discarded_by(state, other)
    hidden = state.hidden(seat)
    share = knocks_at_once(len(state.pile))
    has_moved = bool(discarded or state.known[other])
    evidence = np.zeros(EVIDENCE_COLUMNS, np.int64)
    evidence[:PASSED] = (
        state.known[other],
        hidden.bit_count(),
        (hidden | state.stock).bit_count(),
        state.pile_bits() | state.known[seat],
        state.most_to_knock,
        round(1024 * share),
        round(-8 * log2(1 - share)) if has_moved else 0,
        len(passed),
        len(discarded),
        _by_height(_PER_POINT, len(state.pile)) if has_moved else 0,
    )
    evidence[PASSED : PASSED + len(passed)] = passed
    evidence[DISCARDED : DISCARDED + len(discarded)] = discarded
    return evidence


def passed_by(state: GinState, other: int) -> list[int]:
    """Return the newest cards that the other seat left on the pile, as bits, newest first."""
    left = [
        BITS[card]
        for card, layer in reversed(state.pile)
        if layer == 1 - other or (layer < 0 and state.phase != "first")
    ]
    return left[:RECENT]


def discarded_by(state: GinState, other: int) -> list[int]:
    """Return the newest discards of the other seat, as bits, newest first."""
    return [BITS[card] for card, layer in reversed(state.pile) if layer == other][:RECENT]


def knocks_at_once(height: int) -> float:
    """Return the posterior probability that a seat that has not knocked by now knocks when it can.

    Args:
        height: the number of cards of the pile.

    >>> round(knocks_at_once(2), 2), round(knocks_at_once(20), 2)
    (0.9, 0.73)
    """
    weight = AT_ONCE_SHARE * _by_height(_NOT_KNOCKED, height)
    return weight / (weight + 1 - AT_ONCE_SHARE)


def _by_height(table: tuple[float, ...], height: int) -> float:
    return table[min(height // 2, len(table) - 1)]


# --- Playouts: the playout policy plays a deal to its end -----------------------------------------
#
# The draws come from a fixed order of the stock, so that all candidates meet the same luck. The
# deciding seat is seat 0. A deal is a row of DEAL_COLUMNS integers, cards as words of bits:
#
# ======  ======  ==================================================================================
# column  name    meaning
# ======  ======  ==================================================================================
# 0, 1    HANDS   the hands of the two seats
# 2, 3    KNOWN   the cards that each seat took from the pile and still holds
# 4       PILE    the cards of the pile
# 5       TOP     its top
# 6       MOVER   the seat that is to draw
# ======  ======  ==================================================================================

HANDS = 0
KNOWN = HANDS + 2
PILE = KNOWN + 2
TOP = PILE + 1
MOVER = TOP + 1
DEAL_COLUMNS = MOVER + 1

KNOCK_LIMIT, GIN_BONUS, UNDERCUT_BONUS, BIG_BONUS = range(4)
"""The columns of a variant: the most deadwood to knock with, and the bonuses."""
_PILE_AT_WALL = pile_at_wall(HAND)
_LONGEST = 100
"""A playout is void after this many turns, since seats could exchange cards through the pile forever."""


@rule
def knock_points(hand: int, other: int, sets: int, runs: int, variant: Any) -> int:
    """Return the score of a knock, or gin, for the knocker.

    Args:
        hand: the knocker's ten cards.
        other: the defender's ten cards.
        sets: the cards of the sets that the knocker lays down.
        runs: the cards of the runs.
        variant: the numbers of the variant.
    """
    deadwood = points_of(hand & ~(sets | runs))
    left = gin_deadwood(other & ~laid_off(other, deadwood, sets, runs))
    return knock_score(deadwood, left, variant[GIN_BONUS], variant[UNDERCUT_BONUS])


@rule
def discard(deal: Any, card: int) -> bool:
    """Discard a card of the mover and pass the turn; return whether the deal goes on."""
    seat = deal[MOVER]
    deal[HANDS + seat] &= ~card
    deal[KNOWN + seat] &= ~card
    deal[PILE] |= card
    deal[TOP] = card
    deal[MOVER] = 1 - seat
    return count_bits(deal[PILE]) < _PILE_AT_WALL


@rule
def wants_top(deal: Any) -> bool:
    """Return whether the mover takes the top of the pile under the playout policy."""
    seat = deal[MOVER]
    hand, taken = deal[HANDS + seat], deal[KNOWN + 1 - seat]
    return wants(hand, deal[TOP], PACK & ~(hand | deal[PILE] | taken), taken)


@rule
def play_turn(
    deal: Any, world: Any, draw: int, takes: bool, variant: Any, waits_from: int
) -> tuple[int, int]:
    """Let the mover draw, then knock or discard by the playout policy.

    Args:
        deal: the deal, changed.
        world: the world, for the order of the stock.
        draw: the index in the world of the next card of the stock.
        takes: whether the mover takes the top of the pile.
        variant: the numbers of the variant.
        waits_from: the pile height from which the mover waits for gin.

    Returns:
        The index of the next card of the stock, -1 if the deal has ended; and the points of seat 0.
    """
    seat = deal[MOVER]
    free, taken = deal[HANDS + seat], deal[KNOWN + 1 - seat]
    unseen = PACK & ~(free | deal[PILE] | taken)
    if takes:  # the card taken may not be discarded in this turn
        top = deal[TOP]
        hand = free | top
        deal[KNOWN + seat] |= top
        deal[PILE] &= ~top
    else:
        card = 1 << world[draw]
        draw += 1
        free |= card
        hand = free
        unseen &= ~card
    deal[HANDS + seat] = hand
    height = count_bits(deal[PILE])
    knock = knocking_card(hand, free, height, variant[KNOCK_LIMIT], waits_from)
    if knock:
        hand &= ~knock
        sets, runs = best_spread(hand)
        score = knock_points(hand, deal[HANDS + 1 - seat], sets, runs, variant)
        return -1, score if seat == 0 else -score
    card, _ = cheapest(hand, free, unseen, taken)
    return (draw, 0) if discard(deal, card) else (-1, 0)


@rule
def play_out(deal: Any, world: Any, draw: int, variant: Any, mine: int, theirs: int) -> int:
    """Play a deal to its end from a draw; return the points of seat 0, 0 if the deal is void.

    Args:
        deal: the deal, changed.
        world: the world, for the order of the stock.
        draw: the index in the world of the next card of the stock.
        variant: the numbers of the variant.
        mine: the pile height from which seat 0 waits for gin.
        theirs: the same of seat 1.
    """
    for _ in range(_LONGEST):
        waits_from = mine if deal[MOVER] == 0 else theirs
        draw, points = play_turn(deal, world, draw, wants_top(deal), variant, waits_from)
        if draw < 0:
            return points
    return 0


# --- Rollouts: the points of a candidate move in a world ------------------------------------------
#
# What the deciding seat sees is a row of integers that begins with TAKEN, HIDDEN and UNSEEN as the
# evidence does; then:
#
# ======  ===========  =============================================================================
# column  name         meaning
# ======  ===========  =============================================================================
# 3       OWN_HAND     the seat's hand
# 4       OWN_KNOWN    its cards taken from the pile, which the other seat knows
# 5       SEEN_PILE    the cards of the pile
# 6       SEEN_TOP     the top of the pile, 0 for none
# ======  ===========  =============================================================================
#
# A candidate is a row of integers:
#
# ======  ===========  =============================================================================
# column  name         meaning
# ======  ===========  =============================================================================
# 0       KIND         the kind of move, see below
# 1       CARD         the discard, a bit
# 2       WAITS_FROM   the pile height from which the seat itself waits for gin after this move
# 3, 4    SETS, RUNS   the melds that a knock lays down
# ======  ===========  =============================================================================

OWN_HAND, OWN_KNOWN, SEEN_PILE, SEEN_TOP = range(UNSEEN + 1, UNSEEN + 5)
KIND, CARD, WAITS_FROM, SETS, RUNS = range(5)
KNOCKING, BIG_GIN, DISCARDING, TAKING_TOP, DRAWING, FIRST_PASS, SECOND_PASS = range(7)
"""The kinds of move. A first pass leaves the upcard to the other seat, a second pass ends its offer."""


@rule
def _begin(deal: Any, view: Any, world: Any) -> None:
    """Fill in a deal from what the seat sees and a world."""
    deal[HANDS] = view[OWN_HAND]
    deal[HANDS + 1] = hand_in(world, view[HIDDEN], view[TAKEN])
    deal[KNOWN], deal[KNOWN + 1] = view[OWN_KNOWN], view[TAKEN]
    deal[PILE], deal[TOP], deal[MOVER] = view[SEEN_PILE], view[SEEN_TOP], 0


@rule
def _roll_out_draw(candidate: Any, view: Any, world: Any, deal: Any, variant: Any) -> int:
    """Return the points of a draw or a pass in a world."""
    kind, mine = candidate[KIND], candidate[WAITS_FROM]
    draw, theirs = view[HIDDEN], world[view[UNSEEN]]
    takes = kind == TAKING_TOP
    if kind == SECOND_PASS:  # the other seat, which did not deal, draws from the stock
        deal[MOVER] = 1
    elif kind == FIRST_PASS:  # the other seat may take the upcard; else this seat draws
        deal[MOVER] = 1
        takes = wants_top(deal)
        if not takes:
            deal[MOVER] = 0
    waits_from = mine if deal[MOVER] == 0 else theirs
    draw, points = play_turn(deal, world, draw, takes, variant, waits_from)
    return points if draw < 0 else play_out(deal, world, draw, variant, mine, theirs)


@rule
def roll_out(candidate: Any, view: Any, world: Any, deal: Any, variant: Any) -> int:
    """Return the points that a candidate brings in a world.

    Args:
        candidate: the candidate.
        view: what the seat sees.
        world: the world.
        deal: workspace for a deal.
        variant: the numbers of the variant.
    """
    kind, other = candidate[KIND], hand_in(world, view[HIDDEN], view[TAKEN])
    if kind == KNOCKING:
        hand = view[OWN_HAND] & ~candidate[CARD]
        return knock_points(hand, other, candidate[SETS], candidate[RUNS], variant)
    if kind == BIG_GIN:
        return gin_deadwood(other) + item_at(variant, BIG_BONUS)
    _begin(deal, view, world)
    if kind != DISCARDING:
        return _roll_out_draw(candidate, view, world, deal, variant)
    if not discard(deal, candidate[CARD]):
        return 0
    theirs = world[view[UNSEEN]]
    return play_out(deal, world, view[HIDDEN], variant, candidate[WAITS_FROM], theirs)


@rule
def roll_out_all(
    candidates: Any, view: Any, worlds: Any, deal: Any, variant: Any, points: Any
) -> None:
    """Roll every candidate out in every world.

    Args:
        candidates: the candidates, a row each.
        view: what the seat sees.
        worlds: the worlds, a row each.
        deal: workspace for a deal.
        variant: the numbers of the variant.
        points: array (worlds, candidates), filled.
    """
    for row in range(len(worlds)):
        for i in range(len(candidates)):
            points[row, i] = roll_out(candidates[i], view, worlds[row], deal, variant)


# --- Candidates of a position ---------------------------------------------------------------------

WAITING_TRIED = (KNOCK_EARLY, WAIT_FOR_GIN)
"""The ways to play on that are tried for the seat itself; the better one counts."""
_KINDS = {
    "knock": KNOCKING,
    "big": BIG_GIN,
    "card": DISCARDING,
    "pile": TAKING_TOP,
    "stock": DRAWING,
}


class Candidate(NamedTuple):
    """A move, and how long the seat knocks after it.

    Args:
        move: the move.
        waits_from: one of ``WAITING_TRIED``; irrelevant if the move ends the deal.
    """

    move: GinMove
    waits_from: int = KNOCK_EARLY


def candidates_of(moves: Sequence[GinMove]) -> list[Candidate]:
    """Return the candidates of moves: one for a move that ends the deal, else one for each way to wait.

    >>> [str(one.move) for one in candidates_of(list(map(GinMove.parse, ("big", "stock"))))]
    ['big', 'stock', 'stock']
    """
    return [
        Candidate(move, waits_from)
        for move in moves
        for waits_from in (
            WAITING_TRIED if move.kind not in ("knock", "big") else WAITING_TRIED[:1]
        )
    ]


def rollout_points(
    state: GinState, candidates: Sequence[Candidate], worlds: int, seed: int, stream: int
) -> NDArray[np.int32]:
    """Return the points of candidates of the seat on turn in sampled worlds.

    Args:
        state: a position; only what the seat sees is used.
        candidates: the candidates.
        worlds: the number of worlds to sample.
        seed: 64-bit seed.
        stream: the stream of random numbers.

    Returns:
        Array (worlds, candidates).
    """
    seat, variant = state.seat, state.variant
    evidence = evidence_of(state)
    order = np.array([bit_of(card) for card in cards_of(unseen_by(state))], np.int64)
    sample = np.empty((worlds, len(order) + 1), np.int64)
    machine(sample_worlds)(evidence, order, sample, as_seed(seed), stream)
    top = BITS[state.pile[-1][0]] if state.pile else 0
    view = (*evidence[: UNSEEN + 1], state.hands[seat], state.known[seat], state.pile_bits(), top)
    points = np.empty((worlds, len(candidates)), np.int32)
    machine(roll_out_all)(
        np.array([_row(state, candidate) for candidate in candidates], np.int64),
        np.array(view, np.int64),
        sample,
        np.empty(DEAL_COLUMNS, np.int64),
        np.array([variant.knock, variant.gin, variant.undercut, variant.big], np.int64),
        points,
    )
    return points


def _row(state: GinState, candidate: Candidate) -> tuple[int, int, int, int, int]:
    """Return a candidate as the kernels take it."""
    move, waits_from = candidate
    if move.kind == "pass":
        return FIRST_PASS if state.phase == "first" else SECOND_PASS, 0, waits_from, 0, 0
    card = BITS[move.card] if move.card >= 0 else 0
    spread = 0, 0
    if move.kind == "knock":
        spread = move.spread or best_spread(state.hands[state.seat] & ~card)
    return _KINDS[move.kind], card, waits_from, *spread
