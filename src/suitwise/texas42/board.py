"""The board of Texas 42: questions about bids, tricks and positions that a user sets up."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from time import perf_counter

from suitwise.errors import IllegalPosition
from suitwise.foundation.seating import NOBODY, SEATS, partner, players, seat_at, side
from suitwise.foundation.text.phrases import Phrase, Seat, Side, one_of, phrase
from suitwise.players.board import Answer, Asked, Board, Field, Heat, Question, Row
from suitwise.texas42.face import tricks
from suitwise.texas42.face.tricks import tricks_named
from suitwise.texas42.picture import points_named
from suitwise.texas42.rules import dominoes
from suitwise.texas42.rules import position as positions
from suitwise.texas42.rules.contracts import Contract, Play, bid_of
from suitwise.texas42.rules.dominoes import HAND, PIPS, dominoes_of, format_dominoes, parse_dominoes
from suitwise.texas42.rules.position import Hands, Position, as_hands, distinct_mask, refuse_out
from suitwise.texas42.solve import bidding
from suitwise.texas42.solve.bidding import BIDS, OFTEN_ENOUGH, STRAIGHT, BiddingTable, HouseBid
from suitwise.texas42.solve.solver import best_line, losing_moves, reaching_moves, solve_moves
from suitwise.texas42.state import Texas42State
from suitwise.texas42.variant import NELLO_OPTIONS, Texas42Variant

# --- Common fields --------------------------------------------------------------------------------

DECK = [
    [str(dominoes.Domino(dominoes.domino_of(high, low))) for low in range(high + 1)]
    for high in PIPS
]
"""All dominoes, with a row for each higher end."""

TRUMPS = Field("trumps", "choice", "5", choices=dominoes.DECLARATION_TEXT)
LEADER = Field("leader", "choice", "0", choices=tuple(map(str, SEATS)))
OUT = Field("out", "choice", choices=("", *map(str, SEATS)), is_needed=False)
"""The seat that sits out, only in nello."""


def hand_field(seat: int, start: str) -> Field:
    """Return the field of a seat's hand."""
    return Field(f"hand{seat}", "cards", start, most=HAND, is_needed=False)


def declaration_in(fields: Mapping[str, str]) -> int:
    """Return the declaration."""
    return positions.read_declaration(fields["trumps"])


def seat_in(fields: Mapping[str, str], name: str) -> int:
    """Return the seat of a field, or ``NOBODY`` if it is empty."""
    return int(fields[name]) if fields[name] else NOBODY


def hands_in(fields: Mapping[str, str]) -> Hands:
    """Return the four hands."""
    return as_hands(distinct_mask(parse_dominoes(fields[f"hand{seat}"])) for seat in SEATS)


# --- Special contracts ----------------------------------------------------------------------------
#
# Nello, sevens, plunge and splash, as in ``solve.bidding``; the house doesn't play those left empty.

_SWITCHES = ("sevens", "plunge", "splash")
_NELLOS = tuple(option for option in NELLO_OPTIONS if NELLO_OPTIONS[option])
HOUSE = (
    Field("nello", "choice", choices=("", *_NELLOS), is_needed=False),
    *(Field(name, "choice", choices=("", "yes"), is_needed=False) for name in _SWITCHES),
)
"""The fields of the special contracts; an empty field means that the house doesn't play it."""
HOUSE_HEAVY = {
    "hand": "5-5 6-6 4-4 3-3 6-5 5-4 1-0",
    "nello": "any",
    **dict.fromkeys(_SWITCHES, "yes"),
}
"""An example: a house that allows all special contracts, and a hand that may bid them."""
_WORLDS_AT_ONCE = 10
_KEPT = 16
_Key = tuple[int, Texas42Variant]
_kept_bids: OrderedDict[_Key, tuple[HouseBid, ...]] = OrderedDict()
"""The results for the most recent hands and houses."""


def house_in(fields: Mapping[str, str]) -> Texas42Variant | None:
    """Return the house of a form, or None if it allows no special contract.

    >>> house_in({"nello": "", "sevens": "", "plunge": "", "splash": ""}) is None
    True
    >>> house_in({"nello": "own", "sevens": "yes", "plunge": "", "splash": ""}).sevens
    True
    """
    if not any(fields[name] for name in ("nello", *_SWITCHES)):
        return None
    return Texas42Variant(
        nello=fields["nello"] or "no",
        sevens=bool(fields["sevens"]),
        plunge=bool(fields["plunge"]),
        splash=bool(fields["splash"]),
    )


def house_text(house: Texas42Variant | None) -> str:
    """Return a house as a command line option, or an empty string for none.

    >>> house_text(Texas42Variant(nello="any", plunge=True))
    ' --house "texas42(nello=any,plunge=yes)"'
    """
    if house is None:
        return ""
    nello = [] if house.nello == "no" else [f"nello={house.nello}"]
    switches = [f"{name}=yes" for name in _SWITCHES if getattr(house, name)]
    return f' --house "texas42({",".join([*nello, *switches])})"'


def house_rows(hand: int, house: Texas42Variant, until: float, most: int) -> tuple[list[Row], int]:
    """Return the chances of the special contracts, and the number of deals solved.

    Args:
        hand: seven dominoes, a set of bits.
        house: the house rules.
        until: the ``perf_counter`` time after which no batch of deals is begun, except for a first one.
        most: the largest number of deals.
    """
    key = hand, house
    bids = _kept_bids.pop(key, None)
    while bids is None or (bids and bids[0].worlds < most and perf_counter() < until):
        first = bids[0].worlds if bids else 0
        found = bidding.house_bids(
            dominoes_of(hand), house, _WORLDS_AT_ONCE, threads=1, first=first
        )
        before = (bid.made for bid in bids) if bids else [0] * len(found)
        bids = tuple(
            HouseBid(one.name, one.made + made, first + one.worlds)
            for one, made in zip(found, before, strict=True)
        )
    _kept_bids[key] = bids
    if len(_kept_bids) > _KEPT:
        _kept_bids.popitem(last=False)
    rows = [_row(bid) for bid in bids] + _not_shown(hand, house, {bid.name for bid in bids})
    return rows, bids[0].worlds if bids else most


def _row(bid: HouseBid) -> Row:
    text = phrase(
        "texas42.board.house-made",
        "made in {made} % of {n:,} deals",
        made=round(100 * bid.chance),
        n=bid.worlds,
    )
    return Row(_named(bid.name), text)


def _not_shown(hand: int, house: Texas42Variant, there: set[str]) -> list[Row]:
    """Return the rows for a plunge or splash that the hand has too few doubles for."""
    doubles = (hand & dominoes.EVERY_DOUBLE).bit_count()
    few = phrase("texas42.board.few-doubles", "not with {n} doubles", n=doubles)
    asked = [name for name in ("plunge", "splash") if getattr(house, name)]
    return [Row(_named(name), few) for name in asked if name not in there]


def _named(name: str) -> Phrase:
    if name == "plunge":
        return phrase("texas42.board.plunge", "plunge")
    if name == "splash":
        return phrase("texas42.board.splash", "splash")
    return dominoes.DECLARATION_NAMES[dominoes.DECLARATION_TEXT.index(name)]


# --- The chances of bids --------------------------------------------------------------------------

MOST_WORLDS = 1000
"""The largest number of deals solved for a hand."""
_AT_ONCE = 10
_TIME_S = 0.5
"""The size of a batch of deals, and the seconds that an answer goes on solving."""
_KEPT_HANDS = 16
_kept: OrderedDict[int, BiddingTable] = OrderedDict()
"""The tables of the most recent hands, which grow when they are asked for again."""


def chances(fields: Mapping[str, str], more: int = 0) -> Answer:
    """Answer with the chances of a hand to make each bid, by declaration, and each special contract.

    >>> straight = dict.fromkeys(("nello", "sevens", "plunge", "splash"), "")
    >>> found = chances({"hand": "6-6 6-5 6-4 6-2 6-1 6-0 5-5", **straight})
    >>> print(found.verdict)
    bid 42 or a mark and declare sixes or notrump: made in 100 % of the deals
    >>> found.more >= 10, found.heat.rows[6], found.heat.columns[0], found.heat.cells[6][0]
    (True, 'sixes', '30', 1.0)
    """
    hand, house = bidding.seven_dominoes(parse_dominoes(fields["hand"])), house_in(fields)
    until = perf_counter() + _TIME_S
    table = grown(hand, until if house is None else until - _TIME_S / 2)
    rows, n_houses = (
        ([], MOST_WORLDS) if house is None else house_rows(hand, house, until, MOST_WORLDS)
    )
    lines = (
        phrase("texas42.board.deals", "over {n:,} deals of the other hands", n=table.worlds),
        phrase(
            "texas42.board.estimate",
            "an estimate in which all four see all hands, the bidder leading: no bound in either "
            "direction",
        ),
    )
    cells = [table.chances(one) for one in STRAIGHT]
    heat = Heat([*dominoes.DECLARATION_NAMES[: len(STRAIGHT)]], [*map(str, BIDS)], cells)
    least = min(table.worlds, n_houses)
    command = _bid_command(hand, table.worlds) + house_text(house)
    more = least if least < MOST_WORLDS else 0
    return Answer(_suggested(table), lines, rows, heat=heat, more=more, command=command)


def grown(hand: int, until: float) -> BiddingTable:
    """Return the cached table of a hand, extended until a time.

    Args:
        hand: seven dominoes, a set of bits.
        until: the ``perf_counter`` time after which no batch of deals is begun, except for a first one.
    """
    table = _kept.pop(hand, None)
    while table is None or (table.worlds < MOST_WORLDS and perf_counter() < until):
        first = 0 if table is None else table.worlds
        found = bidding.bidding_table(dominoes_of(hand), _AT_ONCE, threads=1, first=first)
        table = found if table is None else table.with_more(found)
    _kept[hand] = table
    if len(_kept) > _KEPT_HANDS:
        _kept.popitem(last=False)
    return table


def _suggested(table: BiddingTable) -> Phrase:
    """Return the verdict: the highest bid that is made often enough."""
    found = table.suggestion()
    if found is None:
        return _passed(table)
    bid, declared = found
    made = round(100 * table.chance(declared, bid))
    name = one_of(dominoes.DECLARATION_NAMES[one] for one in table.as_good(bid))
    if bid == BIDS[-1]:
        return phrase(
            "texas42.board.bid-all",
            "bid {bid} or a mark and declare {declared}: made in {made} % of the deals",
            bid=bid,
            declared=name,
            made=made,
        )
    return phrase(
        "texas42.board.bid",
        "bid {bid} and declare {declared}: made in {made} % of the deals",
        bid=bid,
        declared=name,
        made=made,
    )


def _passed(table: BiddingTable) -> Phrase:
    """Return the verdict to pass, with the declarations of the most points on average."""
    means = [table.mean(one) for one in STRAIGHT]
    often, points = round(100 * OFTEN_ENOUGH), points_named(round(max(means)))
    if min(means) == max(means):
        return phrase(
            "texas42.board.pass-any",
            "pass: no bid is made in {often} % of the deals; {points} on average, whatever is declared",
            often=often,
            points=points,
        )
    best = [one for one, mean in zip(STRAIGHT, means, strict=True) if mean == max(means)]
    return phrase(
        "texas42.board.pass",
        "pass: no bid is made in {often} % of the deals; best is {declared}, {points} on average",
        often=often,
        declared=one_of(dominoes.DECLARATION_NAMES[one] for one in best),
        points=points,
    )


def _bid_command(hand: int, worlds: int) -> str:
    return f'suitwise texas42 bid "{format_dominoes(dominoes_of(hand), " ")}" --worlds {worlds}'


BID = Question(
    "bid",
    (Field("hand", "cards", "5-5 6-5 5-4 5-3 6-6 4-4 1-0", most=HAND), *HOUSE),
    chances,
    heavy=HOUSE_HEAVY,
)
"""The question of the chances of bids and special contracts."""


# --- Questions from a state of the game -----------------------------------------------------------


def of_state(state: Texas42State, seat: int) -> Asked | None:
    """Return the board's question about a state, for a user who may see all hands.

    In the play this is the solution of all four hands; before it, the chances of the seat's bids.

    Args:
        state: the state.
        seat: the seat whose bids are evaluated.

    >>> from suitwise.texas42 import Texas42
    >>> state, _ = Texas42(match="hand").start().rolled(seed=1, stream=0)
    >>> of_state(state, 2)
    ('bid', {'hand': '6-5 5-5 5-4 4-4 4-2 2-1 0-0'})
    >>> for word in ("pass", "31", "pass", "pass", "doubles"):
    ...     state = state.after(word)
    >>> name, fields = of_state(state, 2)
    >>> name, fields["trumps"], fields["leader"], fields["need"]
    ('solve', 'doubles', '2', '31')
    """
    play = state.play
    if state.phase == "play" and play is not None:
        return "solve", _solving(play)
    if state.phase in ("call", "declare") and state.hands[seat]:
        return "bid", {"hand": format_dominoes(reversed(dominoes_of(state.hands[seat])), " ")}
    return None


def _solving(play: Play) -> dict[str, str]:
    position, contract = play.position, play.contract
    fields = {
        "trumps": dominoes.DECLARATION_TEXT[position.declaration],
        "leader": str(position.leader),
        **{
            f"hand{seat}": format_dominoes(reversed(dominoes_of(position.hands[seat])), " ")
            for seat in SEATS
        },
        "trick": format_dominoes(position.trick, " "),
        "bidder": str(contract.side),
        "need": _need(contract, play),
        "out": "" if position.out == NOBODY else str(position.out),
    }
    return {name: text for name, text in fields.items() if text}


def _need(contract: Contract, play: Play) -> str:
    """Return the points that the contract still needs, or an empty string if points don't count."""
    if contract.declaration > dominoes.NOTRUMP:
        return ""
    return str(max(0, bid_of(contract.call) - play.points[contract.side]))


# --- The winner of a trick and the legal plays ----------------------------------------------------


def explained(fields: Mapping[str, str], more: int = 0) -> Answer:
    """Answer with the winner of a trick, the reasons, and the legal plays of a hand to it.

    >>> texts = {"trumps": "5", "leader": "0", "trick": "6-3 6-6", "hand": "6-4 5-0", "out": ""}
    >>> found = explained(texts)
    >>> print(found.verdict, *found.lines, *(f"{row.move}: {row.text}" for row in found.rows), sep="\\n")
    seat 1 is winning it
    seat 0 leads 6-3: sixes are led
    6-6 of seat 1 is higher than 6-3
    seat 2 must play the suit led, sixes: 6-4
    6-4: may be played
    5-0: may not be played
    """
    declaration, leader, out = (
        declaration_in(fields),
        seat_in(fields, "leader"),
        seat_in(fields, "out"),
    )
    trick, held = parse_dominoes(fields["trick"]), parse_dominoes(fields["hand"])
    refuse_out(out, leader, declaration)
    _refuse_too_many(out, len(trick))
    both = distinct_mask(trick) & distinct_mask(held)
    if both:
        raise IllegalPosition(positions.stands_twice(dominoes_of(both)[0]))
    lines = tricks.explained(leader, trick, declaration, out)
    duty: list[Phrase] = []
    rows: list[Row] = []
    if held and len(trick) < players(out):
        seat = seat_at(leader, len(trick), out)
        duty, rows = _duty(
            seat, distinct_mask(held), dominoes.led_suit(trick[0], declaration), declaration
        )
    drawing = tricks.picture(leader, trick, declaration, out)
    return Answer(lines[-1], (*lines[:-1], *duty), rows, svg=drawing)


def _refuse_too_many(out: int, n_played: int) -> None:
    if n_played > players(out):
        raise IllegalPosition(
            phrase(
                "texas42.board.too-many",
                "a trick has {most} dominoes, not {n}",
                most=players(out),
                n=n_played,
            )
        )


def _duty(seat: int, held: int, suit: int, declaration: int) -> tuple[list[Phrase], list[Row]]:
    """Return the duty of a seat, and a row for each of its dominoes that says whether it is legal."""
    legal = dominoes.legal_plays(held, suit, declaration)
    if legal == held:
        said = phrase("texas42.board.free", "{seat} may play any of these", seat=Seat(seat))
    else:
        said = phrase(
            "texas42.must-play",
            "{seat} must play {duty}: {legal}",
            seat=Seat(seat),
            duty=dominoes.duty_named(suit, declaration),
            legal=" ".join(map(str, dominoes_of(legal))),
        )
    may, not_now = (
        phrase("texas42.board.may", "may be played"),
        phrase("texas42.board.may-not", "may not be played"),
    )
    ordered = sorted(dominoes_of(held), key=lambda domino: not legal >> domino & 1)
    return [said], [Row(str(domino), may if legal >> domino & 1 else not_now) for domino in ordered]


TRICK = Question(
    "trick",
    (
        TRUMPS,
        LEADER,
        Field("trick", "cards", "6-3 6-6 5-0", most=4),
        Field("hand", "cards", "6-4 5-5 4-1", most=HAND, is_needed=False),
        OUT,
    ),
    explained,
)
"""The question of a trick's winner and the legal plays."""


# --- Double-dummy values --------------------------------------------------------------------------

_STARTS = ("5-0 4-1 3-3 3-2", "5-1 4-4 1-1 0-0", "6-6 6-0 5-5 3-1", "6-4 6-1 2-2 2-1")
"""Example hands with plays of different values."""


def position_in(fields: Mapping[str, str]) -> Position:
    """Return the position of a form.

    Raises:
        SuitwiseError: a text is not a list of dominoes, or no legal play produces the position.
    """
    position = Position(
        declaration_in(fields),
        hands_in(fields),
        seat_in(fields, "leader"),
        tuple(map(int, parse_dominoes(fields["trick"]))),
        seat_in(fields, "out"),
    )
    if position.over:
        raise IllegalPosition(
            phrase(
                "texas42.board.no-dominoes", "nobody holds a domino: deal some to the four hands"
            )
        )
    return position


def solved(fields: Mapping[str, str], more: int = 0) -> Answer:
    """Answer with the double-dummy value of each legal play.

    >>> hands = {"hand0": "0-0 6-3", "hand1": "6-5 3-2", "hand2": "3-1 6-4", "hand3": "2-0 5-4"}
    >>> rest = {"trick": "", "out": "", "bidder": "0", "need": "10"}
    >>> found = solved({"trumps": "1", "leader": "0", **hands, **rest})
    >>> print(found.verdict, *found.lines, *(f"{row.move}: {row.text}" for row in found.rows), sep="\\n")
    with best play by all four T0 take 17 of the 17 points that are left
    T0 need 10 more: that can be reached
    a line of best play: 0-0 3-2 6-4 2-0, 6-3 6-5 3-1 5-4
    0-0: 17 points, reached
    6-3: 6 points, not reached
    """
    position = position_in(fields)
    if position.out == NOBODY:
        verdict, lines, rows = _for_points(position, fields)
    else:
        verdict, lines, rows = _for_tricks(position)
    line = phrase("texas42.board.line", "a line of best play: {plays}", plays=_line(position))
    return Answer(verdict, (*lines, line), rows, command=_solve_command(position))


def _for_points(
    position: Position, fields: Mapping[str, str]
) -> tuple[Phrase, list[Phrase], list[Row]]:
    """Return verdict, lines and rows for four seats: the points of the side on turn by play."""
    own, left = side(position.turn), position.points_left
    found = solve_moves(position)
    mine = {play: points if own == 0 else left - points for play, points in found.items()}
    most = max(mine.values())
    verdict = phrase(
        "texas42.board.worth",
        "with best play by all four {side} take {n} of the {left} points that are left",
        side=Side(own),
        n=most,
        left=left,
    )
    by_worth = sorted(mine, key=lambda play: -mine[play])
    if not fields["need"]:
        return (
            verdict,
            [],
            [
                Row(str(play), points_named(mine[play]), mine[play], mine[play] == most)
                for play in by_worth
            ],
        )
    takers, need = int(fields["bidder"] or own), int(fields["need"])
    reached = reaching_moves(position, takers, need)
    wanted = own == takers
    can = (any if wanted else all)(reached.values())
    good = {play for play, is_reached in reached.items() if is_reached == wanted}
    rows = [
        Row(
            str(play),
            _reached(mine[play], reached[play]),
            mine[play],
            play in good if good else mine[play] == most,
        )
        for play in by_worth
    ]
    return verdict, [_needed(takers, need, can)], rows


def _needed(takers: int, need: int, can: bool) -> Phrase:
    if can:
        return phrase(
            "texas42.board.can",
            "{side} need {n} more: that can be reached",
            side=Side(takers),
            n=need,
        )
    return phrase(
        "texas42.board.cannot",
        "{side} need {n} more: that can't be reached",
        side=Side(takers),
        n=need,
    )


def _reached(points: int, is_reached: bool) -> Phrase:
    named = points_named(points)
    if is_reached:
        return phrase("texas42.board.reached", "{points}, reached", points=named)
    return phrase("texas42.board.missed", "{points}, not reached", points=named)


def _for_tricks(position: Position) -> tuple[Phrase, list[Phrase], list[Row]]:
    """Return verdict, lines and rows for nello: the tricks of the bidder by play."""
    bidder = partner(position.out)
    found, lost = solve_moves(position), losing_moves(position)
    is_own = position.turn == bidder
    best = (min if is_own else max)(found.values())
    verdict = phrase(
        "texas42.board.nello",
        "with best play {seat} takes {tricks}",
        seat=Seat(bidder),
        tricks=tricks_named(best),
    )
    can = (any if is_own else all)(lost.values())
    loses = (
        phrase("texas42.board.loses", "{seat} can lose every trick that is left", seat=Seat(bidder))
        if can
        else phrase("texas42.board.must-take", "{seat} can't lose them all", seat=Seat(bidder))
    )
    ordered = sorted(found, key=lambda play: found[play] if is_own else -found[play])
    rows = [
        Row(str(play), tricks_named(found[play]), found[play], found[play] == best)
        for play in ordered
    ]
    return verdict, [loses], rows


def _line(position: Position) -> str:
    """Return a line of best play, with commas between the tricks."""
    tricks: list[str] = []
    trick: list[int] = list(position.trick)
    for play in best_line(position):
        position, done = position.with_play(play)
        trick.append(play)
        if done:
            tricks.append(format_dominoes(trick, " "))
            trick = []
    return ", ".join(tricks)


def _solve_command(position: Position) -> str:
    """Return the equivalent command line."""
    return f'echo "{position}" | suitwise texas42 solve --moves'


SOLVE = Question(
    "solve",
    (
        TRUMPS,
        LEADER,
        *(hand_field(seat, _STARTS[seat]) for seat in SEATS),
        Field("trick", "cards", most=3, is_needed=False),
        Field("bidder", "choice", "0", choices=("0", "1"), is_needed=False),
        Field("need", "count", most=dominoes.HAND_POINTS, is_needed=False),
        OUT,
    ),
    solved,
)
"""The question of the double-dummy values of a position."""


# --- The board ------------------------------------------------------------------------------------

BOARD = Board(
    "texas42",
    "texas42",
    questions=(SOLVE, BID, TRICK),
    deck=DECK,
    of=of_state,
)
"""The board of Texas 42."""

__all__ = ["BOARD"]
