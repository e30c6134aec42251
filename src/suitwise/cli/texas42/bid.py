"""``suitwise texas42 bid``: the chances of every bid and declaration of a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from suitwise.cli.files import Progress, plain_errors, write_file
from suitwise.cli.options import json_option, json_text, svg_option
from suitwise.cli.texas42.options import seed_option, threads_option
from suitwise.foundation.arrays.late_numpy import NDArray, np

if TYPE_CHECKING:
    from suitwise.texas42.solve.bidding import BiddingTable
    from suitwise.texas42.solve.house_bids import HouseBid
    from suitwise.texas42.variant import Texas42Variant

_MOST = 100_000
_AT_A_TIME = 200


@click.command()
@click.option(
    "--worlds",
    type=click.IntRange(1, _MOST),
    default=100,
    show_default=True,
    help="How many deals of the other hands are sampled.",
)
@seed_option
@click.option("--blind", is_flag=True, help="A lower bound, too: declarers who do not see.")
@click.option(
    "--house",
    metavar="GAME",
    help="The contracts of a house, too: texas42(nello=any,sevens=yes,plunge=yes,splash=yes).",
)
@json_option()
@svg_option
@threads_option
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
    with plain_errors():
        variant = None if house is None else _variant(house)
        table = _table(hand, worlds, seed, threads, blind)
        more = None if variant is None else _house_bids(hand, variant, worlds, seed, threads)
    if as_json:
        print(json_text(_as_json(table, seed) | _house_as_json(more)))
    else:
        _print_table(table, seed)
        _print_house(more)
    if svg is not None:  # at last: the work is not lost where no file can be written
        from suitwise.texas42.picture.svg import draw_bidding

        write_file(svg, draw_bidding(table))


def _table(hand: str, worlds: int, seed: int, threads: int, blind: bool) -> BiddingTable:
    """Return the table, put together from some deals at a time to show how far it is."""
    from suitwise.texas42.solve.bidding import BiddingTable, bidding_table

    parts: list[BiddingTable] = []
    with Progress("solving", cleared=True) as progress:
        for first in range(0, worlds, _AT_A_TIME):
            count = min(_AT_A_TIME, worlds - first)
            parts.append(
                bidding_table(hand, count, seed, threads=threads, blind=blind, first=first)
            )
            progress.reached(first + count, worlds)
    unseeing = [part.blind_points for part in parts if part.blind_points is not None]
    return BiddingTable(
        parts[0].hand,
        np.concatenate([part.points for part in parts], axis=1),
        np.concatenate(unseeing, axis=1) if unseeing else None,
    )


def _variant(text: str) -> Texas42Variant:
    """Read the options of a house."""
    from suitwise.game import load
    from suitwise.texas42.game import Texas42

    game = load(text)
    if not isinstance(game, Texas42):
        raise click.ClickException(f"--house is a variant of texas42, not {game.name}")
    return game


def _house_bids(
    hand: str, house: Texas42Variant, worlds: int, seed: int, threads: int
) -> list[HouseBid]:
    """Return the chances of the house's contracts, from some deals at a time to show how far it is."""
    from suitwise.texas42.solve.house_bids import HouseBid, house_bids

    parts = []
    with Progress("solving", cleared=True) as progress:
        for first in range(0, worlds, _AT_A_TIME):
            count = min(_AT_A_TIME, worlds - first)
            parts.append(house_bids(hand, house, count, seed, threads=threads, first=first))
            progress.reached(first + count, worlds)
    return [
        HouseBid(each[0].name, sum(part.made for part in each), worlds)
        for each in zip(*parts, strict=True)
    ]


def _print_house(bids: list[HouseBid] | None) -> None:
    from suitwise.texas42.picture.text import house_bids_text

    if bids is not None:
        print("\nThe contracts of the house, in the same deals:\n")
        print(house_bids_text(bids))


def _house_as_json(bids: list[HouseBid] | None) -> dict[str, object]:
    if bids is None:
        return {}
    return {"house": {bid.name: {"make": bid.chance, "error": bid.error} for bid in bids}}


def _print_table(table: BiddingTable, seed: int) -> None:
    from suitwise.texas42.picture.text import advice_text, bidding_text
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
    if table.blind_points is not None:
        print("\nThe same deals, by declarers who do not see, against defenders who do:\n")
        print(bidding_text(table, blind=True), end="\n\n")
        print(advice_text(table, blind=True))
        print("This is a lower bound on what declarers who do not see can make.")


def _as_json(table: BiddingTable, seed: int) -> dict[str, object]:
    from suitwise.texas42.rules.dominoes import dominoes_of
    from suitwise.texas42.rules.suits import DECLARATION_TEXT
    from suitwise.texas42.solve.bidding import BIDS, STRAIGHT

    def by_declaration(values: NDArray[Any]) -> dict[str, object]:
        return {DECLARATION_TEXT[one]: values[one].tolist() for one in STRAIGHT}

    found = table.suggestion()
    told: dict[str, object] = {
        "hand": [str(domino) for domino in dominoes_of(table.hand)],
        "worlds": table.worlds,
        "seed": seed,
        "bids": list(BIDS),
        "make": by_declaration(table.make),
        "error": by_declaration(table.error),
        "mean": by_declaration(table.mean_points),
        "bid": None if found is None else found[0],
        "declaration": None if found is None else DECLARATION_TEXT[found[1]],
        "as_good": [DECLARATION_TEXT[one] for one in table.as_good(found[0])] if found else [],
        "estimate": "double dummy, no bound in either direction",
    }
    if table.blind_points is not None:
        told["lower_bound"] = by_declaration(table.blind_make)
        told["lower_bound_error"] = by_declaration(table.blind_error)
    return told
