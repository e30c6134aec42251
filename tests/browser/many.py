"""Scenes of Tractor with more seats and packs than a table of four: what a server would tell of them."""

from __future__ import annotations

import random
from typing import Any

from tests.browser.faked import Faked

SUITS, RANKS, RANK = "SHDC", "AKQJT9876543", "2"
NAMES = ("Ann", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ines")
HANDS = {(4, 4): 52, (3, 4): 39, (2, 5): 20, (3, 6): 26, (3, 7): 22, (4, 6): 35, (4, 8): 26}
"""The cards of a hand by the packs and the players."""


def hand_of(packs: int, seats: int, seed: int = 1) -> list[dict[str, Any]]:
    """Return the rows of a hand dealt by chance, hearts and twos being trump."""
    deck = [suit + rank for suit in SUITS for rank in RANKS + RANK] + ["BJ", "RJ"]
    dealt = random.Random(seed).sample(packs * deck, HANDS[packs, seats])
    order = ["RJ", "BJ", "H" + RANK, *(suit + RANK for suit in "SDC")]
    order += [suit + rank for suit in "HSDC" for rank in RANKS]
    cards = sorted(dealt, key=order.index)
    trumps = [card for card in cards if card[0] == "H" or card in order[:6]]
    rows = [{"key": "trump", "name": "trump", "cards": trumps}]
    for suit, name in zip("SDC", ("spades", "diamonds", "clubs"), strict=True):
        own = [card for card in cards if card[0] == suit and card not in trumps]
        rows.append({"key": suit, "name": name, "cards": own})
    return [row for row in rows if row["cards"]]


def table_of(
    faked: Faked, packs: int, seats: int, *, friends: bool = False, turn: int = 0, **head: Any
) -> dict[str, Any]:
    """Return the parts of a table at which seat 1 is landlord, nobody having played yet."""
    rows = hand_of(packs, seats)
    held = [card for row in rows for card in row["cards"]]
    parts = faked.first
    game = f"tractor(packs={packs},players={seats})"
    more = {"calls": [], "to_call": seats // 2 - 1, "side": [1]} if friends else {"side": [1]}
    shared = {
        "game": game,
        "levels": ["2"] * seats,
        "landlord": 1,
        "named": True,
        "trump": "H2",
        "bids": [],
        "turned": [],
        "removed": [],
        "won": [0] * seats,
        "attackers": [seat for seat in range(seats) if seat % 2 == 0],
        "need": 40 * packs,
        "steps": [5, *range(20 * packs, 101 * packs, 20 * packs)],
        "points": 35,
        "phase": "play",
        "turn": turn,
    }
    person = parts["people"][1]
    people = [
        {**(parts["people"][0] if seat == 0 else person), "seat": seat, "name": NAMES[seat]}
        for seat in range(seats)
    ]
    seated = [
        {
            "seat": seat,
            "side": seat if friends else seat % 2,
            "count": 20,
            "held": None,
            "text": None,
        }
        for seat in range(seats)
    ]
    seated[0]["count"] = len(held)
    return {
        "head": parts["head"] | shared | more | head,
        "hand": {"seat": 0, "held": held, "drawn": held, "rows": rows},
        "table": {"trick": None, "last": None, "tricks": 3, "buried": None},
        "ask": {"moves": None, "n_moves": 99, "text": "lead"} if turn == 0 else None,
        "seats": seated,
        "people": people,
        "bar": None,
        "clock": None,
        "over": None,
    }


def trick_of(seats: int, leader: int, cards: list[list[str]], **more: Any) -> dict[str, Any]:
    """Return a trick to which some seats have played."""
    plays = [
        {"seat": (leader + place) % seats, "cards": play, "text": "".join(play)}
        for place, play in enumerate(cards)
    ]
    best = plays[-1]["seat"] if plays else None
    trick = {"leader": leader, "plays": plays, "tried": None, "best": best, "points": 25}
    return {"trick": trick | more, "last": None, "tricks": 3, "buried": None}
