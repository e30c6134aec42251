"""What to bury as landlord of Tractor, and why, by simulation.

The Monte Carlo player looks for the best burial; that one, the rule-based player's and those of other
plans are then tried in the same deals, drawn afresh and played out (``players.bids_and_burials``).
"""

from __future__ import annotations

from dataclasses import dataclass

from suitwise.arguments import of_kind, whole
from suitwise.cards import RANKS, SUITS
from suitwise.errors import SuitwiseError
from suitwise.foundation.text.counting import signed
from suitwise.foundation.text.phrase_lists import all_of
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.seeds import as_seed
from suitwise.tractor.advice.compared import Compared
from suitwise.tractor.advice.placing import filled, pile_given
from suitwise.tractor.game import Tractor
from suitwise.tractor.moves import Move
from suitwise.tractor.rules.levels import KITTY, points_of
from suitwise.tractor.rules.order import NO_SUIT, PARTITION_NAMES, Trump, partition_mask
from suitwise.tractor.rules.piles import EMPTY, Pile, pile_of
from suitwise.tractor.seats import DECK, HAND
from suitwise.tractor.state import TractorState

WORLDS = 400
"""The default number of deals in which burials are tried."""
LEAST_WORLDS, MOST_WORLDS = 2, 10_000
OTHERS = 3
"""So many other burials are told beside the best."""


@dataclass(frozen=True, slots=True, eq=False)
class BurialTable(Compared):
    """How burials fare; the one that is advised comes first.

    >>> hand = pile_of("RJ BJ S2 SA SK SQ SJ ST S9 HA HK H9 H7 H5 DA DQ D8 D4 D3 CA CK CT C9 C8 C6")
    >>> table = burial_table(hand, "S2", kitty="S3 S4 H3 H4 H6 D6 C4 C3", worlds=4)
    >>> table.points(0) <= 40, set(table.voids(0)) <= {"H", "D", "C"}
    (True, True)
    """

    def points(self, burial: int) -> int:
        """Return the points that a burial, by its place, puts into the kitty."""
        pile = self.moves[burial].pile
        return points_of(pile.once, pile.twice)

    def voids(self, burial: int) -> tuple[str, ...]:
        """Return the plain suits that a burial leaves the landlord without, as letters."""
        trump, hand = self.state.trump, self.state.held[0]
        kept = hand.minus(self.moves[burial].pile)
        masks = {
            suit: partition_mask(at, trump.main_index, trump.rank_index)
            for at, suit in enumerate(SUITS)
            if at != trump.main_index
        }
        return tuple(
            suit for suit, mask in masks.items() if hand.once & mask and not kept.once & mask
        )

    @property
    def advice(self) -> Phrase:
        """What to bury and why, in a sentence."""
        said = phrase(
            "tractor.advice.bury", "bury {cards}: {why}", cards=self._named(0), why=self.kept_by(0)
        )
        if len(self.moves) == 1:
            return said
        nearest = min(range(1, len(self.moves)), key=lambda at: self.lead(0, at)[0])
        lead, margin = self.lead(0, nearest)
        if lead > margin:
            return phrase(
                "tractor.advice.bury-best",
                "{said}; worth {lead} ± {margin} levels more than {other}",
                said=said,
                lead=f"{lead:.2f}",
                margin=f"{margin:.2f}",
                other=self._named(nearest),
            )
        return phrase(
            "tractor.advice.bury-equal",
            "{said}; {other} is as good as equal: {lead} ± {margin} levels",
            said=said,
            other=self._named(nearest),
            lead=signed(-lead, 2),
            margin=f"{margin:.2f}",
        )

    def kept_by(self, burial: int) -> Phrase:
        """Return what a burial, by its place, puts into the kitty, and which suits it empties."""
        points, voids = self.points(burial), self.voids(burial)
        why = phrase("tractor.advice.no-points", "it buries no points")
        if points:
            why = phrase("tractor.advice.points", "it buries {n} points", n=points)
        if not voids:
            return why
        return phrase(
            "tractor.advice.voids",
            "{buries} and leaves you without {suits}",
            buries=why,
            suits=all_of(PARTITION_NAMES[SUITS.index(suit)] for suit in voids),
        )

    def _named(self, burial: int) -> CardText:
        return CardText(self.moves[burial])


def burial_table(
    hand: str | Pile,
    trump: str,
    *,
    kitty: str | Pile = "",
    profile: str = "standard",
    worlds: int = WORLDS,
    seed: int = 0,
) -> BurialTable:
    """Return how the best burial that is found and some others fare.

    Args:
        hand: the landlord's cards: all 33, or 25 with the kitty beside.
        trump: the main suit and the current rank, as "H2"; "O2" where there is no main suit.
        kitty: the eight cards of the kitty, if the hand is without them.
        profile: the house.
        worlds: in how many deals burials are tried, 2 to 10,000.
        seed: 64-bit seed of the deals.

    Raises:
        NotationError: a card, the trump or the house can't be read. SuitwiseError: a number is out of
        range, the cards are not 33, or nobody can have named the trump.

    >>> hand = "RJ BJ S2 H2 SA SA SK SK SQ SJ ST S9 S8 S6 S5 HA HK H9 H7 H5 DA DQ D8 D4 D3 CA CK CT"
    >>> table = burial_table(hand, "S2", kitty="C9 C8 C6 C4 C3", worlds=4)
    >>> table.moves[0].pile.size, 2 <= len(table.moves) <= 4
    (8, True)
    """
    whole(worlds, "worlds", LEAST_WORLDS, MOST_WORLDS)
    as_seed(seed)
    whole_hand = pile_given(hand, "hand").plus(pile_given(kitty, "kitty"))
    state = _burying(whole_hand, of_kind(trump, str, "trump"), profile)
    return _table(state, worlds, seed)


def _table(state: TractorState, worlds: int, seed: int) -> BurialTable:
    from suitwise.tractor.players.bids_and_burials import plans_of
    from suitwise.tractor.players.monte_carlo import MonteCarlo
    from suitwise.tractor.players.plays import LEVEL
    from suitwise.tractor.players.rule_based import TractorPlayer

    seen = MonteCarlo(worlds=worlds, seed=seed)
    best = seen.evaluated(state).move
    plans = [Move(plan) for plan in dict.fromkeys(plans_of(state)) if plan != best.pile]
    rough = seen.compared(state, plans).race
    likely = sorted(range(len(plans)), key=rough.mean, reverse=True)
    others = dict.fromkeys((TractorPlayer()(state), *(plans[at] for at in likely)))
    moves = (best, *[move for move in others if move != best][:OTHERS])
    afresh = MonteCarlo(worlds=worlds, seed=seed ^ 1).compared(state, moves).race
    return BurialTable(state, moves, afresh.found / LEVEL, afresh.found > 0)


def _burying(hand: Pile, trump: str, profile: str) -> TractorState:
    """Return a position in which seat 0 buries; what the others hold there counts for nothing.

    The trump was shown by seat 0, or by its partner where seat 0 can't have.
    """
    named = Trump.parse(trump)
    if hand.size != HAND + KITTY:
        raise SuitwiseError(
            phrase(
                "tractor.advice.of-cards",
                "a landlord buries of {all} cards, not of {n}",
                all=HAND + KITTY,
                n=hand.size,
            )
        )
    bidder, shown = _bid(hand, named)
    least = [EMPTY] * 4
    least[bidder] = shown
    hands = filled(hand, least, [hand.size, HAND, HAND, HAND])
    own = shown if bidder == 0 else EMPTY
    drawn = own.plus(pile_of(hand.minus(own).cards[: HAND - own.size]))
    rank = RANKS[named.rank_index]
    game = Tractor(profile=profile, levels=2 * rank)
    piles = " ".join(map(str, (drawn, *hands[1:])))
    return game.parse(f"{2 * rank} 0 | {piles} | {bidder}:{shown} | - | - | -")


def _bid(hand: Pile, named: Trump) -> tuple[int, Pile]:
    """Return who can have shown which cards to name a trump."""
    others = DECK.minus(hand)
    cards = ("BJBJ", "RJRJ") if named.main_index == NO_SUIT else (str(named),)
    for shown in (pile_of(card) for card in cards):
        for bidder, held in ((0, hand), (2, others)):
            if shown.within(held):
                return bidder, shown
    raise SuitwiseError(
        phrase(
            "tractor.advice.unnamed",
            "nobody can have named {trump}: no seat but you holds a joker twice",
            trump=str(named),
        )
    )
