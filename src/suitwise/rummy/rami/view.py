"""What a seat sees of rami: as arrays for learning, as data; worlds that it can't tell apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, get_args

from suitwise.cards import Card
from suitwise.fields import Field
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.game import Game
from suitwise.rummy.hidden import redealt
from suitwise.rummy.rami.rules.house import MOST_HELD, RamiVariant
from suitwise.rummy.rami.rules.moves import Kind, RamiMove, text_of
from suitwise.rummy.rami.rules.numbers import PLACES, number_of_meld, numbered_melds
from suitwise.rummy.rami.rules.turn import cards_laid
from suitwise.rummy.rami.state import PHASES, SECS, RamiState, may_be_held
from suitwise.rummy.rules.cards import Cards, without
from suitwise.rummy.rules.hand import JOKER, SIZE
from suitwise.rummy.rules.melds import Meld, Run
from suitwise.rummy.rules.pile import pile_data
from suitwise.rummy.rules.rules import RANK_TEXT
from suitwise.sight import Sight, card_texts

_KINDS: tuple[Kind, ...] = get_args(Kind)
_RUN_PLACES = 4 * PLACES
_RANKS = len(RANK_TEXT)
_STEP = 6364136223846793005, 1442695040888963407
"""The step from the seed of a world to that of the next one tried (Knuth's MMIX)."""
MOST_TRIED = 3000
"""The most worlds that are tried until the seat on turn could have made its moves."""


class RamiView(RamiVariant, Game[RamiMove]):
    """The part of the game ``Rami`` that shows a position to a seat."""

    def observation_of(self, state: RamiState, seat: int) -> NDArray[np.float32]:
        """Return the observation of a seat."""
        planes = [_counts(state.hands[seat]), *_public_planes(state)]
        numbers = self._numbers_of_table(state)
        for owner in [*range(seat, self.seats), *range(seat)]:
            hidden = state.hidden(seat, owner)
            seen = without(state.hands[owner], hidden)
            planes += [_counts(state.known[owner] if owner == seat else seen), _laid(state, owner)]
            numbers += [*self._numbers_of_seat(state, owner), len(hidden) / MOST_HELD]
        return _array(planes, numbers)

    def observation_fields(self) -> tuple[Field, ...]:
        """Return the fields of an observation; seats are numbered from one's own, in order of play.

        >>> from suitwise.rummy.rami.game import Rami
        >>> print(*(field.name for field in Rami().observation_fields()[:7]))
        hand pile top taken owed turned run_cards
        """
        planes = [Field("hand", SIZE, f"{_COPIES}in one's own hand", high=_MANY)]
        planes += _public_fields()
        numbers = self._table_fields()
        for seat in range(self.seats):
            name = f"seat +{seat}" if seat else "one"
            hand = f"the hand of {name}, all where it is shown" if seat else "one's own hand"
            planes += [
                Field(f"known_{seat}", SIZE, f"{_COPIES}known to be in {hand}", high=_MANY),
                _laid_field(seat, name),
            ]
            held = f"how many cards {name} holds that one can't see, of {MOST_HELD}"
            numbers += [*_seat_fields(seat, name), Field(f"hidden_{seat}", 1, held)]
        return (*planes, *numbers)

    def observation_of_all(self, state: RamiState) -> NDArray[np.float32]:
        """Return the whole position as an array, with nothing hidden."""
        planes = [*_public_planes(state), _counts(state.stock)]
        numbers = self._numbers_of_table(state)
        for owner in range(self.seats):
            planes += [_counts(state.hands[owner]), _counts(state.known[owner])]
            planes.append(_laid(state, owner))
            numbers += self._numbers_of_seat(state, owner)
        return _array(planes, numbers)

    def fields_of_all(self) -> tuple[Field, ...]:
        """Return the fields of ``observation_of_all``; seats have their own numbers."""
        in_stock = f"{_COPIES}in the stock, which is in no order"
        planes = [*_public_fields(), Field("in_stock", SIZE, in_stock, high=_MANY)]
        numbers = self._table_fields()
        for seat in range(self.seats):
            name = f"seat {seat}"
            known = f"{_COPIES}that all others know {name} to hold"
            planes += [
                Field(f"hand_{seat}", SIZE, f"{_COPIES}in the hand of {name}", high=_MANY),
                Field(f"known_{seat}", SIZE, known, high=_MANY),
                _laid_field(seat, name),
            ]
            numbers += _seat_fields(seat, name)
        return (*planes, *numbers)

    def _table_fields(self) -> list[Field]:
        return [
            Field("phase", len(PHASES), ", ".join(PHASES)),
            Field("sec", len(SECS), f"whether the seat has opened in this turn: {', '.join(SECS)}"),
            Field("stock", 1, "how many cards the stock has, of 100", high=1.12),
            Field("drawn", 1, "how many draws there have been, of all there may be"),
            Field("owed_jokers", 1, "how many jokers have to go to a new meld", high=_MANY),
            Field("highest", 1, "the most points of an opening, of 100", high=5.0),
            Field("deals", 1, "how many deals of the match are over, of all there may be"),
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
            state.totals[owner] / 1000,
        ]

    def move_fields(self) -> tuple[Field, ...]:
        """Return the fields of ``encode_move``."""
        return (
            Field("kind", len(_KINDS), ", ".join(_KINDS)),
            Field(
                "cards",
                SIZE,
                f"{_COPIES}laid, added, put in a joker's place or discarded",
                high=_MANY,
            ),
            Field(
                "melds",
                len(numbered_melds()),
                "the melds laid, those that have numbers",
                high=_MANY,
            ),
            Field("place", _RUN_PLACES + _RANKS, "the place in a run or set of a joker added"),
            Field("at", 1, "the number of the meld of the table, of 100", high=10.0),
        )

    def encode_move(self, move: RamiMove) -> NDArray[np.float32]:
        """Return a seat's move as an array with ``move_fields``."""
        kind = np.zeros(len(_KINDS))
        kind[_KINDS.index(move.kind)] = 1
        cards = _counts(cards_laid(move) if move.melds and not move.at else move.cards)
        melds, place = np.zeros(len(numbered_melds())), np.zeros(_RUN_PLACES + _RANKS)
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

        * ``head``: the ``house``; the ``totals`` of the match, the number of ``deals`` before this one;
          the number of ``draws`` so far and the limit, ``most_draws``; the ``scores`` of a deal that is
          over.
        * ``table``: the ``melds``; the ``pile`` from the bottom up, each ``card`` with the ``seat`` that
          laid it, None for the first; the number of cards in the ``stock``; the cards ``owed`` in this
          turn and the number of ``owed_jokers``; the card ``taken`` that may not be discarded; the cards
          that lay in the pile when it was last ``turned`` over.
        * ``seats``: whether each has ``opened``, and the cards ``known`` to be in its hand.
        """
        head = {
            "house": self.house,
            "totals": list(state.totals),
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
        }
        hands: list[list[str] | None] = []
        seats: list[dict[str, Any]] = []
        for owner, hand in enumerate(state.hands):
            is_seen = owner == seat or state.phase == "out"
            hands.append(card_texts(hand) if is_seen else None)
            known = known_to_all(state, owner) if seat is None else state.known[owner]
            seats.append({"opened": state.opened[owner], "known": card_texts(known)})
        sizes = tuple(map(len, state.hands))
        return Sight(state.phase, tuple(hands), sizes, head, table=table, seats=tuple(seats))

    def redealt(self, state: RamiState, seat: int, seed: int, stream: int) -> RamiState:
        """Return a position in which the cards that a seat can't see are dealt again at random.

        Each seat keeps its known cards. Once the pile was turned over, the stock consists only of cards
        that lay in it. A seat that owes something in its turn can lay it: such hands are looked for
        among so many at random, and where none is found the seat on turn keeps its own.
        """
        hidden = [state.hidden(seat, owner) for owner in range(self.seats)]
        on_turn = state.seat
        is_free = seat == on_turn or state.phase != "play" or not hidden[on_turn]
        drawn = seed
        for _ in range(1 if is_free else MOST_TRIED):
            hands = redealt(state.hands, tuple(hidden), state.stock, state.turned, drawn, stream)
            if is_free or may_be_held(state, hands[on_turn]):
                return replace(state, hands=hands)
            drawn = (drawn * _STEP[0] + _STEP[1]) % (1 << 64)
        hidden[on_turn] = ()
        hands = redealt(state.hands, tuple(hidden), state.stock, state.turned, drawn, stream)
        return replace(state, hands=hands)


# --- Planes, numbers and fields -------------------------------------------------------------------

_COPIES = "copies of each card, jokers last, "
_MANY = 8.0


def _public_fields() -> list[Field]:
    place = "for each suit and place, the ace low and high"
    return [
        Field("pile", SIZE, f"{_COPIES}on the pile", high=_MANY),
        Field("top", SIZE, "the top of the pile"),
        Field("taken", SIZE, "the card taken from the pile that may not be discarded now"),
        Field("owed", SIZE, f"{_COPIES}that have to be laid in this turn", high=_MANY),
        Field("turned", SIZE, f"{_COPIES}of the pile when it was last turned", high=_MANY),
        Field("run_cards", _RUN_PLACES, f"cards in runs of the table, {place}", high=_MANY),
        Field("run_jokers", _RUN_PLACES, f"jokers in runs of the table, {place}", high=_MANY),
        Field("run_lows", _RUN_PLACES, f"low ends of runs of the table, {place}", high=_MANY),
        Field("run_highs", _RUN_PLACES, f"high ends of runs of the table, {place}", high=_MANY),
        Field("set_cards", SIZE - 1, "cards in sets of the table", high=_MANY),
        Field("set_jokers", _RANKS, "jokers in sets of the table by rank", high=_MANY),
        Field("sets", _RANKS, "sets of the table by rank", high=_MANY),
    ]


def _public_planes(state: RamiState) -> list[NDArray[np.float64]]:
    pile = tuple(card for card, _ in state.pile)
    taken = (state.barred,) if state.barred >= 0 else ()
    cards = [pile, pile[-1:], taken, state.owed, state.turned]
    return [*map(_counts, cards), *_table_planes(state.table)]


def _table_planes(table: Sequence[Meld]) -> list[NDArray[np.float64]]:
    runs, jokers, lows, highs = (np.zeros(_RUN_PLACES) for _ in range(4))
    in_sets, set_jokers, sets = np.zeros(SIZE - 1), np.zeros(_RANKS), np.zeros(_RANKS)
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
    """Return the number of a joker's place, ``[H5]`` or ``[5]``; of an ace in a run the low one.

    The two ends of a run that an ace may take differ in the run, which ``at`` names.
    """
    inner = text.strip("[]")
    rank = RANK_TEXT.index(inner[-1])
    return _RUN_PLACES + rank if len(inner) == 1 else "SHDC".index(inner[0]) * PLACES + rank


def _laid_field(seat: int, name: str) -> Field:
    return Field(f"laid_{seat}", SIZE, f"{_COPIES}of the pile that {name} laid there", high=_MANY)


def _seat_fields(seat: int, name: str) -> list[Field]:
    return [
        Field(f"named_{seat}", 1, f"whether {name} is the seat that the phase is about"),
        Field(f"opened_{seat}", 1, f"whether {name} has opened"),
        Field(f"free_{seat}", 1, f"whether the pile is open to {name} in its next turn"),
        Field(f"total_{seat}", 1, f"what {name} has scored, of 1000", -float("inf"), float("inf")),
    ]


def _counts(cards: Cards) -> NDArray[np.float64]:
    return np.bincount([min(card, JOKER) for card in cards], minlength=SIZE).astype(np.float64)


def _laid(state: RamiState, owner: int) -> NDArray[np.float64]:
    return _counts(tuple(card for card, seat in state.pile if seat == owner))


def _array(planes: Sequence[NDArray[np.float64]], numbers: Sequence[float]) -> NDArray[np.float32]:
    return np.concatenate([*planes, numbers], dtype=np.float32, casting="same_kind")


def known_to_all(state: RamiState, owner: int) -> Cards:
    """Return the cards of a hand that a spectator knows.

    With two seats each can deduce the other's hand once the stock has run out. A spectator can't.
    """
    return () if state.turned and state.variant.seats == 2 else state.known[owner]
