"""``suitwise rummy advise``: the worth of each discard and draw, and the melds that can be laid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

import click

from suitwise.cli.files import plain_errors
from suitwise.cli.options import json_option, json_text
from suitwise.cli.rummy.options import rules_option

if TYPE_CHECKING:
    from suitwise import rummy
    from suitwise.cards import Card
    from suitwise.rummy.laying.layoff import Step

MOST_CARDS = 30
"""A larger hand could take minutes: every draw is a search of its own."""
MOST_AHEAD = 22
"""So could a larger one that is to be looked at a draw ahead of every discard."""
_MANY_CARDS = 16
_MANY_WILDS = 2
"""A hand with more cards than the one, or as many wild cards as the other, goes to compiled rules."""


@click.command()
@rules_option
@click.option("--seen", default="", metavar="CARDS", help="Cards that can't come any more.")
@click.option("--table", default="", metavar="MELDS", help="Melds on the table, with | between.")
@click.option("--ahead", is_flag=True, help="Weigh each discard by the draw after it, too.")
@json_option()
@click.argument("hand")
def advise(
    rules: rummy.Rules, seen: str, table: str, ahead: bool, as_json: bool, hand: str
) -> None:
    """Say what each discard leaves, what each draw is worth, and what can be laid down.

    The discards are those of the HAND as it is, a card having been drawn; the draws are those of
    the HAND as it is, before a draw, each followed by the best discard. The cards of --table count
    as seen. The opening and the declaration are told where the rule set has them.

    \b
    Example:
      suitwise rummy advise "3H 4H 13S 13D 9C" --seen "13C 5H" --table "7S 8S 9S"
    """
    with plain_errors():
        advice = _advice(hand, rules, seen, table, ahead)
    print(json_text(advice.as_json()) if as_json else "\n".join(advice.lines()))


@dataclass(frozen=True, slots=True)
class _Advice:
    """The advice on a hand; parts that the rule set lacks, or that were not asked for, are None."""

    best: rummy.Arrangement
    discards: tuple[rummy.Discard, ...]
    outlook: rummy.Outlook
    opening: rummy.Opening | None
    declared: tuple[rummy.Meld, ...] | None
    declaring: tuple[Card, ...]
    ways: dict[Card, tuple[Step, ...]] | None
    laid: rummy.LaidOff | None

    @property
    def rules(self) -> rummy.Rules:
        return self.best.hand.rules

    def as_json(self) -> dict[str, object]:
        told: dict[str, object] = {
            "best": self.best.as_json(),
            "discards": [_discard_as_json(discard) for discard in self.discards],
            "draws": [_draw_as_json(draw) for draw in self.outlook.draws],
            "expected": float(self.outlook.expected),
            "outs": self.outlook.outs,
        }
        if self.rules.opening:
            told["opening"] = _opening_as_json(self.opening, self.rules)
        if self.rules.runs:
            melds = None if self.declared is None else _texts(self.declared)
            told["declaration"] = {"melds": melds, "discards": _texts(self.declaring)}
        if self.ways is not None and self.laid is not None:
            told["layoffs"] = {str(card): _texts(steps) for card, steps in self.ways.items()}
            told["after_layoffs"] = {"steps": _texts(self.laid.steps), **self.laid.kept.as_json()}
        return told

    def lines(self) -> Iterator[str]:
        """Yield the lines that are printed."""
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
        yield from _draw_lines(self.outlook)

    def _declaration(self) -> str:
        from suitwise.rummy.rules.melds import melds_text

        if self.declared is not None:
            return f"yes: {melds_text(self.declared)}"
        if self.declaring:
            return f"yes, once one of these is discarded: {' '.join(map(str, self.declaring))}"
        return "no"


def _advice(text: str, rules: rummy.Rules, seen: str, table: str, ahead: bool) -> _Advice:
    from suitwise import rummy
    from suitwise.errors import IllegalPosition
    from suitwise.rummy.laying.check import as_groups, as_melds, cards_laid
    from suitwise.rummy.rules.candidate_melds import wild_cards
    from suitwise.rummy.rules.hand import cards_under

    hand, melds = rummy.Hand.of(text, rules), as_melds(table, rules)
    most = MOST_AHEAD if ahead else MOST_CARDS
    if len(hand) > most:
        raise IllegalPosition(f"advice is for hands of at most {most} cards, not {len(hand)}")
    known = (*cards_under(rules, seen), *cards_laid(as_groups(table, rules), rules))
    compiled = ahead or len(hand) > _MANY_CARDS or wild_cards(hand) >= _MANY_WILDS
    return _Advice(
        rummy.arrange(hand, compiled=compiled),
        rummy.discards(hand, known, ahead=ahead, compiled=compiled),
        rummy.look_ahead(hand, known, compiled=compiled),
        rummy.best_opening(hand, compiled=compiled) if rules.opening else None,
        rummy.declaration(hand, compiled=compiled) if rules.runs else None,
        rummy.declaring_discards(hand, compiled=compiled) if rules.runs else (),
        rummy.layoffs(hand, melds) if melds else None,
        rummy.best_layoff(hand, melds) if melds else None,
    )


# --- Words and objects ----------------------------------------------------------------------------


def _texts(things: Iterable[object]) -> list[str]:
    return [str(thing) for thing in things]


def _discard_as_json(discard: rummy.Discard) -> dict[str, object]:
    told = {"card": str(discard.card), "points": discard.points, "cards": discard.cards}
    expected = discard.expected
    return told if expected is None else told | {"expected": float(expected)}


def _draw_as_json(draw: rummy.Draw) -> dict[str, object]:
    return {
        "card": str(draw.card),
        "unseen": draw.copies,
        "probability": float(draw.probability),
        "points": draw.points,
        "gain": draw.gain,
        "discard": str(draw.discard),
    }


def _opening_as_json(opening: rummy.Opening | None, rules: rummy.Rules) -> dict[str, object]:
    return {
        "melds": _texts(opening.melds) if opening else [],
        "points": opening.points if opening else 0,
        "needed": rules.opening,
        "enough": opening is not None and opening.is_enough,
    }


def _discard_lines(found: tuple[rummy.Discard, ...]) -> Iterator[str]:
    """Yield the table of discards."""
    ahead = any(discard.expected is not None for discard in found)
    yield "discard  points  cards" + ("  expected after a draw" if ahead else "")
    for discard in found:
        after = "" if discard.expected is None else f"{float(discard.expected):>23.2f}"
        yield f"{discard.card!s:<7}{discard.points:>8}{discard.cards:>7}{after}"


def _draw_lines(outlook: rummy.Outlook) -> Iterator[str]:
    """Yield the table of the draws that improve the hand, and the points to be expected."""
    unseen = sum(draw.copies for draw in outlook.draws)
    if outlook.improving:
        yield "unseen   chance  points   gain  discard  draw"
    for (points, away), found in groupby(outlook.improving, attrgetter("points", "discard")):
        draws = tuple(found)
        copies, chance = sum(d.copies for d in draws), sum(float(d.probability) for d in draws)
        cards = " ".join(str(draw.card) for draw in draws)
        yield f"{copies:>6}{chance:>9.1%}{points:>8}{draws[0].gain:>7}  {away!s:<9}{cards}"
    yield (
        f"{outlook.outs} of {unseen} unseen cards improve the {outlook.points} points; "
        f"{float(outlook.expected):.2f} expected after a draw and the best discard"
    )
