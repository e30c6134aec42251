"""Reads the text of matches and deals (``match``, ``deal``) by lines, and says in which it fails."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from suitwise.cards import RANKS, Card, parse_cards
from suitwise.errors import NotationError, SuitwiseError
from suitwise.game import load
from suitwise.tractor.game import Tractor
from suitwise.tractor.record.deal import CLOSING, BidRecord, DealRecord, TrickRecord
from suitwise.tractor.rules.order import Trump, as_tractor_card
from suitwise.tractor.rules.piles import Pile, pile_of
from suitwise.tractor.seats import HAND

MOST_CHARACTERS = 4_000_000
"""A longer text is no record of a match."""
_LONGEST_LINE = 2_000

_FORMS = {
    "deal": "deal 2: levels 4 2, landlord 2",
    "draw": "draw 0: S3 H2 [H2] DK",
    "bids": "bids: 2:H2H2 0:BJBJ",
    "turned": "turned: S3 HA",
    "trump": "trump: H2, landlord 0",
    "kitty": "kitty: S3 S4 S5 S6 S7 S8 S9 ST",
    "buried": "buried: S3 S4 S5 S6 S7 S8 S9 ST",
    "trick": "trick 1: 2:HAHAHK>HK 3:H5 0:HA 1:H9 -> 0 +15",
    "result": "result: 85 points, the attackers take over +0, levels 2 2, next landlord 3",
}
_PATTERNS = {
    "deal": r"deal ([0-9]{1,6})(?:: (.+))?",
    "draw": r"draw ([0-3]): ([^][]+(?:\[[^][]+\][^][]+)*(?:\[[^][]+\])?)",
    "bids": r"bids: ([0-3]:[^ :]+(?: [0-3]:[^ :]+)*)",
    "turned": r"turned: (.+)",
    "trump": r"trump: ([^ ,]+), landlord ([0-3])",
    "kitty": r"kitty: (.+)",
    "buried": r"buried: (.+)",
    "trick": r"trick ([0-9]{1,2}): ([0-3]:[^ :]+(?: [0-3]:[^ :]+)*)(?: -> ([0-3]) \+([0-9]{1,3}))?",
    "result": r"result: (.+)",
}
_COMPILED = {kind: re.compile(pattern) for kind, pattern in _PATTERNS.items()}
_ORDER = tuple(_FORMS)
_HEAD = re.compile(rf"(levels) ([{RANKS}]) ([{RANKS}])|(landlord|first) ([0-3])")


def match_texts(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the texts of matches that stand one after the other, each from its line ``game`` on.

    Yields:
        How many lines stand before the match, and its text.

    Raises:
        NotationError: a match is too long, or a byte order mark stands before the first; with the line.

    >>> list(match_texts(["# two", "game tractor", "deal 1", "game tractor"]))
    [(1, 'game tractor\\ndeal 1'), (3, 'game tractor')]
    """
    before, size = 0, 0
    part: list[str] = []
    for number, line in enumerate(lines):
        if number == 0 and line.startswith("\ufeff"):
            raise NotationError(
                "the input begins with a byte order mark; save it without one", line=1
            )
        if line.split(maxsplit=1)[:1] == ["game"]:
            if any(map(_said, part)):
                yield before, "\n".join(part)
            before, size, part = number, 0, []
        size += len(line) + 1
        if size > MOST_CHARACTERS:
            raise NotationError(f"a match has at most {MOST_CHARACTERS:,} bytes", line=number + 1)
        part.append(line)
    if any(map(_said, part)):
        yield before, "\n".join(part)


def read_match(text: str, lines_before: int = 0) -> tuple[Tractor, tuple[DealRecord, ...], int]:
    """Read the parts of a match: its variant, its deals, and the line it begins on.

    Args:
        text: its text.
        lines_before: how many lines stand before it where it is from.

    Raises:
        NotationError: a line is not what it should be; with the line.
    """
    lines = enumerate(text.split("\n"), lines_before + 1)
    said = [(number, words) for number, line in lines if (words := _said(line))]
    if not said or said[0][1].split(" ", 1)[0] != "game":
        line = said[0][0] if said else None
        raise NotationError("a match begins with a line 'game tractor'", line=line)
    game = _game(*said[0])
    deals: list[DealRecord] = []
    for number, words in said[1:]:
        _add(deals, number, words)
    return game, tuple(deals), said[0][0]


def _said(line: str) -> str:
    """Return what a line says: without a comment, single blanks between the words."""
    return " ".join(line.split("#", 1)[0].split())


def _game(number: int, text: str) -> Tractor:
    try:
        game = load(text.removeprefix("game").strip())
    except NotationError as error:
        raise NotationError(error.reason, line=number) from None
    if not isinstance(game, Tractor):
        raise NotationError(f"{game.name} is not Tractor: write 'game tractor'", line=number)
    return game


def _add(deals: list[DealRecord], number: int, text: str) -> None:
    """Add what a line says to the last deal, or begin another."""
    try:
        if len(text) > _LONGEST_LINE:
            raise NotationError(f"a line has at most {_LONGEST_LINE:,} characters")
        kind, found = _line(text)
        if kind == "deal":
            deals.append(_headed(deals, found, number))
            return
        if not deals:
            raise NotationError(f"a deal begins with {_FORMS['deal']!r}")
        last = max((_ORDER.index(part.split(" ")[0]) for part in deals[-1].lines), default=0)
        place = _ORDER.index(kind)
        if place < last or (place == last and kind not in ("draw", "trick")):
            raise NotationError(f"{kind!r} stands there after {_ORDER[last]!r}")
        deals[-1] = _READERS[kind](_with_line(deals[-1], kind, number), found, number)
    except SuitwiseError as error:
        reason = error.reason if isinstance(error, NotationError) else str(error)
        raise NotationError(reason, line=number) from None


def _line(text: str) -> tuple[str, re.Match[str]]:
    kind = re.split(r"[ :]", text, maxsplit=1)[0]
    if kind not in _COMPILED:
        raise NotationError(f"{text[:24]!r}: a line begins with one of {', '.join(_FORMS)}")
    found = _COMPILED[kind].fullmatch(text)
    if found is None:
        raise NotationError(f"{text[:40]!r}: write it as {_FORMS[kind]!r}")
    return kind, found


def _with_line(deal: DealRecord, part: str, number: int) -> DealRecord:
    return replace(deal, lines={**deal.lines, part: number})


def _headed(deals: list[DealRecord], found: re.Match[str], number: int) -> DealRecord:
    """Begin a deal."""
    if deals and int(found[1]) != deals[-1].number + 1:
        raise NotationError(f"deal {deals[-1].number + 1} is next, not {found[1]}")
    deal = DealRecord(int(found[1]), lines={"deal": number})
    for part in (found[2] or "").split(",") if found[2] else ():
        said = _HEAD.fullmatch(part.strip())
        if said is None:
            raise NotationError(f"{part.strip()[:24]!r}: write it as {_FORMS['deal']!r}")
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
    return tuple(map(as_tractor_card, parse_cards(text)))


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


def _with_turned(deal: DealRecord, found: re.Match[str], number: int) -> DealRecord:
    return replace(deal, turned=_cards(found[1]))


def _with_trump(deal: DealRecord, found: re.Match[str], number: int) -> DealRecord:
    return replace(deal, trump=(str(Trump.parse(found[1])), int(found[2])))


def _with_kitty(deal: DealRecord, found: re.Match[str], number: int) -> DealRecord:
    return replace(deal, kitty=_pile(found[1]))


def _with_buried(deal: DealRecord, found: re.Match[str], number: int) -> DealRecord:
    return replace(deal, buried=_pile(found[1]))


def _with_trick(deal: DealRecord, found: re.Match[str], number: int) -> DealRecord:
    if int(found[1]) != len(deal.tricks) + 1:
        raise NotationError(f"trick {len(deal.tricks) + 1} is next, not {found[1]}")
    words = [word.split(":") for word in found[2].split()]
    leader = int(words[0][0])
    if [int(seat) for seat, _ in words] != [(leader + place) % 4 for place in range(len(words))]:
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
    "turned": _with_turned,
    "trump": _with_trump,
    "kitty": _with_kitty,
    "buried": _with_buried,
    "trick": _with_trick,
    "result": _with_result,
}
