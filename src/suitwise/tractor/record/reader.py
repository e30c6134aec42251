"""Reads the text of matches and deals (``match``, ``deal``) line by line; an error names its line."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from suitwise.cards import RANKS, Card
from suitwise.errors import NotationError
from suitwise.foundation.seating import NOBODY, seat_at
from suitwise.foundation.text.position_text import matched
from suitwise.foundation.text.record_text import LineKind, RecordLines, at_line, said_lines
from suitwise.game import load
from suitwise.tractor.game import Tractor
from suitwise.tractor.record.deal import CLOSING, BidRecord, DealRecord, TrickRecord
from suitwise.tractor.rules.order import Trump, as_tractor_cards
from suitwise.tractor.rules.piles import Pile, pile_of
from suitwise.tractor.seats import HAND

_KINDS = {
    "deal": LineKind("deal 2: levels 4 2, landlord 2", r"deal ([0-9]{1,6})(?:: (.+))?"),
    "draw": LineKind(
        "draw 0: S3 H2 [H2] DK",
        r"draw ([0-3]): ([^][]+(?:\[[^][]+\][^][]+)*(?:\[[^][]+\])?)",
        often=True,
    ),
    "bids": LineKind("bids: 2:H2H2 0:BJBJ", r"bids: ([0-3]:[^ :]+(?: [0-3]:[^ :]+)*)"),
    "turned": LineKind("turned: S3 HA", r"turned: (.+)"),
    "trump": LineKind("trump: H2, landlord 0", r"trump: ([^ ,]+), landlord ([0-3])"),
    "kitty": LineKind("kitty: S3 S4 S5 S6 S7 S8 S9 ST", r"kitty: (.+)"),
    "buried": LineKind("buried: S3 S4 S5 S6 S7 S8 S9 ST", r"buried: (.+)"),
    "trick": LineKind(
        "trick 1: 2:HAHAHK>HK 3:H5 0:HA 1:H9 -> 0 +15",
        r"trick ([0-9]{1,2}): ([0-3]:[^ :]+(?: [0-3]:[^ :]+)*)(?: -> ([0-3]) \+([0-9]{1,3}))?",
        often=True,
    ),
    "claim": LineKind("claim: 2", r"claim: ([0-3])"),
    "result": LineKind(
        "result: 85 points, the attackers take over +0, levels 2 2, next landlord 3",
        r"result: (.+)",
    ),
}
_LINES = RecordLines("a deal", _KINDS, longest=2_000)
_HEAD = re.compile(rf"(levels) ([{RANKS}]) ([{RANKS}])|(landlord|first) ([0-3])")


def read_match(text: str, lines_before: int = 0) -> tuple[Tractor, tuple[DealRecord, ...], int]:
    """Read the parts of a match: its variant, its deals, and the line it begins on.

    Args:
        text: its text.
        lines_before: how many lines stand before it where it is from.

    Raises:
        NotationError: a line is not what it should be; with the line.
    """
    said = [(number, " ".join(line.split())) for number, line in said_lines(text, lines_before)]
    if not said or said[0][1].split(" ", 1)[0] != "game":
        line = said[0][0] if said else None
        raise NotationError("a match begins with a line 'game tractor'", line=line)
    game = _game(*said[0])
    return game, tuple(_LINES.blocks(said[1:], _headed, _with)), said[0][0]


def _game(number: int, text: str) -> Tractor:
    with at_line(number):
        game = load(text.removeprefix("game").strip())
        if not isinstance(game, Tractor):
            raise NotationError(f"{game.name} is not Tractor: write 'game tractor'")
        return game


def _with(kind: str, deal: DealRecord, found: re.Match[str], number: int) -> DealRecord:
    return _READERS[kind](_with_line(deal, kind, number), found, number)


def _with_line(deal: DealRecord, part: str, number: int) -> DealRecord:
    return replace(deal, lines={**deal.lines, part: number})


def _headed(found: re.Match[str], number: int, deals: list[DealRecord]) -> DealRecord:
    """Begin a deal."""
    if deals and int(found[1]) != deals[-1].number + 1:
        raise NotationError(f"deal {deals[-1].number + 1} is next, not {found[1]}")
    deal = DealRecord(int(found[1]), lines={"deal": number})
    for part in (found[2] or "").split(",") if found[2] else ():
        said = matched(_HEAD, part.strip(), f": write it as {_KINDS['deal'].sample!r}")
        if getattr(deal, said[1] or said[4]) is not None:
            raise NotationError(f"{said[1] or said[4]} stands in the head twice")
        if said[1]:
            deal = replace(deal, levels=(RANKS.index(said[2]), RANKS.index(said[3])))
        elif said[4] == "landlord":
            deal = replace(deal, landlord=int(said[5]))
        else:
            deal = replace(deal, first=int(said[5]))
    return deal


# --- The parts of a deal --------------------------------------------------------------------------


def _cards(text: str) -> tuple[Card, ...]:
    return as_tractor_cards(text)


def _pile(text: str) -> Pile:
    pile = pile_of(text, packs=2)
    if not pile.once:
        raise NotationError("there are no cards where some belong")
    return pile


def _with_draw(deal: DealRecord, found: re.Match[str], number: int) -> DealRecord:
    seat = int(found[1])
    if deal.draws[seat]:
        raise NotationError(f"what seat {seat} draws stands there already")
    cards: list[Card] = []
    bids: list[BidRecord] = []
    for piece in re.findall(r"[^][]+|\[[^][]+\]", found[2]):
        if piece.startswith("["):
            bids.append(BidRecord(seat, _pile(piece[1:-1]), len(cards), number))
        else:
            cards += _cards(piece)
    if len(cards) > HAND:
        raise NotationError(f"a seat draws {HAND} cards, not {len(cards)}")
    if len({bid.after for bid in bids}) < len(bids) or any(bid.after == 0 for bid in bids):
        raise NotationError("a bid stands in brackets after the card drawn before it, one a card")
    draws = tuple(tuple(cards) if at == seat else drawn for at, drawn in enumerate(deal.draws))
    return replace(_with_line(deal, f"draw {seat}", number), draws=draws, bids=(*deal.bids, *bids))


def _with_bids(deal: DealRecord, found: re.Match[str], number: int) -> DealRecord:
    words = (word.split(":") for word in found[1].split())
    bids = (BidRecord(int(seat), _pile(text), CLOSING, number) for seat, text in words)
    return replace(deal, bids=(*deal.bids, *bids))


def _with_trick(deal: DealRecord, found: re.Match[str], number: int) -> DealRecord:
    if int(found[1]) != len(deal.tricks) + 1:
        raise NotationError(f"trick {len(deal.tricks) + 1} is next, not {found[1]}")
    words = [word.split(":") for word in found[2].split()]
    leader = int(words[0][0])
    if [int(seat) for seat, _ in words] != [
        seat_at(leader, at, NOBODY) for at in range(len(words))
    ]:
        raise NotationError("a trick goes round the table: 2, 3, 0, 1 where seat 2 leads")
    if len(words) > 4:
        raise NotationError("a trick is four plays")
    tried, plays = _plays([cards for _, cards in words])
    result = (int(found[3]), int(found[4])) if found[3] else None
    trick = TrickRecord(leader, plays, tried, result, number)
    return replace(deal, tricks=(*deal.tricks, trick))


def _plays(words: list[str]) -> tuple[Pile | None, tuple[Pile, ...]]:
    """Return the throw that failed, if one did, and what lay on the table."""
    first, failed, stayed = words[0].partition(">")
    if not failed:
        return None, tuple(map(_pile, words))
    if stayed:
        return _pile(first), tuple(map(_pile, (stayed, *words[1:])))
    if len(words) > 1:
        raise NotationError("what stayed of a throw that failed stands after the >: HAHAHK>HK")
    return _pile(first), ()


def _with_result(deal: DealRecord, found: re.Match[str], number: int) -> DealRecord:
    said = found[1].split(", ")
    for part in said:
        if said.count(part) > 1:
            raise NotationError(f"{part[:40]!r} stands there twice")
    return replace(deal, result=found[1])


_READERS: dict[str, Callable[[DealRecord, re.Match[str], int], DealRecord]] = {
    "draw": _with_draw,
    "bids": _with_bids,
    "turned": lambda deal, found, _: replace(deal, turned=_cards(found[1])),
    "trump": lambda deal, found, _: replace(
        deal, trump=(str(Trump.parse(found[1])), int(found[2]))
    ),
    "kitty": lambda deal, found, _: replace(deal, kitty=_pile(found[1])),
    "buried": lambda deal, found, _: replace(deal, buried=_pile(found[1])),
    "trick": _with_trick,
    "claim": lambda deal, found, _: replace(deal, claim=int(found[1])),
    "result": _with_result,
}
