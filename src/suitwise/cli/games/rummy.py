"""The group ``suitwise rummy`` and its commands on hands: value and arrange them, advise, draw.

The other commands of the group are in ``rummy_play``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import groupby, islice
from operator import itemgetter
from typing import TYPE_CHECKING, cast

import click

from suitwise.cli import common
from suitwise.errors import IllegalPosition, NotationError
from suitwise.foundation.arrays.lazy_numpy import np

if TYPE_CHECKING:
    from suitwise import rummy as engine
    from suitwise.cards import Card
    from suitwise.rummy.rules.hand import Hand, Reading
    from suitwise.rummy.rules.rules import Rules
    from suitwise.rummy.solve.arrangement import Aim, Arrangement
    from suitwise.rummy.solve.combos import Combo
    from suitwise.rummy.solve.laying import Step


# --- Shared options and errors --------------------------------------------------------------------


def _rules(_context: click.Context, _option: click.Parameter, text: str) -> Rules:
    from suitwise.rummy.rules.rules import Rules

    with common.plain_errors():
        return Rules.parse(text)


rules_option = common.option(
    "--rules",
    usual="seed",
    callback=_rules,
    metavar="RULES",
    help="A rule set: gin, indian13, rami51, rami71, rummikub or seed, options in parentheses.",
)

_HARD_WILDS = 4


def is_hard(hand: Hand) -> bool:
    """Return whether a hand takes plain Python longer than loading compiled rules."""
    from suitwise.rummy.rules.hand import wild_cards

    return wild_cards(hand) >= _HARD_WILDS


# --- ``advise`` -----------------------------------------------------------------------------------

MOST_CARDS = 30
"""The most cards in a hand; every draw needs its own search, so a larger hand could take minutes."""
MOST_AHEAD = 22
"""The most cards for a look-ahead of one draw after every discard."""
_MANY_CARDS = 16
_MANY_WILDS = 2
"""A hand with more cards than ``_MANY_CARDS``, or this many wild cards, goes to compiled rules."""


@click.command()
@rules_option
@click.option("--seen", default="", metavar="CARDS", help="Cards that can't come any more.")
@click.option("--table", default="", metavar="MELDS", help="Melds on the table, with | between.")
@click.option("--ahead", is_flag=True, help="Weigh each discard by the draw after it, too.")
@common.json_option()
@click.argument("hand")
def advise(
    rules: engine.Rules, seen: str, table: str, ahead: bool, as_json: bool, hand: str
) -> None:
    """Say what each discard leaves, what each draw is worth, and what can be laid down.

    The discards are those of the HAND as it is, a card having been drawn; the draws are those of
    the HAND as it is, before a draw, each followed by the best discard. The cards of --table count
    as seen. The opening and the declaration are told where the rule set has them.

    \b
    Example:
      suitwise rummy advise "3H 4H 13S 13D 9C" --seen "13C 5H" --table "7S 8S 9S"
    """
    with common.plain_errors():
        advice = _advice(hand, rules, seen, table, ahead)
    print(common.json_text(advice.as_json()) if as_json else "\n".join(advice.lines()))


@dataclass(frozen=True, slots=True)
class _Advice:
    """The advice on a hand; parts that the rules don't have or that were not requested are None."""

    best: engine.Arrangement
    discards: tuple[engine.Discard, ...]
    outlook: engine.Outlook
    opening: engine.Opening | None
    declared: tuple[engine.Meld, ...] | None
    declaring: tuple[Card, ...]
    ways: dict[Card, tuple[Step, ...]] | None
    laid: engine.LaidOff | None

    @property
    def rules(self) -> engine.Rules:
        return self.best.hand.rules

    def as_json(self) -> dict[str, object]:
        data: dict[str, object] = {
            "best": self.best.as_json(),
            "discards": [_discard_as_json(discard) for discard in self.discards],
            "draws": [_draw_as_json(self.best.hand, draw) for draw in self.outlook.draws],
            "expected": float(self.outlook.expected),
            "outs": self.outlook.outs,
        }
        if self.rules.opening:
            data["opening"] = _opening_as_json(self.opening, self.rules)
        if self.rules.runs:
            melds = None if self.declared is None else _texts(self.declared)
            data["declaration"] = {"melds": melds, "discards": _texts(self.declaring)}
        if self.ways is not None and self.laid is not None:
            data["layoffs"] = {str(card): _texts(steps) for card, steps in self.ways.items()}
            data["after_layoffs"] = {"steps": _texts(self.laid.steps), **self.laid.kept.as_json()}
        return data

    def lines(self) -> Iterator[str]:
        """Yield the lines to print."""
        yield f"best      {self.best}"
        if self.rules.opening:
            yield f"opening   {self.opening or 'no melds to open with'}"
        if self.rules.runs:
            yield f"declare   {self._declaration()}"
        if self.ways is not None and self.laid is not None:
            ways = "; ".join(_texts(steps)[-1] for steps in self.ways.values())
            yield f"lay off   {ways or 'nothing'}"
            yield f"at best   {self.laid}"
        yield ""
        yield from _discard_lines(self.discards)
        yield ""
        yield from _draw_lines(self.best.hand, self.outlook)

    def _declaration(self) -> str:
        from suitwise.rummy.rules.melds import melds_text

        if self.declared is not None:
            return f"yes: {melds_text(self.declared)}"
        if self.declaring:
            return f"yes, once one of these is discarded: {' '.join(map(str, self.declaring))}"
        return "no"


def _advice(text: str, rules: engine.Rules, seen: str, table: str, ahead: bool) -> _Advice:
    from suitwise import rummy as engine
    from suitwise.rummy.rules.hand import cards_under, wild_cards
    from suitwise.rummy.solve.laying import as_groups, as_melds, cards_laid

    hand, melds = engine.Hand.of(text, rules), as_melds(table, rules)
    most = MOST_AHEAD if ahead else MOST_CARDS
    if len(hand) > most:
        raise IllegalPosition(f"advice is for hands of at most {most} cards, not {len(hand)}")
    known = (*cards_under(rules, seen), *cards_laid(as_groups(table, rules), rules))
    compiled = ahead or len(hand) > _MANY_CARDS or wild_cards(hand) >= _MANY_WILDS
    return _Advice(
        engine.arrange(hand, compiled=compiled),
        engine.discards(hand, known, ahead=ahead, compiled=compiled),
        engine.look_ahead(hand, known, compiled=compiled),
        engine.best_opening(hand, compiled=compiled) if rules.opening else None,
        engine.declaration(hand, compiled=compiled) if rules.runs else None,
        engine.declaring_discards(hand, compiled=compiled) if rules.runs else (),
        engine.layoffs(hand, melds) if melds else None,
        engine.best_layoff(hand, melds) if melds else None,
    )


# --- Advice as text and as JSON -------------------------------------------------------------------


def _texts(things: Iterable[object]) -> list[str]:
    return [str(thing) for thing in things]


def _discard_as_json(discard: engine.Discard) -> dict[str, object]:
    data = {"card": str(discard.card), "points": discard.points, "cards": discard.cards}
    expected = discard.expected
    return data if expected is None else data | {"expected": float(expected)}


def _draw_as_json(hand: Hand, draw: engine.Draw) -> dict[str, object]:
    from suitwise.rummy.solve.arrangement import as_good_after

    away = as_good_after(hand, draw)
    return {
        "card": str(draw.card),
        "unseen": draw.copies,
        "probability": float(draw.probability),
        "points": draw.points,
        "gain": draw.gain,
        "discard": str(away[0]) if len(away) == 1 else None,
        "as_good": _texts(away),
    }


def _opening_as_json(opening: engine.Opening | None, rules: engine.Rules) -> dict[str, object]:
    return {
        "melds": _texts(opening.melds) if opening else [],
        "points": opening.points if opening else 0,
        "needed": rules.opening,
        "enough": opening is not None and opening.is_enough,
    }


def _discard_lines(discards: tuple[engine.Discard, ...]) -> Iterator[str]:
    """Yield the table of discards."""
    ahead = any(discard.expected is not None for discard in discards)
    yield "discard  points  cards" + ("  expected after a draw" if ahead else "")
    for discard in discards:
        after = "" if discard.expected is None else f"{float(discard.expected):>23.2f}"
        yield f"{discard.card!s:<7}{discard.points:>8}{discard.cards:>7}{after}"


def _draw_lines(hand: Hand, outlook: engine.Outlook) -> Iterator[str]:
    """Yield the table of the draws that improve the hand, and the expected points."""
    from suitwise.rummy.solve.arrangement import as_good_after

    unseen = sum(draw.copies for draw in outlook.draws)
    after = [(d.points, " ".join(_texts(as_good_after(hand, d))), d) for d in outlook.improving]
    width = max([len("discard"), *(len(away) for _, away, _ in after)])
    if after:
        yield f"unseen   chance  points   gain  {'discard':<{width}}  draw"
    for (points, away), found in groupby(after, itemgetter(0, 1)):
        draws = [draw for *_, draw in found]
        copies, chance = sum(d.copies for d in draws), sum(float(d.probability) for d in draws)
        cards = " ".join(str(draw.card) for draw in draws)
        yield f"{copies:>6}{chance:>9.1%}{points:>8}{draws[0].gain:>7}  {away:<{width}}  {cards}"
    yield (
        f"{outlook.outs} of {unseen} unseen cards improve the {outlook.points} points; "
        f"{float(outlook.expected):.2f} expected after a draw and the best discard"
    )


# --- ``islands`` ----------------------------------------------------------------------------------


@click.command()
@rules_option
@common.option(
    "--reading",
    usual="literal",
    type=click.Choice(["literal", "window", "copies", "full"]),
    help="How the bits of the flag map are set.",
)
@click.option("--pruned", is_flag=True, help="Drop the cards first that lie in no meld.")
@common.json_option()
@common.svg_option
@click.argument("hand")
def islands(
    rules: Rules, reading: str, pruned: bool, as_json: bool, svg: str | None, hand: str
) -> None:
    """Show a hand on the grid: its islands, its control points, its flag map.

    Cells side by side in a row, and all cells of a column, belong to one island. A card whose byte
    has more bits than the hand has copies of it is a control point: there a choice between melds
    must be made. It is listed with every meld that it could join.

    \b
    Example:
      suitwise rummy islands "3C 3C 11C 3D 3D 4D 9D 11D 12D 2H 3H 4H 4H 5H 5H 6H"
    """
    from suitwise.rummy.picture import IslandMap, map_picture
    from suitwise.rummy.rules.hand import Hand

    with common.plain_errors():
        grid = IslandMap(Hand.of(hand, rules), cast("Reading", reading), pruned)
        text = common.json_text(grid.as_json()) if as_json else map_picture(grid)
        if svg is not None:
            from suitwise.rummy.picture import draw_islands

            common.write_file(svg, draw_islands(grid))
    print(text)


# --- The group, ``deadwood``, ``arrange`` and ``combos`` ------------------------------------------

FEW = 100
"""The most hands that plain Python finishes before machine code would be loaded."""
_MANY = 20_000


@click.group(
    cls=common.GameGroup,
    elsewhere=dict.fromkeys(("play", "review", "rule"), "suitwise.cli.games.rummy_play"),
)
def rummy() -> None:
    """Two-deck rummy: what hands are worth, how to arrange them, games to play.

    \b
    Example:
      suitwise rummy arrange "3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"
    """


@rummy.command()
@rules_option
@common.json_option()
@common.file_argument
def deadwood(rules: Rules, as_json: bool, file: str) -> None:
    """Print the least points and the fewest cards that each hand can be left with.

    FILE, or standard input, holds a hand a line. The two numbers may come from different
    arrangements.

    \b
    Example:
      suitwise rummy deadwood hands.txt
    """
    from suitwise.rummy.rules.hand import read_hands

    with common.reading(file, "counting") as (opened, progress):
        done = 0
        for part in _parts(read_hands(opened, rules)):
            for points, cards in _least(part, rules):
                data = {"points": points, "cards": cards}
                print(common.json_text(data) if as_json else f"{points} {cards}")
            done += len(part)
            progress.reached(done, done)


def _parts(hands: Iterator[Hand]) -> Iterator[list[Hand]]:
    """Yield hands in batches; an error is raised after the hands before it."""
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
    """Yield the least points and cards of hands, by machine code if that is faster."""
    if len(hands) <= FEW:
        from suitwise.rummy.solve.arrangement import deadwood as least

        yield from (least(hand, compiled=is_hard(hand)) for hand in hands)
        return
    from suitwise.rummy.solve.batch import batch_deadwood

    counts = np.array([hand.counts for hand in hands], np.uint8)
    points, cards = batch_deadwood(counts, rules), batch_deadwood(counts, rules, "cards")
    yield from zip(points.tolist(), cards.tolist(), strict=True)


@rummy.command()
@rules_option
@common.json_option()
@common.svg_option
@click.option("--aim", type=click.Choice(["points", "cards"]), default="points", show_default=True)
@click.argument("hand")
def arrange(rules: Rules, as_json: bool, svg: str | None, aim: str, hand: str) -> None:
    """Arrange a hand so that least is left over.

    A hand has at most 60 cards; of rummikub's tiles all 106 of a box may be given.

    \b
    Example:
      suitwise rummy arrange --rules indian13 "H3 H4 H5 S7 S8 JK D9 C9"
    """
    from suitwise.rummy.picture import text_picture

    with common.plain_errors():
        arrangement = _arranged(hand, rules, "cards" if aim == "cards" else "points")
    if svg is not None:
        from suitwise.rummy.picture import draw_arrangement

        common.write_file(svg, draw_arrangement(arrangement))
    print(common.json_text(arrangement.as_json()) if as_json else text_picture(arrangement))


def _arranged(text: str, rules: Rules, aim: Aim) -> Arrangement:
    """Arrange a hand; of Rummikub's tiles as many as a box has."""
    from suitwise.rummy.rules.hand import MOST_CARDS, Hand, cards_under
    from suitwise.rummy.rules.rules import RUMMIKUB
    from suitwise.rummy.solve.arrangement import arrange as best

    if rules == RUMMIKUB and len(cards := cards_under(rules, text)) > MOST_CARDS:
        from suitwise.rummy.rummikub.solve.box import arrange_box

        return arrange_box(cards, aim)
    held = Hand.of(text, rules)
    return best(held, aim, compiled=is_hard(held))


MOST_LISTED = 1000
"""The most combos listed; further ones are only counted."""


@rummy.command()
@rules_option
@common.json_option()
@common.svg_option
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

    with common.plain_errors():
        held = Hand.of(hand, rules)
        if svg is not None:
            _draw_combos(held, listed, svg)
        if listed:
            for one in _listed(held, listed):
                print(common.json_text(one.as_json()) if as_json else one)
        elif as_json:
            print(common.json_text(_combos_as_json(held)))
        else:
            _print_best(held)


def _listed(hand: Hand, which: str) -> Iterator[Combo]:
    from suitwise import rummy as engine

    return engine.combos(hand) if which == "all" else engine.maximal(hand)


def _draw_combos(hand: Hand, listed: str | None, out: str) -> None:
    from suitwise.rummy.picture import draw_combos
    from suitwise.rummy.solve.combos import numbers

    which = listed or "maximal"
    name = "All combos" if which == "all" else "Maximal combos"
    common.write_file(out, draw_combos(hand, _listed(hand, which), numbers(hand), listed=name))


def _combos_as_json(hand: Hand) -> dict[str, object]:
    from suitwise.rummy.solve.combos import best, maximal, numbers

    data: dict[str, object] = asdict(numbers(hand))
    for name, combos in (("best", best(hand)), ("maximal", maximal(hand))):
        data[name] = [one.as_json() for one in islice(combos, MOST_LISTED)]
    return data


def _print_best(hand: Hand) -> None:
    from suitwise.rummy.solve.combos import best, numbers

    for name, number in asdict(numbers(hand)).items():
        print(f"{name.replace('_', ' '):<15}{number:>8,}")
    for one in islice(best(hand), MOST_LISTED):
        print(one)


for _command in (advise, islands):
    rummy.add_command(_command)
