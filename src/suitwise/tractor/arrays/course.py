"""Full deals of Tractor on flat records: draw, bids, burial and play, by the same rules as the states.

Source: rules page §6. After each card the seat that drew it may bid; after the last card all seats are
asked in turn until four in a row pass. Each seat plays by a built-in policy: the rule-based player,
with or without throws, or a random player. ``tests/tractor/arrays/test_stepped_course.py`` compares
deals with those of states and players, move by move.

``deals_of`` plays deals from the first card drawn, for the arena. ``batch_of`` describes the play of
the cards alone, for ``stepping.loop`` and learners.

A pile of cards is a pair of masks, one bit a card: ``once``, the cards of which there is a copy or two,
and ``twice``, those with two copies.

The record is that of ``play``. Cards keep their true names until the burial and are renamed then
(``packed``). The log of a deal holds the pile of each move, by true names; the empty pile is a pass.

All deals of a call share the same ``setup``, a tuple of arrays:

=============  ==============  =======================================================================
name           shape           meaning
=============  ==============  =======================================================================
``options``    (6,)            the variant: the number of seats, the given landlord or -1, the levels of
                               the two sides, the ranks that must be defended (one bit each), the seat
                               that draws first if no landlord is given
``seed``       integer         the seed of the cards
``numbers``    (n,)            for each deal its number, which selects the random stream of its cards
``policies``   (n, 4)          for each deal and seat an index into ``POLICIES``
``rng``        a tuple         the random numbers of the players (``players.draw_place``)
``logs``       (n, 2 m)        output: the log of each deal
``returns``    (n, 4)          output: the return of each seat
=============  ==============  =======================================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

from suitwise.cards import BLACK_JOKER, N_CARDS, RED_JOKER
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import count_bits, fitted, item_at, lowest_bit, rule
from suitwise.foundation.arrays.cost_dispatch import quickest_rows
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.seating import SEATS
from suitwise.game import Record, State
from suitwise.seeds import as_seed, below
from suitwise.stepping import loop
from suitwise.stepping.loop import Batch, Reading, Rules
from suitwise.stepping.records import Whole
from suitwise.tractor.arrays import packed, play
from suitwise.tractor.arrays.batch import (
    begin_round,
    played_between,
    put_down,
    replay_of,
    state_of,
    take_up,
)
from suitwise.tractor.arrays.conversion import FIELDS, observe
from suitwise.tractor.arrays.estimates import HAND, NO_BID, choose_burial
from suitwise.tractor.arrays.packed import (
    form_of,
    hand_in,
    named_back,
    pile_at,
    set_pile,
    size_of,
    turn_of,
)
from suitwise.tractor.arrays.play import (
    first_by_name,
    forced_cards,
    levels_ahead,
    part_forced,
    put_in_trick,
)
from suitwise.tractor.arrays.players import (
    bid_by_rules,
    draw_place,
    infer_from_lead,
    infer_from_reply,
    lead_by_rules,
    random_bid,
    random_burial,
    random_lead,
    random_reply,
    record_play,
    reply_by_rules,
    show_throw,
)
from suitwise.tractor.game import Tractor
from suitwise.tractor.moves import PASS, Move
from suitwise.tractor.rules.deck import Pile, together, without
from suitwise.tractor.rules.levels import KITTY, MOST_BIDS, PACKS, PAST_ACE, main_of, rank_bits
from suitwise.tractor.rules.profile import EVERY_LEVEL, STANDARD
from suitwise.tractor.rules.throws import (
    BEATEN,
    STANDS,
)
from suitwise.tractor.state import TractorState

POLICIES = ("random", "rules", "rules(throws=no)")
RANDOM, THROWS = 0, 1
"""The indices in ``POLICIES`` of the random player and of the rule-based player that leads throws."""

MOST_MOVES = 3 * packed.ALL_PLAYED + 4 * (MOST_BIDS + 1) + 1 + HAND + KITTY
"""An upper bound of the moves of a deal. Each card is drawn, answered by a bid or pass, and played.
After the draw, up to four seats are asked after each bid. Then come the cards turned up from the kitty,
the burial, and the choices of parts of failed throws."""

_DRAWS = 4 * HAND
_DECK = (1 << N_CARDS) - 1


@rule
def play_row(row: int, setup: Any, records: Any) -> None:
    """Play a deal from the first card drawn to its end.

    Args:
        row: the row of the deal.
        setup: see the module's head.
        records: array (n, ``play.ALL_COLUMNS``), zeros.
    """
    options, _, _, policies, rng, logs, returns = setup
    record, log = records[row][play.ROUND :], logs[row]
    given_landlord = item_at(options, play.GIVEN_LANDLORD)
    first = given_landlord if given_landlord >= 0 else item_at(options, play.FIRST)
    cr = item_at(options, play.LEVELS + (first & 1))
    record[packed.RANK] = cr
    set_pile(record, play.UNDRAWN, _DECK, _DECK)
    draw_and_bid(record, row, setup, first, cr, log)
    if record[play.COPIES] == 0:  # nobody has bid
        landlord, main = first, turn_up_kitty(record, row, setup, cr, log)
    else:
        landlord = given_landlord if given_landlord >= 0 else item_at(record, play.BIDDER)
        main = main_of(item_at(record, play.BID))
    bury(record, row, landlord, main, item_at(policies[row], landlord), rng, log)
    while item_at(record, packed.PLAYED) < packed.ALL_PLAYED:
        play_card(record, row, item_at(policies[row], turn_of(record)), rng, log)
    for seat in range(4):
        returns[row, seat] = levels_ahead(record, options, seat)


@rule
def log_move(record: Any, log: Any, once: int, twice: int) -> None:
    """Append a move to the log, given by true names."""
    set_pile(log, 2 * record[play.LOGGED], once, twice)
    record[play.LOGGED] += 1


@rule
def log_renamed(record: Any, log: Any, once: int, twice: int) -> None:
    """Append a move to the log, given by the names after the burial."""
    main, cr = item_at(record, packed.MAIN), item_at(record, packed.RANK)
    log_move(record, log, named_back(once, main, cr), named_back(twice, main, cr))


# --- The draw and the bids ------------------------------------------------------------------------


@rule
def draw_and_bid(record: Any, row: int, setup: Any, first: int, cr: int, log: Any) -> None:
    """Draw all cards except the kitty, and ask for bids."""
    seed, stream = setup[1], item_at(setup[2], row)
    for drawn in range(_DRAWS):
        seat = first + drawn & 3
        draw_card(record, seat, seed, stream, log)
        if drawn < _DRAWS - 1 and not is_auction_closed(record):
            ask_for_bid(record, row, setup, seat, cr, log)
    # The drawer of the last card begins the closing round.
    seat, passes = first + _DRAWS - 1 & 3, 0
    while passes < 4 and not is_auction_closed(record):
        passes = 0 if ask_for_bid(record, row, setup, seat, cr, log) else passes + 1
        seat = seat + 1 & 3


@rule
def draw_card(record: Any, seat: int, seed: int, stream: int, log: Any) -> None:
    """Draw a random card for a seat."""
    once, twice = pile_at(record, play.UNDRAWN)
    card = 1 << random_card(record, once, twice, seed, stream)
    set_pile(record, play.UNDRAWN, *without(once, twice, card, 0))
    set_pile(record, packed.HANDS + 2 * seat, *together(*hand_in(record, seat), card, 0))
    log_move(record, log, card, 0)


@rule
def random_card(record: Any, once: int, twice: int, seed: int, stream: int) -> int:
    """Return a random card of a pile, drawn from the stream of the deal's cards."""
    place, record[play.INDEX] = below(
        size_of(once, twice), seed, stream, item_at(record, play.INDEX)
    )
    return card_at_place(once, twice, place)


@rule
def card_at_place(once: int, twice: int, place: int) -> int:
    """Return the card at a place of a pile (``deck.Pile.at``).

    >>> [card_at_place(0b101, 0b001, place) for place in range(3)]
    [0, 0, 2]
    """
    card = lowest_bit(once)
    copies = 1 + (twice >> card & 1)
    while place >= copies:
        place -= copies
        once &= once - 1
        card = lowest_bit(once)
        copies = 1 + (twice >> card & 1)
    return card


@rule
def is_auction_closed(record: Any) -> bool:
    """Tell whether no bid can overturn the standing one: two red jokers."""
    return bool(record[play.COPIES] == PACKS and record[play.BID] == RED_JOKER)


@rule
def ask_for_bid(record: Any, row: int, setup: Any, seat: int, cr: int, log: Any) -> bool:
    """Ask a seat for a bid; tell whether it bids."""
    options, _, _, policies, rng, _, _ = setup
    if policies[row, seat] == RANDOM:
        bid = random_bid(record, row, seat, cr, rng)
    else:
        bid = bid_by_rules(record, seat, cr, item_at(options, play.GIVEN_LANDLORD) < 0)
    if bid == NO_BID:
        log_move(record, log, 0, 0)
        return False
    card, copies, shown = bid >> 2, bid & 3, play.SHOWN + 2 * seat
    record[play.BIDDER], record[play.BID], record[play.COPIES] = seat, card, copies
    twice = 1 << card if copies > 1 else 0
    record[shown] |= 1 << card
    record[shown + 1] |= twice
    log_move(record, log, 1 << card, twice)
    return True


@rule
def turn_up_kitty(record: Any, row: int, setup: Any, cr: int, log: Any) -> int:
    """Turn up the kitty card by card, since nobody has bid; return the main suit that it names.

    The first rank card names it; if there is none, the highest card does, the earliest among equals.
    """
    once, twice = pile_at(record, play.UNDRAWN)
    best, highest = 0, -1
    for _ in range(KITTY):
        card = random_card(record, once, twice, setup[1], item_at(setup[2], row))
        once, twice = without(once, twice, 1 << card, 0)
        log_move(record, log, 1 << card, 0)
        if card < BLACK_JOKER and card % 13 == cr:
            return main_of(card)
        rank = card if card >= BLACK_JOKER else card % 13
        if rank > highest:
            best, highest = card, rank
    return main_of(best)


# --- The burial -----------------------------------------------------------------------------------


@rule
def bury(record: Any, row: int, landlord: int, main: int, policy: int, rng: Any, log: Any) -> None:
    """Rename all cards, and let the landlord take up the kitty and bury."""
    set_pile(record, packed.BURIED, *pile_at(record, play.UNDRAWN))
    begin_round(record, landlord, main, item_at(record, packed.RANK))
    # The landlord may bury cards that it has shown, so they are not known to be in its hand any more.
    set_pile(record, play.SHOWN + 2 * landlord, 0, 0)
    once, twice = take_up(record)
    if policy == RANDOM:
        buried, buried_twice = random_burial(record, row, landlord, rng)
    else:
        buried, buried_twice = choose_burial(
            once, twice, form_of(main), item_at(record, packed.RANK)
        )
    put_down(record, buried, buried_twice)
    log_renamed(record, log, buried, buried_twice)


# --- The play -------------------------------------------------------------------------------------


@rule
def play_card(record: Any, row: int, policy: int, rng: Any, log: Any) -> None:
    """Let the seat on turn lead or reply."""
    if item_at(record, packed.PLACED) == 0:
        lead(record, row, policy, rng, log)
        return
    seat = turn_of(record)
    once, twice = random_reply(record, row, rng) if policy == RANDOM else reply_by_rules(record)
    infer_from_reply(record, seat, once, twice)
    log_renamed(record, log, once, twice)
    put_in_trick(record, once, twice)


@rule
def lead(record: Any, row: int, policy: int, rng: Any, log: Any) -> None:
    """Let the seat on turn lead; if it is a throw that fails, one part of it stays on the table."""
    seat = turn_of(record)
    if policy == RANDOM:
        once, twice = random_lead(record, row, rng)
    else:
        once, twice = lead_by_rules(record, policy == THROWS)
    log_renamed(record, log, once, twice)
    length, top = part_forced(record, once, twice, BEATEN, EVERY_LEVEL)
    infer_from_lead(record, seat, once, twice, length)
    if length != STANDS:
        show_throw(record, seat, once, twice)
        once, choices = forced_cards(record, once, twice, length, top)
        if choices:
            once |= chosen_rank_card(record, row, choices, policy, rng)
        twice = once if length else 0
        if choices & choices - 1:  # the leader had a choice, which is a move of its own
            log_renamed(record, log, once, twice)
    record_play(record, seat, once, twice)
    put_in_trick(record, once, twice)


@rule
def chosen_rank_card(record: Any, row: int, choices: int, policy: int, rng: Any) -> int:
    """Return the leader's choice among rank cards of equal Φ: the lowest true name, or a random one."""
    if policy != RANDOM or choices & choices - 1 == 0:
        return first_by_name(record, choices)
    for _ in range(draw_place(count_bits(choices), row, turn_of(record), rng)):
        choices ^= first_by_name(record, choices)
    return first_by_name(record, choices)


# --- The play alone, stepped in arrays ------------------------------------------------------------
#
# ``batch_of`` describes the play from the landlord's first lead on (``play``). It differs on purpose
# from a deal of the game: a policy learns the play of the cards, at a million steps a second.
#
# * Bidding and burial are over, done by ``rules`` as in ``batch``: each seat bids once with its whole
#   hand, and the landlord, if the variant gives none, is drawn.
# * A lead is a single, a pair, a tractor, or the throw of a suit: all its blocks that nobody can beat,
#   as far as the seat can tell (``play.sure_throw``). So no throw fails. The other seats lead no throws.
# * Each lead and each reply to a single card is an action with a number of its own. There are too many
#   replies to a pair or a tractor for that. Here the actions are the four replies of ``policy``:
#   ``duck``, the cards that the seat can best spare, without points; ``feed``, the same with points;
#   ``cheapest`` and ``highest`` among the replies that win so far, if there are any. Two of the four may
#   be the same cards.
# * Other seats play ``random``, uniformly among all legal plays, or by ``rules`` as in ``batch``.
#
# The return of a seat is the number of levels that its side rises more than the other, as in the game.

_RULES = Rules(
    play.deal,
    play.turn,
    play.is_legal,
    play.act,
    play.play_other,
    play.outcome,
    observe,
    play.allow,
)
_PLAY_ROW = fitted(play_row, {play.beats_tractors: play.cuts_higher})
_EVERY = (-1, -1)
"""Stands for levels that are drawn for each deal, the same for both sides."""
_PLAIN_S = 0.02
"""The seconds that plain Python takes for a deal, roughly."""


def batch_of(variant: Tractor, *, every_rank: bool = False) -> Batch:
    """Return the description of a variant's play that ``stepping.loop`` needs.

    Args:
        variant: a single deal of the ``standard`` house.
        every_rank: whether to draw the current rank of each deal, which is then the level of both sides,
            instead of using the levels of the variant.

    Raises:
        SuitwiseError: the variant is a match, has another house, or allows claims.

    >>> from suitwise.stepping.steps import Steps
    >>> steps = Steps(batch_of(Tractor(match="deal")), 8, seed=7, others="rules")
    >>> steps.observations.shape, steps.masks.shape
    ((8, 600), (8, 600))

    >>> batch_of(Tractor(match="deal", levels="77", landlord=2)).options
    (4, 2, 5, 5, 4096, 0)
    """
    _require_compiled(variant)
    return Batch(
        game=variant,
        columns=play.PLAY_COLUMNS,
        options=_options(variant, _EVERY if every_rank else variant.side_ranks),
        actions=play.ACTIONS,
        fields=FIELDS,
        lowest=-PAST_ACE if every_rank else variant.facts.lowest_return,
        rules=_RULES,
        text_of=play.text_of,
        policies=("random", "rules"),
        reading=Reading(partial(dealt, None if every_rank else variant), move_between),
    )


def dealt(variant: Tractor | None, record: NDArray[np.int64]) -> TractorState:
    """Return the position before the first lead of a record of the play (``batch.state_of``).

    Args:
        variant: the variant; None if each deal draws the level of both sides.
        record: the record.
    """
    number, seed = int(record[loop.NUMBER]), int(record[loop.SEED])
    return state_of(replay_of(record[play.ROUND :], number, seed), 0, variant)


def move_between(state: State[Any], before: NDArray[np.int64], after: NDArray[np.int64]) -> Move:
    """Return the play that led from one record to the next.

    It is read off the records because the plays of other seats are no numbered actions.
    """
    return Move(played_between(before[play.ROUND :], after[play.ROUND :]))


def _options(variant: Tractor, levels: tuple[int, int]) -> tuple[int, ...]:
    """Return the ``options`` of the module's head for a variant, with the given levels of the sides."""
    defend = rank_bits(STANDARD.defend)
    return (len(SEATS), variant.landlord, *levels, defend, variant.first)


def _require_compiled(variant: Tractor) -> None:
    """Raise SuitwiseError for a variant that has no compiled deals."""
    if variant.claims:
        raise SuitwiseError("claims are not stepped in arrays: write claims=no")
    if not variant.is_classic or variant.match != "deal" or variant.rules != STANDARD:
        raise SuitwiseError(
            f"{variant} can't be stepped in arrays: only tractor(match=deal) of the standard house, "
            "with any levels and landlord"
        )


# --- Full deals -----------------------------------------------------------------------------------


def whole_of(variant: Tractor) -> Whole:
    """Return the description of a variant's full deals that the arena needs.

    Raises:
        SuitwiseError: see ``batch_of``.

    >>> from suitwise.game import load, play
    >>> from suitwise.tractor.players.rule_based import TractorPlayer
    >>> game = load("tractor(match=deal)")
    >>> (record,) = whole_of(game).games(7, [3], 8, [[0] * 4], [[1] * 4])
    >>> record == play(game.start(), TractorPlayer(), seed=7, stream=3)
    True
    """
    _require_compiled(variant)
    return Whole(variant, POLICIES, partial(deals_of, variant))


def deals_of(
    variant: Tractor,
    seed: int,
    deals: Sequence[int],
    own_seed: int,
    streams: Sequence[Sequence[int]],
    policies: Sequence[Sequence[int]],
) -> list[Record]:
    """Play full deals; return their records.

    Args:
        variant: the variant.
        seed: the seed of the cards.
        deals: the number of each deal.
        own_seed: the seed of the players' random numbers.
        streams: for each deal and seat the stream of the player's random numbers.
        policies: for each deal and seat an index into ``POLICIES``.
    """
    rows = len(deals)
    records = np.zeros((rows, play.ALL_COLUMNS), np.int64)
    logs, returns = np.zeros((rows, 2 * MOST_MOVES), np.int64), np.zeros((rows, 4), np.float64)
    options = np.array(_options(variant, variant.side_ranks), np.int64)
    own_streams = np.array(streams, np.int64)
    rng = as_seed(own_seed), own_streams, np.zeros_like(own_streams)
    cards = as_seed(seed), np.array(deals, np.int64)
    setup = options, *cards, np.array(policies, np.int64), rng, logs, returns
    quickest_rows(_PLAY_ROW, _PLAIN_S * rows)(setup, records, 0, rows)
    return _read_logs(variant, logs, 2 * records[:, play.ROUND + play.LOGGED], returns)


def _read_logs(
    variant: Tractor,
    logs: NDArray[np.int64],
    ends: NDArray[np.int64],
    returns: NDArray[np.float64],
) -> list[Record]:
    game, start = str(variant), str(variant.start())
    return [
        Record(game, start, tuple(map(_text_of, log[:end:2], log[1:end:2])), tuple(row))
        for log, end, row in zip(logs.tolist(), ends.tolist(), returns.tolist(), strict=True)
    ]


@lru_cache(maxsize=1 << 16)
def _text_of(once: int, twice: int) -> str:
    """Return the text of a move."""
    return str(Pile(once, twice)) if once else str(PASS)
