"""Questions about gin as clubs play it, as plain data: knocks, matches, rounds of partners."""

from __future__ import annotations

from typing import Any

from suitwise.cards import BLACK_JOKER, Card, parse_cards
from suitwise.errors import IllegalPosition, NotationError
from suitwise.foundation.text.lines import read_options
from suitwise.rummy.gin.rules.deadwood import bits_of
from suitwise.rummy.gin.rules.house import GinVariant
from suitwise.rummy.gin.rules.moves import parse_spread
from suitwise.rummy.gin.rules.showdown import Showdown, is_spread, may_knock, most_to_knock
from suitwise.rummy.gin.sheet import Column, finals, of_partners, with_win
from suitwise.rummy.judge import Answers, Given, answer_by, text_in

MOST_CARDS = 11
"""The most cards of a hand that knocks, those of big gin."""
MOST_ENTRIES = 10_000
"""The most deals of a match that is asked about."""
MOST_POINTS = 1_000_000


def answer(kind: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a question.

    Args:
        kind: knock, match or partners.
        given: what is given and, if any, the options.

    Raises:
        NotationError: the question can't be read.
        IllegalPosition: a hand has too many cards, or one of them twice.

    >>> answer("partners", {"deals": [[0, 5], [1, 40]]})
    {'sides': [0, 35]}
    """
    return answer_by(_ANSWERS, kind, given, dict)


def knock_fault(house: GinVariant, knocker: int, spread: str, upcard: int = -1) -> str | None:
    """Return the code of what is wrong with a knock; None if it is right.

    It is checked against the melds that are laid: they must be melds of the hand (``no-meld``), and what
    they leave must be little enough to knock with (``too-much-deadwood``), nothing for big gin.

    Args:
        house: the variant.
        knocker: the cards of the knocker after its discard; a card more for big gin.
        spread: the melds, separated by commas.
        upcard: the card that was turned up; -1 if it is not known.

    >>> hand = bits_of(parse_cards("H3H4H5 S9D9C9 C7"))
    >>> [knock_fault(GinVariant(knock=most), hand, "H3H4H5,S9D9C9") for most in (5, 7)]
    ['too-much-deadwood', None]
    """
    try:
        laid = parse_spread(spread or "-", house.aces)
    except NotationError:
        return "no-meld"
    if not is_spread(knocker, laid, house.aces):
        return "no-meld"
    is_big = knocker.bit_count() > house.cards
    most = 0 if is_big else most_to_knock(house, upcard)
    kept = Showdown(0, (knocker, 0), laid, house).kept
    return None if may_knock(kept, most) else "too-much-deadwood"


def _knock(given: Given, options: dict[str, Any]) -> dict[str, Any]:
    house = _house(options)
    knocker, defender = (_hand(given, name) for name in ("knocker", "defender"))
    upcard = -1 if given["upcard"] is None else _card(text_in(given, "upcard"))
    spread = text_in(given, "spread")
    fault = knock_fault(house, knocker, spread, upcard)
    if fault is not None:
        return {"fault": fault}
    laid = parse_spread(spread or "-", house.aces)
    showdown = Showdown(0, (knocker, defender), laid, house, upcard)
    seat, points = showdown.score
    winner = None if seat < 0 else ("knocker", "defender")[seat]
    return {"winner": winner, "points": points, "boxes": showdown.boxes}


def _match(given: Given, options: dict[str, Any]) -> dict[str, Any]:
    house = _house(options, to=100)
    if not house.to:
        raise NotationError("a match goes to a number of points, at least 1")
    columns = given["columns"]
    if type(columns) is not int or columns not in (1, 3):
        raise NotationError("a sheet has 1 or 3 columns")
    sheet: tuple[Column, ...] = (Column(),) * columns
    ends_with = None
    for index, (side, points, boxes) in enumerate(_entries(given, 3)):
        if side is not None and ends_with is None:
            if not boxes:
                raise NotationError(f"deal {index} is won, so it brings at least one box")
            sheet = with_win(sheet, side, points, boxes, house.to)
            if all(column.is_closed(house.to) for column in sheet):
                ends_with = index
    closed = [
        list(finals(house, column)) if column.is_closed(house.to) else None for column in sheet
    ]
    if columns > 1:
        return {"columns": closed}
    return {"ends_with": ends_with, "finals": closed[0] or list(sheet[0].points)}


def _partners(given: Given, _options: dict[str, Any]) -> dict[str, Any]:
    deals = _entries(given, 2)
    if len(deals) != 2:
        raise NotationError("a round of partners has two deals")
    return {
        "sides": list(of_partners((side, points) for side, points in deals if side is not None))
    }


_ANSWERS: Answers = {
    "knock": _knock,
    "match": _match,
    "partners": _partners,
}


# --- The parts of a question ----------------------------------------------------------------------


def _house(options: dict[str, Any], **defaults: int) -> GinVariant:
    texts = (f"{name}={_option(value)}" for name, value in (defaults | options).items())
    return read_options(GinVariant, "gin", ",".join(texts))


def _option(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, (int, str)) or "," in str(value):
        raise NotationError(f"an option is a number or a word, not {str(value)[:24]}")
    return str(value)


def _hand(given: dict[str, Any], name: str) -> int:
    cards = parse_cards(text_in(given, name))
    if any(card >= BLACK_JOKER for card in cards):
        raise NotationError(f"{name}: gin rummy has no jokers")
    if len(cards) > MOST_CARDS or bits_of(cards).bit_count() != len(cards):
        raise IllegalPosition(f"{name}: a hand has at most {MOST_CARDS} different cards")
    return bits_of(cards)


def _card(text: str) -> Card:
    card = Card(text)
    if card >= BLACK_JOKER:
        raise NotationError(f"{text[:24]!r} is no card that can be turned up")
    return card


def _entries(given: dict[str, Any], size: int) -> list[list[Any]]:
    """Return deals as lists of a side or None, its points and, of three entries, its boxes."""
    deals = given["deals"]
    is_list = isinstance(deals, list) and len(deals) <= MOST_ENTRIES
    if not is_list or not all(_is_entry(deal, size) for deal in deals):
        parts = "side, points and boxes" if size == 3 else "side and points"
        raise NotationError(f"deals are lists of {parts}")
    entries: list[list[Any]] = deals
    return entries


def _is_entry(deal: object, size: int) -> bool:
    if not isinstance(deal, list) or len(deal) != size:
        return False
    side, *counts = deal
    is_side = side is None or (type(side) is int and side in (0, 1))
    return is_side and all(type(count) is int and 0 <= count <= MOST_POINTS for count in counts)
