"""The text of a position of Tractor: write it as one line, read it back, and explain refused moves.

The line has six parts separated by bars::

    22 - | S3S4… H2… … … | 0:S2 2:HTHT 3/1 | - | S3S4D3D3D4C6C6C8 | 0 S3S3 S4S4 S6S7 S9S9 / 3 HAHK>HK …

1. The levels of the two sides, and the landlord's seat; ``deals 3`` after it if three deals of the match
   are over.
2. The cards that each seat has drawn.
3. The bids as seat and cards. During the bidding two numbers follow, ``3/1``: the seats asked since the
   last card was drawn, and those of them that have passed since the last bid.
4. The cards turned up from the kitty.
5. The buried cards.
6. The tricks, each with its leader. ``HAHK>HK`` is a failed throw with the part that was led; in
   ``HAHK>`` the leader has still to choose the part. A claim comes last: the seat, and ``claim``.

At other tables than that of four seats, each seat has its own level and its own hand, and ``redealt 2``
means that two deals were void because nobody had bid. Bids for the buried cards follow the burial, each
with the cards that were buried then, and finally the number of seats that have passed: ``D3D4… 2:H2H2
C5C6… /3``. In Finding Friends a seventh part before the tricks holds the calls, ``HA#2``.
``H2H2H2+H3H3`` is a lead whose parts were named, and ``H2H2H2H3H3?`` a lead that is still to be cut.

An empty part is ``-``. In a seat's view ``?25`` are 25 cards that the seat can't see, and the landlord's
own cards are followed by the kitty, ``+S3H7…``. After a claim the view shows all hands.

Reading a text plays the burial and the tricks as moves. So a position that can't occur is refused, with
the rule that it breaks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from suitwise.cards import BLACK_JOKER, RANKS, Card
from suitwise.errors import NotationError
from suitwise.foundation.text.lines import PositionText, matched
from suitwise.foundation.text.phrases import CardText, Phrase, Seat, listed, one_of, phrase
from suitwise.foundation.values import DEALS, deals_text
from suitwise.game import refusal
from suitwise.tractor.moves import CLAIM, PASS, Hands, Move, play_texts
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.claims import MOST_CLAIMED
from suitwise.tractor.rules.deck import EMPTY, PARTITION_NAMES, Pile, bits, partition_of, pile_of
from suitwise.tractor.rules.levels import (
    NOBODY,
    NOTHING,
    PACKS,
    Bid,
    bid_of,
    is_closed,
    is_good,
    may_bid,
    why_no_bid,
)
from suitwise.tractor.rules.pairs.legal_plays import parts_by_suit
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.state import TractorState, after_bidding, begun
from suitwise.tractor.umpire import TableUmpire
from suitwise.tractor.variant import TractorVariant

_HEAD = re.compile(r"([2-9TJQKA]{2,8}) ([-0-7])" + DEALS + r"(?: redealt ([1-5]))?")
_BID = re.compile(r"([0-7]):([A-Za-z0-9]+)")
_ASKED = re.compile(r"([0-9]{1,3})/([0-8])")
_PASSED = re.compile(r"/([0-8])")
_WRITE = "parts: write what str() of one prints"
_FORM = PositionText("a position of Tractor", f"six {_WRITE}", (6,), longest=2000)
_FORM_OF_TABLES = PositionText("a position of Tractor", f"six {_WRITE}", (6,), longest=6000)
_FORM_WITH_CALLS = PositionText("a position of Tractor", f"seven {_WRITE}", (7,), longest=6000)


NUMBERS = {4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}
"""The words for numbers of seats."""


def text_of(state: TractorState, seat: int | None = None) -> str:
    """Return the text of a position, or of a seat's view of it."""
    seat = None if state.is_laid_open else seat
    levels = "".join(RANKS[level] for level in state.levels)
    redealt = f" redealt {state.redeals}" if state.redeals else ""
    parts = [
        f"{levels} {_seat(state.landlord)}{deals_text(state.deals)}{redealt}",
        " ".join(_hand(state, owner, seat) for owner in range(len(state.drawn))),
        _bids(state),
        " ".join(str(Pile(1 << card)) for card in state.turned) or "-",
        " ".join(_burials(state, seat)) or "-",
        " / ".join(_tricks(state)) or "-",
    ]
    if state.umpire.calls:
        parts.insert(5, " ".join(f"{card}#{copy}" for card, copy in state.calls) or "-")
    return " | ".join(parts)


def _burials(state: TractorState, seat: int | None) -> Iterator[str]:
    """Yield the cards buried, each bid that took them up, and the number of passes since."""
    burier = state.current_landlord
    for bid, taken in state.steals:
        yield _pile(taken, seat in (None, burier) or state.phase == "end")
        yield f"{bid.seat}:{bid}"
        burier = bid.seat
    if state.buried is not None:
        yield _pile(state.buried, seat is None or state.sees_kitty(seat))
    if state.phase == "steal":
        yield f"/{state.silence}"


def _hand(state: TractorState, owner: int, seat: int | None) -> str:
    """Return the cards that ``owner`` drew; in the landlord's own view also the kitty."""
    text = _pile(state.drawn[owner], seat in (None, owner))
    return f"{text}+{state.kitty}" if owner == seat and state.took_kitty(seat) else text


def _seat(seat: int) -> str:
    return "-" if seat == NOBODY else str(seat)


def _pile(pile: Pile, is_seen: bool) -> str:
    if not pile.once:
        return "-"
    return str(pile) if is_seen else f"?{pile.size}"


def _bids(state: TractorState) -> str:
    words = [f"{bid.seat}:{bid}" for bid in state.bids]
    if state.phase in ("draw", "bid") and state.cards_drawn:
        words.append(f"{state.asked}/{state.silence}")
    return " ".join(words) or "-"


def _tricks(state: TractorState) -> Iterator[str]:
    for trick in state.tricks:
        yield " ".join([str(trick.leader), *play_texts(trick)])
    if state.claim is not None:
        yield f"{state.claim.seat} {CLAIM}"


# --- Reading --------------------------------------------------------------------------------------


def parse(variant: TractorVariant, text: str) -> TractorState:
    """Read a position.

    Raises:
        NotationError: the variant can't come to the position.
    """
    form = _FORM if variant.is_classic else _FORM_WITH_CALLS if variant.calls else _FORM_OF_TABLES
    return form.read(text, lambda parts: _read(variant, parts))


def _read(variant: TractorVariant, parts: list[str]) -> TractorState:
    *begun, tricks = (part if part != "-" else "" for part in parts)
    state = _read_begun(variant, *begun)
    for trick in filter(None, tricks.split("/")):
        state = _with_trick(state, trick)
    return state


@lru_cache(maxsize=8)  # positions of one deal are mostly read one after another
def _read_begun(
    variant: TractorVariant, head: str, drawn: str, bids: str, turned: str, buried: str, *calls: str
) -> TractorState:
    """Read all that comes before the first trick."""
    state = _starting_state(variant, head)
    hands = _read_hands(state, drawn)
    state = replace(state, drawn=hands, held=hands)
    state = _with_bids(state, bids.split())
    state = _with_turned(state, turned.split())
    state = _with_burials(state, buried.split())
    for word in "".join(calls).split():
        state = _made(state, "call", word)
    return state


def _starting_state(variant: TractorVariant, text: str) -> TractorState:
    """Read the levels and the landlord."""
    what = "both levels" if variant.is_classic else "the levels"
    match = matched(_HEAD, text, f": write {what} and the landlord, as 22 - or T4 2")
    levels = tuple(map(RANKS.index, match[1]))
    landlord = NOBODY if match[2] == "-" else int(match[2])
    start = begun(variant)
    if len(levels) != len(start.levels) or landlord >= start.umpire.seats:
        raise NotationError(f"{text[:24]!r}: write {len(start.levels)} levels, and a seat or -")
    is_start = (levels, landlord) == (start.levels, start.landlord)
    if landlord == NOBODY and not is_start:
        raise NotationError("only the first deal has no landlord before its bidding")
    if variant.match == "deal" and not is_start:
        raise NotationError("a single deal has the levels and the landlord of its variant")
    if any(level < first for level, first in zip(levels, start.levels, strict=True)):
        raise NotationError(f"the sides began at {variant.levels}, and levels do not fall")
    if (
        not variant.is_classic
        and variant.teams == "fixed"
        and levels != levels[:2] * (len(levels) // 2)
    ):
        raise NotationError(f"{match[1]}: the seats of a side have the same level")
    deals, redeals = int(match[3] or 0), int(match[4] or 0)
    if deals >= variant.most_deals:
        raise NotationError(f"a game has at most {variant.most_deals} deals")
    if deals and landlord == NOBODY:
        raise NotationError("the first deal of a match has none before it")
    if redeals and variant.rules.nobody != "redeal":
        raise NotationError("no deal is void in this house")
    return replace(start, levels=levels, landlord=landlord, deals=deals, redeals=redeals)


def _read_hands(state: TractorState, text: str) -> Hands:
    """Read the cards that the seats have drawn, in turn from the first."""
    words, umpire, first = text.split(), state.umpire, state.first
    seats, packs = umpire.seats, umpire.packs
    if len(words) != seats:
        raise NotationError(f"{text[:24]!r}: write {NUMBERS[seats]} hands, - for an empty one")
    hands = [EMPTY if word == "-" else pile_of(word, packs=packs) for word in words]
    total = deck.sum_of(hands, packs=packs)
    drawn = total.size
    sizes = [hands[(first + place) % seats].size for place in range(seats)]
    expected = [(drawn + seats - 1 - place) // seats for place in range(seats)]
    if drawn > state.cards_to_draw or sizes != expected:
        raise NotationError(f"the seats draw in turn, seat {first} first, {umpire.hand} cards each")
    if not total.within(state.undrawn):
        out = next(card for card in total.kinds if total.copies(card) > state.undrawn.copies(card))
        raise NotationError(f"{out} has been taken out of the packs")
    return tuple(hands)


def _with_bids(state: TractorState, words: list[str]) -> TractorState:
    """Read the bids, and the numbers of seats asked and of passes."""
    asked = _ASKED.fullmatch(words[-1]) if words else None
    for word in words[: -1 if asked else None]:
        match = matched(_BID, word, " is no bid: write the seat and the cards, as 0:S2")
        seat = int(match[1])
        if seat >= state.umpire.seats:
            raise NotationError(f"{word[:24]!r}: there is no seat {seat}")
        bid = bid_of(seat, state.parse_move(match[2]).pile.cards)
        why = why_not_bid_at(state, bid)
        if why is not None:
            raise NotationError(why)
        state = replace(state, bids=(*state.bids, bid))
    return _with_asked(state, *((int(asked[1]), int(asked[2])) if asked else (0, None)))


def _with_asked(state: TractorState, asked: int, silence: int | None) -> TractorState:
    """Set the numbers of seats asked since the last card and of passes, if they are possible."""
    if silence is None:
        seats = state.umpire.seats
        state = replace(state, asked=0, silence=seats) if state.cards_drawn else state
        if state.phase == "bid" or 0 < state.cards_drawn < state.cards_to_draw:
            raise NotationError(
                "behind the bids stands how many have been asked and passed, as 1/1"
            )
        return after_bidding(state)
    state = replace(state, asked=asked, silence=silence)
    if state.phase not in ("draw", "bid") or not _can_be_asked(state):
        raise NotationError(f"{asked}/{silence}: not so many are asked and pass here")
    return state


def _can_be_asked(state: TractorState) -> bool:
    """Tell whether the bids are possible, given the numbers ``asked`` and ``silence``.

    An *asking* is a seat's turn to bid; askings are numbered from the first card on. Bids come at
    askings of their seats, in order, and not before the seat has drawn the cards it shows. That gives
    each bid an earliest asking. If all seats asked since the last card have passed, the last bid must be
    earlier. Otherwise ``asked`` and ``silence`` fix the asking of the last bid, and with it the latest
    asking of each bid before it.
    """
    asked, silence, cards = state.asked, state.silence, state.cards_drawn
    if not cards or silence > asked or (cards < state.cards_to_draw and asked > 1):
        return False
    earliest = _earliest_askings(state)
    if asked == silence:
        closed = state.umpire.is_closed(state.bids, state.rank)
        passed_after_end = asked > 0 and closed
        return not passed_after_end and (not earliest or earliest[-1] < cards - 1)
    last = cards - 1 + asked - silence - 1
    if not earliest or (state.first + last) % state.umpire.seats != state.bids[-1].seat:
        return False
    return all(one <= at for one, at in zip(earliest, _latest_askings(state, last), strict=True))


def _earliest_askings(state: TractorState) -> list[int]:
    """Return for each bid the earliest possible asking."""
    times: list[int] = []
    seats = state.umpire.seats
    shown: list[Counter[int]] = [Counter() for _ in range(seats)]
    for bid in state.bids:
        shown[bid.seat] |= Counter({bid.card: bid.copies})
        cards_needed = shown[bid.seat].total()
        asking = (bid.seat - state.first) % seats + seats * (cards_needed - 1)
        while times and asking <= times[-1]:
            asking += seats
        times.append(asking)
    return times


def _latest_askings(state: TractorState, last: int) -> list[int]:
    """Return for each bid the latest possible asking, given that of the last bid."""
    times = [last]
    for bid in reversed(state.bids[:-1]):
        before = times[0] - 1
        times.insert(0, before - (state.first + before - bid.seat) % state.umpire.seats)
    return times


def _with_turned(state: TractorState, words: list[str]) -> TractorState:
    for word in words:
        state = _made(state, "turn", word)
    return state


def _with_burials(state: TractorState, words: list[str]) -> TractorState:
    """Read the cards buried, the bids for them, and the number of passes since the last burial."""
    passed = _PASSED.fullmatch(words[-1]) if words else None
    for number, word in enumerate(words[: -1 if passed else None]):
        if number % 2 == 0:
            state = _made(state, "bury", word)
            continue
        match = matched(_BID, word, " is no bid: write the seat and the cards, as 0:S2")
        while state.phase == "steal" and state.turn != int(match[1]):
            state = state.after(PASS)
        state = _made(state, "steal", match[2])
    if passed and (state.phase != "steal" or int(passed[1]) >= state.umpire.seats - 1):
        raise NotationError(f"{passed[0]}: not so many pass here")
    passes = int(passed[1]) if passed else state.umpire.seats if state.phase == "steal" else 0
    for _ in range(passes):
        state = state.after(PASS) if state.phase == "steal" else state
    return state


def _made(state: TractorState, phase: str, word: str) -> TractorState:
    """Make a move, which must belong to a given phase."""
    if state.phase != phase:
        raise NotationError(f"{word[:24]!r}: here is nothing to {phase}")
    return state.after(word)


@lru_cache(maxsize=128)  # the tricks of a deal or two
def _with_trick(state: TractorState, trick: str) -> TractorState:
    """Play a trick, and check that it begins and ends where it should."""
    leader, *words = trick.split() or [""]
    if state.phase != "play" or state.tricks[-1].plays or leader != str(state.turn):
        raise NotationError(f"{trick.strip()[:24]!r}: a trick of that leader does not begin here")
    if words == [str(CLAIM)]:
        return state.after(CLAIM)
    for number, word in enumerate(words):
        state = _played(state, number, word)
    return state


@lru_cache(maxsize=32)  # the last trick, which grows by a play from one position to the next
def _played(state: TractorState, number: int, word: str) -> TractorState:
    """Make a play; a failed throw is written with the part that is led."""
    tried, failed, part = word.partition(">")
    if state.phase != "play" or len(state.tricks[-1].plays) != number:
        raise NotationError(f"{word[:24]!r}: a trick has {NUMBERS[state.umpire.seats]} plays")
    state = state.after(tried) if state.umpire.packs == PACKS else _cut_as_written(state, tried)
    if state.phase == "cut":
        return state
    if state.phase == "forced" and part:
        state = state.after(part)
    table = (
        state.tricks[-1] if state.tricks[-1].plays or state.phase == "forced" else state.tricks[-2]
    )
    if number == 0 and bool(failed) != (table.tried is not None):
        raise NotationError(f"{word[:24]!r}: the throw {'stands' if failed else 'fails'}")
    if failed and (
        number or "".join(map(str, table.plays)) != str(state.parse_move(part) if part else "")
    ):
        raise NotationError(f"{word[:24]!r}: the throw leads {''.join(map(str, table.plays))}")
    return state


def _cut_as_written(state: TractorState, word: str) -> TractorState:
    """Play cards; a lead is cut into the parts named, else by default, or with ``?`` not yet."""
    cut = state.parse_move(word.removesuffix("?"))
    state = state.after(Move(cut.pile))
    if state.phase != "cut":
        if cut.parts or word.endswith("?"):
            raise NotationError(f"{word[:24]!r}: here is nothing to cut")
        return state
    if word.endswith("?"):
        return state
    return state.after(cut if cut.parts else next(iter(state.moves())))


# --- Why a move is refused ------------------------------------------------------------------------

_TIMES = {
    1: phrase("tractor.one-copy", "one"),
    2: phrase("tractor.two-copies", "two"),
    3: phrase("tractor.three-copies", "three"),
}
"""Words for the number of copies held, when more are shown."""
_EXPECTED = {
    "bid": phrase("tractor.task-bid", "bid: cards as S2 or BJBJ, or pass"),
    "steal": phrase("tractor.task-steal", "bid for the buried cards, or pass"),
    "call": phrase("tractor.task-call", "call a card and its copy, as HA#2"),
    "cut": phrase("tractor.task-cut", "say how the lead is cut, with + between its parts"),
    "play": phrase("tractor.task-play", "play cards"),
    "forced": phrase("tractor.task-choose-part", "choose the part of the throw that stays"),
}

_NO_CLAIM = phrase("tractor.to-play-out", "play cards: claims are no moves in this house")
_LATER = phrase(
    "tractor.to-claim-later",
    "play cards: a claim is made on lead, with at most {most} cards",
    most=MOST_CLAIMED,
)


def why_not(state: TractorState, move: Move) -> str | None:
    """Return the reason why a move is illegal, or None if it is legal."""
    if move in state.moves():
        return None
    return refusal(state, move, _why_no_outcome, _task, _why_illegal, f"{move}: ")


def _task(state: TractorState, move: Move) -> Phrase | None:
    if state.phase == "play" and move == CLAIM:
        return _LATER if state.variant.claims else _NO_CLAIM
    if not move.word:
        return None
    if state.phase == "bury":
        return phrase("tractor.task-bury", "bury {n} cards", n=state.umpire.kitty)
    return _EXPECTED[state.phase]


def _why_illegal(state: TractorState, move: Move) -> Phrase | None:
    if (move.copy and state.phase != "call") or (move.parts and state.phase != "cut"):
        return _task(state, PASS)
    reason = {
        "bid": _why_no_bid,
        "steal": _why_no_bid,
        "bury": _why_not_buried,
        "call": _why_not_called,
        "cut": _why_not_cut,
        "forced": _why_not_forced,
    }
    return reason.get(state.phase, _why_not_played)(state, move)


def _why_no_outcome(state: TractorState, move: Move) -> Phrase:
    if state.phase == "redeal":
        return phrase("tractor.void", "nobody has bid: next deals again").about(move)
    if state.phase == "end":
        return phrase("tractor.next-deals", "the deal is over, next deals again").about(move)
    if move.pile.size == 1:
        if state.umpire.packs != PACKS:
            gone = phrase("tractor.no-copy-left", "no copy is left to draw or turn up")
            return gone.about(move)
        return phrase("tractor.copies-are-out", "both copies have been drawn or turned up").about(
            move
        )
    if state.phase == "draw":
        return phrase("tractor.draw-a-card", "a card is to be drawn").about(move)
    return phrase("tractor.turn-up-a-card", "a card is to be turned up").about(move)


def _why_no_bid(state: TractorState, move: Move) -> Phrase | None:
    if fault := why_no_bid(move.pile.cards):
        return fault.about(move)
    return why_not_bid_at(state, bid_of(state.turn, move.pile.cards))


def _why_not_buried(state: TractorState, move: Move) -> Phrase:
    size, kitty = move.pile.size, state.umpire.kitty
    count = phrase("tractor.bury-so-many", "{n} cards are buried, not {given}", n=kitty, given=size)
    return (_missing(state, move) or count).about(move)


def _why_not_called(state: TractorState, move: Move) -> Phrase:
    """Say why a call is refused: it names no copy, it may not be called, or it comes too late."""
    if not move.copy:
        return _EXPECTED["call"].about(move)
    card, table = Card(move.card), state.variant.table
    why = table.why_no_call(card, move.copy, state.trump)
    if why is None and (card, move.copy) in state.calls:
        why = phrase("tractor.call-twice", "it is called already")
    if why is None and state.calls and (card, move.copy) < state.calls[-1]:
        last, copy = state.calls[-1]
        why = phrase(
            "tractor.call-order",
            "calls ascend by card and copy, and {call} is called",
            call=f"{last}#{copy}",
        )
    left = state.umpire.calls - len(state.calls) - 1
    few = phrase("tractor.call-too-high", "too few higher cards are left for {n} more", n=left)
    return (why or few).about(move)


def _why_not_cut(state: TractorState, move: Move) -> Phrase:
    return phrase(
        "tractor.cut-into",
        "{cards} is cut into {parts}",
        cards=CardText(state.tricks[-1].uncut),
        parts=one_of(map(CardText, state.moves())),
    ).about(move)


def _why_not_forced(state: TractorState, move: Move) -> Phrase:
    return phrase(
        "tractor.throw-has-failed",
        "the throw {cards} has failed and leads {parts}",
        cards=CardText(state.tricks[-1].tried),
        parts=one_of(map(CardText, state.moves())),
    ).about(move)


def _why_not_played(state: TractorState, move: Move) -> Phrase | None:
    if state.duty is not None:
        reason = state.duty.why_not(move.pile)
        return reason and reason.about(move)
    lead = phrase(
        "tractor.lead-one-suit",
        "the cards of a lead are all of one suit, or all trumps; {parts}",
        parts=_parts(state, move),
    )
    return (_missing(state, move) or lead).about(move)


def _missing(state: TractorState, move: Move) -> Phrase | None:
    """Name the first card of a move of which the seat on turn has too few copies; None if none."""
    hand = state.held[state.turn]
    for kind in bits(move.pile.once):
        held = hand.copies(kind)
        said = {"seat": Seat(state.turn), "card": CardText(Pile(1 << kind))}
        if not held:
            return phrase("tractor.holds-none", "{seat} holds no {card}", **said)
        if held < move.pile.copies(kind):
            times = _TIMES[held]
            return phrase("tractor.holds-few", "{seat} holds {times} {card}", times=times, **said)
    return None


def _parts(state: TractorState, move: Move) -> str:
    """Name the suits of a lead's cards."""
    trump, named = state.trump, []
    for part in parts_by_suit(move.pile, trump):
        partition = partition_of(part.cards[0], trump.main_index, trump.rank_index)
        named.append(_of_suit(part, PARTITION_NAMES[partition]))
    return listed(named)


def _of_suit(part: Pile, suit: Phrase) -> Phrase:
    if part.size > 1:
        return phrase("tractor.cards-are", "{cards} are {suit}", cards=CardText(part), suit=suit)
    return phrase("tractor.card-is", "{card} is {suit}", card=CardText(part), suit=suit)


# --- Bids -----------------------------------------------------------------------------------------


def why_not_bid_at(state: TractorState, bid: Bid) -> Phrase | None:
    """Return the reason why a bid is illegal in a position; None if it is legal."""
    hand, umpire, made = state.held[bid.seat], state.umpire, state.all_bids
    if not isinstance(umpire, TableUmpire):
        return why_not_bid(bid, hand, state.rank, state.bids, state.profile)
    fault = _not_drawn(bid, hand)
    if fault is None and not bid.card.is_joker and bid.card % len(RANKS) != state.rank:
        fault = _no_trump_card(bid, state.rank)
    if fault is None:
        seat = NOBODY if state.phase == "steal" else bid.seat
        fault = umpire.table.why_no_bid(bid.pile, seat, [(by.seat, by.pile) for by in made])
    if fault is None and bid in made:
        fault = phrase("tractor.bid-repeated", "nobody makes the same bid twice")
    return fault and fault.about(bid)


def why_not_bid(
    bid: Bid, hand: Pile, cr: int, bids: Sequence[Bid], profile: Profile
) -> Phrase | None:
    """Return the reason why a bid is illegal, one sentence; None if it is legal.

    >>> from suitwise.cards import Card
    >>> from suitwise.tractor.rules.deck import pile_of
    >>> from suitwise.tractor.rules.profile import STANDARD
    >>> why_not_bid(Bid(0, Card("S2"), 2), pile_of("S2S2"), 0, [Bid(1, Card("H2"), 2)], STANDARD)
    'S2S2: H2H2 of seat 1 stands, and only two black jokers or two red jokers overturn it'
    """
    fault = _not_drawn(bid, hand) or _fault(bid, cr, bids, profile)
    return fault and fault.about(bid)


def _not_drawn(bid: Bid, hand: Pile) -> Phrase | None:
    """Return the reason that a seat has not drawn the cards it shows; None if it has."""
    held = hand.copies(bid.card)
    if held >= bid.copies:
        return None
    said = {"seat": Seat(bid.seat), "card": CardText(bid.card)}
    if not held:
        return phrase("tractor.drew-none", "{seat} has drawn no {card}", **said)
    times = _TIMES[held]
    return phrase("tractor.drew-few", "{seat} has drawn {times} {card}", times=times, **said)


def _fault(bid: Bid, cr: int, bids: Sequence[Bid], profile: Profile) -> Phrase | None:
    """Return the reason why a bid of cards in the hand is illegal; None if it is legal."""
    if is_good(bid, cr, bids, profile):
        return None
    if bid.card.is_joker and profile.jokers == "no":
        return phrase("tractor.no-joker-bids", "jokers are not bid here")
    if not may_bid(bid.card, bid.copies, cr, NOTHING):
        return _no_trump_card(bid, cr)
    standing = bids[-1]
    said = {"seat": Seat(standing.seat), "bid": CardText(standing)}
    if bid.seat == standing.seat and profile.reinforce == "own":
        return phrase(
            "tractor.own-bid-stands", "{seat}'s own {bid} stands, which it may only add to", **said
        )
    over = _what_overturns(standing, profile)
    return phrase("tractor.bid-stands", "{bid} of {seat} stands, and {over}", over=over, **said)


def _no_trump_card(bid: Bid, cr: int) -> Phrase:
    """Say that a card can't be bid, or not a single joker."""
    if bid.card.is_joker:
        return phrase("tractor.lone-joker", "a single joker is no bid, two of a colour are")
    return phrase(
        "tractor.bid-rank",
        "a bid shows cards of the current rank {rank}, or two jokers of a colour",
        rank=RANKS[cr],
    )


def _what_overturns(standing: Bid, profile: Profile) -> Phrase:
    """Name the bids that overturn a bid."""
    if standing.copies < PACKS:
        return phrase("tractor.two-overturn", "only two cards overturn it")
    if is_closed([standing], profile):
        return phrase("tractor.nothing-overturns", "nothing overturns it")
    if standing.card == BLACK_JOKER:
        return phrase("tractor.red-jokers-overturn", "only two red jokers overturn it")
    return phrase("tractor.jokers-overturn", "only two black jokers or two red jokers overturn it")
