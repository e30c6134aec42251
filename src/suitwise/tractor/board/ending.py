"""``ending``: the last cards of a deal with all hands seen, each play with its exact worth.

The answers are those of ``tractor.solve``, which ``suitwise tractor solve --moves`` prints. Plays that
take many positions are settled a few at a time, as long as somebody asks on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from suitwise.cards import Card
from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.foundation.seating import SEATS
from suitwise.foundation.text.phrases import CardText, Phrase, Seat, phrase
from suitwise.players.board import Answer, Field, Question, Row
from suitwise.players.board.reading import number, read
from suitwise.tractor.board.rulings import (
    HANDS,
    HOUSE,
    LEVEL,
    MAIN,
    SWITCHES,
    Form,
    cards_in,
    hands_in,
    house_in,
    seat_field,
    seat_in,
    trump_in,
)
from suitwise.tractor.face.story import result
from suitwise.tractor.face.tricks import points_named
from suitwise.tractor.game import Tractor
from suitwise.tractor.moves import Move, Trick, four
from suitwise.tractor.rules.auction import Bid
from suitwise.tractor.rules.levels import KITTY, outcome_of
from suitwise.tractor.rules.order import NO_SUIT, Trump
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.solve.solver import Solution, solve
from suitwise.tractor.solve.workspace import MOST_CARDS
from suitwise.tractor.state import TractorState

MOST_TAKEN = 500
"""More points nobody has, penalties included."""
MOST_ON_TABLE = 4
EFFORTS = 20_000, 80_000, 400_000
"""The positions that a play is given at first, and where that does not settle it."""
BUDGET = 800_000
"""The positions that one answer may take, about: a second."""


# --- The position ---------------------------------------------------------------------------------


def position(form: Form) -> TractorState:
    """Return the position of a form; what was drawn, bid and played before counts for nothing.

    Args:
        form: ``main``, ``level``, ``seat1`` to ``seat4`` by the seats as they are held now, ``leader``,
            ``table`` (the plays of the open trick between blanks), ``landlord``, ``points`` that the
            attackers have taken, ``kitty`` so far as its cards count, ``house``.

    Raises:
        SuitwiseError: something can't be read, the hands can't lie like this, or a play does not follow.

    >>> form = {name: field.start for name, field in FIELDS.items()}
    >>> state = position(form)
    >>> state.phase, state.turn, str(state.held[0])
    ('play', 0, 'SQSAHKHA')
    """
    trump, house = trump_in(form), house_in(form)
    leader, landlord = seat_in(form, "leader"), seat_in(form, "landlord")
    kitty = cards_in(form, "kitty")
    read(form, "kitty", lambda _: _check_kitty(kitty))
    plays = read(form, "table", _plays)
    hands = hands_in(form, HANDS, (kitty, *(play.pile for play in plays)))
    for place, play in enumerate(plays):
        seat = (leader + place) % 4
        hands[seat] = hands[seat].plus(play.pile)
    _check_sizes(hands)
    variant = Tractor(
        profile=str(house), match="deal", levels=2 * trump.rank, landlord=landlord, first=landlord
    )
    state = TractorState(
        variant,
        variant.ranks,
        landlord,
        drawn=four(hands),
        held=four(hands),
        bids=(_bid(trump, landlord),),
        silence=len(SEATS),
        buried=kitty,
        tricks=(Trick(leader),),
        taken=number(form, "points", 0, MOST_TAKEN),
    )
    return read(form, "table", lambda _: _played(state, plays))


def _played(state: TractorState, plays: Iterable[Move]) -> TractorState:
    """Make the plays of the open trick, which the rules refuse where they do not follow."""
    for play in plays:
        state = state.after(play)
    return state


def _plays(text: str) -> list[Move]:
    words = text.split()
    if len(words) > MOST_ON_TABLE:
        raise IllegalPosition(
            phrase("tractor.board.four-plays", "a trick has four plays, not {n}", n=len(words))
        )
    return [Move.parse(word) for word in words]


def _check_kitty(cards: Pile) -> None:
    if cards.size > KITTY:
        raise IllegalPosition(
            phrase(
                "tractor.board.kitty", "{n} cards: the kitty has {most}", n=cards.size, most=KITTY
            )
        )


def _check_sizes(hands: list[Pile]) -> None:
    """Refuse hands that are not equal before a trick, or too large.

    Raises:
        IllegalPosition: they are not.
    """
    sizes = [hand.size for hand in hands]
    if len(set(sizes)) > 1:
        raise IllegalPosition(
            phrase(
                "tractor.board.sizes",
                "before a trick all hands have as many cards: here {sizes}, the cards on the table "
                "included",
                sizes=", ".join(map(str, sizes)),
            )
        )
    if not 1 <= sizes[0] <= MOST_CARDS:
        raise IllegalPosition(
            phrase(
                "tractor.board.too-many",
                "endings of 1 to {most} cards a hand are solved, not of {n}",
                most=MOST_CARDS,
                n=sizes[0],
            )
        )


def _bid(trump: Trump, seat: int) -> Bid:
    """Return a bid that names a trump."""
    if trump.main_index == NO_SUIT:
        return Bid(seat, Card("RJ"), 2)
    return Bid(seat, Card(str(trump)), 1)


# --- The answer -----------------------------------------------------------------------------------


def answer(form: Form, more: int = 0) -> Answer:
    """Return what an ending is worth, and each play in it.

    Args:
        form: as for ``position``.
        more: nothing goes by it: what a process has worked out it knows for a while.

    Raises:
        SuitwiseError: as ``position``, or the deal is over.

    >>> told = answer({name: field.start for name, field in FIELDS.items()})
    >>> told.rows[0].move, str(told.rows[0].text), told.more
    ('HKHA', '105 points', 0)
    """
    state = position(form)
    if state.phase == "end":
        raise IllegalPosition(phrase("tractor.board.over", "all cards are played"))
    found, next_time = worths(state)
    attacks = (state.turn ^ state.current_landlord) & 1 == 1
    settled = {move: worth for move, worth in found.items() if worth is not None}
    order = sorted(settled, key=settled.__getitem__, reverse=attacks)
    best = settled[order[0]] if order else None
    rows = [
        Row(str(move), points_named(settled[move]), settled[move], settled[move] == best)
        for move in order
    ]
    unsettled = phrase("tractor.board.unsettled", "not worked out")
    rows += [Row(str(move), unsettled) for move in found if move not in settled]
    asked = phrase("tractor.board.to-play", "{seat} is to play", seat=Seat(state.turn))
    if best is None or len(settled) < len(found):
        return Answer(_so_far(len(settled), len(found)), lines=[asked], rows=rows, more=next_time)
    outcome = outcome_of(state.levels, state.current_landlord, best, state.profile)
    return Answer(result(outcome), lines=[asked, *_line(state, best)], rows=rows)


def worths(state: TractorState) -> tuple[Mapping[Move, int | None], int]:
    """Return the attackers' final points after each legal play, None for those not settled yet.

    Args:
        state: the position.

    Returns:
        The points, and how many times plays have been tried; 0 where no further try helps. What has
        been tried before is known and costs nothing of the budget.

    >>> found, more = worths(position({name: field.start for name, field in FIELDS.items()}))
    >>> {str(move): points for move, points in found.items()}, more
    ({'HA': 40, 'HK': 40, 'HKHA': 105, 'SA': 105, 'SQ': 105, 'SQSA': 105}, 0)
    """
    found: dict[Move, int | None] = dict.fromkeys(state.moves())
    tries = spent = 0
    for effort in EFFORTS:
        for move in found:
            if found[move] is None:
                if spent >= BUDGET:
                    return found, tries
                after, before = state.followed_by(move), _worth.cache_info().misses
                found[move] = _worth(after, after.taken, effort)
                tries += 1
                spent += effort * (_worth.cache_info().misses - before)
    return found, 0


@lru_cache(maxsize=1 << 12)
def _worth(state: TractorState, taken: int, effort: int) -> int | None:
    """Return the attackers' final points, None where the effort does not settle them.

    Positions are equal whatever was taken in them, so that is told apart beside.
    """
    if state.phase == "end":
        return state.points
    try:
        return solve(state, effort=effort).value
    except SuitwiseError:
        return None


def _so_far(settled: int, moves: int) -> Phrase:
    return phrase(
        "tractor.board.so-far",
        "{settled} of {moves} plays are worked out",
        settled=settled,
        moves=moves,
    )


def _line(state: TractorState, value: int) -> list[Phrase]:
    """Return a line of best play to the last trick, where it is found at once."""
    words, tricks = [], len(state.tricks)
    try:
        line = Solution(state, value, EFFORTS[0]).line
    except SuitwiseError:
        return []
    for move in line:
        if len(state.tricks) > tricks:
            tricks = len(state.tricks)
            words.append("|")
        words.append(str(move))
        state = state.followed_by(move)
    return [phrase("tractor.board.line", "best play: {line}", line=CardText(" ".join(words)))]


FIELDS = {
    field.name: field
    for field in (
        MAIN,
        LEVEL,
        *(
            Field(name, "cards", start, most=MOST_CARDS, is_needed=False)
            for name, start in zip(
                HANDS, ("SA SQ HK HA", "H5 HT HJ S5", "D3 D4 DT DK", "C5 CK C3 S3"), strict=True
            )
        ),
        seat_field("leader"),
        Field("table", "text", is_needed=False),
        seat_field("landlord", 1),
        Field("points", "count", "40", most=MOST_TAKEN),
        Field("kitty", "cards", "C4C4", most=KITTY, is_needed=False),
        HOUSE,
        SWITCHES,
    )
}
ENDING = Question("ending", tuple(FIELDS.values()), answer)
