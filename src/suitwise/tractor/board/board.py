"""The board of Tractor: its questions, and a state of the game as one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter
from typing import TypeVar

from suitwise.cards import RANKS, SUITS, Card
from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.foundation.seating import SEATS
from suitwise.foundation.text.phrases import CardText, Phrase, Seat, phrase, signed
from suitwise.players.board import Answer, Asked, Board, Field, Heat, Question, Row, number, read
from suitwise.tractor.board import rulings
from suitwise.tractor.board.rulings import HANDS, HOUSE, LEVEL, SWITCHES, Form, cards_in, house_in
from suitwise.tractor.face.story import result
from suitwise.tractor.face.tricks import points_named
from suitwise.tractor.game import Tractor
from suitwise.tractor.moves import PASS, Move, Trick, four
from suitwise.tractor.rules.deck import MOST_CARDS, NO_SUIT, PACKS, Pile, Trump, pile_of
from suitwise.tractor.rules.levels import KITTY, NOBODY, Bid, outcome_of
from suitwise.tractor.solve.solver import Solution, solve
from suitwise.tractor.solve.workspace import MOST_SOLVED
from suitwise.tractor.state import TractorState

# --- ``ending``: exact worths of the last cards ---------------------------------------------------
#
# The answers are those of ``tractor.solve``, which ``suitwise tractor solve --moves`` prints. Plays
# that take many positions are settled a few at a time, as long as somebody asks on.

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
    trump, house = rulings.trump_in(form), house_in(form)
    leader, landlord = rulings.seat_in(form, "leader"), rulings.seat_in(form, "landlord")
    kitty = cards_in(form, "kitty")
    read(form, "kitty", lambda _: _check_kitty(kitty))
    plays = read(form, "table", _plays)
    hands = rulings.hands_in(form, HANDS, (kitty, *(play.pile for play in plays)))
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
    if not 1 <= sizes[0] <= MOST_SOLVED:
        raise IllegalPosition(
            phrase(
                "tractor.board.too-many",
                "endings of 1 to {most} cards a hand are solved, not of {n}",
                most=MOST_SOLVED,
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
        rulings.MAIN,
        LEVEL,
        *(
            Field(name, "cards", start, most=MOST_SOLVED, is_needed=False)
            for name, start in zip(
                HANDS, ("SA SQ HK HA", "H5 HT HJ S5", "D3 D4 DT DK", "C5 CK C3 S3"), strict=True
            )
        ),
        rulings.seat_field("leader"),
        Field("table", "text", is_needed=False),
        rulings.seat_field("landlord", 1),
        Field("points", "count", "40", most=MOST_TAKEN),
        Field("kitty", "cards", "C4C4", most=KITTY, is_needed=False),
        HOUSE,
        SWITCHES,
    )
}
ENDING = Question("ending", tuple(FIELDS.values()), answer)


# --- ``bid`` and ``bury``, by simulated deals -----------------------------------------------------
#
# The tables are those of ``tractor.advice``, which ``suitwise tractor bid`` and ``bury`` print.

_T = TypeVar("_T")

BID_WORLDS, BURY_WORLDS = (100, 400, 1200), (40, 120, 300)
"""How many deals are tried at first, and when somebody asks on; of a bid there is less to do."""
TIME_S = 1.0
"""How long an answer may take, by what each deal took in the last of its kind."""
_FEW_WORLDS = 2
PLACES = ("own", "next", "partner", "before")
"""Seats as the seat asked calls them, itself the first."""
_OPENER = "S2 S2 SA SK SK SQ S9 S8 S5 H2 HK HQ H9 H6 DA DT D9 D7 D4 CK CJ C8 C6 C3 BJ"
_LANDLORD = (
    "RJ BJ S2 H2 SA SA SK SK SQ SJ ST S9 S8 S6 S5 HA HK H9 H7 H5 DA DQ D8 D4 D3 "
    "C9 C8 C6 C4 C3 CT CK CA"
)


@dataclass(slots=True)
class _Pace:
    """In how many deals something is tried: the more of them the more often it is asked, as time allows.

    Args:
        steps: the numbers of deals, as long as time allows.
        deal_s: what each deal took the last time, in seconds; 0 before any has been tried.
    """

    steps: tuple[int, ...]
    deal_s: float = 0.0

    def tried(self, table: Callable[[int], _T], more: int) -> tuple[_T, int, int]:
        """Return a table, in how many deals it is, and the number to ask on with, 0 for no more.

        Args:
            table: makes a table in so many deals.
            more: the number that is asked with.
        """
        if not self.deal_s:
            table(_FEW_WORLDS)  # what is loaded once takes no deal's time
            self.deal_s = TIME_S / self.steps[0]
        worlds = self._worlds(more)
        since = perf_counter()
        found = table(worlds)
        self.deal_s = (perf_counter() - since) / worlds
        at = min(more, len(self.steps)) + 1
        return found, worlds, at if self._worlds(at) > worlds else 0

    def _worlds(self, at: int) -> int:
        wanted = self.steps[min(at, len(self.steps) - 1)]
        return max(self.steps[0], min(wanted, int(TIME_S / self.deal_s)))


_BIDS, _BURIALS = _Pace(BID_WORLDS), _Pace(BURY_WORLDS)


# --- Bids -----------------------------------------------------------------------------------------


def bids(form: Form, more: int = 0) -> Answer:
    """Return how the bids of a seat fare with the cards that it has drawn so far.

    Args:
        form: ``hand`` of 1 to 25 cards, ``level``, the bid that ``stands`` and whose it is (``by``),
            ``lord`` where an earlier deal has made a landlord, ``house``.
        more: how often it was asked before.

    Raises:
        SuitwiseError: something can't be read, or the seat may not bid.

    >>> told = bids({"hand": "S2 SA SK SK SQ S9 S8 H5 D3", "level": "2"})
    >>> [row.move for row in told.rows], told.heat.rows
    (['S2', 'pass'], ['pass', 'bid S2'])
    """
    from suitwise.tractor.advice import BiddingTable, bidding_table

    hand, house = rulings.hand_in(form, "hand"), house_in(form)
    stands, lord = form.get("stands", ""), form.get("lord", "")
    shown = (
        [f"{PLACES.index(form.get('by') or PLACES[1])}:{stands.replace(' ', '')}"] if stands else []
    )
    landlord = PLACES.index(lord) if lord else None

    def weighed(worlds: int) -> BiddingTable:
        return bidding_table(
            hand,
            form.get("level", ""),
            bids=shown,
            landlord=landlord,
            profile=str(house),
            worlds=worlds,
        )

    table, worlds, more = _BIDS.tried(weighed, more)
    moves = range(len(table.moves))
    cells = [(table.share_mine(at), table.share_ours(at), table.share_won(at)) for at in moves]
    order = sorted(moves, key=table.mean, reverse=True)
    rows = [
        Row(
            str(table.moves[at]) if table.moves[at] != PASS else _called(PASS),
            _levels_text(table.mean(at)),
            table.mean(at) - table.mean(order[-1]),
            table.mean(at) == table.mean(order[0]),
        )
        for at in order
    ]
    command = f"suitwise tractor bid \"{hand}\" --rank {form.get('level', '')} --profile '{house}'"
    command += "".join(f" --bids {bid}" for bid in shown)
    command += "" if landlord is None else f" --landlord {landlord}"
    return Answer(
        table.advice,
        lines=[_deals(worlds)],
        rows=rows,
        heat=Heat([_called(move) for move in table.moves], _COLUMNS, cells),
        more=more,
        command=f"{command} --worlds {worlds}",
    )


def _called(move: Move) -> Phrase:
    if move == PASS:
        return phrase("tractor.advice.pass", "pass")
    return phrase("tractor.note.bid", "bid {cards}", cards=CardText(move))


_COLUMNS = (
    phrase("tractor.board.landlord", "landlord"),
    phrase("tractor.board.own-side", "your side"),
    phrase("tractor.board.won", "won"),
)


def _deals(worlds: int) -> Phrase:
    return phrase(
        "tractor.board.deals",
        "each is tried in the same {n} deals, played out by rules of thumb in all four seats; worth "
        "is in levels",
        n=worlds,
    )


def _levels_text(levels: float) -> Phrase:
    return phrase("tractor.board.levels", "{worth} levels", worth=signed(levels, 2))


# --- Burials --------------------------------------------------------------------------------------


def burials(form: Form, more: int = 0) -> Answer:
    """Return how the best burial that is found and some others fare.

    Args:
        form: ``main``, ``level``, ``hand`` of 33 cards or of 25 with the ``kitty`` beside, ``house``.
        more: how often it was asked before.

    Raises:
        SuitwiseError: something can't be read, or nobody can have named the trump.

    >>> told = burials({field.name: field.start for field in BURY.fields})
    >>> len(told.rows[0].move), told.rows[0].is_best
    (16, True)
    """
    from suitwise.tractor.advice import BurialTable, burial_table

    trump, house = rulings.trump_in(form), house_in(form)
    hand, kitty = cards_in(form, "hand"), cards_in(form, "kitty")

    def weighed(worlds: int) -> BurialTable:
        return burial_table(hand, str(trump), kitty=kitty, profile=str(house), worlds=worlds)

    table, worlds, more = _BURIALS.tried(weighed, more)
    least = min(map(table.mean, range(len(table.moves))))
    rows = [
        Row(
            str(move),
            phrase(
                "tractor.board.burial",
                "{worth}; {buries}; won {won} %",
                worth=_levels_text(table.mean(at)),
                buries=table.kept_by(at),
                won=round(100 * table.share_won(at)),
            ),
            table.mean(at) - least,
            at == 0 or table.mean(at) >= table.mean(0),
        )
        for at, move in enumerate(table.moves)
    ]
    command = (
        f"suitwise tractor bury --trump {trump} --profile '{house}' --worlds {worlds} \"{hand}\""
    )
    command += f' --kitty "{kitty}"' if kitty.once else ""
    return Answer(table.advice, lines=[_deals(worlds)], rows=rows, more=more, command=command)


BID = Question(
    "bid",
    (
        LEVEL,
        Field("hand", "cards", _OPENER, most=MOST_CARDS),
        Field("stands", "cards", most=2, is_needed=False),
        Field("by", "choice", PLACES[1], PLACES),
        Field("lord", "choice", choices=("", *PLACES), is_needed=False),
        HOUSE,
        SWITCHES,
    ),
    bids,
)
BURY = Question(
    "bury",
    (
        rulings.MAIN,
        LEVEL,
        Field("hand", "cards", _LANDLORD, most=MOST_CARDS + KITTY),
        Field("kitty", "cards", most=KITTY, is_needed=False),
        HOUSE,
        SWITCHES,
    ),
    burials,
)


# --- A state of the game as a question that its board can be asked --------------------------------


def of_state(state: TractorState, seat: int) -> Asked | None:
    """Return what the board can be asked about a state, by somebody who may see all hands.

    An ending is solved; before, what the seat on turn owes is asked, or who took the last trick; the
    burial and the bids are weighed by their seats' hands.

    Args:
        state: the state.
        seat: the seat whose hand is weighed while the cards are drawn.

    >>> from suitwise.tractor.arrays.batch import state_of
    >>> from suitwise.tractor.arrays.batch import replay
    >>> [of_state(state_of(replay(3, seed=7), plays=plays), 0)[0] for plays in (1, 4, 80, 100)]
    ['duty', 'trick', 'ending', 'trick']
    >>> name, form = of_state(state_of(replay(3, seed=7), plays=80), 0)
    >>> form["seat4"], form["leader"], form["points"]
    ('H9 H9', '3', '110')
    """
    if state.phase == "bury":
        return "bury", {**_trump(state), "hand": _cards(state.held[state.turn]), **_house(state)}
    if state.phase == "bid" and state.held[seat].once:
        return "bid", _bidding(state, seat)
    if not state.tricks:
        return None
    table = state.tricks[-1]
    if _is_ending(state):
        return "ending", _ending(state)
    if state.phase == "play" and table.plays:
        hand = _cards(state.held[state.turn])
        lead = _cards(table.plays[0])
        return "duty", {**_trump(state), "lead": lead, "hand": hand, **_house(state)}
    last = next((trick for trick in reversed(state.tricks) if trick.plays), None)
    return None if last is None else ("trick", _trick(state, last))


def of_lead(state: TractorState, move: str) -> Asked | None:
    """Return what the board can be asked about a lead: what becomes of it, all four hands seen.

    Args:
        state: the state.
        move: the cards that were led there.

    Returns:
        None where the move was no lead, or the rest of the deal can be solved.

    >>> from suitwise.tractor.arrays.batch import state_of
    >>> from suitwise.tractor.arrays.batch import replay
    >>> of_lead(state_of(replay(3, seed=7), plays=1), "HA") is None
    True
    >>> state = state_of(replay(3, seed=7), plays=4)
    >>> lead = str(state.held[state.turn].cards[0])
    >>> name, form = of_lead(state, lead)
    >>> name, form["throw"] == lead, len(form["own"].split()), len(form["next"].split())
    ('throw', True, 23, 24)
    """
    if state.phase != "play" or state.tricks[-1].plays or _is_ending(state):
        return None
    led, seat = pile_of(move, PACKS), state.turn
    hands = {
        name: _cards(state.held[(seat + at) % 4]) for at, name in enumerate(rulings.THROW_HANDS, 1)
    }
    own = state.held[seat].minus(led)
    return "throw", {
        **_trump(state),
        "throw": _cards(led),
        "own": _cards(own),
        **hands,
        **_house(state),
    }


def _is_ending(state: TractorState) -> bool:
    """Tell whether the rest of a deal can be solved."""
    size = max(hand.size for hand in state.held)
    return state.phase == "play" and size <= MOST_SOLVED and state.taken >= 0


def _ending(state: TractorState) -> dict[str, str]:
    table = state.tricks[-1]
    assert state.buried is not None
    hands = {name: _cards(hand) for name, hand in zip(HANDS, state.held, strict=True)}
    return {
        **_trump(state),
        **hands,
        "leader": _seat(table.leader),
        "table": " ".join(map(str, table.plays)),
        "landlord": _seat(state.current_landlord),
        "points": str(state.taken),
        "kitty": _cards(state.buried),
        **_house(state),
    }


def _trick(state: TractorState, trick: Trick) -> dict[str, str]:
    plays = {
        HANDS[(trick.leader + place) % 4]: _cards(play) for place, play in enumerate(trick.plays)
    }
    return {**_trump(state), "leader": _seat(trick.leader), **plays, **_house(state)}


def _bidding(state: TractorState, seat: int) -> dict[str, str]:
    form = {"level": state.trump.rank, "hand": _cards(state.held[seat])}
    bid = state.standing
    if bid is not None:
        form |= {"stands": _cards(bid.pile), "by": PLACES[(bid.seat - seat) % 4]}
    if state.landlord != NOBODY:
        form["lord"] = PLACES[(state.landlord - seat) % 4]
    return form | _house(state)


def _trump(state: TractorState) -> dict[str, str]:
    return {"main": state.trump.main, "level": state.trump.rank}


def _house(state: TractorState) -> dict[str, str]:
    """Return the house, and the switches by which it differs from the one named."""
    house, _, switches = str(state.profile).partition("(")
    return {"house": house, **({"switches": switches.rstrip(")")} if switches else {})}


def _cards(pile: Pile) -> str:
    """Return cards as they stand in a field: with blanks between."""
    return " ".join(map(str, pile.cards))


def _seat(seat: int) -> str:
    return str(seat + 1)


# --- The board ------------------------------------------------------------------------------------

BOARD = Board(
    "tractor",
    "tractor",
    questions=(rulings.DUTY, rulings.TRICK, rulings.THROW, ENDING, BID, BURY),
    deck=(*([f"{suit}{rank}" for rank in reversed(RANKS)] for suit in SUITS), ["RJ", "BJ"]),
    copies=PACKS,
    of=of_state,
    of_move=of_lead,
)
"""The board of Tractor."""
