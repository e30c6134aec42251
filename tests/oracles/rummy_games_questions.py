"""Random questions about games with melds on the table, in the form of `game_cases.jsonl`.

Written from the page of the rules alone and sharing no code with the package: what is asked here
`rummy_games_answers` answers.  The questions of a family (`rummikub`, `rami`, `gin`) follow from a
seed; most are turns (of gin, knocks), about half of them legal.  Positions are dense, of few
numbers and suits, so that much can be moved about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import combinations
from random import Random
from typing import Any

from tests.oracles import rummy_games_gin as gin
from tests.oracles import rummy_games_rami as rami
from tests.oracles import rummy_games_rami_deals as rami_deals
from tests.oracles.rummy_games_cards import (
    JOKER,
    RANKS,
    SUITS,
    Meld,
    becomes,
    cards_of,
    melds_text,
    melds_with,
    pack,
    places_of,
)
from tests.oracles.rummy_games_rummikub import random_new_table, random_table
from tests.oracles.rummy_games_tiles import COLOURS, Table, all_tiles, table_text, tiles_of
from tests.oracles.rummy_games_tiles import JOKER as JOKER_TILE

Case = dict[str, Any]

FULL = 20_000
"""The number of questions of a family that a whole comparison asks."""


def questions(
    family: str, number: int = FULL, seed: int = 0, only: str | None = None
) -> Iterator[Case]:
    """So many questions of a family, or only those of one kind."""
    rng = Random(f"{family} {seed}")
    kinds, weights = zip(*WEIGHTS[family].items(), strict=True)
    for at in range(number):
        kind = only or rng.choices(kinds, weights)[0]
        game = rng.choice(sorted(rami.HOUSES)) if family == "rami" else family
        given, rule = ASKED[family, kind](rng, game)
        name = f"{family}-{seed}-{at}"
        yield {"id": name, "game": game, "kind": kind, "given": given, "rule": rule}


def some_options(rng: Random, choices: Mapping[str, Sequence[Any]], chance: float) -> Case:
    """Some options away from their defaults, each as often as told."""
    return {name: rng.choice(ways) for name, ways in choices.items() if rng.random() < chance}


# -------------------------------------------------------------------------------------- Rummikub


def dense_box(rng: Random) -> Counter[str]:
    """The tiles of a few neighbouring numbers, and the jokers."""
    low = rng.randint(1, 8)
    near = range(low, low + rng.randint(4, 6))
    return Counter(t for t in all_tiles() if t == JOKER_TILE or int(t[1:]) in near)


def some_rack(rng: Random, box: Counter[str], most: int) -> Counter[str]:
    """A rack out of a box, which loses its tiles; jokers are rare."""
    tiles = [tile for tile in box.elements() if tile != JOKER_TILE or rng.random() < 0.3]
    return Counter(rng.sample(tiles, min(len(tiles), rng.randint(1, most))))


def rummikub_turn(rng: Random, _: str) -> tuple[Case, str]:
    """A table, a rack and a new table, often one that is wrong in one place."""
    choices = {
        "joker": ("swap", "free", "locked"),
        "group_joker": ("either", "both"),
        "same": ("yes", "no"),
        "opening": (0, 10, 50),
    }
    options = some_options(rng, choices, 0.4)
    box = dense_box(rng)
    table = random_table(rng, 5, box)
    rack = some_rack(rng, box, 9)
    new: Sequence[Sequence[str]] = new_table_or_old(rng, table, rack)
    if rng.random() < (0.8 if new is table else 0.4):
        new = disturbed(rng, new, rack)
    given = {
        "table": table_text(table),
        "rack": " ".join(rack.elements()),
        "opened": rng.random() < 0.7,
        "new": "/".join("".join(part) for part in rng.sample(new, len(new))) or "-",
        "options": options,
    }
    return given, "R3 turn"


def new_table_or_old(rng: Random, table: Table, rack: Counter[str], tries: int = 12) -> Table:
    """A new table with tiles of the rack in it, or the old one if none is found."""
    for _ in range(tries):
        new = random_new_table(table, rack, rng)
        if new is not None and tiles_of(new) != tiles_of(table):
            return new
    return table


def disturbed(
    rng: Random, table: Sequence[Sequence[str]], rack: Counter[str]
) -> list[tuple[str, ...]]:
    """A new table with something wrong in it, or at least something else."""
    parts = [list(part) for part in table]
    some_tile = rng.choice(sorted(rack))
    stands_for = f"[{rng.choice(COLOURS)}{rng.randint(1, 13)}]"
    extra = stands_for if some_tile == JOKER_TILE else some_tile
    if not parts:
        return [(extra,)]
    part = rng.choice(parts)
    match rng.randrange(6):
        case 0:
            part.pop(rng.randrange(len(part)))
        case 1:
            part.append(extra)
        case 2:
            part[rng.randrange(len(part))] = extra
        case 3:
            parts.remove(part)
        case 4:
            at = rng.randrange(len(part))
            parts += [part[at:]]
            del part[at:]
        case _:
            other, at = rng.choice(parts), rng.randrange(len(part))
            other.append(part.pop(at))
    return [tuple(part) for part in parts if part]


def small_position(rng: Random) -> tuple[Table, Counter[str]]:
    """A table and a rack for which all covers are soon found."""
    box = dense_box(rng)
    return random_table(rng, 3, box), some_rack(rng, box, 6)


def rummikub_cover(rng: Random, _: str) -> tuple[Case, str]:
    """What a seat that has opened may play."""
    table, rack = small_position(rng)
    choices = {"joker": ("swap", "free", "locked"), "group_joker": ("either", "both")}
    options = some_options(rng, choices, 0.5)
    given = {"table": table_text(table), "rack": " ".join(rack.elements()), "options": options}
    return given, "R5 solver"


def rummikub_opening(rng: Random, _: str) -> tuple[Case, str]:
    """A rack that may open."""
    rack = some_rack(rng, dense_box(rng), 14)
    options = {"opening": rng.choice([30, 50])}
    return {"rack": " ".join(rack.elements()), "options": options}, "R2 opening"


def rummikub_score(rng: Random, _: str) -> tuple[Case, str]:
    """Racks at the end of a deal; they are small, so that ties come about."""
    seats = rng.randint(2, 4)
    tiles = rng.sample([t for t in all_tiles() if t == JOKER_TILE or int(t[1:]) < 6], 20)
    racks = [tiles[4 * seat : 4 * seat + rng.randint(1, 4)] for seat in range(seats)]
    out = rng.choice([None, rng.randrange(seats)])
    if out is not None:
        racks[out] = []
    given = {"racks": [" ".join(rack) for rack in racks], "out": out}
    return {**given, "next": rng.randrange(seats)}, "R6 end and score"


# ------------------------------------------------------------------------------------------ rami

RAMI_CHOICES: dict[str, Sequence[Any]] = {
    "pile": ("use", "any"),
    "pile_from": (1, 2),
    "last": ("stock", "any"),
    "opening": (0, 15, 30),
    "pure": ("yes", "no"),
    "most_wilds": (1, 2, 12),
    "taken": ("meld", "lay", "hand"),
    "set_joker": ("either", "both", "never"),
    "out": ("discard", "free"),
    "joker_out": ("yes", "no"),
    "sec_opening": ("free", "held"),
}


def dense_packs(rng: Random, jokers: int) -> list[str]:
    """Two packs of five neighbouring ranks, the ace both low and high, and jokers; shuffled."""
    low = rng.randrange(13)
    near = [RANKS[(low + step) % 13] for step in range(6)]
    cards = [card for card in pack() * 2 if card[1] in near] + [JOKER] * jokers
    return rng.sample(cards, len(cards))


def some_melds(rng: Random, cards: Counter[str], most: int, wilds: int, ace: str) -> list[Meld]:
    """Some melds out of cards, which are taken out of them."""
    found = []
    for _ in range(most):
        first = rng.choice([card for card in cards if card != JOKER])
        ways = list(melds_with(first, cards, rng.randint(0, min(wilds, 2)), ace))
        if ways:
            found.append(rng.choice([meld for meld in ways if len(meld) <= 6] or ways))
            cards -= cards_of(found[-1])
    return found


def rami_turn(rng: Random, house: str) -> tuple[Case, str]:
    """A turn: moves taken at random, mostly such as can be made, until one ends it."""
    options = some_options(rng, RAMI_CHOICES, 0.25)
    rules = rami.rules_of(house, options)
    cards = Counter(dense_packs(rng, 4))
    table = some_melds(rng, cards, rng.randint(0, 4), rules.most_wilds, rules.ace)
    rest = rng.sample(list(cards.elements()), cards.total())
    number = rng.choice([1, 1, 2, 3, 5, 8, 14])
    hand, pile, stock = rest[:number], rest[number], rest[number + 1]
    opened = bool(table) and rng.random() < 0.7
    turn = rami.Turn(rules, Counter(hand), list(table), opened, [pile], rng.choice([1, 2, 5]))
    given = {
        "hand": "".join(hand),
        "table": melds_text(table),
        "opened": opened,
        "moves": list(random_moves(rng, deepcopy(turn), stock)),
        "pile": pile,
        "stock": stock,
        "turn": turn.number,
        "options": options,
    }
    return given, "A6 going out"


def random_moves(rng: Random, turn: rami.Turn, stock: str) -> Iterator[str]:
    """Moves of a turn until it has ended or one is wrong, which one in eight may be."""
    for at in range(10):
        asked = [random_rami_move(rng, turn, late=at > 3) for _ in range(5)]
        good = [move for move in asked if not deepcopy(turn).play(move, stock)]
        move = rng.choice(good) if good and rng.random() < 0.88 else asked[0]
        yield move
        if turn.play(move, stock) or turn.ended or rng.random() < 0.01:
            return


def random_rami_move(rng: Random, turn: rami.Turn, late: bool) -> str:
    """Some move that a seat may wish to make, whether or not it may."""
    if not turn.drawn and rng.random() < 0.95:
        return rng.choice(["stock", "pile"])
    hand = sorted(turn.hand.elements()) or [JOKER]
    if rng.random() < (0.7 if late else 0.15):
        return rng.choice([*hand, "end"])
    if rng.random() < (0.3 if turn.opened else 0.8):
        return random_laying(rng, turn) or rng.choice(hand)
    if not turn.table or rng.random() < 0.05:
        return rng.choice([f"add:{_some_place(rng, hand)}@{len(turn.table) + 1}", "stock"])
    useful = list(useful_at_table(rng, turn))
    if useful and rng.random() < 0.8:
        return rng.choice(useful)
    name, at = rng.choice(["add", "take"]), rng.randint(1, len(turn.table))
    return f"{name}:{_some_place(rng, hand) if name == 'add' else rng.choice(hand)}@{at}"


def random_laying(rng: Random, turn: rami.Turn) -> str | None:
    """First melds or a further one out of the hand, now and then with a card too few."""
    melds = rami_deals.random_melds(turn.hand, turn.rules, rng)
    if not melds:
        return None
    if rng.random() < 0.08:
        melds[0] = melds[0][1:]
    if turn.opened == (rng.random() < 0.95):
        return "lay:" + "".join(melds[0])
    return "open:" + "/".join("".join(meld) for meld in melds)


def useful_at_table(rng: Random, turn: rami.Turn) -> Iterator[str]:
    """Cards that fit melds on the table, jokers among them, and those that free a joker."""
    cards = sorted(turn.hand)
    for at, meld in enumerate(turn.table, 1):
        for card in cards:
            fitting = [place for place in places_of(card, meld) if becomes(meld, place)]
            if fitting:
                yield f"add:{rng.choice(fitting)}@{at}"
        for taken in [[card] for card in cards] + [list(pair) for pair in combinations(cards, 2)]:
            if rami.without_joker(meld, taken, turn.rules):
                yield f"take:{''.join(taken)}@{at}"


def _some_place(rng: Random, hand: Sequence[str]) -> str:
    card = rng.choice(hand)
    return rng.choice(["[7]", "[H7]", "[SA]"]) if card == JOKER else card


def rami_opening(rng: Random, house: str) -> tuple[Case, str]:
    """A hand that may open."""
    rules = rami.rules_of(house)
    jokers = rng.choice([0, 1, 2])
    hand = dense_packs(rng, 0)[: rules.cards - 3 - jokers] + [JOKER] * jokers
    return {"hand": " ".join(sorted(hand)), "options": {}}, "A3 opening"


def rami_layoff(rng: Random, house: str) -> tuple[Case, str]:
    """A meld and a card that may be added to it."""
    rules = rami.rules_of(house)
    melds: list[Meld] = []
    while not melds:
        melds = some_melds(rng, Counter(dense_packs(rng, 4)), 1, rules.most_wilds, rules.ace)
    near = [suit + rank for suit in SUITS for rank in RANKS if suit == melds[0][0].strip("[")[0]]
    same = [suit + melds[0][0].strip("[]")[-1] for suit in SUITS]
    return {"meld": "".join(melds[0]), "card": rng.choice([*near, *same, JOKER])}, "A4 lay-offs"


def rami_score(rng: Random, house: str) -> tuple[Case, str]:
    """Hands at the end of a deal."""
    seats = rng.randint(2, 5)
    cards = dense_packs(rng, 4)
    out, sec = rng.randrange(seats), rng.random() < 0.3
    hands = [cards[5 * at : 5 * at + rng.randint(1, 5)] if at != out else [] for at in range(seats)]
    given = {
        "hands": ["".join(hand) for hand in hands],
        "opened": [at == out or rng.random() < 0.6 for at in range(seats)],
        "out": out,
        "sec": sec,
        "melds_before": not sec or rng.random() < 0.5,
        "options": some_options(rng, {"unopened": (0, 50, 100), "win": (0, 10)}, 0.2),
    }
    return given, "A7 score"


# ------------------------------------------------------------------------------------------- gin

GIN_CHOICES: dict[str, Sequence[Any]] = {
    "knock": (0, 5, 7, 10),
    "gin": (20, 25),
    "undercut": (10, 25),
    "oklahoma": ("yes",),
    "ace_upcard": ("gin", "1"),
    "spades": (2,),
    "spade_boxes": (2,),
    "ace": ("both", "corner"),
    "ace_points": (15,),
    "gin_layoff": ("yes",),
    "tie": ("knocker",),
    "gin_boxes": (1, 2, 3),
    "undercut_boxes": (1, 2),
}


def gin_knock(rng: Random, _: str) -> tuple[Case, str]:
    """A knock: melds and what is left over, of a hand that is mostly nearly all melds."""
    options = some_options(rng, GIN_CHOICES, 0.25)
    size = 10
    if rng.random() < 0.15:
        options["cards"] = size = 7
    if rng.random() < 0.3:
        options["big"] = 31
        size += rng.random() < 0.5
    ace = options.get("ace", "low")
    cards = Counter(pack())
    melds = some_melds(rng, cards, 4, 0, ace)
    while sum(map(len, melds)) > size:
        cards += cards_of(melds.pop())
    most = rng.choice([2, 3, 5, 13])
    low = [card for card in cards if RANKS.index(card[1]) < most]
    missing = size - sum(map(len, melds))
    rest = rng.sample(low if len(low) >= missing else list(cards), missing)
    cards -= Counter(rest)
    defender = _some_defender(rng, cards, melds, options.get("cards", 10))
    upcard = rng.choice([None, *list((cards - Counter(defender)).elements())])
    hand = [*cards_of(*melds).elements(), *rest]
    if melds and rng.random() < 0.1:
        melds.pop()
    given = {
        "knocker": "".join(rng.sample(hand, len(hand))),
        "spread": gin.spread_text(melds),
        "defender": "".join(defender),
        "upcard": upcard,
        "options": options,
    }
    return given, "G2 options"


def _some_defender(rng: Random, cards: Counter[str], melds: Sequence[Meld], size: int) -> list[str]:
    """A hand with some melds, cards that lie near the knocker's, and some of low points."""
    own = cards_of(*some_melds(rng, Counter(cards), rng.randint(0, 3), 0, "low"))
    near = [c for c in cards if any(_is_near(c, place) for meld in melds for place in meld)]
    low = [card for card in cards if RANKS.index(card[1]) < 3]
    wished = [*own, *rng.sample([*near, *low], (len(near) + len(low)) // 2)]
    return list(dict.fromkeys([*wished, *rng.sample(list(cards), len(cards))]))[:size]


def _is_near(card: str, other: str) -> bool:
    step = abs(RANKS.index(card[1]) - RANKS.index(other[1]))
    return step == 0 or (card[0] == other[0] and (step <= 2 or step >= 11))


def gin_match(rng: Random, _: str) -> tuple[Case, str]:
    """The deals of a match, sometimes shut out, sometimes not at its end."""
    favour = rng.choice([0, 0.3, 0.5, 1])
    deals = [
        [int(rng.random() < favour), rng.randint(1, 70), rng.choice([1, 1, 1, 2, 3])]
        for _ in range(rng.randint(1, 14))
    ]
    choices = {
        "to": (125, 150, 200),
        "shutout": ("no", "points", "all"),
        "box": (25,),
        "game": (50,),
    }
    columns = rng.choice([1, 3])
    given = {"deals": deals, "columns": columns, "options": some_options(rng, choices, 0.4)}
    return given, "G3 match"


def gin_partners(rng: Random, _: str) -> tuple[Case, str]:
    """The two deals of a round."""
    return {"deals": [[rng.randrange(2), rng.randint(1, 20)] for _ in range(2)]}, "G4 partners"


WEIGHTS = {
    "rummikub": {"turn": 84, "plays": 5, "best": 5, "opening": 4, "score": 2},
    "rami": {"turn": 84, "opening": 4, "layoff": 8, "score": 4},
    "gin": {"knock": 85, "match": 12, "partners": 3},
}
ASKED = {
    ("rummikub", "turn"): rummikub_turn,
    ("rummikub", "plays"): rummikub_cover,
    ("rummikub", "best"): rummikub_cover,
    ("rummikub", "opening"): rummikub_opening,
    ("rummikub", "score"): rummikub_score,
    ("rami", "turn"): rami_turn,
    ("rami", "opening"): rami_opening,
    ("rami", "layoff"): rami_layoff,
    ("rami", "score"): rami_score,
    ("gin", "knock"): gin_knock,
    ("gin", "match"): gin_match,
    ("gin", "partners"): gin_partners,
}
