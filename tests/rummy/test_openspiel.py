"""With one deck the deadwood is OpenSpiel's."""

from __future__ import annotations

import numpy as np
import pyspiel

from suitwise.cards import Card
from suitwise.rummy import batch_deadwood
from suitwise.rummy.rules.rules import GIN

HANDS = 10_000


def test_one_deck_deadwood_is_open_spiels() -> None:
    rng = np.random.default_rng(7)
    for size in (7, 10, 11, 14):
        # Of one card more than the hand size that it is told, OpenSpiel leaves out a card.
        utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, size)
        number = {int(Card(utils.card_string(card))): card for card in range(52)}
        hands = np.argsort(rng.random((HANDS // 4, 52)), axis=1)[:, :size].astype(np.uint8)
        theirs = [utils.min_deadwood([number[int(card)] for card in hand]) for hand in hands]
        assert batch_deadwood(hands, GIN).tolist() == theirs
