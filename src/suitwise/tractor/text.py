"""The text of a position of Tractor: write it as one line, read it back, and explain refused moves.

The line has six parts separated by bars::

    22 - | S3S4… H2… … … | 0:S2 2:HTHT 3/1 | - | S3S4D3D3D4C6C6C8 | 0 S3S3 S4S4 S6S7 S9S9 / 3 HAHK>HK …

1. The levels of the two sides, and the landlord's seat; ``deals 3`` after it if three deals of the match
   are over.
2. The cards that each seat has drawn.
3. The bids as seat and cards. During the bidding two numbers follow, ``3/1``: how many seats have been
   asked since the last card was drawn, and how many of them have passed since the last bid.
4. The cards turned up from the kitty.
5. The buried cards.
6. The tricks, each with its leader. ``HAHK>HK`` is a failed throw and the part that was led; ``HAHK>``
   is one whose leader has still to choose. A claim ends the tricks: the seat, and ``claim``.

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

from suitwise.cards import BLACK_JOKER, RANKS
from suitwise.errors import NotationError
from suitwise.foundation.seating import SEATS
from suitwise.foundation.text.lines import PositionText, matched
from suitwise.foundation.text.phrases import CardText, Phrase, Seat, listed, one_of, phrase
from suitwise.foundation.values import DEALS, deals_text
from suitwise.game import refusal
from suitwise.tractor.moves import CLAIM, HAND, Hands, Move, four, play_texts
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.claims import MOST_CLAIMED
from suitwise.tractor.rules.deck import EMPTY, PARTITION_NAMES, Pile, bits, partition_of, pile_of
from suitwise.tractor.rules.legal_plays import parts_by_suit
from suitwise.tractor.rules.levels import (
    KITTY,
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
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.state import TractorState, after_bidding, begun
from suitwise.tractor.variant import TractorVariant

_HEAD = re.compile(r"([2-9TJQKA])([2-9TJQKA]) ([-0-3])" + DEALS)
_BID = re.compile(r"([0-3]):([A-Za-z0-9]+)")
_ASKED = re.compile(r"([0-9]{1,3})/([0-4])")
_FORM = PositionText(
    "a position of Tractor", "six parts: write what str() of one prints", (6,), longest=2000
)
_DRAWN = len(SEATS) * HAND
"""The number of cards drawn in a deal."""


def text_of(state: TractorState, seat: int | None = None) -> str:
    """Return the text of a position, or of a seat's view of it."""
    seat = None if state.is_laid_open else seat
    levels = "".join(RANKS[level] for level in state.levels)
    sees_kitty = seat is None or state.sees_kitty(seat)
    return " | ".join(
        (
            f"{levels} {_seat(state.landlord)}{deals_text(state.deals)}",
            " ".join(_hand(state, owner, seat) for owner in range(len(state.drawn))),
            _bids(state),
            " ".join(str(Pile(1 << card)) for card in state.turned) or "-",
            "-" if state.buried is None else _pile(state.buried, sees_kitty),
            " / ".join(_tricks(state)) or "-",
        )
    )


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
        yield " ".join([str(trick.leader), *play_texts(trick.plays, trick.tried)])
    if state.claim is not None:
        yield f"{state.claim.seat} {CLAIM}"


# --- Reading --------------------------------------------------------------------------------------


def parse(variant: TractorVariant, text: str) -> TractorState:
    """Read a position.

    Raises:
        NotationError: the variant can't come to the position.
    """
    return _FORM.read(text, lambda parts: _read(variant, parts))


def _read(variant: TractorVariant, parts: list[str]) -> TractorState:
    head, drawn, bids, turned, buried, tricks = (part if part != "-" else "" for part in parts)
    state = _starting_state(variant, head)
    hands = _read_hands(drawn, state.first)
    state = replace(state, drawn=hands, held=hands)
    state = _with_bids(state, bids.split())
    state = _with_turned(state, turned.split())
    if buried:
        state = _made(state, "bury", buried)
    return _with_tricks(state, tricks)


def _starting_state(variant: TractorVariant, text: str) -> TractorState:
    """Read the levels and the landlord."""
    match = matched(_HEAD, text, ": write both levels and the landlord, as 22 - or T4 2")
    levels = RANKS.index(match[1]), RANKS.index(match[2])
    landlord = NOBODY if match[3] == "-" else int(match[3])
    start = begun(variant)
    if landlord == NOBODY and (levels, landlord) != (start.levels, start.landlord):
        raise NotationError("only the first deal has no landlord before its bidding")
    if variant.match == "deal" and (levels, landlord) != (start.levels, start.landlord):
        raise NotationError("a single deal has the levels and the landlord of its variant")
    if levels[0] < start.levels[0] or levels[1] < start.levels[1]:
        raise NotationError(f"the sides began at {variant.levels}, and levels do not fall")
    deals = int(match[4] or 0)
    if deals >= variant.most_deals:
        raise NotationError(f"a game has at most {variant.most_deals} deals")
    if deals and landlord == NOBODY:
        raise NotationError("the first deal of a match has none before it")
    return replace(start, levels=levels, landlord=landlord, deals=deals)


def _read_hands(text: str, first: int) -> Hands:
    """Read what the seats have drawn, in turn from the first."""
    words = text.split()
    if len(words) != len(SEATS):
        raise NotationError(f"{text[:24]!r}: write four hands, - for an empty one")
    hands = [EMPTY if word == "-" else pile_of(word, packs=2) for word in words]
    deck.sum_of(hands, packs=2)
    drawn = sum(hand.size for hand in hands)
    sizes = [hands[(first + place) % 4].size for place in SEATS]
    if drawn > _DRAWN or sizes != [(drawn + 3 - place) // 4 for place in SEATS]:
        raise NotationError(f"the seats draw in turn, seat {first} first, {HAND} cards each")
    return four(hands)


def _with_bids(state: TractorState, words: list[str]) -> TractorState:
    """Read the bids, and how many seats have been asked and have passed."""
    asked = _ASKED.fullmatch(words[-1]) if words else None
    for word in words[: -1 if asked else None]:
        match = matched(_BID, word, " is no bid: write the seat and the cards, as 0:S2")
        seat = int(match[1])
        bid = bid_of(seat, Move.parse(match[2]).pile.cards)
        why = why_not_bid(bid, state.held[seat], state.rank, state.bids, state.profile)
        if why is not None:
            raise NotationError(why)
        state = replace(state, bids=(*state.bids, bid))
    return _with_asked(state, *((int(asked[1]), int(asked[2])) if asked else (0, None)))


def _with_asked(state: TractorState, asked: int, silence: int | None) -> TractorState:
    """Set how many seats have been asked since the last card and have passed, if that is possible."""
    if silence is None:
        state = replace(state, asked=0, silence=len(SEATS)) if state.cards_drawn else state
        if state.phase == "bid" or 0 < state.cards_drawn < _DRAWN:
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
    if not cards or silence > asked or (cards < _DRAWN and asked > 1):
        return False
    earliest = _earliest_askings(state)
    if asked == silence:
        passed_after_end = asked > 0 and is_closed(state.bids, state.profile)
        return not passed_after_end and (not earliest or earliest[-1] < cards - 1)
    last = cards - 1 + asked - silence - 1
    if not earliest or (state.first + last) % 4 != state.bids[-1].seat:
        return False
    return all(one <= at for one, at in zip(earliest, _latest_askings(state, last), strict=True))


def _earliest_askings(state: TractorState) -> list[int]:
    """Return for each bid the earliest possible asking."""
    times: list[int] = []
    shown: list[Counter[int]] = [Counter() for _ in SEATS]
    for bid in state.bids:
        shown[bid.seat] |= Counter({bid.card: bid.copies})
        cards_needed = shown[bid.seat].total()
        asking = (bid.seat - state.first) % 4 + 4 * (cards_needed - 1)
        while times and asking <= times[-1]:
            asking += 4
        times.append(asking)
    return times


def _latest_askings(state: TractorState, last: int) -> list[int]:
    """Return for each bid the latest possible asking, given that of the last bid."""
    times = [last]
    for bid in reversed(state.bids[:-1]):
        before = times[0] - 1
        times.insert(0, before - (state.first + before - bid.seat) % 4)
    return times


def _with_turned(state: TractorState, words: list[str]) -> TractorState:
    for word in words:
        state = _made(state, "turn", word)
    return state


def _made(state: TractorState, phase: str, word: str) -> TractorState:
    """Make a move, which must belong to a given phase."""
    if state.phase != phase:
        raise NotationError(f"{word[:24]!r}: here is nothing to {phase}")
    return state.after(word)


def _with_tricks(state: TractorState, text: str) -> TractorState:
    """Play the tricks, and check that each begins and ends where it should."""
    for trick in filter(None, text.split("/")):
        leader, *words = trick.split() or [""]
        if state.phase != "play" or state.tricks[-1].plays or leader != str(state.turn):
            raise NotationError(
                f"{trick.strip()[:24]!r}: a trick of that leader does not begin here"
            )
        if words == [str(CLAIM)]:
            state = state.after(CLAIM)
            continue
        for number, word in enumerate(words):
            state = _played(state, number, word)
    return state


def _played(state: TractorState, number: int, word: str) -> TractorState:
    """Make a play; a failed throw is written with the part that is led."""
    tried, failed, part = word.partition(">")
    if state.phase != "play" or len(state.tricks[-1].plays) != number:
        raise NotationError(f"{word[:24]!r}: a trick has four plays")
    state = state.after(tried)
    if state.phase == "forced" and part:
        state = state.after(part)
    table = (
        state.tricks[-1] if state.tricks[-1].plays or state.phase == "forced" else state.tricks[-2]
    )
    if number == 0 and bool(failed) != (table.tried is not None):
        raise NotationError(f"{word[:24]!r}: the throw {'stands' if failed else 'fails'}")
    if failed and (
        number or "".join(map(str, table.plays)) != str(Move.parse(part) if part else "")
    ):
        raise NotationError(f"{word[:24]!r}: the throw leads {''.join(map(str, table.plays))}")
    return state


# --- Why a move is refused ------------------------------------------------------------------------

_TIMES = {1: phrase("tractor.one-copy", "one"), 2: phrase("tractor.two-copies", "two")}
"""Words for the number of copies held, when more are shown."""
_EXPECTED = {
    "bid": phrase("tractor.task-bid", "bid: cards as S2 or BJBJ, or pass"),
    "bury": phrase("tractor.task-bury", "bury {n} cards", n=KITTY),
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
    return _EXPECTED[state.phase] if move.word else None


def _why_illegal(state: TractorState, move: Move) -> Phrase | None:
    reason = {"bid": _why_no_bid, "bury": _why_not_buried, "forced": _why_not_forced}
    return reason.get(state.phase, _why_not_played)(state, move)


def _why_no_outcome(state: TractorState, move: Move) -> Phrase:
    if state.phase == "end":
        return phrase("tractor.next-deals", "the deal is over, next deals again").about(move)
    if move.pile.size == 1:
        return phrase("tractor.copies-are-out", "both copies have been drawn or turned up").about(
            move
        )
    if state.phase == "draw":
        return phrase("tractor.draw-a-card", "a card is to be drawn").about(move)
    return phrase("tractor.turn-up-a-card", "a card is to be turned up").about(move)


def _why_no_bid(state: TractorState, move: Move) -> Phrase | None:
    if fault := why_no_bid(move.pile.cards):
        return fault.about(move)
    bid = bid_of(state.turn, move.pile.cards)
    return why_not_bid(bid, state.held[state.turn], state.rank, state.bids, state.profile)


def _why_not_buried(state: TractorState, move: Move) -> Phrase:
    size = move.pile.size
    count = phrase("tractor.bury-so-many", "{n} cards are buried, not {given}", n=KITTY, given=size)
    return (_missing(state, move) or count).about(move)


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
