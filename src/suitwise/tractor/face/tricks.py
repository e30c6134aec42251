"""Why a trick of Tractor is whose it is, by the rule of the house, and the trick drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from suitwise.foundation.text.phrases import (
    CardText,
    Drawing,
    Phrase,
    Say,
    Seat,
    Several,
    phrase,
    phrased,
)
from suitwise.tractor.judge.judge import TrickRuling, judge_trick
from suitwise.tractor.moves import Trick
from suitwise.tractor.picture import draw_trick
from suitwise.tractor.rules.blocks import Block
from suitwise.tractor.rules.order import NO_SUIT, PARTITION_NAMES, Trump
from suitwise.tractor.rules.winning import TableTrick
from suitwise.tractor.state import TractorState

# --- The names of suits, ranks, blocks and points of Tractor as phrases ---------------------------


def rank_named(rank: str) -> str:
    """Return a rank as people write it.

    >>> rank_named("T"), rank_named("A")
    ('10', 'A')
    """
    return rank.replace("T", "10")


def trump_named(trump: Trump) -> Phrase:
    """Return a trump configuration in words.

    >>> trump_named(Trump("H", "T")), trump_named(Trump("O", "2"))
    ('hearts and 10 are trump', 'no main suit, 2 is trump')
    """
    rank = rank_named(trump.rank)
    if trump.main_index == NO_SUIT:
        return phrase("tractor.name.no-suit", "no main suit, {rank} is trump", rank=rank)
    suit = PARTITION_NAMES[trump.main_index]
    return phrase("tractor.name.trump", "{suit} and {rank} are trump", suit=suit, rank=rank)


def points_named(points: int) -> Phrase:
    """Return points in words."""
    if not points:
        return phrase("tractor.name.no-points", "no points")
    return phrase("tractor.name.points", "{n} points", n=points)


def cards_named(number: int) -> Phrase:
    """Return a number of cards in words."""
    if number == 1:
        return phrase("tractor.name.card", "1 card")
    return phrase("tractor.name.cards", "{n} cards", n=number)


def block_named(block: Block) -> Phrase:
    """Return what a block is.

    >>> from suitwise.tractor.rules.blocks import decompose
    >>> block_named(decompose("HQHQHKHK", "S2")[0])
    'a tractor of 2 pairs'
    """
    if block.size == 1:
        return phrase("tractor.name.single", "a single card")
    if block.size == 2:
        return phrase("tractor.name.pair", "a pair")
    return phrase("tractor.name.tractor", "a tractor of {n} pairs", n=block.size // 2)


def lead_named(parts: Sequence[Block]) -> Phrase:
    """Return what a lead is: a block, or a throw of several."""
    if len(parts) == 1:
        return block_named(parts[0])
    return phrase("tractor.name.throw", "a throw of {parts}", parts=Several(map(CardText, parts)))


# --- Why a trick of Tractor is whose it is, by the rule of the house, and the trick drawn ---------


def why(state: TractorState, number: int | None) -> tuple[list[Phrase], Drawing | None]:
    """Return why a trick is whose it is, and the drawing; nothing where there is no such trick."""
    tricks = [trick for trick in state.tricks if trick.plays]
    place = len(tricks) if number is None else number
    if not 1 <= place <= len(tricks):
        return [], None
    trick = tricks[place - 1]
    ruling = state.ruling(trick)
    lines = [*reasons(trick, ruling), taken_by(trick, ruling)]
    if trick.tried is not None:
        lines.insert(0, _failed(state, trick))
    return lines, drawn(trick, ruling, place)


def reasons(trick: Trick, ruling: TableTrick) -> Iterator[Phrase]:
    """Yield for each play of a trick how it takes the trick, or why it does not."""
    for place, sentence in enumerate(ruling.why):
        seat = Seat((trick.leader + place) % 4)
        yield phrase("tractor.why.play", "{seat}: {why}", seat=seat, why=phrased(sentence))


def taken_by(trick: Trick, ruling: TableTrick) -> Phrase:
    """Return whose a trick is, and its points; of an open one who is winning it."""
    winner = Seat((trick.leader + ruling.winner) % 4)
    if trick.is_whole:
        points = points_named(trick.points)
        return phrase("tractor.why.takes", "{seat} takes it: {points}", seat=winner, points=points)
    return phrase("tractor.why.winning", "{seat} is winning it", seat=winner)


def _failed(state: TractorState, trick: Trick) -> Phrase:
    """Say that the lead is a part of a throw that failed, and which part the house leads."""
    who, cards, part = Seat(trick.leader), str(trick.tried), str(trick.plays[0])
    if state.profile.forced == "lowest":
        return phrase(
            "tractor.why.fell-lowest",
            "{seat} threw {cards}, another hand beats a part of it, so {part} is led: the smallest "
            "part (forced=lowest)",
            seat=who,
            cards=CardText(cards),
            part=CardText(part),
        )
    if state.profile.forced == "first":
        return phrase(
            "tractor.why.fell-first",
            "{seat} threw {cards}, and {part} is led: the smallest part that is beaten by the first "
            "hand which beats any (forced=first)",
            seat=who,
            cards=CardText(cards),
            part=CardText(part),
        )
    if state.profile.forced == "largest":
        return phrase(
            "tractor.why.fell-largest",
            "{seat} threw {cards}, and {part} is led: the largest part that another hand beats "
            "(forced=largest)",
            seat=who,
            cards=CardText(cards),
            part=CardText(part),
        )
    return phrase(
        "tractor.why.fell",
        "{seat} threw {cards}, and {part} is led: the smallest part that another hand beats "
        "(forced=beaten)",
        seat=who,
        cards=CardText(cards),
        part=CardText(part),
    )


def drawn(trick: Trick, ruling: TableTrick, number: int) -> Drawing | None:
    """Return the drawing of a whole trick; the drawing's rule is the judge's, so where it agrees."""
    if not trick.is_whole or len(ruling.lead) > 1 or ruling.profile.chain != "full":
        return None
    judged = judge_trick(ruling.trump, [play.cards for play in trick.plays])
    return Drawing(_picture, (judged, trick.leader, number))


def _picture(say: Say, judged: TrickRuling, leader: int, number: int) -> str:
    """Draw a trick with the players' names, the leader's first."""
    names = [say(Seat((leader + place) % 4)) for place in range(4)]
    title = say(phrase("tractor.draw.title", "Trick {n}", n=number))
    return draw_trick(judged, title=title, names=names, say=say)
