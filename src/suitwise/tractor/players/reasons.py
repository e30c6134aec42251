"""Why one move of Tractor is better than another, in sentences for reviews.

A reason is a fact that follows exactly from what the seat on turn sees, or from what its move brings to
light; it is true of the move or of the better one, and not of both. What only may be so is not said.
"""

from __future__ import annotations

from collections.abc import Iterator

from suitwise.foundation.text.phrases import CardText, Phrase, Seat, all_of, phrase
from suitwise.tractor.moves import CLAIM, PASS, Move, points_in_pile
from suitwise.tractor.players.replies import SeatView
from suitwise.tractor.players.rule_based import emptied_by, trumps_with
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.blocks import Block
from suitwise.tractor.rules.deck import NO_SUIT, PARTITION_NAMES, TRUMPS, Pile
from suitwise.tractor.rules.levels import bid_of
from suitwise.tractor.rules.pairs.owed import led_partition
from suitwise.tractor.state import TractorState
from suitwise.tricks.reasons import OpenTrick, Reply, reply_reasons


def reasons(state: TractorState, made: Move, best: Move) -> Iterator[Phrase]:
    """Yield what tells a move from a better one, the weightiest reason first.

    Args:
        state: a position in which a seat bids, buries or plays.
        made: the move that was made.
        best: the better move.

    >>> from suitwise.tractor.game import Tractor
    >>> state = Tractor(match="deal").parse(
    ...     "22 - | S2S3 H5 C4 D9 | 0/0 | - | - | -"
    ... )
    >>> print(*reasons(state, PASS, Move.parse("S2")))
    with spades 2 of 2 cards are trumps
    """
    if CLAIM in (made, best):
        return
    if state.phase == "bid":
        yield from _of_bids(state, made, best)
    elif state.phase == "bury":
        yield from _of_burials(state, made.pile, best.pile)
    elif state.phase == "play" and state.tricks[-1].plays:
        yield from _of_replies(state, made.pile, best.pile)
    elif state.phase == "play":
        yield from _of_leads(state, made, best)


# --- Bids and burials -----------------------------------------------------------------------------


def _of_bids(state: TractorState, made: Move, best: Move) -> Iterator[Phrase]:
    standing = state.standing
    if best == PASS and standing is not None and _is_ours(state, standing.seat):
        yield phrase(
            "tractor.reason.bid-stands",
            "{bid} of {seat}, on the same side, stood already",
            bid=CardText(standing),
            seat=Seat(standing.seat),
        )
    for bid in (made, best):
        if bid != PASS:
            yield _trumps_with(state, bid)


def _trumps_with(state: TractorState, bid: Move) -> Phrase:
    """Return how many cards of the hand a bid makes trumps."""
    main = bid_of(state.turn, bid.pile.cards).main
    none = phrase("tractor.no-main-suit", "no main suit")
    return phrase(
        "tractor.reason.trumps-with",
        "with {suit} {n} of {cards} cards are trumps",
        suit=none if main == NO_SUIT else PARTITION_NAMES[main],
        n=trumps_with(state, bid),
        cards=state.held[state.turn].size,
    )


def _of_burials(state: TractorState, made: Pile, best: Pile) -> Iterator[Phrase]:
    """Yield what a burial gives away: points, blocks, trumps, and the suits that it leaves."""
    more = points_in_pile(made) - points_in_pile(best)
    if more > 0:
        yield phrase("tractor.reason.buries-more", "it buries {n} points more", n=more)
    yield from _broken(state, made, best)
    fewer = [suit for suit in emptied_by(state, best) if suit not in emptied_by(state, made)]
    if fewer:
        yield phrase(
            "tractor.reason.empties",
            "{cards} would leave no {suits}",
            cards=CardText(best),
            suits=all_of(fewer),
        )
    trumps = _trumps_in(state, made) - _trumps_in(state, best)
    if trumps > 0:
        yield phrase("tractor.reason.buries-trumps", "trumps buried: {n} more", n=trumps)
    if more < 0:
        yield phrase("tractor.reason.buries-less", "it keeps {n} points more in hand", n=-more)


# --- Replies --------------------------------------------------------------------------------------


def _of_replies(state: TractorState, made: Pile, best: Pile) -> Iterator[Phrase]:
    trick = state.tricks[-1]
    winner = state.winner_of(trick)
    ours = _is_ours(state, winner)
    if ours is not None:
        place = (winner - trick.leader) % trick.seats
        is_last = len(trick.plays) == trick.seats - 1
        table = OpenTrick(winner, str(trick.plays[place]), ours, is_last)
        yield from reply_reasons(table, _reply(state, made), _reply(state, best))
    yield from _broken(state, made, best)
    spent = _trumps_in(state, made) - _trumps_in(state, best)
    if spent > 0 and led_partition(trick.plays[0], state.trump) != TRUMPS:
        yield phrase("tractor.reason.spends-trumps", "trumps spent: {n} more", n=spent)


def _reply(state: TractorState, play: Pile) -> Reply:
    trick = state.tricks[-1]
    place = state.umpire.winner(state.trump, (*trick.plays, play), trick.named)
    return Reply(str(play), place == len(trick.plays), points_in_pile(play))


def _is_ours(state: TractorState, seat: int) -> bool | None:
    """Return whether a seat is on the side of the seat on turn; None among friends not all known."""
    if None in state.sides.filled:
        return None
    return state.attacks(seat) == state.attacks(state.turn)


# --- Leads ----------------------------------------------------------------------------------------


def _of_leads(state: TractorState, made: Move, best: Move) -> Iterator[Phrase]:
    throw = state.throw(made.pile, made.parts)
    if not throw.stands:
        yield _failed(throw.forced, throw.penalty)
        return
    if state.variant.is_classic:
        yield from _seen_ahead(SeatView(state), made.pile, best.pile)
    yield from _broken(state, made.pile, best.pile)


def _failed(forced: tuple[Pile, ...], penalty: int) -> Phrase:
    """Return that a throw failed, as all have seen by now, and what it cost."""
    led = all_of(CardText(pile) for pile in forced[:1])
    if penalty:
        return phrase(
            "tractor.reason.throw-costs",
            "the throw failed: {cards} had to be led, and it cost {n} points",
            cards=led,
            n=penalty,
        )
    return phrase(
        "tractor.reason.throw-failed", "the throw failed: {cards} had to be led", cards=led
    )


def _seen_ahead(view: SeatView, made: Pile, best: Pile) -> Iterator[Phrase]:
    """Yield what a seat can tell of the others' cards before it leads."""
    if _is_sure(view, best) and not _is_sure(view, made):
        yield phrase(
            "tractor.reason.sure",
            "no other seat can beat {cards} in its suit",
            cards=CardText(best),
        )
    above = _higher_unseen(view, made)
    if above and not _higher_unseen(view, best):
        yield phrase(
            "tractor.reason.higher-unseen", "higher cards of its suit were unseen: {n}", n=above
        )
    threats = _out_and_trumping(view, best, (1, 3)), _out_and_trumping(view, made, (1, 3))
    if threats[1] is not None and threats[0] is None:
        yield _out_of(view, threats[1], led_partition(made, view.state.trump))
    partner = _out_and_trumping(view, best, (2,))
    if partner is not None and _out_and_trumping(view, made, (2,)) is None:
        yield _out_of(view, partner, led_partition(best, view.state.trump))


def _is_sure(view: SeatView, lead: Pile) -> bool:
    """Return whether no seat can hold a higher block in the suit of a lead; a ruff is another thing."""
    partition = led_partition(lead, view.state.trump)
    return all(view.is_unbeatable(part, partition) for part in _parts(view.state, lead))


def _higher_unseen(view: SeatView, lead: Pile) -> int:
    """Return how many unseen cards beat a single card of a plain suit in that suit; 0 for others."""
    partition = led_partition(lead, view.state.trump)
    if lead.size > 1 or partition == TRUMPS:
        return 0
    above = -2 << lead.cards[0] & view.mask(partition)  # plain cards are numbered by rank
    return view.unseen.of(above).size


def _out_and_trumping(view: SeatView, lead: Pile, ahead: tuple[int, ...]) -> int | None:
    """Return the first of some seats, as places ahead, that has shown that it may ruff a lead."""
    partition = led_partition(lead, view.state.trump)
    if partition == TRUMPS:
        return None
    outs = (one for one in ahead if view.is_out(one, partition) and view.may_ruff(one, 0))
    return next(outs, None)


def _out_of(view: SeatView, ahead: int, partition: int) -> Phrase:
    return phrase(
        "tractor.reason.out-of",
        "{seat} can have no {suit} left",
        seat=Seat((view.seat + ahead) % 4),
        suit=PARTITION_NAMES[partition],
    )


# --- Blocks and trumps in a hand ------------------------------------------------------------------


def _broken(state: TractorState, made: Pile, best: Pile) -> Iterator[Phrase]:
    """Yield the first pair or tractor that a move breaks up, if the better one breaks none."""
    blocks = _breaks(state, made)
    if blocks and not _breaks(state, best):
        yield phrase("tractor.reason.breaks", "it breaks up {cards}", cards=CardText(blocks[0]))


def _breaks(state: TractorState, play: Pile) -> list[Block]:
    """Return the pairs and longer blocks of the hand of which a move takes a part.

    Rank cards of several suits may be as high as each other: where others make the same block, the hand
    still has it.
    """
    hand = state.held[state.turn]
    left = {(block.size, block.width, block.phi) for block in _blocks(state, hand.minus(play))}
    return [
        block
        for block in _blocks(state, hand)
        if block.size > 1 and (block.size, block.width, block.phi) not in left
        if 0 < _taken_of(block, hand, play) < block.size
    ]


def _taken_of(block: Block, hand: Pile, play: Pile) -> int:
    """Return how many cards of a block a move takes; of further copies it takes those first."""
    taken = 0
    for card in block.kinds:
        spare = hand.copies(card) - block.width
        taken += max(0, play.copies(card) - spare)
    return taken


def _blocks(state: TractorState, hand: Pile) -> Iterator[Block]:
    for partition in range(deck.TRUMPS + 1):
        trump = state.trump
        part = hand.of(deck.partition_mask(partition, trump.main_index, trump.rank_index))
        if part.once:
            yield from state.umpire.parts(trump, part)


def _parts(state: TractorState, lead: Pile) -> tuple[Block, ...]:
    return tuple(state.umpire.parts(state.trump, lead))


def _trumps_in(state: TractorState, pile: Pile) -> int:
    trump = state.trump
    return pile.of(deck.partition_mask(TRUMPS, trump.main_index, trump.rank_index)).size
