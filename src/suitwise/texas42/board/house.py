"""The contracts of a house on the board: the fields that allow them, and how often a hand makes them.

Nello, sevens, plunge and splash, as ``solve.house_bids`` reads them; what a form leaves empty its house
does not play.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from time import perf_counter

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.players.board.questions import Field, Row
from suitwise.texas42.rules.dominoes import dominoes_of
from suitwise.texas42.rules.suits import DECLARATION_TEXT, EVERY_DOUBLE
from suitwise.texas42.rules.words import DECLARATION_NAMES
from suitwise.texas42.solve.house_bids import HouseBid, house_bids
from suitwise.texas42.variant import NELLO_OPTIONS, Texas42Variant

_SWITCHES = ("sevens", "plunge", "splash")
_NELLOS = tuple(option for option in NELLO_OPTIONS if NELLO_OPTIONS[option])
HOUSE = (
    Field("nello", "choice", choices=("", *_NELLOS), is_needed=False),
    *(Field(name, "choice", choices=("", "yes"), is_needed=False) for name in _SWITCHES),
)
"""The contracts that a house may allow; empty where it does not."""
HOUSE_HEAVY = {
    "hand": "5-5 6-6 4-4 3-3 6-5 5-4 1-0",
    "nello": "any",
    **dict.fromkeys(_SWITCHES, "yes"),
}
"""A house that allows them all, and a hand that may bid them."""
_AT_ONCE = 10
_KEPT = 16
_Key = tuple[int, Texas42Variant]
_kept: OrderedDict[_Key, tuple[HouseBid, ...]] = OrderedDict()
"""What was found of the hands and houses asked about last."""


def house_in(fields: Mapping[str, str]) -> Texas42Variant | None:
    """Return the house of a form, None where it allows none of these contracts.

    >>> house_in({"nello": "", "sevens": "", "plunge": "", "splash": ""}) is None
    True
    >>> house_in({"nello": "own", "sevens": "yes", "plunge": "", "splash": ""}).sevens
    True
    """
    if not any(fields[name] for name in ("nello", *_SWITCHES)):
        return None
    return Texas42Variant(
        nello=fields["nello"] or "no",
        sevens=bool(fields["sevens"]),
        plunge=bool(fields["plunge"]),
        splash=bool(fields["splash"]),
    )


def house_text(house: Texas42Variant | None) -> str:
    """Return a house as the command line takes it; nothing where there is none.

    >>> house_text(Texas42Variant(nello="any", plunge=True))
    ' --house "texas42(nello=any,plunge=yes)"'
    """
    if house is None:
        return ""
    nello = [] if house.nello == "no" else [f"nello={house.nello}"]
    switches = [f"{name}=yes" for name in _SWITCHES if getattr(house, name)]
    return f' --house "texas42({",".join([*nello, *switches])})"'


def house_rows(hand: int, house: Texas42Variant, until: float, most: int) -> tuple[list[Row], int]:
    """Return how often the contracts of a house are made, and over how many deals that is said.

    Args:
        hand: seven dominoes, a set of bits.
        house: what may be bid.
        until: the time by ``perf_counter`` at which no more deals are begun; some are solved anyway
            where there are none yet.
        most: how many deals are solved at most.
    """
    key = hand, house
    bids = _kept.pop(key, None)
    while bids is None or (bids and bids[0].worlds < most and perf_counter() < until):
        first = bids[0].worlds if bids else 0
        found = house_bids(dominoes_of(hand), house, _AT_ONCE, threads=1, first=first)
        before = (bid.made for bid in bids) if bids else [0] * len(found)
        bids = tuple(
            HouseBid(one.name, one.made + made, first + one.worlds)
            for one, made in zip(found, before, strict=True)
        )
    _kept[key] = bids
    if len(_kept) > _KEPT:
        _kept.popitem(last=False)
    rows = [_row(bid) for bid in bids] + _not_shown(hand, house, {bid.name for bid in bids})
    return rows, bids[0].worlds if bids else most


def _row(bid: HouseBid) -> Row:
    text = phrase(
        "texas42.board.house-made",
        "made in {made} % of {n:,} deals",
        made=round(100 * bid.chance),
        n=bid.worlds,
    )
    return Row(_named(bid.name), text)


def _not_shown(hand: int, house: Texas42Variant, there: set[str]) -> list[Row]:
    """Return that plunge or splash is allowed and this hand has too few doubles for it."""
    doubles = (hand & EVERY_DOUBLE).bit_count()
    few = phrase("texas42.board.few-doubles", "not with {n} doubles", n=doubles)
    asked = [name for name in ("plunge", "splash") if getattr(house, name)]
    return [Row(_named(name), few) for name in asked if name not in there]


def _named(name: str) -> Phrase:
    if name == "plunge":
        return phrase("texas42.board.plunge", "plunge")
    if name == "splash":
        return phrase("texas42.board.splash", "splash")
    return DECLARATION_NAMES[DECLARATION_TEXT.index(name)]
