"""``suitwise tractor bid`` and ``bury``: what to show, what to bury, by simulated deals."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from suitwise.cli.files import Progress, plain_errors
from suitwise.cli.options import json_option, json_text, seed_option
from suitwise.foundation.text.counting import signed

if TYPE_CHECKING:
    from suitwise.tractor.advice.bidding import BiddingTable
    from suitwise.tractor.advice.burying import BurialTable

Command = TypeVar("Command", bound=Callable[..., Any])
_PROFILE = click.option(
    "--profile", default="standard", show_default=True, metavar="P", help="The rules of the house."
)
_SEED = seed_option("64-bit seed of the deals.")
_NOTE = (
    "Each line is tried in the same {deals} deals, played out by rules of thumb in all four seats;\n"
    "worth is in levels; ± is an interval of 95 %."
)


def _worlds_option(default: int) -> Callable[[Command], Command]:
    return click.option(
        "--worlds",
        type=click.IntRange(2, 10_000),
        default=default,
        show_default=True,
        help="How many deals are simulated.",
    )


@click.command()
@click.option("--rank", default="2", show_default=True, metavar="R", help="The current rank.")
@click.option("--bids", default="", metavar="BIDS", help='The bids so far, as "1:S2 3:HTHT".')
@click.option(
    "--landlord", type=click.IntRange(0, 3), help="The landlord's seat, if a deal has made one."
)
@_PROFILE
@_worlds_option(500)
@_SEED
@json_option()
@click.argument("hand")
def bid(
    rank: str,
    bids: str,
    landlord: int | None,
    profile: str,
    worlds: int,
    seed: int,
    as_json: bool,
    hand: str,
) -> None:
    """Tell which bid to show with the cards drawn so far, and whether to show it now or to wait.

    HAND is 1 to 25 cards; with all 25 it is the last chance to bid. You are seat 0, 1 is next after you
    and 2 your partner. The other cards are drawn at random, the bidding is ended with whole hands, and
    each deal is buried and played out. To pass is to wait: you are asked again with your whole hand.

    \b
    Example:
      suitwise tractor bid "S2 SA SK SK SQ S9 S8 H5 D3" --rank 2
    """
    from suitwise.tractor.advice.bidding import bidding_table

    with plain_errors(), Progress("simulating"):
        table = bidding_table(
            hand,
            rank,
            bids=bids.split(),
            landlord=landlord,
            profile=profile,
            worlds=worlds,
            seed=seed,
        )
    if as_json:
        print(json_text(_bids_as_json(table, seed)))
        return
    print(f"{'bid':<6}  {'landlord':>8}  {'your side':>9}  {'won':>5}  worth  more than the pass")
    for at, move in enumerate(table.moves):
        shares = f"{_percent(table.share_mine(at)):>8}  {_percent(table.share_ours(at)):>9}"
        more = _gain(*table.lead(at, 0)) if at else ""
        won = _percent(table.share_won(at))
        print(f"{move!s:<6}  {shares}  {won:>5}  {signed(table.mean(at), 2)}  {more}".rstrip())
    print(f"\n{table.advice}\n\n{_NOTE.format(deals=table.worlds)}")


def _bids_as_json(table: BiddingTable, seed: int) -> dict[str, object]:
    told = table.as_json(against=0)
    for at, one in enumerate(told):
        one |= {"landlord": table.share_mine(at), "side": table.share_ours(at)}
    return {"worlds": table.worlds, "seed": seed, "bids": told, "advice": table.advice}


@click.command()
@click.option("--trump", required=True, metavar="T", help="Main suit and current rank: H2, O2.")
@click.option("--kitty", default="", metavar="CARDS", help="The kitty, where HAND is without it.")
@_PROFILE
@_worlds_option(400)
@_SEED
@json_option()
@click.argument("hand")
def bury(
    trump: str, kitty: str, profile: str, worlds: int, seed: int, as_json: bool, hand: str
) -> None:
    """Tell what to bury as landlord, and why: points, empty suits, and what other burials are worth.

    HAND is your 33 cards, or 25 with --kitty. The best burial found, that of the rules of thumb and
    those of other plans are tried in the same deals. Where you can't have shown the trump yourself,
    your partner has.

    \b
    Example:
      suitwise tractor bury --trump S2 --kitty "C9 C8 C6 C4 C3 CT CK CA" \\
        "RJ BJ S2 H2 SA SA SK SK SQ SJ ST S9 S8 S6 S5 HA HK H9 H7 H5 DA DQ D8 D4 D3"
    """
    from suitwise.tractor.advice.burying import burial_table

    with plain_errors(), Progress("simulating"):
        table = burial_table(hand, trump, kitty=kitty, profile=profile, worlds=worlds, seed=seed)
    if as_json:
        print(json_text(_burials_as_json(table, seed)))
        return
    print(f"{'burial':<16}  points  empty    won  worth  less than the first")
    for at, move in enumerate(table.moves):
        facts = f"{table.points(at):>6}  {' '.join(table.voids(at)) or '-':<5}"
        less = _gain(*table.lead(0, at)) if at else ""
        won = _percent(table.share_won(at))
        print(f"{move!s:<16}  {facts}  {won:>5}  {signed(table.mean(at), 2)}  {less}".rstrip())
    print(f"\n{table.advice}\n\n{_NOTE.format(deals=table.worlds)}")


def _burials_as_json(table: BurialTable, seed: int) -> dict[str, object]:
    told = table.as_json(against=0)
    for at, one in enumerate(told):
        one |= {"points": table.points(at), "empty": list(table.voids(at))}
    return {"worlds": table.worlds, "seed": seed, "burials": told, "advice": table.advice}


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"


def _gain(lead: float, margin: float) -> str:
    return f"{signed(lead, 2)} ± {margin:.2f}"
