"""Deals of Tractor at tables with more packs, players or friends, with houses and leads at random.

A move at random from all that are legal makes throws of half a suit, and those fail. So most leads
are a few copies of cards that lie close together: blocks, throws of blocks, and leads that can be cut in
several ways.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random
from typing import Any, NamedTuple

from suitwise.errors import NotationError
from suitwise.game import OVER
from suitwise.tractor import Move, Pile, Tractor, TractorState, pile_of
from suitwise.tractor.moves import PASS
from suitwise.tractor.rules.deck import CARD_PILES, bits
from suitwise.tractor.rules.pairs.legal_plays import parts_by_suit

TABLES: dict[str, dict[str, Any]] = {
    "3 packs, 6 players": {"packs": 3, "players": 6},
    "4 packs, 8 players": {"packs": 4, "players": 8},
    "2 packs, 5 with friends": {"packs": 2, "players": 5, "teams": "friends"},
    "3 packs, 7 with friends": {"packs": 3, "players": 7, "teams": "friends"},
    "3 packs, 4 players, bombs and steals": {"packs": 3, "players": 4},
    "1 pack, 4 players": {"packs": 1, "players": 4},
}
"""The tables of which deals are refereed."""
_SWITCHES: dict[str, tuple[object, ...]] = {
    "chain": ("full", "suits"),
    "duty": ("best", "best", "suit"),
    "forced": ("beaten", "first", "largest", "lowest", "never"),
    "penalty": (0, 10),
    "over": ("largest", "every", "length", "top", "honour"),
    "kitty": ("twice", "power", "lead", "fixed"),
    "kitty_factor": (2, 3),
    "defend": ("A", "2", "JA"),
    "reinforce": ("own", "any", "equal"),
    "overturn": ("jokers", "suits", "suits1", "more"),
    "jokers": ("yes", "packs", "packs1", "no"),
    "nobody": ("kitty", "first", "suited", "none", "redeal"),
    "tractor_width": (2, 3),
    "tractor_length": (2, 3),
    "cutting": ("leader", "leader", "default"),
    "fit": ("columns", "cards"),
    "tractors_for": ("any", "tractors"),
    "protect": ("none", "longer"),
    "bombs": ("none", "free", "follow"),
    "kitty_cards": (0, 6, 9),
    "remove": ("low", "jokers"),
    "calls": ("plain", "any", "below_top", "no_points"),
    "joins": ("many", "once", "others"),
    "bonus": ("yes", "no"),
    "step": (20, 15),
    "adjust": (0, -10),
    "turnover": (2, 3),
    "dead": (1, 0),
    "truncate": ("yes", "no"),
    "landlord": ("winner", "first"),
    "steal": ("no", "yes"),
}
"""The words of each switch that houses have here."""
_OFTEN = 0.25
_MOST_LED = 8
"""No lead has more cards: the oracle tries all ways to cut it."""
_SCATTERED = 0.2
_STEALS = 0.6


def some_house(rng: Random, table: str, without: Collection[str] = ()) -> str:
    """Return a house with switches at random, each as by default in three of four."""
    while True:
        house = rng.choice(("standard", "standard", "rbtying"))
        bold = "bombs" in table
        switches = {
            name: rng.choice(words[1:] if bold and name in ("bombs", "steal") else words)
            for name, words in _SWITCHES.items()
            if name not in without
            if rng.random() < _OFTEN or (bold and name in ("bombs", "steal"))
        }
        text = ",".join(f"{name}={value}" for name, value in switches.items())
        try:
            return Tractor(profile=f"{house}({text})", packs=3, players=6).profile
        except NotationError:
            continue  # the text is nearest to a house of four with two packs


def some_variant(rng: Random, table: str, deals: int = 1, without: Collection[str] = ()) -> Tractor:
    """Return a variant of a table with a house and a start at random.

    Args:
        rng: the source of random numbers.
        table: the name of the table.
        deals: the number of deals.
        without: switches that have their defaults.
    """
    options = TABLES[table]
    seats = range(options["players"])
    friends = rng.randrange(len(seats) - 1) if "teams" in options else 0
    levels, landlord = rng.choice(("22", "55", "TT", "AA")), rng.choice((-1, -1, rng.choice(seats)))
    return Tractor(
        profile=some_house(rng, table, without),
        match="deal" if deals == 1 else "match",
        deals=0 if deals == 1 else deals,
        levels=levels,
        landlord=landlord,
        first=rng.choice(seats),
        friends=friends,
        **options,
    )


def played_game(table: str, seed: int) -> list[TractorState]:
    """Return the states of a deal at a table; each fourth seed has a match of two deals."""
    deals = 2 if seed % 4 == 1 else 1
    return played(some_variant(Random(f"{table} {seed}"), table, deals), seed)


def played(game: Tractor, seed: int) -> list[TractorState]:
    """Return the states of a game played at random."""
    return [game.start(), *(after for _, _, after in steps(game, seed))]


def steps(game: Tractor, seed: int) -> Iterator[tuple[TractorState, Move, TractorState]]:
    """Yield the moves of a game played at random, each with the states before and after it.

    Games differ in how often seats bid, and in how often a seat draws another copy of a card it holds:
    without that there would be few wide blocks.
    """
    rng, state = Random(seed), game.start()
    habit = _Habit(rng.choice((0, 0.02, 0.1, 0.5)), rng.choice((0, 0.5, 0.8)))
    while state.turn != OVER:
        move = _move(rng, state, habit)
        after = state.followed_by(move)  # one of its legal moves
        yield state, move, after
        state = after


class _Habit(NamedTuple):
    """How often a seat that may bid does, and how often it draws what it holds."""

    bids: float
    collects: float


def _move(rng: Random, state: TractorState, habit: _Habit) -> Move:
    moves, turn = state.moves(), state.turn
    if state.phase == "draw" and rng.random() < habit.collects:
        held = list(bits(state.undrawn.once & state.drawn[state.drawer].once))
        if held:
            return Move(CARD_PILES[rng.choice(held)])
    if state.phase in ("bid", "steal"):
        bids = [move for move in moves if move != PASS]
        eager = habit.bids if state.phase == "bid" else _STEALS
        return rng.choice(bids) if bids and rng.random() < eager else PASS
    if state.phase == "play" and not state.tricks[-1].plays:
        return _lead(rng, rng.choice(parts_by_suit(state.held[turn], state.trump)))
    move: Move = moves[rng.randrange(len(moves))]  # type: ignore[index]
    return move


def _lead(rng: Random, suit: Pile) -> Move:
    """Return a lead out of the cards of a suit: mostly cards that lie together in it.

    A lead of all copies of neighbouring cards can often be cut in several ways.
    """
    cards, kinds = suit.cards, list(bits(suit.once))
    if rng.random() < _SCATTERED:
        return Move(pile_of(rng.sample(cards, rng.randint(1, min(_MOST_LED, len(cards))))))
    if rng.random() < _SCATTERED:
        first = rng.randrange(len(kinds))
        near = [card for card in cards if card in kinds[first : first + 3]]
        return Move(pile_of(near[:_MOST_LED]))
    number = min(rng.choice((1, 1, 2, 2, 3, 4, 6, _MOST_LED)), len(cards))
    first = rng.randrange(len(cards) - number + 1)
    return Move(pile_of(cards[first : first + number]))
