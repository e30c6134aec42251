"""``suitwise rummy``: what hands are worth, how to arrange them, and games to play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from suitwise.cli.files import Progress, one_line_errors, open_input, plain_errors, write_file
from suitwise.cli.options import file_argument, json_option, json_text, svg_option
from suitwise.cli.play import game_option, play_command
from suitwise.cli.rummy.advise import advise
from suitwise.cli.rummy.islands import islands
from suitwise.cli.rummy.options import is_hard, rules_option
from suitwise.cli.rummy.review import review
from suitwise.foundation.arrays.late_numpy import np

if TYPE_CHECKING:
    from suitwise.game import Game
    from suitwise.rummy.combos.combo import Combo
    from suitwise.rummy.rules.hand import Hand
    from suitwise.rummy.rules.rules import Rules

FEW = 100
"""The hands that plain Python works out before machine code would be loaded."""
_MANY = 20_000


@click.group()
def rummy() -> None:
    """Two-deck rummy: what hands are worth, how to arrange them, games to play.

    \b
    Example:
      suitwise rummy arrange "3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"
    """


@rummy.command()
@rules_option
@json_option()
@file_argument
def deadwood(rules: Rules, as_json: bool, file: str) -> None:
    """Print the least points and the fewest cards that each hand can be left with.

    FILE, or standard input, holds a hand a line. The two numbers may come from different
    arrangements.

    \b
    Example:
      suitwise rummy deadwood hands.txt
    """
    from suitwise.rummy.hand_file import read_hands

    with open_input(file) as opened, one_line_errors(file), Progress("counting") as progress:
        done = 0
        for part in _parts(read_hands(opened, rules)):
            for points, cards in _least(part, rules):
                told = {"points": points, "cards": cards}
                print(json_text(told) if as_json else f"{points} {cards}")
            done += len(part)
            progress.reached(done, done)


def _parts(hands: Iterator[Hand]) -> Iterator[list[Hand]]:
    """Yield hands some at a time; an error comes after those before it."""
    from suitwise.errors import NotationError

    most = FEW
    while True:
        part: list[Hand] = []
        try:
            part.extend(islice(hands, most))
        except NotationError:
            yield part
            raise
        if not part:
            return
        yield part
        most = _MANY


def _least(hands: list[Hand], rules: Rules) -> Iterator[tuple[int, int]]:
    """Yield the points and the cards of hands, by machine code where that is quicker."""
    if len(hands) <= FEW:
        from suitwise.rummy.arrangement import deadwood as least

        yield from (least(hand, compiled=is_hard(hand)) for hand in hands)
        return
    from suitwise.rummy.batch import batch_deadwood

    counts = np.array([hand.counts for hand in hands], np.uint8)
    points, cards = batch_deadwood(counts, rules), batch_deadwood(counts, rules, "cards")
    yield from zip(points.tolist(), cards.tolist(), strict=True)


@rummy.command()
@rules_option
@json_option()
@svg_option
@click.option("--aim", type=click.Choice(["points", "cards"]), default="points", show_default=True)
@click.argument("hand")
def arrange(rules: Rules, as_json: bool, svg: str | None, aim: str, hand: str) -> None:
    """Arrange a hand so that least is left over.

    \b
    Example:
      suitwise rummy arrange --rules indian13 "H3 H4 H5 S7 S8 JK D9 C9"
    """
    from suitwise.rummy.arrangement import arrange as best
    from suitwise.rummy.picture.text import text_picture
    from suitwise.rummy.rules.hand import Hand

    with plain_errors():
        held = Hand.of(hand, rules)
        found = best(held, "cards" if aim == "cards" else "points", compiled=is_hard(held))
    if svg is not None:
        from suitwise.rummy.picture.combos import draw_arrangement

        write_file(svg, draw_arrangement(found))
    print(json_text(found.as_json()) if as_json else text_picture(found))


MOST_LISTED = 1000
"""More combos than this are counted, not listed."""


@rummy.command()
@rules_option
@json_option()
@svg_option
@click.option("--all", "listed", flag_value="all", help="List every combo, as they come.")
@click.option("--maximal", "listed", flag_value="maximal", help="List the maximal combos.")
@click.argument("hand")
def combos(rules: Rules, as_json: bool, svg: str | None, listed: str | None, hand: str) -> None:
    """Count all combos of a hand and list the best; or list others.

    A combo is a choice of disjoint melds; a maximal one leaves over nothing that another one with
    the same cards and more would use. --json prints the six numbers and the lists "best" and
    "maximal"; of more than 1,000 combos the first 1,000 are listed. --svg draws the first 24 of
    those listed, of the maximal ones unless --all is given.

    \b
    Example:
      suitwise rummy combos "3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"
    """
    from suitwise.rummy.rules.hand import Hand

    with plain_errors():
        held = Hand.of(hand, rules)
        if svg is not None:
            _draw_combos(held, listed, svg)
        if listed:
            for one in _listed(held, listed):
                print(json_text(one.as_json()) if as_json else one)
        elif as_json:
            print(json_text(_combos_as_json(held)))
        else:
            _print_best(held)


def _listed(hand: Hand, which: str) -> Iterator[Combo]:
    from suitwise import rummy

    return rummy.combos(hand) if which == "all" else rummy.maximal(hand)


def _draw_combos(hand: Hand, listed: str | None, out: str) -> None:
    from suitwise.rummy.combos.listing import numbers
    from suitwise.rummy.picture.combos import draw_combos

    which = listed or "maximal"
    name = "All combos" if which == "all" else "Maximal combos"
    write_file(out, draw_combos(hand, _listed(hand, which), numbers(hand), listed=name))


def _combos_as_json(hand: Hand) -> dict[str, object]:
    from suitwise.rummy.combos.listing import best, maximal, numbers

    told: dict[str, object] = asdict(numbers(hand))
    for name, found in (("best", best(hand)), ("maximal", maximal(hand))):
        told[name] = [one.as_json() for one in islice(found, MOST_LISTED)]
    return told


def _print_best(hand: Hand) -> None:
    from suitwise.rummy.combos.listing import best, numbers

    for name, number in asdict(numbers(hand)).items():
        print(f"{name.replace('_', ' '):<15}{number:>8,}")
    for one in islice(best(hand), MOST_LISTED):
        print(one)


def variant_of(text: str) -> Game[Any]:
    """Return a variant of gin or Indian rummy; gin alone is a match, where its own default is a deal."""
    from suitwise.errors import NotationError
    from suitwise.game import load

    game = load("gin(to=100)" if text.strip() == "gin" else text)
    if game.name not in ("gin", "indian13"):
        raise NotationError(f"{game.name} is not played here: write gin or indian13")
    return game


play = play_command(
    """Play gin rummy or Indian rummy against the players of the package.

    Commands are read from standard input, one a line: stock, pile, pass, H7 to discard, knock:H7,
    declare:H7; hint, undo, redo, why, moves, show, score, record, help, quit. The same seed and the
    same moves make the same game. A record holds every card, so look at the file when you have done.

    \b
    Example:
      suitwise rummy play --game "gin(to=50)" --seed 7
    """,
    variant_of,
    game_option(
        "gin",
        "gin, a match to 100; indian13; or a variant as gin(to=0,knock=5), indian13(seats=4).",
    ),
)
for _command in (advise, islands, play, review):
    rummy.add_command(_command)
