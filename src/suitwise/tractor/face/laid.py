"""What lies on the table in words, as a person would tell it: "a tractor 9–10 of hearts"."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from suitwise.cards import SUITS
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
    >>> for cards in ("H9H9HTHT", "HAHAHQ", "H9C5", "S3S3", "H2H2D2D2", "RJRJBJBJ"):
    ...     print(play_named(pile_of(cards), trump, chain, is_lead="Q" in cards))
    a tractor 9–10 of hearts
    a throw: a pair of aces of hearts, queen of hearts
    9 of hearts, 5 of clubs
    a pair of 3s of spades
    a pair of 2s of hearts, a pair of 2s of diamonds
    a tractor of trumps: big jokers, small jokers
    """
    blocks = [
        _block(block, trump.rank)
        for part in parts_by_suit(play, trump)
        for block in parts_of(part, trump, chain)
    ]
    if len(blocks) == 1:
        return blocks[0]
    if is_lead:
        return phrase("tractor.name.thrown", "a throw: {blocks}", blocks=Several(blocks))
    return phrase("tractor.name.several", "{blocks}", blocks=Several(blocks))


def _block(block: Block, rank: str) -> Phrase:
    cards = list(map(str, block.cards))
    kinds, suit = cards[::2], cards[0][0]
    if block.size == 1:
        return _card(cards[0])
    if block.size == 2:
        return phrase("tractor.name.pair-of", "a pair of {cards}", cards=_two(cards[0]))
    if all(kind[0] == suit and kind[1] != rank for kind in kinds):
        return phrase(
            "tractor.name.run",
            "a tractor {low}–{high} of {suit}",
            low=_rank(kinds[-1][1]),
            high=_rank(kinds[0][1]),
            suit=_suit(suit),
        )
    return phrase(
        "tractor.name.trump-run", "a tractor of trumps: {cards}", cards=Several(map(_two, kinds))
    )


def _card(card: str) -> Phrase:
    if card in _JOKERS:
        return _JOKERS[card]
    return phrase("tractor.name.of", "{rank} of {suit}", rank=_rank(card[1]), suit=_suit(card[0]))


def _two(card: str) -> Phrase:
    """Return two equal cards in words: ``9s of hearts``."""
    if card in _TWO_JOKERS:
        return _TWO_JOKERS[card]
    rank, suit = _rank(card[1]), _suit(card[0])
    return phrase("tractor.name.two-of", "{rank}s of {suit}", rank=rank, suit=suit)


def _rank(rank: str) -> str:
    return _COURT.get(rank) or rank_named(rank)


def _suit(suit: str) -> Phrase:
    return PARTITION_NAMES[SUITS.index(suit)]
