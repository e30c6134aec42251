"""Whole deals and matches of Rummikub for the oracle of it: R1, R3, R6, the referee, random play.

Written from the page of the rules alone and sharing no code with the package.  A record is a text
of lines, so that nothing but the rules is needed to follow it:

    rummikub seats=2 deals=2 joker=free     the table
    deal k1 k2 … / r5 j …                   the racks of a deal, seat by seat
    draw:k7                                 the seat draws this tile
    table:k4k5k6/r1r2r3                     the whole new table
    pass
    late:k7r3o5                             the time is over; these are the tiles drawn, maybe none

How the open places of the page are read here
---------------------------------------------
 1. A penalty takes what is left in a pool of fewer tiles; with an empty pool it is a pass and
    counts as one.
 2. A record may end inside a deal; that deal is not scored.
 3. Of seats with as many points (and deals won) at the end all win the match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from tests.oracles.rummy_games_tiles import (
    JOKER,
    Table,
    TileSet,
    all_tiles,
    as_set,
    read_parts,
    read_tiles,
    set_order,
    table_text,
    tile_at,
    tile_points,
    tiles_of,
)
from tests.oracles.rummy_games_turns import (
    Rules,
    Tiles,
    faults,
    in_order,
    most_points,
    rules_of,
    sets_with,
)

TILES_OF_A_RACK = 14


class Wrong(ValueError):
    """What is wrong with a record, in a sentence."""


# ----------------------------------------------------------------------------------------- score


def scores(racks: Sequence[Counter[str]], out: int | None, next_seat: int) -> list[int]:
    """What each seat scores when `out` has no tiles left, or when nobody plays on (None)."""
    points = [sum(map(tile_points, rack.elements())) for rack in racks]
    winner = lowest_rack(racks, next_seat) if out is None else out
    lost = [own - (points[winner] if out is None else 0) for own in points]
    return [sum(lost) if seat == winner else -lost[seat] for seat in range(len(racks))]


def lowest_rack(racks: Sequence[Counter[str]], next_seat: int) -> int:
    """Who wins when all have passed: fewest points, fewest tiles, first from the next seat."""

    def order(seat: int) -> tuple[int, int, int]:
        points = sum(map(tile_points, racks[seat].elements()))
        return points, racks[seat].total(), (seat - next_seat) % len(racks)

    return min(range(len(racks)), key=order)


# ---------------------------------------------------------------------------------------- a deal


@dataclass
class Deal:
    """A deal as it stands."""

    racks: list[Counter[str]]
    pool: Counter[str]
    seat: int
    rules: Rules
    table: Table = ()
    opened: list[bool] = field(default_factory=list)
    passes: int = 0
    moves: int = 0
    drew_last: bool = False

    @classmethod
    def of(cls, racks: Sequence[Sequence[str]], seat: int, rules: Rules) -> Deal:
        """A deal that begins with these racks, all other tiles in the pool."""
        held = [Counter(rack) for rack in racks]
        box = Counter(all_tiles())
        for rack in held:
            if rack.total() != TILES_OF_A_RACK or rack - box:
                raise Wrong(f"every rack has {TILES_OF_A_RACK} tiles of the box")
            box -= rack
        return cls(held, box, seat, rules, opened=[False] * len(held))

    @property
    def out(self) -> int | None:
        """The seat with an empty rack, if one has it."""
        return next((seat for seat, rack in enumerate(self.racks) if not rack), None)

    @property
    def is_over(self) -> bool:
        """An empty rack, passes of all seats in a row, or (`pool=stop`) the last tile drawn."""
        return self.out is not None or self.passes == len(self.racks) or self.drew_last

    def scores(self) -> list[int]:
        """The scores of a deal that is over."""
        return scores(self.racks, self.out, self.seat)

    def play(self, line: str) -> None:
        """One move, told by its line."""
        if self.is_over:
            raise Wrong("the deal is over")
        name, _, told = line.partition(":")
        if name == "table":
            self._lay(told)
        elif name == "draw" or (name == "late" and self.pool):
            asked = 1 if name == "draw" else min(self.rules.penalty, self.pool.total())
            self._draw(read_tiles(told), asked)
        elif line in ("pass", "late"):
            self._pass()
        else:
            raise Wrong(f"{line} is no move here")
        self.seat = (self.seat + 1) % len(self.racks)
        self.moves += 1

    def _lay(self, told: str) -> None:
        parts = read_parts(told)
        found = faults(self.table, self.racks[self.seat], self.opened[self.seat], parts, self.rules)
        if found:
            raise Wrong(f"seat {self.seat} may not lay {told}: {', '.join(found)}")
        self.racks[self.seat] -= tiles_of(parts) - tiles_of(self.table)
        sets = [places for places in map(as_set, parts) if places]
        self.table = tuple(sorted(sets, key=set_order))
        self.opened[self.seat] = True
        self.passes = 0

    def _draw(self, tiles: Sequence[str], asked: int) -> None:
        if len(tiles) != asked or Counter(tiles) - self.pool:
            raise Wrong(f"{asked} tiles of the pool are drawn, not {' '.join(tiles) or 'none'}")
        self.pool -= Counter(tiles)
        self.racks[self.seat] += Counter(tiles)
        self.passes = 0
        self.drew_last = self.rules.pool == "stop" and not self.pool

    def _pass(self) -> None:
        if self.pool:
            raise Wrong("nobody passes while there are tiles to draw")
        self.passes += 1


# ------------------------------------------------------------------------------------- the match


@dataclass(frozen=True)
class Outcome:
    """What a match comes to: the scores of its deals, the totals, and who has won it."""

    deals: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...] | None
    moves: tuple[int, ...]


def read_table_line(line: str) -> tuple[int, Rules]:
    """Seats and rules out of the first line of a record."""
    name, *words = line.split()
    given = dict(word.split("=", 1) for word in words)
    seats = int(given.pop("seats"))
    if name != "rummikub" or not 2 <= seats <= 4:
        raise Wrong("a table of Rummikub has two to four seats")
    numbers = {key: int(value) for key, value in given.items() if value.isdecimal()}
    return seats, rules_of({**given, **numbers})


def referee(text: str) -> Outcome:
    """Follow the record of a match; `Wrong` says what breaks the rules."""
    first, *lines = [line for line in text.splitlines() if line.strip()]
    seats, rules = read_table_line(first)
    deals: list[Deal] = []
    for line in lines:
        if not line.startswith("deal "):
            if not deals:
                raise Wrong("nothing is dealt yet")
            deals[-1].play(line)
            continue
        if (deals and not deals[-1].is_over) or len(deals) == rules.deals:
            raise Wrong("no deal begins here")
        racks = [read_tiles(rack) for rack in line[len("deal ") :].split("/")]
        if len(racks) != seats:
            raise Wrong(f"there are {seats} racks")
        deals.append(Deal.of(racks, len(deals) % seats, rules))
    return outcome(seats, rules, deals)


def outcome(seats: int, rules: Rules, deals: Sequence[Deal]) -> Outcome:
    """What these deals come to; nobody has won a match that is not at its end."""
    counted = [deal.scores() for deal in deals if deal.is_over]
    totals = [sum(deal[seat] for deal in counted) for seat in range(seats)]
    won = [sum(_winner_of(deal) == seat for deal in deals if deal.is_over) for seat in range(seats)]
    order = [
        (won[seat], totals[seat]) if rules.match == "wins" else (totals[seat],)
        for seat in range(seats)
    ]
    winners = tuple(seat for seat in range(seats) if order[seat] == max(order))
    return Outcome(
        tuple(map(tuple, counted)),
        tuple(totals),
        winners if len(counted) == rules.deals else None,
        tuple(deal.moves for deal in deals),
    )


def _winner_of(deal: Deal) -> int:
    return lowest_rack(deal.racks, deal.seat) if deal.out is None else deal.out


# ----------------------------------------------------------------------------------- random turns

MOST_LIFTED = 16
"""The most tiles for which a random cover is sought."""


def random_cover(tiles: Tiles, rng: Random, failed: set[Tiles] | None = None) -> Table | None:
    """Some cover of these tiles by sets, or None if there is none."""
    failed = set() if failed is None else failed
    if not tiles:
        return ()
    if tiles[0] == JOKER or tiles in failed:
        return None
    counts = Counter(tiles)
    ways = list(sets_with(tiles[0], counts))
    for places in rng.sample(ways, len(ways)):
        rest = random_cover(in_order(counts - Counter(map(tile_at, places))), rng, failed)
        if rest is not None:
            return (places, *rest)
    failed.add(tiles)
    return None


def random_sets(rack: Counter[str], rng: Random) -> Table:
    """Some sets from a rack alone, taken at random as long as there are any."""
    left, found = Counter(rack), []
    for tile in rng.sample(sorted(rack), len(rack)):
        ways = []
        if tile != JOKER and left[tile]:
            ways = [places for places in sets_with(tile, left) if rng.random() < 0.5]
        if ways:
            found.append(rng.choice(ways))
            left -= Counter(map(tile_at, found[-1]))
    return tuple(found)


def random_new_table(table: Table, rack: Counter[str], rng: Random) -> Table | None:
    """Sets from the rack beside the table, or some sets lifted and laid anew with rack tiles."""
    new = random_sets(rack, rng) if rng.random() < 0.6 else ()
    left = in_order(rack - tiles_of(new))
    lifted = rng.sample(table, rng.randint(0, min(4, len(table))))
    added = rng.sample(left, rng.randint(0, min(3, len(left))))
    tiles = tiles_of(lifted) + Counter(added)
    if tiles.total() > MOST_LIFTED:
        return None
    cover = random_cover(in_order(tiles), rng)
    kept = tuple((Counter(table) - Counter(lifted)).elements())
    return None if cover is None else (*kept, *new, *cover)


def random_turn(deal: Deal, rng: Random, tries: int = 8) -> str | None:
    """The line of some turn that plays tiles, if one is found."""
    rack, opened = deal.racks[deal.seat], deal.opened[deal.seat]
    if not opened and most_points(rack) < deal.rules.opening:
        return None
    for _ in range(tries):
        new = random_new_table(deal.table, rack, rng)
        if new is not None and not faults(deal.table, rack, opened, new, deal.rules):
            return f"table:{table_text(new)}"
    return None


# ------------------------------------------------------------------------------------ random play


def random_move(deal: Deal, rng: Random, lateness: float) -> str:
    """Some legal move of a deal; the host's `late` as often as told."""
    drawn = [*deal.pool.elements()]
    if rng.random() < lateness:
        number = min(deal.rules.penalty, len(drawn))
        return "late:" + "".join(rng.sample(drawn, number)) if number else "late"
    turn = random_turn(deal, rng) if rng.random() < 0.9 else None
    if turn is not None:
        return turn
    return f"draw:{rng.choice(drawn)}" if drawn else "pass"


def play_out(seed: int, table_line: str = "rummikub seats=2", lateness: float = 0.02) -> str:
    """The record of a whole match, its moves legal and taken at random.

    Seats are eager: they mostly play if a turn is found.
    """
    rng = Random(seed)
    return "\n".join([table_line, *_lines_of_match(rng, table_line, lateness)]) + "\n"


def _lines_of_match(rng: Random, table_line: str, lateness: float) -> Iterator[str]:
    seats, rules = read_table_line(table_line)
    for number in range(rules.deals):
        box = rng.sample(all_tiles(), 106)
        racks = [box[14 * seat : 14 * seat + 14] for seat in range(seats)]
        yield "deal " + " / ".join(" ".join(rack) for rack in racks)
        deal = Deal.of(racks, number % seats, rules)
        while not deal.is_over:
            line = random_move(deal, rng, lateness)
            deal.play(line)
            yield line


def random_table(rng: Random, most_sets: int, box: Counter[str]) -> Table:
    """Some sets out of the tiles of a box, which are taken out of it."""
    table: list[TileSet] = []
    for _ in range(rng.randint(0, most_sets)):
        plain = [tile for tile in box if tile != JOKER]
        jokers = box[JOKER] if rng.random() < 0.4 else 0
        tiles = Counter({**{tile: box[tile] for tile in plain}, JOKER: jokers})
        ways = list(sets_with(rng.choice(plain), tiles, 6))
        if ways:
            table.append(rng.choice(ways))
            box -= Counter(map(tile_at, table[-1]))
    return tuple(sorted(table, key=set_order))
