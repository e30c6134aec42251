"""A hand of seven: how often each bid is made under each declaration, over more and more deals."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from time import perf_counter

from suitwise.foundation.arrays.late_numpy import np
from suitwise.foundation.text.phrase_lists import one_of
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.players.board.questions import Answer, Field, Heat, Question
from suitwise.texas42.board.house import HOUSE, HOUSE_HEAVY, house_in, house_rows, house_text
from suitwise.texas42.face.names import points_named
from suitwise.texas42.rules.dominoes import dominoes_of, format_dominoes, parse_dominoes
from suitwise.texas42.rules.tricks import HAND
from suitwise.texas42.rules.words import DECLARATION_NAMES
from suitwise.texas42.solve.bidding import (
    BIDS,
    OFTEN_ENOUGH,
    STRAIGHT,
    BiddingTable,
    bidding_table,
    seven_dominoes,
)

MOST_WORLDS = 1000
"""How many deals are solved for a hand at most."""
_AT_ONCE = 10
_TIME_S = 0.5
"""How many deals are solved at once, and how long an answer goes on solving."""
_KEPT_HANDS = 16
_kept: OrderedDict[int, BiddingTable] = OrderedDict()
"""The tables of the hands asked about last: who asks again has what was found before."""


def chances(fields: Mapping[str, str], more: int = 0) -> Answer:
    """Answer how often a hand makes each bid, by what is declared, and each contract of a house.

    >>> straight = dict.fromkeys(("nello", "sevens", "plunge", "splash"), "")
    >>> found = chances({"hand": "6-6 6-5 6-4 6-2 6-1 6-0 5-5", **straight})
    >>> print(found.verdict)
    bid 42 or a mark and declare sixes or notrump: made in 100 % of the deals
    >>> found.more >= 10, found.heat.rows[6], found.heat.columns[0], found.heat.cells[6][0]
    (True, 'sixes', '30', 1.0)
    """
    hand, house = seven_dominoes(parse_dominoes(fields["hand"])), house_in(fields)
    until = perf_counter() + _TIME_S
    table = grown(hand, until if house is None else until - _TIME_S / 2)
    rows, n_houses = (
        ([], MOST_WORLDS) if house is None else house_rows(hand, house, until, MOST_WORLDS)
    )
    lines = (
        phrase("texas42.board.deals", "over {n:,} deals of the other hands", n=table.worlds),
        phrase(
            "texas42.board.estimate",
            "an estimate in which all four see all hands, the bidder leading: no bound in either "
            "direction",
        ),
    )
    cells = [[float(chance) for chance in row] for row in table.make]
    heat = Heat([*DECLARATION_NAMES[: len(STRAIGHT)]], [*map(str, BIDS)], cells)
    least = min(table.worlds, n_houses)
    command = _command(hand, table.worlds) + house_text(house)
    more = least if least < MOST_WORLDS else 0
    return Answer(_suggested(table), lines, rows, heat=heat, more=more, command=command)


def grown(hand: int, until: float) -> BiddingTable:
    """Return the table of a hand, kept from before and made larger until a time.

    Args:
        hand: seven dominoes, a set of bits.
        until: the time by ``perf_counter`` at which no more deals are begun; some are solved anyway
            where there are none yet.
    """
    table = _kept.pop(hand, None)
    while table is None or (table.worlds < MOST_WORLDS and perf_counter() < until):
        first = 0 if table is None else table.worlds
        found = bidding_table(dominoes_of(hand), _AT_ONCE, threads=1, first=first)
        before = [] if table is None else [table.points]
        table = BiddingTable(hand, np.concatenate([*before, found.points], axis=1))
    _kept[hand] = table
    if len(_kept) > _KEPT_HANDS:
        _kept.popitem(last=False)
    return table


def _suggested(table: BiddingTable) -> Phrase:
    """Say what to bid: the highest bid that is made often enough."""
    found = table.suggestion()
    if found is None:
        return _passed(table)
    bid, declared = found
    made = round(100 * table.chance(declared, bid))
    name = one_of(DECLARATION_NAMES[one] for one in table.as_good(bid))
    if bid == BIDS[-1]:
        return phrase(
            "texas42.board.bid-all",
            "bid {bid} or a mark and declare {declared}: made in {made} % of the deals",
            bid=bid,
            declared=name,
            made=made,
        )
    return phrase(
        "texas42.board.bid",
        "bid {bid} and declare {declared}: made in {made} % of the deals",
        bid=bid,
        declared=name,
        made=made,
    )


def _passed(table: BiddingTable) -> Phrase:
    """Say to pass, and with what the hand makes most points on average."""
    means = [float(table.mean_points[one]) for one in STRAIGHT]
    often, points = round(100 * OFTEN_ENOUGH), points_named(round(max(means)))
    if min(means) == max(means):
        return phrase(
            "texas42.board.pass-any",
            "pass: no bid is made in {often} % of the deals; {points} on average, whatever is declared",
            often=often,
            points=points,
        )
    best = [one for one, mean in zip(STRAIGHT, means, strict=True) if mean == max(means)]
    return phrase(
        "texas42.board.pass",
        "pass: no bid is made in {often} % of the deals; best is {declared}, {points} on average",
        often=often,
        declared=one_of(DECLARATION_NAMES[one] for one in best),
        points=points,
    )


def _command(hand: int, worlds: int) -> str:
    return f'suitwise texas42 bid "{format_dominoes(dominoes_of(hand), " ")}" --worlds {worlds}'


BID = Question(
    "bid",
    (Field("hand", "cards", "5-5 6-5 5-4 5-3 6-6 4-4 1-0", most=HAND), *HOUSE),
    chances,
    heavy=HOUSE_HEAVY,
)
"""How often a hand makes each bid, and the contracts of a house."""
