"""The text of a position, which can be read back, and the data that each seat sees.

The text has these parts, separated by bars, as in ``dealer 0 | SQS2… HA… … … | D6 | SAS2S7S5 H3 | 0-2``:

1. the dealer, ``dealer 0``; with ``tells_deals`` instead the number of the deal, ``deal 3``;
2. the cards dealt to each seat;
3. the card turned up, if the game turns one up;
4. the calls in order, if there is bidding;
5. the cards that each seat has passed, if the game passes cards;
6. the tricks;
7. the scores of sides or seats before this deal.

An empty part is written ``-``.
"""

from __future__ import annotations

import re
from typing import Any

from suitwise.cards import SUITS, Card, format_cards, parse_cards
from suitwise.errors import NotationError
from suitwise.foundation.arrays.lazy_numpy import np
from suitwise.foundation.text.lines import PositionText, matched
from suitwise.sight import Sight, card_texts
from suitwise.tricks.cards import PACK, bits_of, cards_of, hand_text
from suitwise.tricks.rules import BEFORE, DEALER, DEALS, TOOK
from suitwise.tricks.state import Trick, TrickState
from suitwise.tricks.variant import Call

_DEALER = re.compile("dealer ([0-3])")
_DEAL = re.compile("deal (0|[1-9][0-9]{0,2})")
_SCORE = "(0|-?[1-9][0-9]{0,3})"


def form_of(game: Any) -> PositionText:
    """Return a description of a game's texts, for error messages."""
    parts = ["deal N" if game.tells_deals else "dealer D", "HANDS"]
    parts += ["TURNED"] * game.turns_up + ["CALLS"] * bool(game.calls)
    parts += ["PASSED"] * (game.most_passed > 0) + ["TRICKS", "SCORES"]
    counts = {4: "four", 5: "five", 6: "six", 7: "seven"}
    has = f"{counts[len(parts)]} parts: {' | '.join(parts)}"
    return PositionText(
        f"a position of {game.name}", has, (len(parts),), 400 + 8 * game.room_for_calls
    )


def text_of(game: Any, state: TrickState, seat: int | None = None) -> str:
    """Return the text of a position, or of a seat's view, with ``?13`` for the cards of another seat."""
    dealt = (_shown(cards, seat in (None, at)) for at, cards in enumerate(state.dealt))
    parts = [
        f"deal {state.deals}" if game.tells_deals else f"dealer {state.dealer}",
        " ".join(dealt),
    ]
    if game.turns_up:
        parts.append("-" if state.turned < 0 else format_cards([state.turned]))
    if game.calls:
        parts.append(" ".join(call.text for _, call in state.called) or "-")
    if game.most_passed:
        parts.append(_passes(state, seat))
    tricks = " ".join(format_cards(trick.cards) for trick in state.tricks).rstrip()
    parts += [tricks or "-", "-".join(map(str, state.totals))]
    return " | ".join(parts)


def _shown(hand: int, is_seen: bool) -> str:
    if not hand:
        return "-"
    return hand_text(hand) if is_seen else f"?{hand.bit_count()}"


def _passes(state: TrickState, seat: int | None) -> str:
    """Return the cards that each seat has passed; a seat sees its own, and those passed to it."""
    received = () if seat is None else state.received(seat)
    words = []
    for at, cards in enumerate(state.passed):
        if seat in (None, at):
            words.append(format_cards(cards) or "-")
        elif received and (at + state.passes_left) % 4 == seat:
            words.append(format_cards(received))
        else:
            words.append(f"?{len(cards)}" if cards else "-")
    return " ".join(words) if any(state.passed) else "-"


def parse(game: Any, text: str) -> Any:
    """Read a position.

    Raises:
        NotationError: it is not a position that can occur in the variant.
    """
    return form_of(game).read_printed(text, lambda parts: _read(game, *parts))


def _read(game: Any, first: str, hands: str, *others: str) -> Any:
    *shown, tricks, scores = others
    turned = shown.pop(0) if game.turns_up else "-"
    calls = shown.pop(0) if game.calls else "-"
    passes = shown.pop(0) if game.most_passed else "-"
    dealer, deals = _begun(game, first)
    before = _scores(game, scores)
    fault = game.deal_fault(dealer, deals, before)
    if fault is not None:
        raise NotationError(fault)
    dealt = _dealt(dealer, hands)
    is_whole = sum(dealt).bit_count() == PACK
    if game.turns_up and (turned == "-") is is_whole:
        raise NotationError(f"{turned[:8]}: the last card dealt is turned up, and no other")
    state = _with_hands(game, dealer, deals, before, dealt, turned)
    is_bid_first = state.is_bidding
    state = _with_calls(state, calls) if is_bid_first else state
    state = _with_passes(state, passes)
    state = state if is_bid_first else _with_calls(state, calls)
    for card in parse_cards(tricks.replace("-", "").replace(" ", "")):
        state = state.after(card)
    return state


def _begun(game: Any, text: str) -> tuple[int, int]:
    """Read the dealer and the number of earlier deals."""
    if not game.tells_deals:
        return int(matched(_DEALER, text, ": write who deals, as dealer 0")[1]), 0
    deals = int(matched(_DEAL, text, ": write how many deals are over, as deal 0")[1])
    return (game.first_dealer + deals) % 4, deals


def _scores(game: Any, text: str) -> tuple[int, ...]:
    count = 2 if game.by_side else 4
    pattern = re.compile("-".join([_SCORE] * count))
    example = "0-2" if game.by_side else "0-2-10-14"
    return tuple(map(int, matched(pattern, text, f": write the scores, as {example}").groups()))


def _dealt(dealer: int, text: str) -> list[int]:
    hands = [parse_cards(word.replace("-", "")) for word in text.split(" ")]
    cards = [card for hand in hands for card in hand if not card.is_joker]
    sizes = [(len(cards) + place) // 4 for place in (3, 2, 1, 0)]
    is_order = len(hands) == 4 and sizes == [len(hands[(dealer + 1 + at) % 4]) for at in range(4)]
    if not is_order or len(set(cards)) < sum(map(len, hands)):
        raise NotationError(
            "deal different cards to four seats, one at a time from the dealer's left"
        )
    return [bits_of(hand) for hand in hands]


def _with_hands(
    game: Any, dealer: int, deals: int, before: tuple[int, ...], dealt: list[int], turned: str
) -> Any:
    """Return the state after a deal of these hands, in which the card turned up is dealt last."""
    record = game.start().record.copy()
    record[DEALER], record[DEALS] = dealer, deals
    record[BEFORE : BEFORE + 4] = np.resize(np.array(before, np.int64), 4)
    state = type(game.start())(game, record)
    order = [[*cards_of(hand)] for hand in dealt]
    if turned != "-":
        (last,) = parse_cards(turned)
        if last not in order[dealer]:
            raise NotationError(f"{turned[:8]}: the card turned up is the dealer's")
        order[dealer].remove(last)
        order[dealer].append(int(last))
    for number in range(sum(map(len, order))):
        state = state.followed_by(order[(dealer + 1 + number) % 4][number // 4])
    return state


def _with_calls(state: Any, text: str) -> Any:
    """Return the state after the calls of a text."""
    for word in () if text == "-" else text.split(" "):
        call = state.parse_move(word)
        if not state.is_bidding or not isinstance(call, Call):
            raise NotationError(f"{word[:24]!r}: no such call is made here")
        state = state.after(call)
    return state


def _with_passes(state: Any, text: str) -> Any:
    """Return the state after the passes of a text."""
    if text == "-":
        return state
    passes = [parse_cards(word.replace("-", "")) for word in text.split(" ")]
    if len(passes) != 4 or not state.is_passing:
        raise NotationError(f"{text[:24]!r}: four seats pass cards, once all are dealt")
    for place in range(1, 5):
        seat = (state.dealer + place) % 4
        for card in passes[seat]:
            if state.turn != seat or not state.is_passing:
                raise NotationError(f"{text[:24]!r}: each passes {state.to_pass} cards in turn")
            state = state.after(card)
    return state


# --- What a seat sees as data (``suitwise.sight``), with the same names in each game --------------
#
# * ``phase``: ``deal``, ``bid``, ``pass`` or ``play``.
# * ``head``: the ``dealer``; the number of finished ``deals``, if positions tell it; the ``trump``, a
#   suit's letter or None; the card ``turned`` up, or None; the ``scores`` of sides or seats before
#   this deal and its ``points``; the ``target``, the score at which the game ends, 0 for a single
#   deal.
# * ``table``: the open ``trick`` and the ``last`` complete one, each with its ``leader``, its
#   ``plays`` (a ``seat`` and a ``card`` each) and the seat whose card is ``best``; or None. In a
#   game with bidding, the ``calls`` of the deal in order, each with its ``seat`` and its ``call``.
# * ``seats``: for each seat the number of tricks that it ``took``, and of cards it has ``passed``.
# * ``hand``, if cards are passed: the cards that the seat has ``passed`` and ``received``.
# * ``ask``, while cards are passed: ``passes``, the number of cards that the seat must still pass,
#   and ``to``, the receiver.


def sight_of(game: Any, state: TrickState, seat: int | None) -> Sight:
    """Return the data that a seat sees, or for None the data that everybody sees."""
    tricks = state.tricks
    whole = [trick for trick in tricks if trick.is_whole]
    hands, took = state.hands, state.record[TOOK : TOOK + 4].tolist()
    passed = state.passed if state.to_pass else ((),) * 4
    held = tuple(
        card_texts(cards_of(hand)) if at == seat else None for at, hand in enumerate(hands)
    )
    return Sight(
        state.phase,
        held,
        tuple(hand.bit_count() for hand in hands),
        {
            "dealer": state.dealer,
            **({"deals": state.deals} if game.tells_deals else {}),
            "trump": SUITS[state.trump] if state.trump >= 0 else None,
            "turned": str(Card(state.turned)) if state.turned >= 0 else None,
            "scores": list(state.totals),
            "points": list(state.points),
            "target": game.target,
        },
        hand=_passing(state, seat) if game.most_passed and seat is not None else {},
        table={"trick": laid(tricks[len(whole) :]), "last": laid(whole), **_calls(game, state)},
        ask=_asked(state) if state.is_passing and seat == state.turn else {},
        seats=tuple({"took": took[at], "passed": len(passed[at])} for at in range(4)),
    )


def _calls(game: Any, state: TrickState) -> dict[str, Any]:
    """Return the calls of a deal, in a game with bidding."""
    if not game.calls:
        return {}
    return {"calls": [{"seat": seat, "call": call.text} for seat, call in state.called]}


def _passing(state: TrickState, seat: int) -> dict[str, Any]:
    """Return the cards that a seat has passed, and those passed to it."""
    return {
        "passed": card_texts(state.passed[seat]),
        "received": card_texts(state.received(seat)),
    }


def _asked(state: TrickState) -> dict[str, Any]:
    """Return the number of cards that the seat on turn must pass, and the receiver."""
    left = state.to_pass - len(state.passed[state.turn])
    return {"passes": left, "to": (state.turn + state.passes_left) % 4}


def laid(tricks: list[Trick] | tuple[Trick, ...]) -> dict[str, Any] | None:
    """Return the last of some tricks with its winner so far; None if there are none."""
    if not tricks:
        return None
    plays = [{"seat": seat, "card": str(Card(card))} for seat, card in tricks[-1].plays]
    best = tricks[-1].winner if plays else None
    return {"leader": tricks[-1].leader, "plays": plays, "best": best}
