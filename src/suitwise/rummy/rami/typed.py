"""Moves of rami as people type or select them, and what they may stand for.

``lay C2 C3 JK`` has its joker where it stands: above the C3. ``add HK`` needs no number where one meld
alone takes the card, nor does ``take HQ``. Cards without a word open, divided into melds for the seat;
of a seat that has opened they are one more meld.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from suitwise.cards import ANY_JOKER, Card, parse_cards
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.phrases import CardText, Phrase, one_of, phrase
from suitwise.rummy.face import CARD_TYPED, card_as_typed
from suitwise.rummy.rami.rules.moves import RamiMove, place_of, text_of
from suitwise.rummy.rami.rules.turn import LOOSE, worth_of
from suitwise.rummy.rami.solve import arranged_of, opening_of
from suitwise.rummy.rami.state import RamiState
from suitwise.rummy.rules.cards import Cards, cards_text, in_order
from suitwise.rummy.rules.melds import Meld, Run, read_group
from suitwise.rummy.rules.rules import card_of

_VERBS = {
    "open": "open",
    "开": "open",
    "开牌": "open",
    "lay": "lay",
    "meld": "lay",
    "出": "lay",
    "摆": "lay",
    "add": "add",
    "put": "add",
    "添": "add",
    "加": "add",
    "take": "take",
    "swap": "take",
    "换": "take",
}
"""Words before cards of a turn."""
_SAID = re.compile(rf"({'|'.join(sorted(_VERBS, key=len, reverse=True))})(?![a-z])[: ]*(.*)")
_PLACE = re.compile(r"\[ ?(?:([shdc♠♥♦♣]) ?)?(10|[2-9tjqka]) ?\]")
"""What a joker stands for: a card in a run, a rank in a set."""
_TOKEN = re.compile(rf"{_PLACE.pattern}|{CARD_TYPED}")
_AT = re.compile(r"(.*?)(?: ?@ ?| (?:to|on|in|from|of|到|进) ?(?:meld )?| )([1-9][0-9]?)")
_BETWEEN = re.compile(r"[ ,，、]*")


def move_typed(state: RamiState, text: str) -> RamiMove | None:
    """Return the move that a text in lower case stands for; None if it names no cards for the table.

    Raises:
        NotationError: it does not say enough, or its cards are no melds.

    >>> from suitwise.rummy.rami.game import Rami
    >>> hands = "HQ C2 C3 D4 D8 SK JK / S2 H5 D7 D9 CT"
    >>> state = Rami(deals=1).parse(
    ...     f"play 8 high 60 | {hands} | yes yes | HTHJ[HQ]/S9H9C9 | D5 | - / - | - | 0 0")
    >>> [str(move_typed(state, text)) for text in ("take hq", "lay c2 c3 joker", "jk c2 c3")]
    ['take:HQ@1', 'lay:C2C3[C4]', 'lay:[CA]C2C3']
    """
    if state.phase != "play":
        return None
    said = _SAID.fullmatch(text)
    if said is None:
        tokens = _tokens(text)
        if tokens is None or len(tokens) < 2:
            return None
        if len(tokens) == 2:
            raise NotationError(phrase("rami.two-cards", "two cards are no meld: name a third"))
        return _by_cards(state, tokens)
    verb, rest = _VERBS[said[1]], said[2]
    if verb in ("open", "lay"):
        parts = [_tokens(part) for part in rest.split("/")]
        melds = [part for part in parts if part is not None]
        if len(melds) < len(parts) or not any(melds):
            return None
        if verb == "open" and len(melds) == 1:
            return _by_cards(state, melds[0])
        return RamiMove.parse(f"{verb}:{'/'.join(map(_meld_text, melds))}")
    return _at_meld(state, verb, rest)


def _tokens(text: str) -> list[str] | None:
    """Return the cards and places of a text, canonically spelt; None if there is anything else."""
    if not _BETWEEN.fullmatch(_TOKEN.sub("", text)):
        return None
    return [_token(found[0]) for found in _TOKEN.finditer(text)]


def _token(text: str) -> str:
    place = _PLACE.fullmatch(text)
    if place is None:
        return card_as_typed(text)
    rank = place[2].upper().replace("10", "T")
    return f"[{card_as_typed(place[1] + place[2]) if place[1] else rank}]"


# --- Melds ----------------------------------------------------------------------------------------


def _by_cards(state: RamiState, tokens: list[str]) -> RamiMove:
    """Return the move that lays some cards: as first melds, found for the seat, or as a meld."""
    seat = state.seat
    if state.opened[seat] or any(token.startswith("[") for token in tokens):
        return RamiMove.parse(f"{'lay' if state.opened[seat] else 'open'}:{_meld_text(tokens)}")
    cards = in_order(
        ANY_JOKER if card.is_joker else int(card) for card in parse_cards("".join(tokens))
    )
    melds = opening_of(cards, state.variant.rules, state.variant.pure == "yes")
    if melds is None:
        raise NotationError(_not_all(state, cards))
    return RamiMove("open", tuple(map(text_of, melds)))


def _not_all(state: RamiState, cards: Cards) -> Phrase:
    """Return which cards are in no meld, and what the melds of the others count."""
    melds, left = arranged_of(cards, state.variant.rules)
    if not melds:
        return phrase(
            "rami.cards-no-meld", "{cards} are no meld", cards=CardText(cards_text(cards))
        )
    return phrase(
        "rami.no-melds",
        "{points} of {needed} points, and {left} in no meld",
        points=worth_of(melds, state.variant.rules),
        needed=state.as_turn.needed,
        left=CardText(cards_text(left)),
    )


def _meld_text(tokens: list[str]) -> str:
    """Return the text of a meld of cards, in which a joker stands where it was written.

    Raises:
        NotationError: they are no meld, or the joker may stand for several cards.
    """
    if "JK" not in tokens:
        return "".join(tokens)
    try:
        readings = read_group(" ".join(tokens), LOOSE).readings
    except SuitwiseError:
        readings = ()
    as_written = [meld for meld in readings if [*_in_places(meld)] == _without_names(tokens)]
    found = as_written or readings
    if len(found) == 1:
        return text_of(found[0])
    cards = CardText(" ".join(tokens))
    if not found:
        raise NotationError(phrase("rami.cards-no-meld", "{cards} are no meld", cards=cards))
    raise _choice(map(text_of, found))


def _without_names(tokens: list[str]) -> list[str]:
    return ["JK" if token.startswith("[") else token for token in tokens]


def _in_places(meld: Meld) -> Iterator[str]:
    """Yield the cards of a run from its low end, jokers as such; a set has no places."""
    if isinstance(meld, Run):
        for rank in meld.ranks:
            yield "JK" if rank in meld.wilds else str(Card(card_of(meld.suit, rank)))


def _choice(moves: Iterable[str]) -> NotationError:
    """Return the error that a text may stand for several moves."""
    return NotationError(phrase("rami.say-which", "say which: {moves}", moves=one_of(moves)))


# --- Melds of the table ---------------------------------------------------------------------------


class _Named(NamedTuple):
    """What ``add`` or ``take`` names: cards or a joker's place, and the meld, 0 if it does not say."""

    tokens: list[str]
    at: int


def _at_meld(state: RamiState, verb: str, text: str) -> RamiMove | None:
    """Return the move at a meld of the table that some cards name, where it is the only one."""
    named = _named(text)
    if named is None:
        return None
    what = "".join(named.tokens)
    if named.at and "JK" not in named.tokens:
        return RamiMove.parse(f"{verb}:{what}@{named.at}")
    found = [
        move
        for move in state.moves()
        if move.kind == verb and named.at in (0, move.at) and _is_named(move, named.tokens)
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise _choice(map(str, found))
    if named.at:
        return RamiMove.parse(f"{verb}:{_first_place(state, named.at)}@{named.at}")
    raise NotationError(
        phrase("rami.fits-nowhere", "{cards}: no meld of the table takes it", cards=CardText(what))
    )


def _named(text: str) -> _Named | None:
    at = _AT.fullmatch(text)
    before = _tokens(at[1]) if at else None
    if at and before:
        return _Named(before, int(at[2]))
    tokens = _tokens(text)
    return _Named(tokens, 0) if tokens else None


def _is_named(move: RamiMove, tokens: list[str]) -> bool:
    """Return whether a move is what some cards in any order, or a joker, stand for."""
    if move.melds:
        return tokens in ([move.melds[0]], ["JK"])
    return sorted(tokens) == sorted(str(Card(card)) for card in move.cards)


def _first_place(state: RamiState, at: int) -> str:
    """Return a place that a joker would take in a meld that takes none now, so that a rule says why."""
    if at > len(state.table):
        return "[SA]"
    meld = state.table[at - 1]
    longer = state.as_turn.longer(RamiMove("add", (), (ANY_JOKER,), at))
    return place_of(meld, longer[0]) if longer else "[SA]"


__all__ = ["move_typed"]
