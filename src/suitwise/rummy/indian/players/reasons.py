"""Why the rule-based player of Indian rummy does what it does: what the hand counts, and its chances."""

from __future__ import annotations

from suitwise.cards import Card
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.rummy.indian.moves import IndianMove
from suitwise.rummy.indian.players.rule_based import IndianPlayer, unseen_by
from suitwise.rummy.indian.rules.cards import all_cards, minus, plus, without
from suitwise.rummy.indian.showdown import melds_of
from suitwise.rummy.indian.state import IndianState
from suitwise.rummy.rules.hand import Hand
from suitwise.rummy.rules.melds import melds_text
from suitwise.rummy.solve.arrangement import discards, look_ahead


def reason(player: IndianPlayer, state: IndianState, move: IndianMove) -> Phrase:
    """Return why the player makes a move.

    >>> from suitwise.rummy.indian.game import Indian
    >>> state, _ = Indian().start().rolled(3, 0)
    >>> print(str(reason(IndianPlayer(), state, IndianPlayer()(state))).partition(";")[0])
    with D8 the hand counts 30, a card of the stock makes it count 36.0 on average, now 46
    """
    if move.kind == "declare":
        melds = melds_of(minus(state.hands[state.seat], move.card), state.rules)
        return phrase("indian13.why-declare", "{melds}", melds=CardText(melds_text(melds or ())))
    if move.kind == "card":
        return _discarding(player, state, move.card)
    return phrase(
        "any.then", "{first}; {second}", first=_drawing(state), second=_reckoned(player, state)
    )


def _discarding(player: IndianPlayer, state: IndianState, card: int) -> Phrase:
    """Say what a discard leaves, and what leaves less but is reckoned worse."""
    free = state.discards()
    found = discards(Hand.of(state.hands[state.seat], state.rules))
    mine = next(discard for discard in found if discard.card == card)
    best = next(discard for discard in found if discard.card in free)
    said = phrase(
        "indian13.why-discard",
        "the rest counts {points}, {cards} of its cards lie in no meld that counts",
        points=mine.points,
        cards=mine.cards,
    )
    if best.points >= mine.points:
        return said
    costs = player.discard_costs(state)
    other = phrase(
        "indian13.why-not-least",
        "{card} would leave {points}, but costs {more}, not {less} by its chances",
        card=CardText(best.card),
        points=best.points,
        more=f"{costs[best.card]:.1f}",
        less=f"{costs[card]:.1f}",
    )
    return phrase("any.then", "{first}; {second}", first=said, second=other)


def _drawing(state: IndianState) -> Phrase:
    """Say what the top of the pile makes of the hand, and what a card of the stock does."""
    hand, seat = Hand.of(state.hands[state.seat], state.rules), state.seat
    unseen = tuple(unseen_by(state, seat).elements())
    seen = without(without(all_cards(state.variant.jokers), unseen), state.hands[seat])
    outlook = look_ahead(hand, seen)
    told = phrase(
        "indian13.why-stock",
        "a card of the stock makes it count {stock} on average, now {now}",
        stock=f"{float(outlook.expected):.1f}",
        now=outlook.points,
    )
    if state.why_not(IndianMove("pile")) is not None:
        return told
    top = state.pile[-1][0]
    taken = discards(Hand.of(plus(state.hands[seat], top), state.rules))
    return phrase(
        "indian13.why-pile",
        "with {top} the hand counts {kept}, {stock}",
        top=CardText(Card(top)),
        kept=next(one.points for one in taken if one.card in state.hands[seat]),
        stock=told,
    )


def _reckoned(player: IndianPlayer, state: IndianState) -> Phrase:
    """Say what the hand costs by its chances, which the player goes by."""
    now = player.cost(state)
    told = phrase("indian13.costs", "by its chances it costs {now}", now=f"{now:.1f}")
    if state.standings[state.seat] == "new" and now > player.hopeless:
        return phrase(
            "indian13.why-dropped",
            "{costs}, and above {most} it is dropped",
            costs=told,
            most=f"{player.hopeless:g}",
        )
    if state.why_not(IndianMove("pile")) is not None:
        return told
    top = state.pile[-1][0]
    if state.rules.is_wild(top):
        return phrase("indian13.why-wild", "{costs}, and a wild card is always taken", costs=told)
    return phrase(
        "indian13.why-patience",
        "{costs}, with {top} {then}, and {less} less is asked for",
        costs=told,
        top=CardText(Card(top)),
        then=f"{player.cost_with(state, top):.1f}",
        less=f"{player.patience:g}",
    )
