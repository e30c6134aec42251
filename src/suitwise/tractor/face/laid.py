"""What lies on the table in words, as a person would tell it: "a tractor 9–10 of hearts"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from suitwise.cards import RANKS, SUITS, Card, parse_cards
from suitwise.foundation.text.phrases import Phrase, Several, phrase
from suitwise.tractor.face.names import rank_named
from suitwise.tractor.rules.blocks import Block, parts_of
from suitwise.tractor.rules.following.leads import parts_by_suit
from suitwise.tractor.rules.order import PARTITION_NAMES, Trump
from suitwise.tractor.rules.piles import Pile, pile_of
from suitwise.tractor.state import TractorState

_JOKERS = {
    "BJ": phrase("tractor.name.small-joker", "small joker"),
    "RJ": phrase("tractor.name.big-joker", "big joker"),
}
_TWO_JOKERS = {
    "BJ": phrase("tractor.name.small-jokers", "small jokers"),
    "RJ": phrase("tractor.name.big-jokers", "big jokers"),
}
_COURT = {
    "J": phrase("tractor.name.jack", "jack"),
    "Q": phrase("tractor.name.queen", "queen"),
    "K": phrase("tractor.name.king", "king"),
    "A": phrase("tractor.name.ace", "ace"),
}


def with_words(state: TractorState, table: dict[str, Any]) -> dict[str, Any]:
    """Return the part ``table`` with a text for each play of the trick that lies there, and the last.

    >>> from suitwise.tractor.game import Tractor
    >>> with_words(Tractor().start(), {"trick": None, "last": None, "tricks": 0})
    {'trick': None, 'last': None, 'tricks': 0}
    """
    return {**table, **{name: _trick(state, table[name]) for name in ("trick", "last")}}


def _trick(state: TractorState, trick: dict[str, Any] | None) -> dict[str, Any] | None:
    if trick is None:
        return None
    chain = state.profile.chain_mask(state.trump.main_index)
    return {
        **trick,
        "plays": [
            {**play, "text": _named("".join(play["cards"]), state.trump, chain, place == 0)}
            for place, play in enumerate(trick["plays"])
        ],
    }


@lru_cache(maxsize=1 << 10)
def _named(cards: str, trump: Trump, chain: int, is_lead: bool) -> Phrase:
    return play_named(pile_of(cards), trump, chain, is_lead=is_lead)


def play_named(play: Pile, trump: Trump, chain: int, *, is_lead: bool) -> Phrase:
    """Return a play in words: its tractors, pairs and single cards, suit by suit.

    Args:
        play: its cards.
        trump: the trump configuration.
        chain: the level mask of the Φ that join tractors.
        is_lead: whether several blocks are a throw.

    >>> from suitwise.tractor.rules.profile import STANDARD
    >>> trump = Trump("S", "2")
    >>> chain = STANDARD.chain_mask(trump.main_index)
    >>> for cards in ("H9H9HTHT", "HAHAHK", "H9C5", "S3S3", "H2H2D2D2", "RJRJBJBJ"):
    ...     print(play_named(pile_of(cards), trump, chain, is_lead=cards == "HAHAHK"))
    a tractor 9–10 of hearts
    a throw: a pair of aces of hearts, king of hearts
    9 of hearts, 5 of clubs
    a pair of 3s of spades
    a pair of 2s of hearts, a pair of 2s of diamonds
    a tractor of trumps: small jokers, big jokers
    """
    blocks = [
        _block(block)
        for part in parts_by_suit(play, trump)
        for block in parts_of(part, trump, chain)
    ]
    if len(blocks) == 1:
        return blocks[0]
    if is_lead:
        return phrase("tractor.name.thrown", "a throw: {blocks}", blocks=Several(blocks))
    return phrase("tractor.name.several", "{blocks}", blocks=Several(blocks))


def _block(block: Block) -> Phrase:
    kinds = list(dict.fromkeys(parse_cards(str(block))))
    if block.size == 1:
        return _card(kinds[0])
    if block.size == 2:
        return phrase("tractor.name.pair-of", "a pair of {cards}", cards=_two(kinds[0]))
    if _is_run(kinds):
        low, high = (_rank(kind) for kind in (kinds[0], kinds[-1]))
        return phrase(
            "tractor.name.run",
            "a tractor {low}–{high} of {suit}",
            low=low,
            high=high,
            suit=_suit(kinds[0]),
        )
    cards = Several(map(_two, kinds))
    return phrase("tractor.name.trump-run", "a tractor of trumps: {cards}", cards=cards)
