"""The legal moves of a turn of rami: moves, openings, and whether a turn can still end legally.

A seat may *owe* cards: a card taken from the pile, or a joker taken from a meld, must be laid in the
same turn. ``moves_of`` lists only moves after which the turn can still end legally.

Only melds of three to five cards with at most one joker are listed. Longer ones, and those with more
jokers, are legal, too; the same cards can also be laid step by step, by adding to a shorter meld.

``can_end`` searches for a way to lay the cards owed. The search may ignore melds of more than five
cards, because a part of such a meld does as well. It may also ignore cards unrelated to those owed,
unless they extend a run that an owed card then fits.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, combinations

from suitwise.cards import ANY_JOKER
from suitwise.rummy.rami.rules.moves import CARD_MOVES, END, RamiMove, place_of, text_of
from suitwise.rummy.rami.rules.numbers import LONGEST, PLACES, number_of_meld
from suitwise.rummy.rami.rules.turn import LOOSE, Turn, cards_laid, wilds_of
from suitwise.rummy.rules.cards import Cards, minus, without
from suitwise.rummy.rules.hand import JOKER, N_SUITED, SIZE, Hand, candidates
from suitwise.rummy.rules.melds import Meld, Run, Set, grown
from suitwise.rummy.rules.rules import Rules, card_of
from suitwise.rummy.solve.arrangement import arrange, least
from suitwise.rummy.solve.laying import best_opening, opening_weights
from suitwise.rummy.solve.search import SECOND, search

MOST_LISTED_WILDS = 1
"""The most jokers in a listed meld."""
MOST_OPENINGS, MOST_STEPS = 500, 5000
"""The most openings that are listed, and the most search steps to find them."""


class Moves(tuple[RamiMove, ...]):
    """The listed moves of a turn; ``in`` also accepts legal moves that are not listed."""

    turn: Turn

    def __contains__(self, move: object) -> bool:
        """Return whether a move is legal."""
        if super().__contains__(move):
            return True
        return isinstance(move, RamiMove) and is_legal(self.turn, move)


def is_legal(turn: Turn, move: RamiMove) -> bool:
    """Return whether a seat that has drawn may make a move after which its turn can still end."""
    if move.kind in ("next", "done") or move.at < 0 or any(turn.faults(move)):
        return False
    return move.kind in ("card", "end") or can_end(turn.after(move))


# --- The moves of a turn --------------------------------------------------------------------------


@lru_cache(maxsize=1 << 12)
def moves_of(turn: Turn) -> Moves:
    """Return the moves of a seat that has drawn after which its turn can end legally.

    >>> from suitwise.cards import parse_cards
    >>> from suitwise.rummy.rami.rules.house import RamiVariant
    >>> from suitwise.rummy.rami.rules.moves import read_table
    >>> from suitwise.rummy.rules.cards import in_order
    >>> hand = in_order(map(int, parse_cards("HQ C2 C3 D4")))
    >>> turn = Turn(RamiVariant("rami51"), hand, read_table("HTHJ[HQ]"), opened=True, drawn=True)
    >>> print(*moves_of(turn))
    HQ D4 C2 C3 take:HQ@1
    """
    further = chain(_adding(turn), _taking(turn), _laying(turn)) if turn.opened else openings(turn)
    listed = [*_endings(turn), *(move for move in further if _can_end_after(turn, move))]
    if not listed:
        # The cards owed can be laid only in melds with more jokers than listed ones have.
        more = _laying(turn, listed_only=False) if turn.opened else _openings_with_owed(turn)
        listed = [move for move in dict.fromkeys(more) if can_end(turn.after(move))]
    found = Moves(listed)
    found.turn = turn
    return found


def _can_end_after(turn: Turn, move: RamiMove) -> bool:
    """Return whether a turn can end after a move; it can if nothing is owed and two cards are left."""
    if not turn.is_owing and move.kind != "take" and len(turn.hand) - len(cards_laid(move)) > 1:
        return True
    return can_end(turn.after(move))


def _endings(turn: Turn) -> Iterator[RamiMove]:
    """Yield the moves that end a turn: the discards, or ``end`` in houses without a last discard."""
    if turn.is_owing:
        return
    if not turn.hand and turn.house.out == "free":
        yield END
    is_last = len(turn.hand) == 1 and turn.house.joker_out == "no"
    for card in dict.fromkeys(turn.hand):
        if card != turn.barred and not (is_last and card == ANY_JOKER):
            yield CARD_MOVES[card]


def _adding(turn: Turn) -> Iterator[RamiMove]:
    """Yield the moves that add a card or a joker to a meld of the table."""
    if len(turn.hand) <= (turn.house.out == "discard"):
        return
    held = set(turn.hand)
    jokers = turn.hand.count(ANY_JOKER) > turn.owed_jokers
    for at, meld in enumerate(turn.table, 1):
        cards, places = _growths(meld, turn.house.most_wilds)
        for card in cards:
            if card in held:
                yield RamiMove("add", (), (card,), at)
        for place in places if jokers else ():
            yield RamiMove("add", (place,), (ANY_JOKER,), at)


@lru_cache(maxsize=1 << 14)
def _growths(meld: Meld, most_wilds: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the cards that may be added to a meld, and the places where a joker may be added."""
    suits = (meld.suit,) if isinstance(meld, Run) else range(4)
    ends = (meld.low - 1, meld.high + 1) if isinstance(meld, Run) else (meld.rank,)
    cards = {card_of(suit, rank): None for suit in suits for rank in ends if 1 <= rank <= PLACES}
    fitting = [card for card in cards if next(grown(meld, card, LOOSE), None) is not None]
    longer = grown(meld, ANY_JOKER, LOOSE) if wilds_of(meld) < most_wilds else ()
    return tuple(fitting), tuple(place_of(meld, one) for one in longer)


def _taking(turn: Turn) -> Iterator[RamiMove]:
    """Yield the moves that replace a joker of the table by a card, or two cards in a set."""
    held = set(turn.hand)
    for at, meld in enumerate(turn.table, 1):
        if isinstance(meld, Run):
            for cards in dict.fromkeys((card_of(meld.suit, rank),) for rank in meld.wilds):
                if cards[0] in held:
                    yield RamiMove("take", (), cards, at)
        elif meld.wilds:
            for move in _taking_from_set(turn, at, meld):
                if next(turn.faults(move), None) is None:
                    yield move


def _taking_from_set(turn: Turn, at: int, meld: Set) -> Iterator[RamiMove]:
    missing = [card_of(suit, meld.rank) for suit in range(4) if suit not in meld.suits]
    held = [card for card in missing if card in turn.hand]
    for size in (1, 2):
        for cards in combinations(held, size):
            yield RamiMove("take", (), cards, at)


def _laying(turn: Turn, listed_only: bool = True) -> Iterator[RamiMove]:
    """Yield the moves that lay a new meld, all of them or only the listed ones."""
    most = len(turn.hand) - (turn.house.out == "discard")
    for meld in (listed_melds if listed_only else melds_held)(turn.hand, turn.house.rules):
        if len(meld) <= most:
            yield RamiMove("lay", (text_of(meld),))


@lru_cache(maxsize=1 << 12)
def melds_held(hand: Cards, rules: Rules) -> tuple[Meld, ...]:
    """Return the melds of three to five cards that a hand may lay."""
    return tuple(candidates(Hand.of(hand, rules), LONGEST)) if len(hand) > 2 else ()


@lru_cache(maxsize=1 << 12)
def listed_melds(hand: Cards, rules: Rules) -> tuple[Meld, ...]:
    """Return the listed melds of a hand, in the order of their action numbers."""
    order = number_of_meld()
    melds = [meld for meld in melds_held(hand, rules) if wilds_of(meld) <= MOST_LISTED_WILDS]
    return tuple(sorted(melds, key=lambda meld: order[text_of(meld)]))


# --- Openings -------------------------------------------------------------------------------------


def openings(turn: Turn) -> tuple[RamiMove, ...]:
    """Return the openings of a turn that consist of listed melds, in ascending order of their numbers.

    >>> from suitwise.cards import parse_cards
    >>> from suitwise.rummy.rami.rules.house import RamiVariant
    >>> from suitwise.rummy.rules.cards import in_order
    >>> hand = in_order(map(int, parse_cards("HT HJ HQ S9 D9 C9 C2 C5")))
    >>> print(*openings(Turn(RamiVariant("rami51"), hand, drawn=True)))
    open:HTHJHQ/S9D9C9
    """
    house = turn.house
    keeps = house.out == "discard"
    is_pure = house.pure == "yes"
    found = dict.fromkeys(_openings(turn.hand, house.rules, turn.needed, is_pure, keeps)[0])
    if house.sec_opening == "free":
        found |= dict.fromkeys(_sec_openings(turn.hand, house.rules, keeps)[0])
    return tuple(found)


def are_all_listed(turn: Turn) -> bool:
    """Return whether ``openings`` is complete: a search that takes too long is cut off."""
    house = turn.house
    keeps, is_pure = house.out == "discard", house.pure == "yes"
    are_all = _openings(turn.hand, house.rules, turn.needed, is_pure, keeps)[1]
    is_free = house.sec_opening == "free"
    return are_all and not (is_free and not _sec_openings(turn.hand, house.rules, keeps)[1])


@lru_cache(maxsize=1 << 11)
def _openings(
    hand: Cards, rules: Rules, needed: int, is_pure: bool, keeps: bool
) -> tuple[tuple[RamiMove, ...], bool]:
    """Return openings that are worth enough and meet the house's rules, and whether these are all.

    A depth-first search adds one meld after the other. It cuts off a branch if even the remaining cards
    at their highest value can't reach the points needed.

    Args:
        hand: the hand.
        rules: the rule set.
        needed: the points needed.
        is_pure: whether a run without a joker is needed.
        keeps: whether a card must be kept for the discard.
    """
    melds = listed_melds(hand, rules)
    if is_pure and not any(isinstance(meld, Run) and meld.is_pure for meld in melds):
        return (), True
    value = [max(rules.cost(card), rules.high_ace if card % 13 == 12 else 0) for card in range(52)]
    value += [max(*rules.points, rules.high_ace)]
    counts = list(Hand.of(hand, rules).counts)
    total = sum(value[card] * count for card, count in enumerate(counts))
    if total < needed:
        return (), True
    parts = [
        (
            meld,
            _needs(meld),
            meld.opening_points(rules),
            sum(value[card] * n for card, n in _needs(meld)),
            isinstance(meld, Run) and meld.is_pure,
        )
        for meld in melds
    ]
    found: list[RamiMove] = []
    steps = 0

    def extend(
        first: int, chosen: tuple[Meld, ...], points: int, pure: bool, most: int, left: int
    ) -> None:
        """Extend the chosen melds by melds from ``first`` on.

        ``most`` bounds the points of the cards left, and ``left`` is their number.
        """
        if chosen and points >= needed and pure and left >= keeps:
            found.append(RamiMove("open", tuple(map(text_of, chosen))))
        nonlocal steps
        steps += 1
        if left < 3 + keeps or steps > MOST_STEPS or len(found) >= MOST_OPENINGS:
            return
        if points + most < needed:
            return
        for at in range(first, len(parts)):
            meld, needs, worth, used, has_pure = parts[at]
            if len(meld) + keeps <= left and all(counts[card] >= n for card, n in needs):
                for card, n in needs:
                    counts[card] -= n
                extend(
                    at,
                    (*chosen, meld),
                    points + worth,
                    pure or has_pure,
                    most - used,
                    left - len(meld),
                )
                for card, n in needs:
                    counts[card] += n

    extend(0, (), 0, not is_pure, total, len(hand))
    are_all = steps <= MOST_STEPS and len(found) < MOST_OPENINGS
    if not found and not are_all:
        found += _best_opening(hand, rules, needed, keeps)
    return tuple(found[:MOST_OPENINGS]), are_all


def _best_opening(hand: Cards, rules: Rules, needed: int, keeps: bool) -> Iterator[RamiMove]:
    """Yield the opening with the most points, if it is worth enough and leaves a card to discard."""
    best = best_opening(Hand.of(hand, rules))
    if best is not None and best.points >= needed:
        melds = tuple(map(text_of, best.melds))
        yield from [RamiMove("open", melds)] * (sum(map(len, best.melds)) + keeps <= len(hand))


def _needs(meld: Meld) -> list[tuple[int, int]]:
    """Return the indexes of a meld's cards in the counts of a hand, each with the number needed."""
    needs = [(int(card), 1) for card in meld.cards]
    return [*needs, (JOKER, wilds_of(meld))] if wilds_of(meld) else needs


@lru_cache(maxsize=1 << 11)
def _sec_openings(hand: Cards, rules: Rules, keeps: bool) -> tuple[tuple[RamiMove, ...], bool]:
    """Return the openings by which a seat goes out (rami sec), and whether these are all.

    They leave at most one card; exactly one if a card must be kept for the discard.
    """
    if cards_left(hand, rules) > 1:
        return (), True
    order = number_of_meld()
    parts = [(meld, _needs(meld)) for meld in listed_melds(hand, rules)]
    counts = list(Hand.of(hand, rules).counts)
    found: set[tuple[str, ...]] = set()
    steps = 0

    def extend(chosen: tuple[str, ...], skips: int) -> None:
        """Cover the lowest card that is left by a meld, or skip it if ``skips`` allows."""
        nonlocal steps
        steps += 1
        if steps > MOST_STEPS or len(found) >= MOST_OPENINGS:
            return
        at = next((card for card in range(N_SUITED) if counts[card]), SIZE)
        if at == SIZE:
            if chosen and counts[JOKER] <= skips and (not keeps or skips == counts[JOKER]):
                found.add(tuple(sorted(chosen, key=order.__getitem__)))
            return
        if skips:
            counts[at] -= 1
            extend(chosen, skips - 1)
            counts[at] += 1
        for meld, needs in parts:
            if (at, 1) in needs and all(counts[card] >= n for card, n in needs):
                for card, n in needs:
                    counts[card] -= n
                extend((*chosen, text_of(meld)), skips)
                for card, n in needs:
                    counts[card] += n

    extend((), 1)
    are_all = steps <= MOST_STEPS and len(found) < MOST_OPENINGS
    return tuple(RamiMove("open", melds) for melds in sorted(found)), are_all


@lru_cache(maxsize=1 << 12)
def cards_left(hand: Cards, rules: Rules) -> int:
    """Return the least number of cards that an arrangement of a hand leaves in no meld."""
    return least(Hand.of(hand, rules), "cards") if hand else 0


@lru_cache(maxsize=1 << 13)
def _best_melds(hand: Cards, rules: Rules, is_pure: bool) -> tuple[int, tuple[Meld, ...]] | None:
    """Return the melds of a hand with the most points, and their points.

    None if a run without a joker is needed and there is none.
    """
    if len(hand) < 3:
        return None if is_pure else (0, ())
    found = search(Hand.of(hand, rules), opening_weights(rules), pure=int(is_pure))
    return None if found is None else (found.value // SECOND, found.melds)


def opening_of(cards: Cards, rules: Rules, is_pure: bool) -> tuple[Meld, ...] | None:
    """Return melds that consist of exactly these cards; None if there are none.

    If possible they include a pure run (``is_pure``) and have the most points.

    >>> from suitwise.cards import parse_cards
    >>> from suitwise.rummy.rules.rules import RAMI51
    >>> print(*opening_of(tuple(map(int, parse_cards("S9 HT HJ HQ D9 C9"))), RAMI51, True))
    HT HJ HQ S9 D9 C9
    """
    for pure in (True, False) if is_pure else (False,):
        best = _best_melds(cards, rules, pure)
        if best is not None and sum(map(len, best[1])) == len(cards):
            return best[1]
    melds = arrange(Hand.of(cards, rules), "cards").melds if cards else ()
    return melds if cards and sum(map(len, melds)) == len(cards) else None


def most_points(hand: Cards, rules: Rules, is_pure: bool, keeps: int) -> int:
    """Return the most points of melds of a hand that leave ``keeps`` cards; -1 if there are none.

    Args:
        hand: the cards.
        rules: the rule set.
        is_pure: whether the melds must include a run without a joker.
        keeps: the number of cards to leave, 0 or 1.
    """
    best = _best_melds(hand, rules, is_pure) if len(hand) >= keeps else None
    if best is None:
        return -1
    if not keeps or sum(map(len, best[1])) < len(hand):
        return best[0]
    rests = (minus(hand, card) for card in dict.fromkeys(hand))
    return max((most_points(rest, rules, is_pure, 0) for rest in rests), default=-1)


@lru_cache(maxsize=1 << 13)
def arranged_of(hand: Cards, rules: Rules) -> tuple[tuple[Meld, ...], Cards]:
    """Return the melds of a hand that leave the fewest points, and the cards that they leave."""
    if not hand:
        return (), ()
    best = arrange(Hand.of(hand, rules))
    return best.melds, tuple(map(int, best.left))


@lru_cache(maxsize=1 << 13)
def left_points(hand: Cards, rules: Rules) -> int:
    """Return the least points that an arrangement of a hand leaves in no meld."""
    return least(Hand.of(hand, rules), "points") if hand else 0


# --- Whether a turn can end -----------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def can_end(turn: Turn) -> bool:
    """Return whether a turn can end legally after its draw.

    >>> from suitwise.cards import parse_cards
    >>> from suitwise.rummy.rami.rules.house import RamiVariant
    >>> from suitwise.rummy.rami.rules.moves import PILE, read_table
    >>> from suitwise.rummy.rules.cards import in_order
    >>> hand = in_order(map(int, parse_cards("C2 C3 D9")))
    >>> turn = Turn(RamiVariant("rami51"), hand, read_table("HTHJHQ"), opened=True, number=2)
    >>> [can_end(turn.after(PILE, card)) for card in map(int, parse_cards("HK C4 H8 H9"))]
    [True, True, False, True]
    """
    if not turn.is_owing:
        if next(_endings(turn), None) is not None:
            return True
        # The hand is a single card that may not be discarded.
        moves = [*_adding(turn), *_taking(turn)] if turn.opened and turn.hand else []
        return any(can_end(turn.after(move)) for move in moves)
    if len(turn.hand) <= (turn.house.out == "discard") or not turn.hand:
        return False
    if not turn.opened:
        return _can_open_and_end(turn)
    return any(map(can_end, _ways_to_settle(turn)))


def _ways_to_settle(turn: Turn) -> Iterator[Turn]:
    """Yield the turn after each move that lays a card owed, or that may help to lay it later."""
    owed = turn.owed[0] if turn.owed else -1
    spare = len(turn.hand) - (turn.house.out == "discard")
    for move in _adding(turn):
        if move.cards[0] == owed:
            yield turn.after(move)
    for meld in melds_held(turn.hand, turn.house.rules):
        is_useful = (wilds_of(meld) > 0) if owed in (-1, ANY_JOKER) else _has(meld, owed)
        if len(meld) <= spare and is_useful:
            yield turn.after(RamiMove("lay", (text_of(meld),)))
    for move in _taking(turn):
        yield turn.after(move)
    if 0 <= owed < N_SUITED:
        yield from _by_longer_runs(turn, owed, spare)


def _has(meld: Meld, card: int) -> bool:
    return card in meld.cards


def _by_longer_runs(turn: Turn, owed: int, spare: int) -> Iterator[Turn]:
    """Yield the turn after each card that extends a run of the table towards the card owed."""
    for move in _adding(turn) if spare > 1 else ():
        meld = turn.table[move.at - 1]
        if isinstance(meld, Run) and move.cards[0] != owed and _may_reach(turn, meld, owed):
            yield turn.after(move)


def _may_reach(turn: Turn, run: Run, owed: int) -> bool:
    """Return whether the hand, with its jokers, can fill the gap between a run and the card owed."""
    if run.suit != owed // 13:
        return False
    ranks = [rank for rank in range(1, PLACES + 1) if card_of(run.suit, rank) == owed]
    gaps = [
        range(rank + 1, run.low) if rank < run.low else range(run.high + 1, rank) for rank in ranks
    ]
    jokers = turn.hand.count(ANY_JOKER)
    return any(sum(card_of(run.suit, r) not in turn.hand for r in gap) <= jokers for gap in gaps)


def _can_open_and_end(turn: Turn) -> bool:
    """Return whether a seat that has not opened can lay the cards that it owes."""
    if any(can_end(turn.after(move)) for move in _openings_with_owed(turn)):
        return True
    house, rules = turn.house, turn.house.rules
    keeps = int(house.out == "discard")
    if most_points(turn.hand, rules, house.pure == "yes", keeps) < turn.needed:
        return False
    return any(can_end(turn.after(move)) for move in openings(turn))


def _openings_with_owed(turn: Turn) -> Iterator[RamiMove]:
    """Yield openings that contain the card owed: each meld with it, and the best melds of the rest.

    If the house asks for no points of a seat that goes out, such openings come first.
    """
    house, rules, hand = turn.house, turn.house.rules, turn.hand
    if house.sec_opening == "free" and cards_left(hand, rules) <= 1:
        for move in _openings_with_all(hand, rules):
            if next(turn.faults(move), None) is None:
                yield move
    owed, keeps = turn.owed[0], int(house.out == "discard")
    is_pure = house.pure == "yes"
    if most_points(hand, rules, is_pure, keeps) < turn.needed:
        return
    for meld in melds_held(hand, rules):
        if wilds_of(meld) if owed == ANY_JOKER else _has(meld, owed):
            rest = without(hand, cards_laid(RamiMove("lay", (text_of(meld),))))
            needs_pure = is_pure and not (isinstance(meld, Run) and meld.is_pure)
            needed = turn.needed - meld.opening_points(rules)
            others = _melds_worth(rest, rules, needs_pure, keeps, needed)
            if others is not None:
                yield RamiMove("open", (text_of(meld), *map(text_of, others)))


def _openings_with_all(hand: Cards, rules: Rules) -> Iterator[RamiMove]:
    """Yield openings that leave no card, or only one: at most one opening for each card left."""
    for rest in (hand, *(minus(hand, card) for card in dict.fromkeys(hand))):
        if rest and cards_left(rest, rules) == 0:
            melds = arrange(Hand.of(rest, rules), "cards").melds
            yield RamiMove("open", tuple(map(text_of, melds)))


def _melds_worth(
    hand: Cards, rules: Rules, is_pure: bool, keeps: int, needed: int
) -> tuple[Meld, ...] | None:
    """Return melds of a hand that are worth enough and leave ``keeps`` cards (0 or 1), or None."""
    if needed <= 0 and not is_pure:
        return () if len(hand) >= keeps else None
    for rest in (hand, *(minus(hand, card) for card in dict.fromkeys(hand))) if keeps else (hand,):
        worth = most_points(rest, rules, is_pure, 0)
        found = _best_melds(rest, rules, is_pure) if worth >= needed else None
        if found is not None and sum(map(len, found[1])) + keeps <= len(hand):
            return found[1]
    return None
