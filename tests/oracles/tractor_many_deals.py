"""Bids, kitty, calls, friends, points and levels of Tractor with 1 to 4 packs: §6 to §8.

Written from the page of the rules alone and sharing no code with the package.  What concerns the
cards of a trick is in `tractor_many_oracle`, which also has the referee of whole deals.

How the open places of the page are read here
---------------------------------------------
 1. `jokers=packs1` allows p−1 red jokers *or more*: with two packs one red joker and two.
 2. `reinforce=equal`: who has bid, holds the bid no more, and stands behind a bid of rank cards may
    show as many of the card of his last bid as stand.
 3. `joins=once`: a copy by somebody who is not on the side yet fills one call, the lowest open one
    whose number has been reached; copies by members count, but fill nothing.
 4. The kitty's `fixed` multiplier is `kitty_factor`, 2 by default; `lead` is 2 × all cards of the lead.
 5. A level beyond A does not exist: a seat at A stays there, and the match ends by §8 alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.oracles.tractor_many_cards import (
    JOKERS,
    POINTS,
    RANKS,
    SUITS,
    Cards,
    Rules,
    Switches,
    all_cards,
    is_trump,
    read_cards,
    rules_of,
)

Bid = tuple[str, int]  # the card shown and how many copies of it
Call = tuple[str, int]  # the card and the number of its copy

# ------------------------------------------------------------------------------------- bids, kitty


def may_bid(
    hand: Cards,
    seat: int,
    made: Sequence[tuple[int, str]],
    level: str,
    packs: int,
    switches: Switches | None = None,
) -> set[str]:
    """All bids that the seat may make after those made, as texts such as `H7H7`."""
    rules = rules_of(switches)
    bids = [(who, _read_bid(text)) for who, text in made]
    held = Counter(hand)
    allowed = set()
    for card in all_cards():
        for number in range(1, min(held[card], packs) + 1):
            bid = (card, number)
            if _is_bid(bid, level, packs, rules) and _may_follow(bid, seat, bids, rules):
                allowed.add(card * number)
    return allowed


def may_steal(
    hand: Cards,
    made: Sequence[tuple[int, str]],
    level: str,
    packs: int,
    switches: Switches | None = None,
) -> set[str]:
    """The bids that take the buried cards: those that overturn the standing one, if there is one."""
    rules = rules_of(switches)
    standing = _read_bid(made[-1][1]) if made else None
    return {
        card * number
        for card, held in Counter(hand).items()
        for number in range(1, min(held, packs) + 1)
        if _is_bid((card, number), level, packs, rules)
        and (standing is None or overturns((card, number), standing, rules))
    }


def _read_bid(text: str) -> Bid:
    cards = read_cards(text)
    return cards[0], len(cards)


def _is_bid(bid: Bid, level: str, packs: int, rules: Rules) -> bool:
    """Whether these cards may be shown as a bid at all."""
    card, number = bid
    if card not in JOKERS:
        return card[1] == level
    if rules.jokers == "no":
        return False
    if rules.jokers == "yes":
        return number >= 2
    fewest = packs - 1 if rules.jokers == "packs1" and card == "RJ" else packs
    return number >= max(fewest, 1)


def _may_follow(bid: Bid, seat: int, bids: Sequence[tuple[int, Bid]], rules: Rules) -> bool:
    """Whether the bid may follow those made: it overturns, reinforces, or draws level."""
    if not bids:
        return True
    holder, standing = bids[-1]
    card, number = bid
    if seat == holder and rules.reinforce != "any":
        return card == standing[0] and number > standing[1]
    if overturns(bid, standing, rules):
        return True
    own = [made for who, made in bids if who == seat]
    return (
        rules.reinforce == "equal"
        and bool(own)
        and standing[0] not in JOKERS
        and card == own[-1][0]
        and number == standing[1]
    )


def overturns(bid: Bid, standing: Bid, rules: Rules) -> bool:
    """Whether a bid overturns the standing one: by more cards, or by its card where as many."""
    if bid[1] != standing[1]:
        return bid[1] > standing[1]
    if rules.overturn == "more":
        return False

    def strength(card: str) -> int:
        if card in JOKERS:
            return 10 + JOKERS.index(card)
        by_suit = rules.overturn == "suits1" or (rules.overturn == "suits" and bid[1] >= 2)
        return "DCHS".index(card[0]) if by_suit else 0

    return strength(bid[0]) > strength(standing[0])


@dataclass(frozen=True)
class Sizes:
    """How a deal is cut up: cards a hand, cards in the kitty, cards taken out of the packs."""

    hand: int
    kitty: int
    removed: tuple[str, ...]


def kitty_of(packs: int, players: int, levels: str = "", switches: Switches | None = None) -> Sizes:
    """The sizes of hand and kitty; `levels` are the ranks of which no card is taken out."""
    rules = rules_of(switches)
    cards = 54 * packs
    if rules.kitty_cards == "auto":
        kitty = cards % players or players
        if kitty < 5:
            kitty += players
        return Sizes((cards - kitty) // players, kitty, ())
    kitty = int(rules.kitty_cards)
    if not 1 <= kitty <= cards - players:
        raise ValueError(f"a kitty has 1 to {cards - players} cards")
    removed = _removed((cards - kitty) % players, packs, levels, rules)
    return Sizes((cards - kitty) // players, kitty, removed)


def _removed(number: int, packs: int, levels: str, rules: Rules) -> tuple[str, ...]:
    """The cards taken out, in turn: jokers first where so agreed, then of the lowest ranks."""
    order = [joker for joker in JOKERS for _ in range(packs)] if rules.remove == "jokers" else []
    for rank in RANKS:
        if rank not in levels and rank not in POINTS:
            order += [suit + rank for _ in range(packs) for suit in SUITS]
    return tuple(order[:number])


# ---------------------------------------------------------------------------------- calls, friends


def may_call(call: Call, trump: str, packs: int, switches: Switches | None = None) -> bool:
    """Whether the landlord may call this copy of this card."""
    calls = rules_of(switches).calls
    card, number = call
    if not 1 <= number <= packs:
        return False
    if calls == "any":
        return True
    if is_trump(card, trump):
        return False
    king_is_top = trump[1] == "A"
    if calls == "below_top":
        return card[1] != ("K" if king_is_top else "A")
    if calls == "no_points":
        return card[1] not in POINTS or (card[1] == "K" and king_is_top)
    return True


def friends_asked(players: int, rules: Rules) -> int:
    """How many friends the landlord calls."""
    friends = rules.friends or players // 2 - 1
    if not 1 <= friends <= players - 2:
        raise ValueError(f"the landlord calls 1 to {players - 2} friends")
    return friends


@dataclass(frozen=True)
class Friends:
    """The landlord's side, ascending, and the seat that filled each call, None while open."""

    team: tuple[int, ...]
    filled: tuple[int | None, ...]


def friends_after(
    landlord: int,
    calls: Sequence[Call],
    plays: Iterable[tuple[int, Cards]],
    switches: Switches | None = None,
) -> Friends:
    """Who has joined the landlord after these plays; what a failed throw took back is left out."""
    joins = rules_of(switches).joins
    side = {landlord}
    filled: list[int | None] = [None] * len(calls)
    counted: Counter[str] = Counter()
    for seat, cards in plays:
        for card in cards:
            if joins == "others" and seat == landlord:
                continue
            counted[card] += 1
            for place in _calls_met(calls, filled, card, counted[card], joins):
                if joins == "once" and seat in side:
                    break
                filled[place] = seat
                side.add(seat)
    return Friends(tuple(sorted(side)), tuple(filled))


def _calls_met(
    calls: Sequence[Call], filled: Sequence[int | None], card: str, copy: int, joins: str
) -> list[int]:
    """The open calls of a card that its copy of this number meets, the lowest number first."""
    late = joins == "once"
    return sorted(
        (
            place
            for place, (called, number) in enumerate(calls)
            if filled[place] is None
            and called == card
            and (number <= copy if late else number == copy)
        ),
        key=lambda place: calls[place][1],
    )


# ---------------------------------------------------------------------------------- points, levels


@dataclass(frozen=True)
class Result:
    """Who holds, by how many levels each side rises, and whether a smaller side had its bonus."""

    held: bool
    landlord_up: int
    attackers_up: int
    bonus: bool


def deal_result(
    points: int, packs: int, smaller_team: bool = False, switches: Switches | None = None
) -> Result:
    """What the attackers' points come to."""
    rules = rules_of(switches)
    step = rules.step * packs + rules.adjust
    over, dead = rules.turnover * step, rules.dead
    if points >= over:
        above = points - over - dead * step
        up = 0 if dead > 0 and above < 0 else above // step + 1
        return Result(False, 0, up, False)
    if rules.truncate == "no" or points >= step:
        up = rules.turnover - points // step
    elif points >= 5:
        up = rules.turnover
    else:
        up = rules.turnover + 1 + (4 - points) // step
    bonus = smaller_team and rules.bonus == "yes"
    return Result(True, up + bonus, 0, bonus)


def kitty_points(buried: int, lead_parts: Sequence[Cards], switches: Switches | None = None) -> int:
    """What attackers who take the last trick add for the buried points."""
    kind = rules_of(switches).kitty
    largest = max(len(part) for part in lead_parts)
    if kind == "twice":
        return buried * 2 * largest
    if kind == "power":
        return buried * (1 << largest)
    if kind == "lead":
        return buried * 2 * sum(len(part) for part in lead_parts)
    return buried * rules_of(switches).kitty_factor


def levels_after(
    levels: str,
    landlord: int,
    team: Iterable[int],
    held: bool,
    landlord_up: int,
    attackers_up: int,
    switches: Switches | None = None,
) -> tuple[str, tuple[int, ...]]:
    """The levels after a deal, one character a seat, and who has won the match by it."""
    defend = rules_of(switches).defend
    side = set(team)
    after = ""
    for seat, level in enumerate(levels):
        up = landlord_up if seat in side else attackers_up
        after += _risen(level, up, held and seat in side, defend)
    won = held and levels[landlord] == "A"
    winners = tuple(sorted(seat for seat in side if won and levels[seat] == "A"))
    return after, winners


def _risen(level: str, up: int, holds: bool, defend: str) -> str:
    """A level risen by so many steps; a rank to be defended stops it unless it is left at once."""
    place = RANKS.index(level)
    for taken in range(up):
        may_leave = RANKS[place] not in defend or (holds and taken == 0)
        if not may_leave or place == len(RANKS) - 1:
            break
        place += 1
    return RANKS[place]


def next_landlord(players: int, landlord: int, team: Iterable[int], held: bool) -> int:
    """The first seat after the landlord that is on the side that has won, in the end himself."""
    side = set(team)
    for turn in range(1, players + 1):
        seat = (landlord + turn) % players
        if (seat in side) == held:
            return seat
    raise ValueError("no seat is on the side that has won")
