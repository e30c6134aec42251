"""Variants of every game drawn at random, all of their options, from values that keep games short.

Matches end after a few deals: they go to few points or marks, or begin at the last levels. Every other
option is drawn from its whole range, its bounds included.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from suitwise.cards import RANKS
from suitwise.errors import NotationError
from suitwise.game import Game, load
from suitwise.texas42 import dominoes_of
from suitwise.texas42.rules.auction import MOST_MARKS
from suitwise.texas42.rules.dominoes import DECLARATION_TEXT, N_DOMINOES
from suitwise.texas42.variant import MATCHES, NELLO_OPTIONS
from suitwise.tractor.rules.deck import MOST_COPIES
from suitwise.tractor.rules.profile import BOUNDS, NAMED, OPTIONS, words_of_two_packs
from suitwise.tractor.rules.tables import LEAST_SEATS, MOST_SEATS

MOST_VARIANTS = 200
"""A game is tried in as many variants, or in all where there are fewer."""
_TRIES = 40
"""A game that gives no new variant in as many tries has no more."""

Options = dict[str, object]


def _gin(rng: Random) -> Options:
    to = rng.choice((0, 0, 1, 25, 60))
    return {
        # Players at random hardly ever come to less: their matches would have no end.
        "knock": rng.choice((10, 30, 98, 1000) if to else (0, 1, 5, 10, 30, 98, 1000)),
        "gin": rng.choice((1, 20, 25, 1000)),
        "undercut": rng.choice((1, 10, 25, 1000)),
        "big": rng.choice((0, 1, 31, 1000)),
        "to": to,
        "box": rng.choice((0, 20, 1000)),
        "game": rng.choice((0, 100, 1000)),
        "declare": rng.random() < 0.5,
        "idle": rng.choice((1, 2, 10, 50, 1000)),
        "deals": (deals := rng.choice((0, 1, 3))),
        "oklahoma": not to and rng.random() < 0.3,
        "ace_upcard": rng.choice(("gin", "1")),
        "spades": rng.randint(1, 2),
        "spade_boxes": rng.randint(1, 2),
        "cards": rng.choice((10, 10, 7)),
        "ace": rng.choice(("low", "both", "corner")),
        "ace_points": rng.choice((1, 15)),
        "gin_layoff": rng.random() < 0.3,
        "tie": rng.choice(("undercut", "knocker")),
        "layoff": rng.choice(("best", "best", "ask")),
        "gin_boxes": rng.randint(0, 3),
        "undercut_boxes": rng.randint(0, 3),
        "dealer": rng.choice(("loser", "winner", "turns")),
        "shutout": rng.choice(("game", "points", "all", "no")),
        "columns": rng.choice((1, 3)) if deals else 1,
    }


def _gin_partners(rng: Random) -> Options:
    return _gin(rng) | {"idle": rng.choice((1, 2, 10, 50))}


def _indian13(rng: Random) -> Options:
    return {
        "seats": rng.randint(2, 6),
        "jokers": rng.randint(0, 4),
        "drop": rng.choice((0, 20, 1000)),
        "middle": rng.choice((0, 40, 1000)),
        "cap": rng.choice((1, 80, 1000)),
        "draws": rng.choice((1, 5, 30, 100)),
        "reshuffle": rng.random() < 0.5,
    }


def _rami(rng: Random) -> Options:
    yes_no = ("yes", "no")
    return {
        "house": rng.choice(("rami51", "rami71", "rami101", "romme")),
        "seats": rng.randint(2, 5),
        "cards": rng.choice((5, 13, 15)),
        "jokers": rng.choice((0, 4, 8)),
        "start": rng.choice(("upcard", "extra")),
        "pile": rng.choice(("use", "any")),
        "pile_from": rng.choice((1, 2, 20)),
        "last": rng.choice(("stock", "any")),
        "opening": rng.choice((0, 30, 71)),
        "pure": rng.choice(yes_no),
        "raise": rng.choice(yes_no),
        "most_wilds": rng.choice((0, 1, 3, 12)),
        "high_ace": rng.choice((0, 11)),
        "points": rng.choice(("1/2/3/4/5/6/7/8/9/10/10/10/10", "11/2/3/4/5/6/7/8/9/10/11/12/13")),
        "joker_points": rng.choice((0, 25)),
        "taken": rng.choice(("meld", "lay", "hand")),
        "set_joker": rng.choice(("either", "both", "never")),
        "out": rng.choice(("discard", "free")),
        "joker_out": rng.choice(yes_no),
        "sec_opening": rng.choice(("free", "held")),
        "unopened": rng.choice((0, 100)),
        "hand_double": rng.choice(yes_no),
        "win": rng.choice((0, 10)),
        "sec": rng.choice((0, 20)),
        "sec_first": rng.choice((0, 50)),
        "stock": rng.choice(("turn", "void")),
        "draws": rng.choice((1, 8, 30)),
        "to": rng.choice((0, 50)),
        "deals": rng.choice((1, 2)),
        "staged": rng.random() < 0.3,
    }


def _rummikub(rng: Random) -> Options:
    return {
        "seats": rng.randint(2, 4),
        "opening": rng.choice((0, 30, 50)),  # racks that wait for more grow for long
        "same": rng.random() < 0.5,
        "joker": rng.choice(("swap", "free", "locked")),
        "group_joker": rng.choice(("either", "both")),
        "penalty": rng.choice((1, 3, 10)),
        "pool": rng.choice(("pass", "stop")),
        "match": rng.choice(("points", "wins")),
        "deals": rng.choice((1, 1, 2)),
        "staged": rng.random() < 0.3,
    }


def _stacks(rng: Random) -> Options:
    suits = rng.randint(1, 5)
    return {
        "stacks": rng.randint(1, 5),
        "height": rng.randint(1, 4),
        "suits": suits,
        "singles": rng.randint(0, suits),
    }


def _texas42(rng: Random) -> Options:
    flags = ("forced", "play_out", "plunge", "splash", "jump", "sevens", "claims")
    return {
        "match": rng.choice(("hand", *MATCHES)),
        "marks": rng.randint(1, 2),
        "points": rng.randint(1, 60),
        "cap": rng.randint(1, MOST_MARKS),
        "nello": rng.choice([*NELLO_OPTIONS]),
        "shaker": rng.randint(-1, 3),
        "deals": rng.choice((0, 1, 3)),
    } | {flag: rng.random() < 0.5 for flag in flags}


def _texas42_endgame(rng: Random) -> Options:
    tricks = rng.randint(1, 3)
    pack = sorted(rng.sample(range(N_DOMINOES), 4 * tricks))
    hand = rng.sample(pack, tricks) if rng.random() < 0.5 else []
    return {
        "declaration": rng.choice(DECLARATION_TEXT),
        "leader": rng.randint(0, 3),
        "dominoes": _dominoes(pack),
        "goal": rng.choice((0, rng.randint(1, tricks))),
        "seat": rng.randint(0, 3),
        "hand": _dominoes(hand),
    }


def _dominoes(numbers: list[int]) -> str:
    return " ".join(map(str, dominoes_of(sum(1 << number for number in numbers))))


def _tractor(rng: Random) -> Options:
    match = rng.choice(("deal", "deal", "deal", "match"))
    table = rng.choice((_four_with_two_packs, _another_table))(rng)
    many = table["teams"] == "friends"
    ranks = rng.choices("KA" if match == "match" else RANKS, k=table["players"] if many else 2)
    last = table["players"] - 1
    return {
        "match": match,
        "levels": "".join(ranks),
        "landlord": rng.randint(0, last) if len({*ranks}) > 1 else rng.randint(-1, last),
        "first": rng.randint(0, last),
        "deals": rng.choice((0, 1, 2)),
        **table,
    }


def _four_with_two_packs(rng: Random) -> dict[str, Any]:
    return {
        "profile": _profile(rng, _SWITCHES, [*NAMED]),
        "claims": rng.random() < 0.5,
        "players": 4,
        "teams": "fixed",
    }


def _another_table(rng: Random) -> dict[str, Any]:
    """Draw a number of players, packs, and friends; that of four with two packs is among the rest.

    Matches end after two deals: among friends players at random are long in winning one.
    """
    players = rng.randint(LEAST_SEATS, MOST_SEATS)
    teams = rng.choice(("fixed", "friends"))
    return {
        "profile": _profile(rng, _SWITCHES_OF_TABLES, ["standard", "rbtying"]),
        "players": players,
        "packs": rng.randint(0, MOST_COPIES),
        "teams": teams,
        "friends": rng.randint(0, players - 2) if teams == "friends" else 0,
        "deals": rng.choice((1, 2)),
    }


_NUMBERS = ("penalty", "kitty_factor")
_SWITCHES: dict[str, tuple[object, ...]] = {
    **{name: words_of_two_packs(name) for name in OPTIONS},
    **{
        name: (least, least + 1, most) for name, (least, most) in BOUNDS.items() if name in _NUMBERS
    },
    "defend": ("", "A", "2J", "5TK"),
}
"""The switches of a house with two packs, each with some of its values."""


_SWITCHES_OF_TABLES: dict[str, tuple[object, ...]] = {
    **{name: words for name, words in OPTIONS.items() if name != "against"},
    "duty": ("best", "suit"),
    **{name: (least, least + 1) for name, (least, _) in BOUNDS.items()},
    "kitty_cards": (0, 5, 8, 12),
    "defend": _SWITCHES["defend"],
}
"""The switches of a house at other tables, each with some of its values."""


def _profile(rng: Random, switches: Mapping[str, Sequence[object]], houses: Sequence[str]) -> str:
    """Return a house with some of its switches set otherwise."""
    chosen = [name for name in switches if rng.random() < 0.5]
    own = ",".join(f"{name}={rng.choice(switches[name])}" for name in chosen)
    return f"{rng.choice(houses)}({own})"


def _no_options(_: Random) -> Options:
    return {}


_DRAWN: dict[str, Callable[[Random], Options]] = {
    "gin": _gin,
    "gin_partners": _gin_partners,
    "indian13": _indian13,
    "rami": _rami,
    "rummikub": _rummikub,
    "stacks": _stacks,
    "texas42": _texas42,
    "texas42_endgame": _texas42_endgame,
    "tractor": _tractor,
}


def drawn_variants(name: str, count: int, seed: int) -> list[Game[Any]]:
    """Return different variants of a game, fewer where it has no more."""
    rng = Random(f"{name} {seed}")
    draw = _DRAWN.get(name, _no_options)
    found: dict[str, Game[Any]] = {}
    tries = 0
    while len(found) < count and tries < _TRIES:
        game = _loaded(name, draw(rng))
        is_new = game is not None and str(game) not in found
        tries = 0 if is_new else tries + 1
        if game is not None:
            found[str(game)] = game
    return [*found.values()]


def _loaded(name: str, options: Options) -> Game[Any] | None:
    """Return a variant read from its text, None where these options exclude each other."""
    given = ",".join(f"{option}={_text(value)}" for option, value in options.items())
    try:
        return load(f"{name}({given})")
    except NotationError:
        return None


def _text(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
