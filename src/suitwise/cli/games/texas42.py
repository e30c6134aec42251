"""The group ``suitwise texas42`` and its commands bid and solve: bidding tables and solved deals.

The other commands of the group are in ``texas42_review``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial, reduce
from typing import TYPE_CHECKING, TypeVar

import click

from suitwise.cli import common

if TYPE_CHECKING:
    from suitwise.texas42.rules.position import Position
    from suitwise.texas42.solve.bidding import BiddingTable, HouseBid
    from suitwise.texas42.variant import Texas42Variant


T = TypeVar("T")
_seed_option = common.seed_option("64-bit seed of the sampled deals.")
_threads_option = common.threads_option(most=1024)
_ON_RECORDS = ("play", "review")


@click.group(
    cls=common.GameGroup, elsewhere=dict.fromkeys(_ON_RECORDS, "suitwise.cli.games.texas42_review")
)
def texas42() -> None:
    """Texas 42, the game of tricks played with dominoes.

    \b
    Example:
      suitwise texas42 bid "6-6 6-5 6-4 6-2 6-1 5-5 0-0"
    """


# --- ``bid`` --------------------------------------------------------------------------------------

_MOST = 100_000
_AT_A_TIME = 200


@texas42.command()
@common.number("--worlds", 1, 100, "How many deals of the other hands are sampled.", _MOST)
@_seed_option
@click.option("--blind", is_flag=True, help="A lower bound, too: declarers who do not see.")
@click.option(
    "--house",
    metavar="GAME",
    help="The contracts of a house, too: texas42(nello=any,sevens=yes,plunge=yes,splash=yes).",
)
@common.json_option()
@common.svg_option
@_threads_option
@click.argument("hand")
def bid(
    worlds: int,
    seed: int,
    blind: bool,
    house: str | None,
    as_json: bool,
    svg: str | None,
    threads: int,
    hand: str,
) -> None:
    """Print how often a hand makes each bid under each declaration, in percent.

    HAND is seven dominoes. The other hands are sampled, and each deal is solved with all hands
    seen; the bidder leads. The number after the sign is the standard error; where no deal or every
    deal makes a bid, < and > give a bound that holds with 95 % confidence.

    --house adds how often the contracts are made that a house allows and the hand may bid: nello, the
    bidder's partner sitting out; sevens; plunge and splash, the partner leading in the best trumps of
    each deal.

    \b
    Example:
      suitwise texas42 bid "6-6 6-5 6-4 6-2 6-1 5-5 0-0" --worlds 200
    """
    with common.plain_errors():
        variant = None if house is None else _variant(house)
        table = _table(hand, worlds, seed, threads, blind)
        more = None if variant is None else _house_bids(hand, variant, worlds, seed, threads)
    if as_json:
        print(common.json_text(_as_json(table, seed) | _house_as_json(more)))
    else:
        _print_table(table, seed)
        _print_house(more)
    if svg is not None:  # last, so that the work is not lost if the file can't be written
        from suitwise.texas42.picture import draw_bidding

        common.write_file(svg, draw_bidding(table))


def _table(hand: str, worlds: int, seed: int, threads: int, blind: bool) -> BiddingTable:
    """Return the bidding table, computed in batches of deals."""
    from suitwise.texas42.solve.bidding import BiddingTable, bidding_table

    solve = partial(bidding_table, hand, seed=seed, threads=threads, blind=blind)
    return reduce(BiddingTable.with_more, _in_batches(solve, worlds))


def _in_batches(solve: Callable[..., T], worlds: int) -> list[T]:
    """Return the results for batches of deals, and show progress."""
    parts = []
    with common.Progress("solving", cleared=True) as progress:
        for first in range(0, worlds, _AT_A_TIME):
            count = min(_AT_A_TIME, worlds - first)
            parts.append(solve(worlds=count, first=first))
            progress.reached(first + count, worlds)
    return parts


def _variant(text: str) -> Texas42Variant:
    """Parse the options of a variant."""
    from suitwise.game import load
    from suitwise.texas42.game import Texas42

    game = load(text)
    if not isinstance(game, Texas42):
        raise click.ClickException(f"--house is a variant of texas42, not {game.name}")
    return game


def _house_bids(
    hand: str, house: Texas42Variant, worlds: int, seed: int, threads: int
) -> list[HouseBid]:
    """Return the chances of the variant's contracts, computed in batches of deals."""
    from suitwise.texas42.solve.bidding import HouseBid, house_bids

    solve = partial(house_bids, hand, house, seed=seed, threads=threads)
    parts = _in_batches(solve, worlds)
    return [
        HouseBid(each[0].name, sum(part.made for part in each), worlds)
        for each in zip(*parts, strict=True)
    ]


def _print_house(bids: list[HouseBid] | None) -> None:
    from suitwise.texas42.picture import house_bids_text

    if bids is not None:
        print("\nThe contracts of the house, in the same deals:\n")
        print(house_bids_text(bids))


def _house_as_json(bids: list[HouseBid] | None) -> dict[str, object]:
    if bids is None:
        return {}
    return {"house": {bid.name: {"make": bid.chance, "error": bid.error} for bid in bids}}


def _print_table(table: BiddingTable, seed: int) -> None:
    from suitwise.texas42.picture import advice_text, bidding_text
    from suitwise.texas42.rules.dominoes import dominoes_of, format_dominoes

    hand = format_dominoes(dominoes_of(table.hand), " ")
    deals = f"{table.worlds:,} deal{'s' * (table.worlds != 1)}"
    print(f"{hand}: how often each bid is made, in percent of {deals}, seed {seed}\n")
    print(bidding_text(table), end="\n\n")
    print(advice_text(table))
    print(
        "This is a double-dummy estimate, in which all four see all hands, and no bound in either "
        "direction."
    )
    if table.is_blind:
        print("\nThe same deals, by declarers who do not see, against defenders who do:\n")
        print(bidding_text(table, blind=True), end="\n\n")
        print(advice_text(table, blind=True))
        print("This is a lower bound on what declarers who do not see can make.")


def _as_json(table: BiddingTable, seed: int) -> dict[str, object]:
    from suitwise.texas42.rules.dominoes import DECLARATION_TEXT, dominoes_of
    from suitwise.texas42.solve.bidding import BIDS, STRAIGHT

    def by_declaration(figures: Callable[[int], object]) -> dict[str, object]:
        return {DECLARATION_TEXT[one]: figures(one) for one in STRAIGHT}

    suggestion = table.suggestion()
    as_good = [DECLARATION_TEXT[one] for one in table.as_good(suggestion[0])] if suggestion else []
    data: dict[str, object] = {
        "hand": [str(domino) for domino in dominoes_of(table.hand)],
        "worlds": table.worlds,
        "seed": seed,
        "bids": list(BIDS),
        "make": by_declaration(table.chances),
        "error": by_declaration(table.errors),
        "mean": by_declaration(table.mean),
        "bid": None if suggestion is None else suggestion[0],
        "declaration": as_good[0] if len(as_good) == 1 else None,
        "as_good": as_good,
        "estimate": "double dummy, no bound in either direction",
    }
    if table.is_blind:
        data["lower_bound"] = by_declaration(partial(table.chances, blind=True))
        data["lower_bound_error"] = by_declaration(partial(table.errors, blind=True))
    return data


# --- ``solve`` ------------------------------------------------------------------------------------

_AT_ONCE = 1024
"""The number of deals solved at a time; smaller if each needs more work."""
_WITH_MOVES = 256
_WITH_TABLES = 32


@texas42.command()
@click.option("--moves", is_flag=True, help="What each play is worth, too.")
@click.option("--table", is_flag=True, help="Every declaration and leader of the hands.")
@common.json_option()
@common.svg_option
@_threads_option
@common.file_argument
def solve(
    moves: bool, table: bool, as_json: bool, svg: str | None, threads: int, file: str
) -> None:
    """Print the points that seats 0 and 2 take of each deal when all who play do their best.

    FILE, or standard input, holds a deal a line:

    \b
      DECLARATION LEADER HAND0 HAND1 HAND2 HAND3
      5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5

    The declaration is a pip that is trump, 0 to 6, doubles, notrump, nello, nello-inverted,
    nello-high, nello-low or sevens. The leader, 0 to 3, leads or has led. Hands are of equal size, 1
    to 7 dominoes as 6-4 with commas between them, - for none. # starts a comment. All hands are seen
    by all.

    Two columns may follow. out=SEAT is the seat that sits out in nello: then what is printed are the
    tricks of its partner, the bidder, who wants none; without it all four play nello, for points.
    trick=5-5,3-2 lies on the table: who has played to it holds one less, and it counts in full.

    --moves adds DOMINO=POINTS for every legal play. --table tries every declaration and leader; those
    that a line names are read but not used. --svg draws the first table.

    \b
    Example:
      suitwise texas42 solve --moves deals.txt
    """
    from suitwise.texas42.solve.deal_file import Part, read_deals

    if moves and table:
        raise click.UsageError("--moves and --table are two questions: ask one")
    if svg is not None and not table:
        raise click.UsageError("--svg draws what --table finds: ask for that, too")
    with common.reading(file, "solving") as (opened, progress):
        done = 0
        most = _WITH_MOVES if moves else _WITH_TABLES if table else _AT_ONCE
        deals = read_deals(opened, whole=table)
        while part := Part(deals, most):
            for line in _answers(part.deals, threads, moves, table, as_json):
                print(line)
            if svg is not None and done == 0 and part.deals:
                _draw(part.deals[0], svg)
            done += len(part.deals)
            progress.reached(done, done)
            part.end()
        if svg is not None and done == 0:
            raise click.ClickException(f"{common.shown_name(file)}: there is no deal to draw")


def _answers(
    deals: list[Position], threads: int, moves: bool, table: bool, as_json: bool
) -> Iterator[str]:
    """Yield the answer of each deal."""
    if moves:
        yield from _with_moves(deals, threads, as_json)
    elif table:
        yield from _tables(deals, threads, as_json)
    else:
        from suitwise.texas42.solve.deal_file import deal_values, unit_of

        for deal, value in zip(deals, deal_values(deals, threads), strict=True):
            yield common.json_text({unit_of(deal): value}) if as_json else str(value)


def _with_moves(deals: list[Position], threads: int, as_json: bool) -> Iterator[str]:
    from suitwise.texas42.solve.deal_file import lead_values, unit_of, worth_of_leads

    for deal, leads in zip(deals, lead_values(deals, threads), strict=True):
        value = worth_of_leads(deal, leads)
        if as_json:
            named = {str(domino): points for domino, points in leads.items()}
            yield common.json_text({unit_of(deal): value, "moves": named})
        else:
            yield " ".join([str(value), *(f"{lead}={points}" for lead, points in leads.items())])


def _tables(deals: list[Position], threads: int, as_json: bool) -> Iterator[str]:
    from suitwise.texas42.picture import points_text
    from suitwise.texas42.rules.dominoes import DECLARATION_TEXT
    from suitwise.texas42.solve.deal_file import point_tables

    for points in point_tables(deals, threads):
        if as_json:
            named = dict(zip(DECLARATION_TEXT, points, strict=False))
            yield common.json_text({"points": named})
        else:
            yield points_text(points) + "\n"


def _draw(deal: Position, svg: str) -> None:
    from suitwise.texas42.picture import draw_points
    from suitwise.texas42.solve.solver import table

    common.write_file(svg, draw_points(table(deal.hands), deal.hands))
