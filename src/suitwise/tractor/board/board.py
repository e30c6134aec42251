"""The analysis board of Tractor: endings, bids and burials, and questions about a state of a game.

A question takes a form, the texts of its fields by name, and returns an answer: a verdict, lines and
rows. Questions about a single trick are in ``rulings``.
"""

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
from suitwise.tractor.moves import PASS, Move, Trick
from suitwise.tractor.rules.deck import MOST_CARDS, NO_SUIT, PACKS, Pile, Trump, pile_of
from suitwise.tractor.rules.levels import KITTY, NOBODY, Bid, outcome_of
from suitwise.tractor.solve.solver import Solution, solve
from suitwise.tractor.solve.workspace import MOST_SOLVED
from suitwise.tractor.state import TractorState

# --- ``ending``: the exact value of each play -----------------------------------------------------
#
# ``suitwise tractor solve --moves`` prints the same. Plays that need many positions are solved over
# several questions: as long as plays are open, the answer says with which number to ask again.

MOST_TAKEN = 500
"""A bound on the attackers' points, penalties included."""
MOST_ON_TABLE = 4
EFFORTS = 20_000, 80_000, 400_000
"""The limits of positions for a play: of the first try, and of the next ones if it is not solved."""
BUDGET = 800_000
"""The number of positions for one answer, which takes about a second."""


def position(form: Form) -> TractorState:
    """Return the position that a form describes; its history is made up.

    Args:
        form: ``main``, ``level``; the hands ``seat1`` to ``seat4``; ``leader``; ``table``, the plays of
            the open trick, separated by blanks; ``landlord``; ``points``, those of the attackers;
            ``kitty``, its cards as far as known; ``house``.

    Raises:
        SuitwiseError: a field can't be read, the hands are impossible, or a play is not legal.

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
        drawn=tuple(hands),
        held=tuple(hands),
        bids=(_bid(trump, landlord),),
        silence=len(SEATS),
        buried=kitty,
        tricks=(Trick(leader),),
        taken=number(form, "points", 0, MOST_TAKEN),
    )
    return read(form, "table", lambda _: _played(state, plays))


def _played(state: TractorState, plays: Iterable[Move]) -> TractorState:
    """Make the plays of the open trick; an illegal one raises."""
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
    """Raise IllegalPosition for hands that are unequal before the trick, empty or too large."""
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


def answer(form: Form, more: int = 0) -> Answer:
    """Return the value of an ending and of each play in it.

    Args:
        form: as for ``position``.
        more: ignored, because values found before are cached.

    Raises:
        SuitwiseError: as for ``position``, or the deal is over.

    >>> first = answer({name: field.start for name, field in FIELDS.items()})
    >>> first.rows[0].move, str(first.rows[0].text), first.more
    ('HKHA', '105 points', 0)
    """
    state = position(form)
    if state.phase == "end":
        raise IllegalPosition(phrase("tractor.board.over", "all cards are played"))
    values, tries = worths(state)
    attacks = (state.turn ^ state.current_landlord) & 1 == 1
    solved = {move: value for move, value in values.items() if value is not None}
    order = sorted(solved, key=solved.__getitem__, reverse=attacks)
    best = solved[order[0]] if order else None
    rows = [
        Row(str(move), points_named(solved[move]), solved[move], solved[move] == best)
        for move in order
    ]
    unsolved = phrase("tractor.board.unsettled", "not worked out")
    rows += [Row(str(move), unsolved) for move in values if move not in solved]
    turn = phrase("tractor.board.to-play", "{seat} is to play", seat=Seat(state.turn))
    if best is None or len(solved) < len(values):
        return Answer(_so_far(len(solved), len(values)), lines=[turn], rows=rows, more=tries)
    outcome = outcome_of(state.side_levels, state.current_landlord, best, state.profile)
    return Answer(result(outcome), lines=[turn, *_line(state, best)], rows=rows)


def worths(state: TractorState) -> tuple[Mapping[Move, int | None], int]:
    """Return the attackers' final points after each legal play, None if not solved yet.

    Args:
        state: the position.

    Returns:
        The points; and the number of tries, to ask again with, or 0 if no further try helps. Cached
        tries cost nothing of the budget.

    >>> values, tries = worths(position({name: field.start for name, field in FIELDS.items()}))
    >>> {str(move): points for move, points in values.items()}, tries
    ({'HA': 40, 'HK': 40, 'HKHA': 105, 'SA': 105, 'SQ': 105, 'SQSA': 105}, 0)
    """
    values: dict[Move, int | None] = dict.fromkeys(state.moves())
    tries = spent = 0
    for effort in EFFORTS:
        for move in values:
            if values[move] is None:
                if spent >= BUDGET:
                    return values, tries
                after, misses = state.followed_by(move), _worth.cache_info().misses
                values[move] = _worth(after, after.taken, effort)
                tries += 1
                spent += effort * (_worth.cache_info().misses - misses)
    return values, 0


@lru_cache(maxsize=1 << 12)
def _worth(state: TractorState, taken: int, effort: int) -> int | None:
    """Return the attackers' final points, None if the effort is not enough.

    Equality of states ignores the points taken so far, so these are a separate key of the cache.
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
    """Return a line of best play to the last trick, if it is found quickly."""
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


# --- ``bid`` and ``bury``: by simulated deals -----------------------------------------------------
#
# ``suitwise tractor bid`` and ``bury`` print the same tables, those of ``tractor.advice``.

_T = TypeVar("_T")

BID_WORLDS, BURY_WORLDS = (100, 400, 1200), (40, 120, 300)
"""The numbers of deals for the first answer and for the next ones."""
TIME_S = 1.0
"""The seconds that an answer may take, judging by the last one."""
_FEW_WORLDS = 2
PLACES = ("own", "next", "partner", "before")
"""The names of the seats, from the seat asked on."""
_OPENER = "S2 S2 SA SK SK SQ S9 S8 S5 H2 HK HQ H9 H6 DA DT D9 D7 D4 CK CJ C8 C6 C3 BJ"
_LANDLORD = (
    "RJ BJ S2 H2 SA SA SK SK SQ SJ ST S9 S8 S6 S5 HA HK H9 H7 H5 DA DQ D8 D4 D3 "
    "C9 C8 C6 C4 C3 CT CK CA"
)


@dataclass(slots=True)
class _Pace:
    """Chooses the number of deals of an answer: more each time it is asked again, as time allows.

    Args:
        steps: the numbers of deals wanted.
        deal_s: the seconds that a deal took last time; 0 before the first one.
    """

    steps: tuple[int, ...]
    deal_s: float = 0.0

    def tried(self, table: Callable[[int], _T], more: int) -> tuple[_T, int, int]:
        """Return a table, its number of deals, and the number to ask again with, 0 for no more.

        Args:
            table: makes a table from a number of deals.
            more: how often it was asked before.
        """
        if not self.deal_s:
            table(_FEW_WORLDS)  # so that loading code does not count as time of a deal
            self.deal_s = TIME_S / self.steps[0]
        worlds = self._worlds(more)
        start = perf_counter()
        result = table(worlds)
        self.deal_s = (perf_counter() - start) / worlds
        again = min(more, len(self.steps)) + 1
        return result, worlds, again if self._worlds(again) > worlds else 0

    def _worlds(self, more: int) -> int:
        wanted = self.steps[min(more, len(self.steps) - 1)]
        return max(self.steps[0], min(wanted, int(TIME_S / self.deal_s)))


_BIDS, _BURIALS = _Pace(BID_WORLDS), _Pace(BURY_WORLDS)


def bids(form: Form, more: int = 0) -> Answer:
    """Return how the bids of a seat fare with the cards that it has drawn so far.

    Args:
        form: ``hand``, 1 to 25 cards; ``level``; ``stands``, the standing bid, and ``by``, its seat;
            ``lord``, the landlord if an earlier deal has decided; ``house``.
        more: how often it was asked before.

    Raises:
        SuitwiseError: a field can't be read, or the seat may not bid.

    >>> table = bids({"hand": "S2 SA SK SK SQ S9 S8 H5 D3", "level": "2"})
    >>> [row.move for row in table.rows], table.heat.rows
    (['S2', 'pass'], ['pass', 'bid S2'])
    """
    from suitwise.tractor.advice import BiddingTable, bidding_table

    hand, house = rulings.hand_in(form, "hand"), house_in(form)
    stands, lord = form.get("stands", ""), form.get("lord", "")
    shown = (
        [f"{PLACES.index(form.get('by') or PLACES[1])}:{stands.replace(' ', '')}"] if stands else []
    )
    landlord = PLACES.index(lord) if lord else None

    def tabulated(worlds: int) -> BiddingTable:
        return bidding_table(
            hand,
            form.get("level", ""),
            bids=shown,
            landlord=landlord,
            profile=str(house),
            worlds=worlds,
        )

    table, worlds, more = _BIDS.tried(tabulated, more)
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


def burials(form: Form, more: int = 0) -> Answer:
    """Return how the best burial found and some others fare.

    Args:
        form: ``main``; ``level``; ``hand``, 33 cards, or 25 and the ``kitty``; ``house``.
        more: how often it was asked before.

    Raises:
        SuitwiseError: a field can't be read, or nobody can have named the trump.

    >>> table = burials({field.name: field.start for field in BURY.fields})
    >>> len(table.rows[0].move), table.rows[0].is_best
    (16, True)
    """
    from suitwise.tractor.advice import BurialTable, burial_table

    trump, house = rulings.trump_in(form), house_in(form)
    hand, kitty = cards_in(form, "hand"), cards_in(form, "kitty")

    def tabulated(worlds: int) -> BurialTable:
        return burial_table(hand, str(trump), kitty=kitty, profile=str(house), worlds=worlds)

    table, worlds, more = _BURIALS.tried(tabulated, more)
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


# --- A state of a game as a question --------------------------------------------------------------


def of_state(state: TractorState, seat: int) -> Asked | None:
    """Return the question about a state for a user who may see all hands; None if there is none.

    The board answers for four players with two packs and fixed sides; of other tables it asks nothing.
    In an ending it is ``ending``; earlier in the play ``duty`` for the seat on turn, or ``trick`` for
    the last trick; before the play ``bury`` or ``bid``.

    Args:
        state: the state.
        seat: the seat whose bids are asked about during the draw.

    >>> from suitwise.tractor.arrays.batch import state_of
    >>> from suitwise.tractor.arrays.batch import replay
    >>> [of_state(state_of(replay(3, seed=7), plays=plays), 0)[0] for plays in (1, 4, 80, 100)]
    ['duty', 'trick', 'ending', 'trick']
    >>> name, form = of_state(state_of(replay(3, seed=7), plays=80), 0)
    >>> form["seat4"], form["leader"], form["points"]
    ('H9 H9', '3', '110')
    """
    if not state.variant.is_classic:
        return None
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
    """Return the question whether a lead stands, with all hands seen.

    Args:
        state: the state before the lead.
        move: the cards led.

    Returns:
        None if the move was no lead, or if the rest of the deal can be solved.

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
    if not state.variant.is_classic:
        return None
    if state.phase != "play" or state.tricks[-1].plays or _is_ending(state):
        return None
    led, seat = pile_of(move, PACKS), state.turn
    hands = {
        name: _cards(state.held[(seat + ahead) % 4])
        for ahead, name in enumerate(rulings.THROW_HANDS, 1)
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
    """Return the fields of the house: its name, and the switches that differ."""
    house, _, switches = str(state.profile).partition("(")
    return {"house": house, **({"switches": switches.rstrip(")")} if switches else {})}


def _cards(pile: Pile) -> str:
    """Return cards as the text of a field, separated by blanks."""
    return " ".join(map(str, pile.cards))


def _seat(seat: int) -> str:
    return str(seat + 1)


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
