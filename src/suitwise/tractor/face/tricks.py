"""Names of trumps, blocks and points as phrases, and explanations of a trick with a drawing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from suitwise.foundation.text.phrases import (
    CardText,
    Drawing,
    Phrase,
    Say,
    Seat,
    Several,
    all_of,
    phrase,
    phrased,
)
from suitwise.tractor.judge.judge import TrickRuling, judge_trick
from suitwise.tractor.moves import Trick
from suitwise.tractor.picture import draw_trick
from suitwise.tractor.rules.blocks import Block
from suitwise.tractor.rules.deck import NO_SUIT, PARTITION_NAMES, Pile, Trump
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.rules.wide.lead import block_text, blocks_text, is_bomb
from suitwise.tractor.rules.winning import TableTrick
from suitwise.tractor.state import TractorState

# --- Names ----------------------------------------------------------------------------------------


def rank_named(rank: str) -> str:
    """Return a rank as people write it: 10 for T.

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
    """Write a number of points in words."""
    if not points:
        return phrase("tractor.name.no-points", "no points")
    return phrase("tractor.name.points", "{n} points", n=points)


def cards_named(number: int) -> Phrase:
    """Write a number of cards in words."""
    if number == 1:
        return phrase("tractor.name.card", "1 card")
    return phrase("tractor.name.cards", "{n} cards", n=number)


def plays_bomb(state: TractorState, play: Pile) -> bool:
    """Tell whether a play is a bomb, in a house that plays them.

    >>> from suitwise.game import load
    >>> from suitwise.tractor import pile_of
    >>> four = pile_of("C9C9C9C9")
    >>> house = load("tractor(packs=4,profile=standard(bombs=free))")
    >>> plays_bomb(house.start(), four), plays_bomb(load("tractor(packs=4)").start(), four)
    (True, False)
    """
    return state.profile.bombs != "none" and is_bomb(play)


def block_named(block: Block) -> Phrase:
    """Name the kind of a block.

    >>> from suitwise.tractor.rules.blocks import decompose
    >>> block_named(decompose("HQHQHKHK", "S2")[0])
    'a tractor of 2 pairs'
    """
    if block.size == 1:
        return phrase("tractor.name.single", "a single card")
    if block.size == 2:
        return phrase("tractor.name.pair", "a pair")
    if block.width > 2:
        return block_text(block.width, block.length)
    return phrase("tractor.name.tractor", "a tractor of {n} pairs", n=block.size // 2)


def lead_named(parts: Sequence[Block]) -> Phrase:
    """Name the kind of a lead: a block, or a throw of several."""
    if len(parts) == 1:
        return block_named(parts[0])
    return phrase("tractor.name.throw", "a throw of {parts}", parts=Several(map(CardText, parts)))


def cut_named(parts: Sequence[Block]) -> str:
    """Name the kinds of the blocks into which a lead is cut.

    >>> from suitwise.tractor.umpire import umpire_of
    >>> from suitwise.tractor.variant import TractorVariant
    >>> from suitwise.tractor.rules.deck import pile_of
    >>> six, trump = umpire_of(TractorVariant(players=6)), Trump("S", "2")
    >>> print(cut_named(six.parts(trump, pile_of("H3H3H3H4H4"))))
    a tractor of 2 pairs and 1 single card
    """
    wide = [(block.width, block.length) for block in parts if block.size > 1]
    singles = len(parts) - len(wide)
    named = [blocks_text(tuple(wide))] if wide else []
    return all_of([*named, *([singles_named(singles)] if singles else [])])


def singles_named(number: int) -> Phrase:
    """Write a number of single cards in words."""
    if number == 1:
        return phrase("tractor.name.one-single", "1 single card")
    return phrase("tractor.name.singles", "{n} single cards", n=number)


# --- Explanation of a trick -----------------------------------------------------------------------


def why(state: TractorState, number: int | None) -> tuple[list[Phrase], Drawing | None]:
    """Explain a trick (by default the last) in sentences and a drawing; empty if there is none."""
    tricks = [trick for trick in state.tricks if trick.plays]
    place = len(tricks) if number is None else number
    if not 1 <= place <= len(tricks):
        return [], None
    trick = tricks[place - 1]
    ruling = state.ruling(trick)
    lines = [*reasons(trick, ruling), taken_by(trick, ruling)]
    if trick.tried is not None:
        lines.insert(0, failed(state.profile, trick))
    return lines, drawn(trick, ruling, place)


def reasons(trick: Trick, ruling: TableTrick) -> Iterator[Phrase]:
    """Yield for each play of a trick why it takes the trick or does not."""
    for place, sentence in enumerate(ruling.why):
        seat = Seat((trick.leader + place) % trick.seats)
        yield phrase("tractor.why.play", "{seat}: {why}", seat=seat, why=phrased(sentence))


def taken_by(trick: Trick, ruling: TableTrick) -> Phrase:
    """Return the winner of a trick and its points; of an open trick who is winning it."""
    winner = Seat((trick.leader + ruling.winner) % trick.seats)
    if trick.is_whole:
        points = points_named(trick.points)
        return phrase("tractor.why.takes", "{seat} takes it: {points}", seat=winner, points=points)
    return phrase("tractor.why.winning", "{seat} is winning it", seat=winner)


def failed(profile: Profile, trick: Trick) -> Phrase:
    """Return that a throw has failed, its cards, and the part that is led instead under house rules."""
    who, cards = Seat(trick.leader), CardText(trick.tried)
    if not trick.plays:
        return phrase(
            "tractor.told.fails-choice",
            "{seat} throws {cards}, which fails: {seat} chooses which of equal parts is led",
            seat=who,
            cards=cards,
        )
    return phrase(
        "tractor.told.fails",
        "{seat} throws {cards}, which fails: {part} is led, {which}",
        seat=who,
        cards=cards,
        part=CardText(trick.plays[0]),
        which=FORCED[profile.forced],
    )


FORCED = {
    "beaten": phrase("tractor.forced.beaten", "its smallest part that somebody beats"),
    "first": phrase(
        "tractor.forced.first", "the smallest part that is beaten by the first seat which beats any"
    ),
    "largest": phrase("tractor.forced.largest", "its largest part that somebody beats"),
    "lowest": phrase("tractor.forced.lowest", "its smallest part"),
}
"""The part led after a failed throw, for each option of ``profile.forced``."""


def drawn(trick: Trick, ruling: TableTrick, number: int) -> Drawing | None:
    """Return the drawing of a complete trick.

    The drawing shows the judge's ruling on pairs and tractors of them, so there is none where house
    rules or wider blocks may differ from it.
    """
    if not trick.is_whole or len(ruling.lead) > 1 or ruling.profile.chain != "full":
        return None
    if ruling.wide is not None:
        return None
    judged = judge_trick(ruling.trump, [play.cards for play in trick.plays])
    return Drawing(_picture, (judged, trick.leader, number))


def _picture(say: Say, judged: TrickRuling, leader: int, number: int) -> str:
    """Draw a trick with the players' names, the leader's first."""
    names = [say(Seat((leader + place) % 4)) for place in range(4)]
    title = say(phrase("tractor.draw.title", "Trick {n}", n=number))
    return draw_trick(judged, title=title, names=names, say=say)
