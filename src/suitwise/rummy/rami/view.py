"""The view of a seat on rami: observations as arrays and as data, moves as arrays, and redeals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, get_args

from suitwise.cards import Card
from suitwise.fields import Field, Telling, width
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.rummy.rami.hidden import redealt_for
from suitwise.rummy.rami.rules.house import MOST_HELD, RamiVariant
from suitwise.rummy.rami.rules.moves import Kind, RamiMove, meld_of, read_table, text_of
from suitwise.rummy.rami.rules.numbers import PLACES, number_of_meld, numbered_melds
from suitwise.rummy.rami.rules.turn import cards_laid
from suitwise.rummy.rami.state import PHASES, SECS, RamiState
from suitwise.rummy.rules.cards import Cards, pile_data
from suitwise.rummy.rules.hand import JOKER, SIZE
from suitwise.rummy.rules.melds import Meld, Run
from suitwise.rummy.rules.rules import RANK_TEXT
from suitwise.rummy.state import NOBODY
from suitwise.rummy.view import Plane, TwoPackView, counts_of
from suitwise.sight import Sight, card_texts

_KINDS: tuple[Kind, ...] = get_args(Kind)
RUN_PLACES = 4 * PLACES
RANKS = len(RANK_TEXT)
_MANY = 8.0


class RamiView(RamiVariant, TwoPackView[RamiMove]):
    """The part of the game ``Rami`` that shows a position to a seat."""

    most_copies = _MANY
    most_held = MOST_HELD

    def _public_planes(self, state: RamiState) -> list[Plane]:
        pile = tuple(card for card, _ in state.pile)
        taken = (state.barred,) if state.barred >= 0 else ()
        planes: list[Plane] = [pile, pile[-1:], taken, state.owed, state.turned]
        planes += _table_planes(state.table)
        return planes + (
            _table_planes(read_table("/".join(state.chosen) or "-")) if self.staged else []
        )

    def _public_fields(self) -> list[Field]:
        return [
            self._copies("pile", "on the pile"),
            Field("top", SIZE, "the top of the pile"),
            Field("taken", SIZE, "the card taken from the pile that may not be discarded now"),
            self._copies("owed", "that have to be laid in this turn"),
            self._copies("turned", "of the pile when it was last turned"),
            *_meld_fields("", "melds of the table"),
            *(_meld_fields("chosen_", "first melds chosen") if self.staged else []),
        ]

    def _table_fields(self) -> list[Field]:
        return [
            Field("phase", len(PHASES), ", ".join(PHASES)),
            Field("sec", len(SECS), f"whether the seat has opened in this turn: {', '.join(SECS)}"),
            Field("stock", 1, "how many cards the stock has, of 100", high=1.12),
            Field("drawn", 1, "how many draws there have been, of all there may be"),
            Field(
                "owed_jokers",
                1,
                "how many jokers have to go to a new meld",
                high=_MANY,
            ),
            Field("highest", 1, "the most points of an opening, of 100", high=5.0),
            Field("deals", 1, "how many deals of the match are over, of all there may be"),
        ]

    def _seat_fields(self, seat: int, name: str) -> list[Field]:
        scored = f"what {name} has scored, of {SCORED}"
        least, most = -self.facts.highest_return / SCORED, -self.facts.lowest_return / SCORED
        return [
            Field(f"named_{seat}", 1, f"whether {name} is the seat that the phase is about"),
            Field(f"opened_{seat}", 1, f"whether {name} has opened"),
            Field(f"free_{seat}", 1, f"whether the pile is open to {name} in its next turn"),
            Field(f"total_{seat}", 1, scored, least, most),
        ]

    def _numbers_of_table(self, state: RamiState) -> list[float]:
        return [
            *(float(state.phase == phase) for phase in PHASES),
            *(float(state.sec == sec) for sec in SECS),
            len(state.stock) / 100,
            state.draws / self.draws,
            float(state.owed_jokers),
            min(state.highest, 500) / 100,
            state.deals / self.most_deals,
        ]

    def _numbers_of_seat(self, state: RamiState, owner: int) -> list[float]:
        # The number of turns matters only until the pile is open to all.
        turns = state.played // self.seats
        turns += owner in {(state.first + k) % self.seats for k in range(state.played % self.seats)}
        return [
            float(state.seat == owner),
            float(state.opened[owner]),
            float(turns + 1 >= self.pile_from),
            state.totals[owner] / SCORED,
        ]

    def move_fields(self) -> tuple[Field, ...]:
        """Return the fields of ``encode_move``."""
        return (
            Field("kind", len(_KINDS), ", ".join(_KINDS)),
            self._copies("cards", "laid, added, put in a joker's place or discarded"),
            Field(
                "melds",
                len(numbered_melds()),
                "the melds laid, those that have numbers",
                high=_MANY,
            ),
            Field("place", RUN_PLACES + RANKS, "the place in a run or set of a joker added"),
            Field(
                "at",
                1,
                f"the number of the meld of the table, of 100; {_ANY} in a staged turn",
                -0.02,
                10.0,
            ),
        )

    def encode_move(self, move: RamiMove) -> NDArray[np.float32]:
        """Return a seat's move as an array with ``move_fields``."""
        kind = np.zeros(len(_KINDS))
        kind[_KINDS.index(move.kind)] = 1
        cards = counts_of(cards_laid(move) if move.melds and not move.at else move.cards)
        melds, place = np.zeros(len(numbered_melds())), np.zeros(RUN_PLACES + RANKS)
        if move.at and move.melds:
            place[_number_of_place(move.melds[0])] = 1
        else:
            numbers = number_of_meld()
            for text in move.melds:
                if text in numbers:
                    melds[numbers[text]] += 1
        parts = (kind, cards, melds, place, [move.at / 100])
        return np.concatenate(parts, dtype=np.float32, casting="same_kind")

    def sight_of(self, state: RamiState, seat: int | None) -> Sight:
        """Return the data that a seat sees, or for None the data that everybody sees.

        * ``head``: the ``house``; the ``totals`` of the match and the score ``to`` which it goes, 0 for
          a single deal; the number of earlier ``deals``; the number of ``draws`` so far and the limit,
          ``most_draws``; the ``scores`` of a finished deal.
        * ``table``: the ``melds``; the ``pile`` from the bottom up, each ``card`` with the ``seat`` that
          laid it, None for the first; the number of cards in the ``stock``; the cards ``owed`` in this
          turn and the number of ``owed_jokers``; the card ``taken`` that may not be discarded; the cards
          that lay in the pile when it was last ``turned`` over; the melds ``chosen`` in a staged turn.
        * ``seats``: whether each has ``opened``, and the cards ``known`` to be in its hand.
        """
        head = {
            "house": self.house,
            "totals": list(state.totals),
            "to": self.to if self.most_deals > 1 else 0,
            "deals": state.deals,
            "draws": state.draws,
            "most_draws": self.draws,
            "scores": list(state.scores()) if state.phase == "out" else None,
        }
        table = {
            "melds": list(map(text_of, state.table)),
            "pile": pile_data(state.pile),
            "stock": len(state.stock),
            "owed": card_texts(state.owed),
            "owed_jokers": state.owed_jokers,
            "taken": None if state.barred < 0 else str(Card(state.barred)),
            "turned": card_texts(state.turned),
            **({"chosen": list(state.chosen)} if self.staged else {}),
        }
        hands: list[list[str] | None] = []
        seats: list[dict[str, Any]] = []
        for owner, hand in enumerate(state.hands):
            hands.append(card_texts(hand) if owner == seat or state.is_shown(owner) else None)
            known = card_texts(state.known_to(seat, owner))
            seats.append({"opened": state.opened[owner], "known": known})
        sizes = tuple(map(len, state.hands))
        return Sight(state.phase, tuple(hands), sizes, head, table=table, seats=tuple(seats))

    # --- The history as rows ----------------------------------------------------------------------
    #
    # A row holds a seat, its action and the cards. A meld that is laid or grows is described as it is
    # after the move, with its number. An opening has a row for each of its melds. The move ``stock``
    # has no row, because the draw by chance follows; nor has the turning of the pile, which can be
    # inferred.

    @property
    def _telling(self) -> Telling:
        """The layout of a row, apart from a meld."""
        return Telling(self.seats, _EVENTS, SIZE, max(2, self.jokers))

    def told_fields(self) -> tuple[Field, ...]:
        """Return the fields of a row of ``told_of``.

        >>> from suitwise.rummy.rami.game import Rami
        >>> print(*(field.name for field in Rami().told_fields()[:5]))
        who what cards meld_run_cards meld_run_jokers
        """
        at = Field("meld_at", 1, "the number of the meld, of 100", high=10.0)
        return (*self._telling.fields, *_meld_fields("meld_", "meld laid or grown"), at)

    @property
    def most_told(self) -> int:
        """An upper bound of the rows of ``told_of`` in a game: for all moves and the hands shown."""
        most = self.facts.longest_game
        assert most is not None  # every deal ends after its draws, and a match after its deals
        return most + self.most_deals * (self.seats + self.cards)

    def told_of(
        self, state: RamiState, move: RamiMove, after: RamiState, seat: int
    ) -> NDArray[np.float32]:
        """Return the rows that tell a seat about a move."""
        happened = list(_happenings(state, move, after, seat))
        told = [(who, kind, [min(c, JOKER) for c in cards]) for who, kind, cards, _ in happened]
        melds = [_meld_told(after, at) for *_, at in happened]
        rows = np.array(melds, np.float32).reshape(len(melds), _MELD_WIDTH)
        return np.concatenate([self._telling.rows(seat, told), rows], axis=1)

    def redealt(self, state: RamiState, seat: int, seed: int, stream: int) -> RamiState:
        """Return a position in which the cards that a seat can't see are dealt again at random."""
        return redealt_for(state, seat, seed, stream)


# --- What a seat learns from a move ---------------------------------------------------------------

_EVENTS = (
    *("dealt", "turn_up", "stock", "pile", "choose", "open", "lay", "add", "take", "card", "end"),
    *("next", "shown"),
)


def _happenings(
    state: RamiState, move: RamiMove, after: RamiState, seat: int
) -> Iterator[tuple[int, str, Cards, int | Meld | None]]:
    """Yield the events of a move as one seat learns them: the seat, the kind, the cards, and the meld.

    The meld is a number of the table after the move, or a chosen meld; None if there is none.
    """
    who, is_own = state.seat, state.seat == seat
    if state.phase == "deal":
        if is_own:
            yield seat, "dealt", move.cards, None
    elif state.phase == "turn_up":
        yield NOBODY, "turn_up", move.cards, None
    elif state.phase == "stock":
        yield who, "stock", move.cards if is_own else (), None
    elif move.kind == "pile":
        yield who, "pile", (state.pile[-1][0],), None
    elif move.kind == "next":
        yield NOBODY, "next", (), None
    elif move.kind != "stock":
        yield from _acts(state, move)
    if after.phase == "out" and state.phase != "out":
        others = (owner for owner in range(len(after.hands)) if owner not in (seat, after.seat))
        yield from ((owner, "shown", after.hands[owner], None) for owner in others)


def _acts(state: RamiState, move: RamiMove) -> Iterator[tuple[int, str, Cards, int | Meld | None]]:
    """Yield the actions of the seat on turn after its draw, one for each meld."""
    who, made = state.seat, state.made_by(move)
    if made.kind == "open" and move.kind == "lay":
        yield who, "choose", cards_laid(move), meld_of(move.melds[0])
    elif made.kind in ("open", "lay"):
        for number, text in enumerate(made.melds, len(state.table) + 1):
            yield who, made.kind, cards_laid(RamiMove("lay", (text,))), number
    else:
        yield who, made.kind, made.cards, made.at or None


def _meld_told(state: RamiState, told: int | Meld | None) -> NDArray[np.float64]:
    """Return the planes of a meld and its number; zeros for none."""
    if told is None:
        return np.zeros(_MELD_WIDTH)
    meld, at = (state.table[told - 1], told) if isinstance(told, int) else (told, 0)
    return np.concatenate([*_table_planes([meld]), [at / 100]])


# --- Planes, numbers and fields -------------------------------------------------------------------

SCORED = 1000
"""The points of a total that count as 1 in an observation."""
_ANY = "below 0 for the first run or set that fits"


def _meld_fields(prefix: str, melds: str) -> list[Field]:
    """Return the fields of some melds: the runs by suit and place, the sets by rank."""
    place = "for each suit and place, the ace low and high"
    fields = (
        ("run_cards", RUN_PLACES, f"cards in runs of the {melds}, {place}"),
        ("run_jokers", RUN_PLACES, f"jokers in runs of the {melds}, {place}"),
        ("run_lows", RUN_PLACES, f"low ends of runs of the {melds}, {place}"),
        ("run_highs", RUN_PLACES, f"high ends of runs of the {melds}, {place}"),
        ("set_cards", SIZE - 1, f"cards in sets of the {melds}"),
        ("set_jokers", RANKS, f"jokers in sets of the {melds} by rank"),
        ("sets", RANKS, f"sets of the {melds} by rank"),
    )
    return [Field(prefix + name, size, what, high=_MANY) for name, size, what in fields]


_MELD_WIDTH = width(_meld_fields("", "")) + 1


def _table_planes(table: Sequence[Meld]) -> list[NDArray[np.float64]]:
    runs, jokers, lows, highs = (np.zeros(RUN_PLACES) for _ in range(4))
    in_sets, set_jokers, sets = np.zeros(SIZE - 1), np.zeros(RANKS), np.zeros(RANKS)
    for meld in table:
        if isinstance(meld, Run):
            at = meld.suit * PLACES - 1
            for rank in meld.ranks:
                (jokers if rank in meld.wilds else runs)[at + rank] += 1
            lows[at + meld.low] += 1
            highs[at + meld.high] += 1
        else:
            for card in meld.cards:
                in_sets[card] += 1
            set_jokers[meld.rank - 1] += meld.wilds
            sets[meld.rank - 1] += 1
    return [runs, jokers, lows, highs, in_sets, set_jokers, sets]


def _number_of_place(text: str) -> int:
    """Return the number of a joker's place, ``[H5]`` or ``[5]``; ``[H1]`` is the low ace of a run."""
    inner = text.strip("[]")
    if inner[-1] in "1A" and len(inner) > 1:
        return "SHDC".index(inner[0]) * PLACES + (0 if inner[-1] == "1" else PLACES - 1)
    rank = RANK_TEXT.index(inner[-1])
    return RUN_PLACES + rank if len(inner) == 1 else "SHDC".index(inner[0]) * PLACES + rank
