"""Whole deals of Tractor on flat records, played exactly as the objects play them.

Source: rules page §6. A deal is drawn, bid, buried and played. After each card the seat that drew it
may bid; after the last card all seats are asked in turn until four in a row pass. Up to the burial a
card's bit is its number; from then on cards are renamed by the trump (``packed``). A seat is played by
the rule-based player, with or without throws, or at random. Every move is noted as two masks of card
numbers: the cards played, and those of them played twice; a pass is (0, 0).
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
from suitwise.game import Record
from suitwise.seeds import as_seed, below
from suitwise.stepping.loop import Batch, Rules
from suitwise.stepping.records import Whole
from suitwise.tractor.arrays import packed, play
from suitwise.tractor.arrays.batch import begin_round, put_down, take_up
from suitwise.tractor.arrays.conversion import FIELDS, observe
from suitwise.tractor.arrays.estimates import HAND, NO_BID, choose_burial
from suitwise.tractor.arrays.packed import form_of, named_back, turn_of
from suitwise.tractor.arrays.play import (
    first_by_name,
    forced_cards,
    levels_ahead,
    part_forced,
    put_in_trick,
)
from suitwise.tractor.arrays.players import (
    any_bid,
    any_burial,
    any_lead,
    any_reply,
    bid_by_rules,
    lead_by_rules,
    note_lead,
    note_played,
    note_reply,
    note_tried,
    place_of,
    reply_by_rules,
)
from suitwise.tractor.game import Tractor
from suitwise.tractor.moves import PASS
from suitwise.tractor.rules.deck import Pile, together, without
from suitwise.tractor.rules.levels import KITTY, MOST_BIDS, PACKS, PAST_ACE, main_of, rank_bits
from suitwise.tractor.rules.profile import EVERY_LEVEL, STANDARD
from suitwise.tractor.rules.throws import BEATEN, STANDS

POLICIES = ("random", "rules", "rules(throws=no)")
RANDOM, THROWS = 0, 1
"""The player at random, and the rule-based one who throws."""

MOST_MOVES = 3 * packed.ALL_PLAYED + 4 * (MOST_BIDS + 1) + 1 + HAND + KITTY
"""The most moves of a deal: each card drawn, answered and played; all asked again; the kitty turned up;
the burial; parts of throws chosen."""

_DRAWS = 4 * HAND
_DECK = (1 << N_CARDS) - 1


@rule
def play_row(row: int, given: Any, records: Any) -> None:
    """Play a deal from the first card drawn to its end.

    Args:
        row: the row.
        given: the variant's numbers; the seed that deals; the number of each deal; for each deal and
            seat the policy; what players draw from (``players.place_of``); the moves and the returns,
            which are filled.
        records: the records, zeros.
    """
    options, _, _, policies, own, moves, returns = given
    record, noted = records[row][play.ROUND :], moves[row]
    landlord = item_at(options, play.GIVEN_LANDLORD)
    first = landlord if landlord >= 0 else item_at(options, play.FIRST)
    cr = item_at(options, play.LEVELS + (first & 1))
    record[packed.RANK] = cr
    record[play.UNDRAWN] = record[play.UNDRAWN + 1] = _DECK
    draw_and_bid(record, row, given, first, cr, noted)
    if record[play.COPIES] == 0:
        landlord, main = first, turn_up(record, row, given, cr, noted)
    else:
        landlord = landlord if landlord >= 0 else item_at(record, play.BIDDER)
        main = main_of(item_at(record, play.BID))
    bury(record, row, landlord, main, item_at(policies[row], landlord), own, noted)
    while item_at(record, packed.PLAYED) < packed.ALL_PLAYED:
        play_here(record, row, item_at(policies[row], turn_of(record)), own, noted)
    for seat in range(4):
        returns[row, seat] = levels_ahead(record, options, seat)


@rule
def note(record: Any, moves: Any, once: int, twice: int) -> None:
    """Note a move by the true names of its cards."""
    at = 2 * record[play.NOTED]
    moves[at], moves[at + 1] = once, twice
    record[play.NOTED] += 1


@rule
def note_play(record: Any, moves: Any, once: int, twice: int) -> None:
    """Note a play, whose cards are renamed."""
    main, cr = item_at(record, packed.MAIN), item_at(record, packed.RANK)
    note(record, moves, named_back(once, main, cr), named_back(twice, main, cr))


# --- The draw and the bids ------------------------------------------------------------------------


@rule
def draw_and_bid(record: Any, row: int, given: Any, first: int, cr: int, moves: Any) -> None:
    """Draw all cards but the kitty, and bid.

    Args:
        record: the deal, all of whose cards are undrawn.
        row: its row.
        given: see ``play_row``.
        first: the seat that draws first.
        cr: current rank 0..12.
        moves: the moves, which are noted.
    """
    seed, stream = given[1], item_at(given[2], row)
    for drawn in range(_DRAWS):
        seat = first + drawn & 3
        draw(record, seat, seed, stream, moves)
        if drawn < _DRAWS - 1 and not is_closed(record):
            ask(record, row, given, seat, cr, moves)
    seat, silence = first + _DRAWS - 1 & 3, 0
    while silence < 4 and not is_closed(record):
        silence = 0 if ask(record, row, given, seat, cr, moves) else silence + 1
        seat = seat + 1 & 3


@rule
def draw(record: Any, seat: int, seed: int, stream: int, moves: Any) -> None:
    """Let a seat draw a card."""
    once, twice = item_at(record, play.UNDRAWN), item_at(record, play.UNDRAWN + 1)
    card = 1 << any_card(record, once, twice, seed, stream)
    record[play.UNDRAWN], record[play.UNDRAWN + 1] = without(once, twice, card, 0)
    hand = packed.HANDS + 2 * seat
    record[hand], record[hand + 1] = together(
        item_at(record, hand), item_at(record, hand + 1), card, 0
    )
    note(record, moves, card, 0)


@rule
def any_card(record: Any, once: int, twice: int, seed: int, stream: int) -> int:
    """Return the card of a pile that chance draws next from its stream."""
    size = count_bits(once) + count_bits(twice)
    place, record[play.INDEX] = below(size, seed, stream, item_at(record, play.INDEX))
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
def is_closed(record: Any) -> bool:
    """Tell whether nothing overturns the bid that stands."""
    return bool(record[play.COPIES] == PACKS and record[play.BID] == RED_JOKER)


@rule
def ask(record: Any, row: int, given: Any, seat: int, cr: int, moves: Any) -> bool:
    """Ask a seat for a bid; tell whether it makes one."""
    options, _, _, policies, own, _, _ = given
    if policies[row, seat] == RANDOM:
        bid = any_bid(record, row, seat, cr, own)
    else:
        bid = bid_by_rules(record, seat, cr, item_at(options, play.GIVEN_LANDLORD) < 0)
    if bid == NO_BID:
        note(record, moves, 0, 0)
        return False
    card, copies, shown = bid >> 2, bid & 3, play.SHOWN + 2 * seat
    record[play.BIDDER], record[play.BID], record[play.COPIES] = seat, card, copies
    twice = 1 << card if copies > 1 else 0
    record[shown] |= 1 << card
    record[shown + 1] |= twice
    note(record, moves, 1 << card, twice)
    return True


@rule
def turn_up(record: Any, row: int, given: Any, cr: int, moves: Any) -> int:
    """Turn up the kitty, in which nobody has bid; return the main suit that it names.

    Args:
        record: the deal, whose undrawn cards are the kitty.
        row: its row.
        given: see ``play_row``.
        cr: current rank 0..12.
        moves: the moves, which are noted.
    """
    once, twice = item_at(record, play.UNDRAWN), item_at(record, play.UNDRAWN + 1)
    best, highest = 0, -1
    for _ in range(KITTY):
        card = any_card(record, once, twice, given[1], item_at(given[2], row))
        once, twice = without(once, twice, 1 << card, 0)
        note(record, moves, 1 << card, 0)
        if card < BLACK_JOKER and card % 13 == cr:
            return main_of(card)
        rank = card if card >= BLACK_JOKER else card % 13
        if rank > highest:
            best, highest = card, rank
    return main_of(best)


# --- The burial -----------------------------------------------------------------------------------


@rule
def bury(
    record: Any, row: int, landlord: int, main: int, policy: int, own: Any, moves: Any
) -> None:
    """Let the landlord take up the kitty and bury; from here on cards go by their names of a round."""
    record[packed.BURIED], record[packed.BURIED + 1] = (
        item_at(record, play.UNDRAWN),
        item_at(record, play.UNDRAWN + 1),
    )
    begin_round(record, landlord, main, item_at(record, packed.RANK))
    # It may have buried what it has shown.
    record[play.SHOWN + 2 * landlord] = record[play.SHOWN + 2 * landlord + 1] = 0
    once, twice = take_up(record)
    if policy == RANDOM:
        buried, buried_twice = any_burial(record, row, landlord, own)
    else:
        buried, buried_twice = choose_burial(
            once, twice, form_of(main), item_at(record, packed.RANK)
        )
    put_down(record, buried, buried_twice)
    note_play(record, moves, buried, buried_twice)


# --- The play -------------------------------------------------------------------------------------


@rule
def play_here(record: Any, row: int, policy: int, own: Any, moves: Any) -> None:
    """Let the seat on turn play."""
    if item_at(record, packed.PLACED) == 0:
        lead(record, row, policy, own, moves)
        return
    seat = turn_of(record)
    once, twice = any_reply(record, row, own) if policy == RANDOM else reply_by_rules(record)
    note_reply(record, seat, once, twice)
    note_play(record, moves, once, twice)
    put_in_trick(record, once, twice)


@rule
def lead(record: Any, row: int, policy: int, own: Any, moves: Any) -> None:
    """Let the seat on turn lead; of a throw that fails a part stays on the table."""
    seat = turn_of(record)
    if policy == RANDOM:
        once, twice = any_lead(record, row, own)
    else:
        once, twice = lead_by_rules(record, policy == THROWS)
    note_play(record, moves, once, twice)
    length, top = part_forced(record, once, twice, BEATEN, EVERY_LEVEL)
    note_lead(record, seat, once, twice, length)
    if length != STANDS:
        note_tried(record, seat, once, twice)
        once, level = forced_cards(record, once, twice, length, top)
        if level:
            once |= link_of(record, row, level, policy, own)
        twice = once if length else 0
        if level & level - 1:
            note_play(record, moves, once, twice)
    note_played(record, seat, once, twice)
    put_in_trick(record, once, twice)


@rule
def link_of(record: Any, row: int, level: int, policy: int, own: Any) -> int:
    """Return one of the rank cards of a level: the first by number, or for the random policy any."""
    if policy != RANDOM or level & level - 1 == 0:
        return first_by_name(record, level)
    for _ in range(place_of(count_bits(level), row, turn_of(record), own)):
        level ^= first_by_name(record, level)
    return first_by_name(record, level)


# --- Variants for stepping, and deals played whole ------------------------------------------------
#
# Source: rules page §6. ``whole_of`` plays deals as objects play them, from the first card drawn on
# (``course``). ``batch_of`` gives ``stepping.loop`` the play alone, from the landlord's first lead on
# (``play``). It differs on purpose from a deal of the whole game: a policy learns the play of the
# cards, at a million steps a second.
#
# * The bidding and the burial come before, as in ``batch`` where both sides play by ``rules``: each
#   seat bids once with its whole hand, and the landlord, if the variant gives none, is drawn.
# * A lead is a single, a pair, a tractor, or the throw of a suit: all in it that nobody can beat by
#   what the seat has seen (``play.sure_throw``). No throw fails, and the other seats throw nothing.
# * Nearly all plays are of one card; each of them is an action (``play``), and so is each lead.
#   The replies to a pair or a tractor are too many to be numbered; a seat chooses among four of them,
#   those of ``policy``: ``duck``, the cards it can best spare and no points; ``feed``, the same with
#   points; ``cheapest`` and ``highest``, of those that win so far, where one does. Two of them may be
#   the same cards. Other seats that play at ``random`` choose among all legal plays, and those that
#   play by ``rules`` as in ``batch``.
#
# The return of a seat is by how many levels its side rises more than the other, as in a deal of the
# game.
#
# >>> from suitwise.stepping.steps import Steps
# >>> from suitwise.tractor.game import Tractor
# >>> steps = Steps(batch_of(Tractor(match="deal")), 8, seed=7, others="rules")
# >>> steps.observations.shape, steps.masks.shape
# ((8, 600), (8, 600))

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
"""The levels where each deal draws one for both sides."""
_PLAIN_S = 0.02
"""About how long plain Python plays a deal."""


# --- The play -------------------------------------------------------------------------------------


def batch_of(variant: Tractor, *, every_rank: bool = False) -> Batch:
    """Return a variant as it is stepped in arrays.

    Args:
        variant: a single deal of the ``standard`` house.
        every_rank: draw the current rank of each deal, at which both sides stand then, instead of
            taking it from the levels of the variant.

    Raises:
        SuitwiseError: it is a whole match, the house is another, or hands are laid down in it.

    >>> batch_of(Tractor(match="deal", levels="77", landlord=2)).options
    (4, 2, 5, 5, 4096, 0)
    """
    _refuse_others(variant)
    return Batch(
        game=variant,
        columns=play.PLAY_COLUMNS,
        options=_options(variant, _EVERY if every_rank else variant.ranks),
        actions=play.ACTIONS,
        fields=FIELDS,
        lowest=-PAST_ACE if every_rank else variant.facts.lowest_return,
        rules=_RULES,
        text_of=play.text_of,
        policies=("random", "rules"),
    )


def _options(variant: Tractor, levels: tuple[int, int]) -> tuple[int, ...]:
    """Return the numbers of a variant (``course``), the sides at some levels."""
    defend = rank_bits(STANDARD.defend)
    return (len(SEATS), variant.landlord, *levels, defend, variant.first)


def _refuse_others(variant: Tractor) -> None:
    """Refuse what is not played in arrays.

    Raises:
        SuitwiseError: it is a whole match, the house is another, or hands are laid down in it.
    """
    if variant.claims:
        raise SuitwiseError("claims are not stepped in arrays: write claims=no")
    if variant.match != "deal" or variant.rules != STANDARD:
        raise SuitwiseError(
            f"{variant} can't be stepped in arrays: only tractor(match=deal) of the standard house, "
            "with any levels and landlord"
        )


# --- Deals played whole ---------------------------------------------------------------------------


def whole_of(variant: Tractor) -> Whole:
    """Return a variant as its deals are played whole.

    Raises:
        SuitwiseError: see ``batch_of``.

    >>> from suitwise.game import load, play
    >>> from suitwise.tractor.players.rule_based import TractorPlayer
    >>> game = load("tractor(match=deal)")
    >>> (record,) = whole_of(game).games(7, [3], 8, [[0] * 4], [[1] * 4])
    >>> record == play(game.start(), TractorPlayer(), seed=7, stream=3)
    True
    """
    _refuse_others(variant)
    return Whole(variant, POLICIES, partial(deals_of, variant))


def deals_of(
    variant: Tractor,
    seed: int,
    deals: Sequence[int],
    own_seed: int,
    streams: Sequence[Sequence[int]],
    policies: Sequence[Sequence[int]],
) -> list[Record]:
    """Play deals whole.

    Args:
        variant: the variant.
        seed: the seed that deals.
        deals: the number of each deal.
        own_seed: the seed of what players draw.
        streams: for each deal and seat the stream of that.
        policies: for each deal and seat its policy.
    """
    rows = len(deals)
    records = np.zeros((rows, play.ALL_COLUMNS), np.int64)
    moves, returns = np.zeros((rows, 2 * MOST_MOVES), np.int64), np.zeros((rows, 4), np.float64)
    numbers = np.array(_options(variant, variant.ranks), np.int64)
    drawn = np.array(streams, np.int64)
    own = as_seed(own_seed), drawn, np.zeros_like(drawn)
    dealt = numbers, as_seed(seed), np.array(deals, np.int64)
    given = *dealt, np.array(policies, np.int64), own, moves, returns
    quickest_rows(_PLAY_ROW, _PLAIN_S * rows)(given, records, 0, rows)
    return _read(variant, moves, (2 * records[:, play.ROUND + play.NOTED]).tolist(), returns)


def _read(
    variant: Tractor, moves: NDArray[np.int64], ends: list[int], returns: NDArray[np.float64]
) -> list[Record]:
    """Return the records of deals from the masks of their moves."""
    game, start = str(variant), str(variant.start())
    return [
        Record(game, start, tuple(map(_text_of, made[:end:2], made[1:end:2])), tuple(got))
        for made, end, got in zip(moves.tolist(), ends, returns.tolist(), strict=True)
    ]


@lru_cache(maxsize=1 << 16)
def _text_of(once: int, twice: int) -> str:
    """Return the text of a move."""
    return str(Pile(once, twice)) if once else str(PASS)
