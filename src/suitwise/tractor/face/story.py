"""The story of a game of Tractor, a line for each thing that happens."""

from __future__ import annotations

from collections.abc import Iterator

from suitwise.foundation.text.phrases import CardText, Phrase, Seat, phrase
from suitwise.game import CHANCE
from suitwise.players.face_values import Told
from suitwise.tractor.face import claiming, ending
from suitwise.tractor.face.names import lead_named, points_named, trump_named
from suitwise.tractor.moves import CLAIM, PASS, Move
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.kitty import KITTY
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.seats import HAND, Trick
from suitwise.tractor.state import TractorState


def told(before: TractorState, move: Move, after: TractorState) -> Iterator[Told]:
    """Yield what is said of a move."""
    if before.turn == CHANCE:
        yield from _of_chance(before, move, after)
    elif before.phase == "bid":
        yield from _bid(before, move)
    elif before.phase == "bury":
        yield from _buried(before, move)
    elif move == CLAIM:
        yield from (Told(line, seat=before.turn) for line in claiming.laid_down(before, after))
    else:
        yield from _played(before, move, after)
    if after.phase == "bury" and not before.is_auction_over:
        yield from _kitty_taken(after)
    if after.phase == "end" and before.phase != "end":
        assert after.outcome is not None
        yield Told(ending.result(after.outcome))
        yield from map(Told, ending.lines(after))


# --- Before the play ------------------------------------------------------------------------------


def _of_chance(before: TractorState, move: Move, after: TractorState) -> Iterator[Told]:
    if before.phase == "turn":
        yield Told(
            phrase(
                "tractor.told.turned",
                "nobody has bid: {card} of the kitty is turned up",
                card=CardText(move),
            )
        )
    elif before.phase == "end":
        yield Told(phrase("tractor.told.deal", "a new deal"))
        yield Told(ending.levels(after.levels))


def _bid(before: TractorState, move: Move) -> Iterator[Told]:
    """Tell a bid, with how many cards the seat had drawn; a pass is not worth a line."""
    if move == PASS:
        return
    seat, drawn = before.turn, before.drawn[before.turn].size
    yield Told(
        phrase(
            "tractor.told.bids",
            "{seat} bids {cards}, {drawn} of {of} cards drawn",
            seat=Seat(seat),
            cards=CardText(move),
            drawn=drawn,
            of=HAND,
        ),
        seat=seat,
    )


def _kitty_taken(after: TractorState) -> Iterator[Told]:
    seat = after.current_landlord
    yield Told(
        phrase(
            "tractor.told.named",
            "{trump}; {seat} is the landlord and takes the kitty",
            trump=trump_named(after.trump),
            seat=Seat(seat),
        ),
        seat=seat,
    )
    cards = " ".join(map(str, after.kitty.cards))
    own = phrase("tractor.told.kitty", "you take the kitty: {cards}", cards=CardText(cards))
    yield Told(own, frozenset({seat}), seat)


def _buried(before: TractorState, move: Move) -> Iterator[Told]:
    seat = before.turn
    yield Told(
        phrase("tractor.told.buries", "{seat} buries {n} cards", seat=Seat(seat), n=KITTY),
        seat=seat,
        but=seat,
    )
    own = phrase(
        "tractor.told.buried",
        "you buried {cards}",
        cards=CardText(" ".join(map(str, move.pile.cards))),
    )
    yield Told(own, frozenset({seat}), seat)


# --- The play -------------------------------------------------------------------------------------


def _played(before: TractorState, move: Move, after: TractorState) -> Iterator[Told]:
    seat, table = before.turn, after.tricks[len(before.tricks) - 1]
    if before.phase == "play" and table.tried is not None and not before.tricks[-1].plays:
        yield from _failed(before, seat, table)
    elif before.tricks[-1].plays:
        cards = phrase(
            "tractor.told.plays", "{seat} plays {cards}", seat=Seat(seat), cards=CardText(move)
        )
        yield Told(cards, seat=seat)
    else:
        yield Told(_led(after, seat, move.pile), seat=seat)
    if table.is_whole:
        winner, points = after.winner_of(table), points_named(table.points)
        taken = phrase(
            "tractor.told.takes",
            "{seat} takes the trick: {points}",
            seat=Seat(winner),
            points=points,
        )
        yield Told(taken, seat=winner)


def _led(state: TractorState, seat: int, lead: Pile) -> Phrase:
    chain = state.profile.chain_mask(state.trump.main_index)
    kind = lead_named(parts_of(lead, state.trump, chain))
    return phrase(
        "tractor.told.leads",
        "{seat} leads {cards}, {kind}",
        seat=Seat(seat),
        cards=CardText(lead),
        kind=kind,
    )


def _failed(before: TractorState, seat: int, table: Trick) -> Iterator[Told]:
    """Tell everybody of a failed throw: its cards, what is led instead and by which option, its cost."""
    who, tried, profile = Seat(seat), str(table.tried), before.profile
    if not table.plays:
        yield Told(
            phrase(
                "tractor.told.fails-choice",
                "{seat} throws {cards}, which fails: {seat} chooses which of equal parts is led",
                seat=who,
                cards=CardText(tried),
            ),
            seat=seat,
        )
    elif profile.forced == "lowest":
        yield Told(
            phrase(
                "tractor.told.fails-lowest",
                "{seat} throws {cards}, which fails: its smallest part {part} is led (forced=lowest)",
                seat=who,
                cards=CardText(tried),
                part=CardText(table.plays[0]),
            ),
            seat=seat,
        )
    elif profile.forced == "first":
        yield Told(
            phrase(
                "tractor.told.fails-first",
                "{seat} throws {cards}, which fails: {part} is led, the smallest part that is beaten by "
                "the first hand which beats any (forced=first)",
                seat=who,
                cards=CardText(tried),
                part=CardText(table.plays[0]),
            ),
            seat=seat,
        )
    elif profile.forced == "largest":
        yield Told(
            phrase(
                "tractor.told.fails-largest",
                "{seat} throws {cards}, which fails: {part} is led, its largest part that is beaten "
                "(forced=largest)",
                seat=who,
                cards=CardText(tried),
                part=CardText(table.plays[0]),
            ),
            seat=seat,
        )
    else:
        yield Told(
            phrase(
                "tractor.told.fails",
                "{seat} throws {cards}, which fails: {part} is led, its smallest part that is beaten",
                seat=who,
                cards=CardText(tried),
                part=CardText(table.plays[0]),
            ),
            seat=seat,
        )
    if profile.penalty:
        yield Told(_costs(before, seat), seat=seat)


def _costs(before: TractorState, seat: int) -> Phrase:
    points = points_named(before.profile.penalty)
    if (seat ^ before.current_landlord) & 1:
        return phrase(
            "tractor.told.costs-attackers",
            "the failed throw costs the attackers {points}",
            points=points,
        )
    return phrase(
        "tractor.told.costs-landlord",
        "the failed throw costs the landlord's side {points}, which the attackers get",
        points=points,
    )
