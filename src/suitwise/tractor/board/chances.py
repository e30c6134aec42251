"""``bid`` and ``bury``: what to show and what to bury, by simulated deals, more of them with more time.

The tables are those of ``tractor.advice``, which ``suitwise tractor bid`` and ``bury`` print.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import TypeVar

from suitwise.foundation.text.phrases import CardText, Phrase, phrase, signed
from suitwise.players.board import Answer, Field, Heat, Question, Row
from suitwise.tractor.board.rulings import (
    HOUSE,
    LEVEL,
    MAIN,
    SWITCHES,
    Form,
    cards_in,
    hand_in,
    house_in,
    trump_in,
)
from suitwise.tractor.moves import PASS, Move
from suitwise.tractor.rules.levels import KITTY
from suitwise.tractor.rules.piles import MOST_CARDS

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

    hand, house = hand_in(form, "hand"), house_in(form)
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
            _worth(table.mean(at)),
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


def _worth(levels: float) -> Phrase:
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

    trump, house = trump_in(form), house_in(form)
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
                worth=_worth(table.mean(at)),
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
        MAIN,
        LEVEL,
        Field("hand", "cards", _LANDLORD, most=MOST_CARDS + KITTY),
        Field("kitty", "cards", most=KITTY, is_needed=False),
        HOUSE,
        SWITCHES,
    ),
    burials,
)
