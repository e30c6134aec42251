"""The text of a position of Tractor, one line, and the way back.

Six parts between bars: the levels of the two sides and the landlord, the cards that each seat has drawn,
the bids by seat and card, the cards turned up from the kitty, what the landlord buried, and the tricks::

    22 - | S3S4… H2… … … | 0:S2 2:HTHT 3/1 | - | S3S4D3D3D4C6C6C8 | 0 S3S3 S4S4 S6S7 S9S9 / 3 HAHK>HK …

What is not there is ``-``; ``deals 3`` behind the landlord says that three deals of the match are over.
Behind the bids stands, while they go on, how many seats have been asked since the last card was drawn
and how many of them have passed since a bid. A trick begins with its leader; ``HAHK>HK`` is a throw
that failed and the part of it that was led, ``HAHK>`` one whose leader has still to choose. Where a
seat has laid down its hand instead of leading, the tricks end with its ``claim``, and a view has all
hands. In other views ``?25`` stands for 25 cards that the seat can't see, and behind what the landlord
drew stands, for itself, the kitty that it took, ``+S3H7…``.

Reading a text plays it: the burial and the tricks are made as moves, so a text that no game can lead to
is refused with the rule that it breaks.
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
from suitwise.tractor.claims import MOST_CLAIMED
from suitwise.tractor.moves import CLAIM, HAND, Hands, Move, four, play_texts
from suitwise.tractor.rules.auction import (
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
from suitwise.tractor.rules.following.legal_plays import parts_by_suit
from suitwise.tractor.rules.levels import KITTY
from suitwise.tractor.rules.order import PARTITION_NAMES, partition_of
from suitwise.tractor.rules.piles import EMPTY, Pile, bits, pile_of, sum_of
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.state import TractorState, begun, picked_up
from suitwise.tractor.variant import TractorVariant

_HEAD = re.compile(r"([2-9TJQKA])([2-9TJQKA]) ([-0-3])" + DEALS)
_BID = re.compile(r"([0-3]):([A-Za-z0-9]+)")
_ASKED = re.compile(r"([0-9]{1,3})/([0-4])")
_FORM = PositionText(
    "a position of Tractor", "six parts: write what str() of one prints", (6,), longest=2000
)
_DRAWN = len(SEATS) * HAND
"""The cards that the seats draw in a deal."""


def text_of(state: TractorState, seat: int | None = None) -> str:
    """Return a position's text, or what a seat sees of it."""
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
    """Return what a seat drew; to the landlord also the kitty that it took."""
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
    state = _begun(variant, head)
    hands = _read_hands(drawn, state.first)
    state = replace(state, drawn=hands, held=hands)
    state = _with_bids(state, bids.split())
    state = _with_turned(state, turned.split())
    if buried:
        state = _done(state, "bury", buried)
    return _with_tricks(state, tricks)


def _begun(variant: TractorVariant, text: str) -> TractorState:
    """Read the levels and the landlord."""
    found = matched(_HEAD, text, ": write both levels and the landlord, as 22 - or T4 2")
    levels = RANKS.index(found[1]), RANKS.index(found[2])
    landlord = NOBODY if found[3] == "-" else int(found[3])
    start = begun(variant)
    if landlord == NOBODY and (levels, landlord) != (start.levels, start.landlord):
        raise NotationError("only the first deal has no landlord before its bidding")
    if variant.match == "deal" and (levels, landlord) != (start.levels, start.landlord):
        raise NotationError("a single deal has the levels and the landlord of its variant")
    if levels[0] < start.levels[0] or levels[1] < start.levels[1]:
        raise NotationError(f"the sides began at {variant.levels}, and levels do not fall")
    deals = int(found[4] or 0)
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
    sum_of(hands, packs=2)
    drawn = sum(hand.size for hand in hands)
    sizes = [hands[(first + place) % 4].size for place in SEATS]
    if drawn > _DRAWN or sizes != [(drawn + 3 - place) // 4 for place in SEATS]:
        raise NotationError(f"the seats draw in turn, seat {first} first, {HAND} cards each")
    return four(hands)


def _with_bids(state: TractorState, words: list[str]) -> TractorState:
    """Read the bids, and who has been asked."""
    asked = _ASKED.fullmatch(words[-1]) if words else None
    for word in words[: -1 if asked else None]:
        found = matched(_BID, word, " is no bid: write the seat and the cards, as 0:S2")
        seat = int(found[1])
        bid = bid_of(seat, Move.parse(found[2]).pile.cards)
        why = why_not_bid(bid, state.held[seat], state.rank, state.bids, state.profile)
        if why is not None:
            raise NotationError(why)
        state = replace(state, bids=(*state.bids, bid))
    return _with_asked(state, *((int(asked[1]), int(asked[2])) if asked else (0, None)))


def _with_asked(state: TractorState, asked: int, silence: int | None) -> TractorState:
    """Set who has been asked since the last card, where that can be."""
    if silence is None:
        state = replace(state, asked=0, silence=len(SEATS)) if state.cards_drawn else state
        if state.phase == "bid" or 0 < state.cards_drawn < _DRAWN:
            raise NotationError(
                "behind the bids stands how many have been asked and passed, as 1/1"
            )
        return picked_up(state)
    state = replace(state, asked=asked, silence=silence)
    if state.phase not in ("draw", "bid") or not _can_be_asked(state):
        raise NotationError(f"{asked}/{silence}: not so many are asked and pass here")
    return state


def _can_be_asked(state: TractorState) -> bool:
    """Tell whether ``asked`` seats since the last card, with ``silence`` passes at the end, can be.

    Askings are numbered from the first card on. The bids come at askings of their seats, one after the
    other, none before its seat has drawn the cards it has shown; so each has an earliest asking. If all
    that were asked since the last card have passed, the last bid was before; else it is at the asking
    that the numbers name, and the latest that each bid before it can have come is known, too.
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
    """Return for each bid the first asking at which it can have been made."""
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
    """Return for each bid the last asking at which it can have been made, the last bid's given."""
    times = [last]
    for bid in reversed(state.bids[:-1]):
        before = times[0] - 1
        times.insert(0, before - (state.first + before - bid.seat) % 4)
    return times


def _with_turned(state: TractorState, words: list[str]) -> TractorState:
    for word in words:
        state = _done(state, "turn", word)
    return state


def _done(state: TractorState, phase: str, word: str) -> TractorState:
    """Make a move where it belongs."""
    if state.phase != phase:
        raise NotationError(f"{word[:24]!r}: here is nothing to {phase}")
    return state.after(word)


def _with_tricks(state: TractorState, text: str) -> TractorState:
    """Play the tricks, and see that they are divided as the rules divide them."""
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
    """Make a play; a failed throw is written with the part that it leads."""
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
"""How many copies of a card are held where more are shown: of three at most, if any."""
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
    """Return the rule that forbids a move, a phrase, or None if it is legal."""
    if move in state.moves():
        return None
    return refusal(state, move, _why_no_outcome, _to_do, _why_not_done, f"{move}: ")


def _to_do(state: TractorState, move: Move) -> Phrase | None:
    if state.phase == "play" and move == CLAIM:
        return _LATER if state.variant.claims else _NO_CLAIM
    return _EXPECTED[state.phase] if move.word else None


def _why_not_done(state: TractorState, move: Move) -> Phrase | None:
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
    """Name a card that the seat on turn does not hold often enough."""
    hand, seat = state.held[state.turn], Seat(state.turn)
    for kind in bits(move.pile.once):
        held, card = hand.copies(kind), str(Pile(1 << kind))
        if not held:
            return phrase(
                "tractor.holds-none", "{seat} holds no {card}", seat=seat, card=CardText(card)
            )
        if held < move.pile.copies(kind):
            times = _TIMES[held]
            return phrase(
                "tractor.holds-few",
                "{seat} holds {times} {card}",
                seat=seat,
                times=times,
                card=CardText(card),
            )
    return None


def _parts(state: TractorState, move: Move) -> str:
    """Name the cards of a lead by the suits they are of."""
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
    """Return why a bid is not good, in one sentence; None if it is.

    >>> from suitwise.cards import Card
    >>> from suitwise.tractor.rules.piles import pile_of
    >>> from suitwise.tractor.rules.profile import STANDARD
    >>> why_not_bid(Bid(0, Card("S2"), 2), pile_of("S2S2"), 0, [Bid(1, Card("H2"), 2)], STANDARD)
    'S2S2: H2H2 of seat 1 stands, and only two black jokers or two red jokers overturn it'
    """
    fault = _not_drawn(bid, hand) or _fault(bid, cr, bids, profile)
    return fault and fault.about(bid)


def _not_drawn(bid: Bid, hand: Pile) -> Phrase | None:
    """Return that a seat has not drawn the cards that it shows; None if it has."""
    held, seat, card = hand.copies(bid.card), Seat(bid.seat), str(bid.card)
    if held >= bid.copies:
        return None
    if not held:
        return phrase(
            "tractor.drew-none", "{seat} has drawn no {card}", seat=seat, card=CardText(card)
        )
    times = _TIMES[held]
    return phrase(
        "tractor.drew-few",
        "{seat} has drawn {times} {card}",
        seat=seat,
        times=times,
        card=CardText(card),
    )


def _fault(bid: Bid, cr: int, bids: Sequence[Bid], profile: Profile) -> Phrase | None:
    """Return what forbids a bid of cards that are held; None if nothing does."""
    if is_good(bid, cr, bids, profile):
        return None
    if bid.card.is_joker and profile.jokers == "no":
        return phrase("tractor.no-joker-bids", "jokers are not bid here")
    if not may_bid(bid.card, bid.copies, cr, NOTHING):
        return _no_trump_card(bid, cr)
    standing = bids[-1]
    seat, stands = Seat(standing.seat), str(standing)
    if bid.seat == standing.seat and profile.reinforce == "own":
        return phrase(
            "tractor.own-bid-stands",
            "{seat}'s own {bid} stands, which it may only add to",
            seat=seat,
            bid=CardText(stands),
        )
    return phrase(
        "tractor.bid-stands",
        "{bid} of {seat} stands, and {over}",
        bid=CardText(stands),
        seat=seat,
        over=_what_overturns(standing, profile),
    )


def _no_trump_card(bid: Bid, cr: int) -> Phrase:
    """Say that a card is none that is bid, or a joker alone."""
    if bid.card.is_joker:
        return phrase("tractor.lone-joker", "a single joker is no bid, two of a colour are")
    return phrase(
        "tractor.bid-rank",
        "a bid shows cards of the current rank {rank}, or two jokers of a colour",
        rank=RANKS[cr],
    )


def _what_overturns(standing: Bid, profile: Profile) -> Phrase:
    """Name the bids that overturn one."""
    if standing.copies < PACKS:
        return phrase("tractor.two-overturn", "only two cards overturn it")
    if is_closed([standing], profile):
        return phrase("tractor.nothing-overturns", "nothing overturns it")
    if standing.card == BLACK_JOKER:
        return phrase("tractor.red-jokers-overturn", "only two red jokers overturn it")
    return phrase("tractor.jokers-overturn", "only two black jokers or two red jokers overturn it")
