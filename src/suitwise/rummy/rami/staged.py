"""Turns of rami in steps with numbers, as agents that learn play them (the rules page, Agents).

First melds are chosen one by one, in ascending order, and ``done`` opens with them; every other move is
one step. A step names no meld of the table: it is for the first that fits. Where what is owed can be
laid only by melds without a number, those with more jokers, ``done`` lays them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from suitwise.cards import ANY_JOKER
from suitwise.rummy.rami.rules.moves import ANY_RUN, ANY_SET, DONE, RamiMove, read_table, text_of
from suitwise.rummy.rami.rules.numbers import number_of, number_of_meld, place_in_run
from suitwise.rummy.rami.rules.turn import Turn, cards_laid, worth_of
from suitwise.rummy.rami.solve import are_all_listed, can_end, listed_melds, moves_of
from suitwise.rummy.rules.cards import Cards, is_within, without
from suitwise.rummy.rules.melds import Meld, Run
from suitwise.rummy.rules.rules import rank_of

Melds: TypeAlias = tuple[str, ...]
"""The texts of the melds chosen so far."""


def whole_moves(turn: Turn, chosen: Melds = ()) -> tuple[RamiMove, ...]:
    """Return the moves that the steps of a turn may come to from the melds chosen so far.

    >>> from suitwise.cards import parse_cards
    >>> from suitwise.rummy.rami.rules.house import RamiVariant
    >>> from suitwise.rummy.rules.cards import in_order
    >>> hand = in_order(map(int, parse_cards("HT HJ HQ S9 D9 C9 C2 C5")))
    >>> turn = Turn(RamiVariant("rami51"), hand, drawn=True)
    >>> print(*whole_moves(turn, ("HTHJHQ",)))
    open:HTHJHQ/S9D9C9
    """
    moves, size = tuple(moves_of(turn)), len(chosen)
    found = tuple(filter(_is_numbered, moves))
    if chosen:
        found = tuple(move for move in found if move.melds[:size] == chosen)
    if not (turn.opened or are_all_listed(turn)):
        found = tuple(dict.fromkeys([*found, *first_melds(turn, chosen)]))
    return found if found or chosen else moves[:1]


def first_melds(turn: Turn, chosen: Melds = ()) -> Iterator[RamiMove]:
    """Yield an opening for each meld that may be chosen next, and that of the chosen ones if it is one.

    >>> from suitwise.cards import parse_cards
    >>> from suitwise.rummy.rami.rules.house import RamiVariant
    >>> from suitwise.rummy.rules.cards import in_order
    >>> hand = in_order(map(int, parse_cards("HT HJ HQ S9 D9 C9 C2 C5")))
    >>> print(*first_melds(Turn(RamiVariant("rami51"), hand, drawn=True)))
    open:HTHJHQ/S9D9C9
    """
    numbers = number_of_meld()
    hand = without(turn.hand, cards_laid(RamiMove("open", chosen)))
    first = numbers[chosen[-1]] if chosen else 0
    whole = RamiMove("open", chosen)
    if chosen and not any(turn.faults(whole)) and can_end(turn.after(whole)):
        yield whole
    melds = [
        meld for meld in listed_melds(hand, turn.house.rules) if numbers[text_of(meld)] >= first
    ]
    for at, meld in enumerate(melds):
        going_on = _going_on(turn, (*chosen, text_of(meld)), hand, melds[at:])
        opening = next((move for move in going_on if can_end(turn.after(move))), None)
        if opening is not None:
            yield opening


def _going_on(turn: Turn, chosen: Melds, hand: Cards, melds: Sequence[Meld]) -> Iterator[RamiMove]:
    """Yield the openings that begin with the melds chosen, the last of which is the first of ``melds``.

    Args:
        turn: the turn.
        chosen: the texts of the melds chosen.
        hand: the cards left before the last of them was chosen.
        melds: the melds of these cards that may be chosen from there on, ascending.
    """
    whole = RamiMove("open", chosen)
    if not any(turn.faults(whole)):
        yield whole
    left = without(hand, cards_laid(RamiMove("lay", chosen[-1:])))
    after = [
        meld for meld in melds if is_within(cards_laid(RamiMove("lay", (text_of(meld),))), left)
    ]
    if _may_be_enough(turn, chosen, left, after):
        for at, meld in enumerate(after):
            yield from _going_on(turn, (*chosen, text_of(meld)), left, after[at:])


def _may_be_enough(turn: Turn, chosen: Melds, left: Cards, melds: Sequence[Meld]) -> bool:
    """Return whether further melds may make the chosen ones an opening, as far as sums tell."""
    rules = turn.house.rules
    covered = {int(card) for meld in melds for card in meld.cards}
    fitting = [card for card in left if card in covered]
    jokers = left.count(ANY_JOKER)
    if turn.house.sec_opening == "free" and len(left) - len(fitting) - jokers <= 1:
        return True
    points = [
        max(cost, rules.high_ace) if at == 0 else cost for at, cost in enumerate(rules.points)
    ]
    most = sum(points[rank_of(card) - 1] for card in fitting) + jokers * max(points)
    return worth_of(read_table("/".join(chosen)), rules) + most >= turn.needed


def _is_numbered(move: RamiMove) -> bool:
    numbers = number_of_meld()
    return move.kind not in ("open", "lay") or all(meld in numbers for meld in move.melds)


def step_to(turn: Turn, chosen: Melds, move: RamiMove) -> RamiMove:
    """Return the next step to one of the moves that ``whole_moves`` has.

    >>> from suitwise.rummy.rami.rules.house import RamiVariant
    >>> from suitwise.rummy.rami.rules.moves import read_table
    >>> turn = Turn(RamiVariant("rami51"), (), read_table("H2H3H4/S9D9C9"), opened=True, drawn=True)
    >>> print(*(step_to(turn, (), RamiMove.parse(move)) for move in ("add:[HA]@1", "add:H9@2")))
    add:[H1]@run add:H9@set
    """
    if move.kind in ("open", "lay"):
        is_whole = not _is_numbered(move) or len(move.melds) == len(chosen)
        return DONE if is_whole else RamiMove("lay", (move.melds[len(chosen)],))
    if not move.at:
        return move
    meld = turn.table[move.at - 1]
    if not isinstance(meld, Run):
        return RamiMove(move.kind, move.melds, move.cards[:1], ANY_SET)
    if move.cards[0] != ANY_JOKER:
        return RamiMove(move.kind, (), move.cards, ANY_RUN)
    longer = turn.longer(move)[0]
    assert isinstance(longer, Run)
    rank = longer.low if longer.low < meld.low else longer.high
    return RamiMove("add", (place_in_run(meld.suit, rank),), move.cards, ANY_RUN)


@lru_cache(maxsize=1 << 12)
def steps_of(turn: Turn, chosen: Melds = ()) -> Mapping[RamiMove, RamiMove | Melds]:
    """Return the steps of a turn by number, each with the move that it makes, or the melds chosen then.

    >>> from suitwise.cards import parse_cards
    >>> from suitwise.rummy.rami.rules.house import RamiVariant
    >>> from suitwise.rummy.rules.cards import in_order
    >>> hand = in_order(map(int, parse_cards("HT HJ HQ S9 D9 C9 C2 C5")))
    >>> turn = Turn(RamiVariant("rami51"), hand, drawn=True)
    >>> print(*list(steps_of(turn).items())[-1], sep=": ")
    lay:HTHJHQ: ('HTHJHQ',)
    """
    found: dict[RamiMove, RamiMove | Melds] = {}
    for move in whole_moves(turn, chosen):
        step = step_to(turn, chosen, move)
        is_part = move.kind == "open" and step.kind == "lay"
        found.setdefault(step, (*chosen, *step.melds) if is_part else move)
    return {step: found[step] for step in sorted(found, key=number_of)}


__all__ = ["step_to", "steps_of", "whole_moves"]
