"""Questions about rami as plain data: openings, turns, lay-offs, scores.

A turn is judged a move at a time, without foresight.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from suitwise.cards import ANY_JOKER, Card, parse_cards
from suitwise.errors import IllegalPosition, NotationError
from suitwise.rummy.judge import Answers, Given, answer_by, text_in, truth_in
from suitwise.rummy.rami.rules.house import MOST_SEATS, RamiVariant, scores
from suitwise.rummy.rami.rules.moves import RamiMove, read_table, table_text, text_of
from suitwise.rummy.rami.rules.turn import Turn, wilds_of
from suitwise.rummy.rules.cards import Cards, all_cards, cards_text, in_order, minus
from suitwise.rummy.rules.hand import Hand
from suitwise.rummy.rules.melds import Meld, grown
from suitwise.rummy.solve.laying import best_opening


def answer(game: str, kind: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a question.

    Args:
        game: the house.
        kind: opening, turn, layoff or score.
        given: the position and, if any, the options.

    Raises:
        NotationError: the question can't be read.
        IllegalPosition: it has cards that the packs have not.

    >>> answer("rami71", "opening", {"hand": "HT HJ HQ HK SA DA CA C4"})
    {'points': 70, 'opens': False}
    >>> answer("rami51", "layoff", {"meld": "H3H4H5", "card": "JK"})
    {'becomes': ['H3H4H5[H6]', '[H2]H3H4H5']}
    """
    return answer_by(_ANSWERS, kind, given, partial(RamiVariant.of, game))


def _cards(text: str) -> Cards:
    return in_order(ANY_JOKER if card.is_joker else int(card) for card in parse_cards(text))


def _check_packs(house: RamiVariant, *parts: Cards) -> None:
    """Raise IllegalPosition if these cards are not all in the packs."""
    cards = [card for part in parts for card in part]
    left = list(all_cards(house.jokers))
    for card in cards:
        if card not in left:
            many = cards.count(card)
            raise IllegalPosition(f"{Card(card)} appears {many} times, more than the packs have")
        left.remove(card)


def _opening(given: Given, house: RamiVariant) -> dict[str, Any]:
    cards = _cards(text_in(given, "hand"))
    _check_packs(house, cards)
    best = best_opening(Hand.of(cards, house.rules))
    points = 0 if best is None else best.points
    return {"points": points, "opens": points >= house.opening}


def _turn(given: Given, house: RamiVariant) -> dict[str, Any]:
    table = read_table(text_in(given, "table"))
    hand = _cards(text_in(given, "hand"))
    pile = () if given["pile"] is None else _cards(text_in(given, "pile"))
    drawn = () if given["stock"] is None else _cards(text_in(given, "stock"))
    natural = in_order(int(card) for meld in table for card in meld.cards)
    jokers = (ANY_JOKER,) * sum(map(wilds_of, table))
    _check_packs(house, hand, pile, drawn, natural, jokers)
    if len(pile) > 1 or len(drawn) > 1:
        raise NotationError("pile is its top, stock the card drawn, each a card or null")
    if type(given["turn"]) is not int or given["turn"] < 1:
        raise NotationError("turn is the number of the turn, from 1")
    if not isinstance(given["moves"], list):
        raise NotationError("moves are a list of texts")
    turn = Turn(house, hand, table, truth_in(given, "opened"), number=given["turn"])
    for at, text in enumerate(given["moves"]):
        move = RamiMove.parse(text) if isinstance(text, str) else None
        if move is None or move.kind == "next":
            raise NotationError(f"{str(text)[:40]!r} is no move of a turn")
        reason = next(turn.faults(move, pile), None)
        if reason is not None:
            return {"legal": False, "at": at, "reason": reason}
        if move.kind in ("card", "end"):
            return _ended(turn, move)
        if move.kind == "stock" and not drawn:
            raise NotationError("there is no card to draw from the stock")
        card = {"stock": drawn, "pile": pile}.get(move.kind)
        turn = turn.after(move, card[0] if card else -1)
    return {"legal": False, "at": len(given["moves"]), "reason": "not-ended"}


def _ended(turn: Turn, move: RamiMove) -> dict[str, Any]:
    hand = minus(turn.hand, move.cards[0]) if move.cards else turn.hand
    return {
        "legal": True,
        "hand": " ".join(sorted(cards_text(hand).split())) if hand else "",
        "table": table_text(turn.table),
        "opened": turn.opened,
        "out": not hand,
    }


def _layoff(given: Given, house: RamiVariant) -> dict[str, Any]:
    melds = read_table(text_in(given, "meld"))
    cards = _cards(text_in(given, "card"))
    if len(melds) != 1 or len(cards) != 1:
        raise NotationError("a lay-off has a meld and a card")
    return {"becomes": sorted(map(text_of, _grown(melds[0], cards[0], house)))}


def _grown(meld: Meld, card: int, house: RamiVariant) -> list[Meld]:
    return [*grown(meld, card, house.rules)]


def _score(given: Given, house: RamiVariant) -> dict[str, Any]:
    hands, opened, out = given["hands"], given["opened"], given["out"]
    if not isinstance(hands, list) or not 2 <= len(hands) <= MOST_SEATS:
        raise NotationError(f"hands are two to {MOST_SEATS} texts")
    if not isinstance(opened, list) or len(opened) != len(hands):
        raise NotationError("opened says of each hand whether its seat has opened")
    if type(out) is not int or not 0 <= out < len(hands):
        raise NotationError(f"out is a seat from 0 to {len(hands) - 1}")
    read = [_cards(text) for text in hands if isinstance(text, str)]
    if len(read) != len(hands) or any(type(has) is not bool for has in opened):
        raise NotationError("hands are texts, and opened is true or false")
    _check_packs(house, *read)
    told = opened, out, truth_in(given, "sec"), truth_in(given, "melds_before")
    return {"scores": list(scores(read, *told, house))}


_ANSWERS: Answers = {
    "opening": _opening,
    "turn": _turn,
    "layoff": _layoff,
    "score": _score,
}
