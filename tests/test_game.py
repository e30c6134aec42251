"""The contract's own tools: variants by text, chance, play, records."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise import catalogue
from suitwise import game as games
from suitwise.errors import IllegalMove, IllegalPosition, NotationError, SuitwiseError
from suitwise.game import CHANCE, OVER, Record, State, draw, drawn, load, play, register, roll
from suitwise.seeds import SeededSource
from suitwise.testing import Kuhn
from suitwise.testing.poker import KuhnState
from tests.fresh import fresh_python
from tests.wheel import Spun, Wheel


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    """Make the wheel known for as long as a test runs."""
    before = dict(catalogue._known)
    register(Wheel)
    yield
    catalogue._known.clear()
    catalogue._known.update(before)


# --- Variants by their text -----------------------------------------------------------------------


INDIAN = "indian13(wild=7,jokers=2)"


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("kuhn", Kuhn()),
        ("kuhn()", Kuhn()),
        (" kuhn ( ) \n", Kuhn()),
        ("wheel", Wheel()),
        ("wheel(sectors=6)", Wheel(sectors=6)),
        ("wheel(fair=yes,sectors=6)", Wheel(sectors=6, fair=True)),
        ("wheel( sectors = 6 , fair = no , prize = two pies )", Wheel(6, prize="two pies")),
        ("wheel(sectors=6,)", Wheel(sectors=6)),
        ("wheel(prize=)", Wheel(prize="")),
        ("wheel(prize=indian13(wild=7,jokers=2),sectors=6)", Wheel(6, prize=INDIAN)),
        ("wheel(prize=a=b, fair=yes)", Wheel(fair=True, prize="a=b")),
        ("wheel(prize=1/2/3: <low>)", Wheel(prize="1/2/3: <low>")),
    ],
)
def test_a_text_names_a_variant(text: str, variant: games.Game[Any]) -> None:
    assert load(text) == variant
    assert load(str(variant)) == variant


def test_the_text_of_a_variant_has_every_option() -> None:
    assert str(Kuhn()) == "kuhn"
    assert str(Wheel(fair=True)) == "wheel(sectors=4,fair=yes,prize=cake)"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is no game: write one of "),
        ("khun", "'khun' is no game: write one of "),
        ("Kuhn", "'Kuhn' is no game: write one of "),
        ("kuhn(", "'kuhn(' is no game: write one of "),
        ("kuhn)", "'kuhn)' is no game: write one of "),
        ("kuhn poker", "'kuhn poker' is no game: write one of "),
        ("\x00" * 999, r"'\x00\x00"),
        ("kuhn(cards=4)", "kuhn has no option 'cards'; its options: none"),
        ("wheel(spins=4)", "wheel has no option 'spins'; its options: sectors, fair, prize"),
        ("wheel(=4)", "wheel has no option ''; its options: sectors, fair, prize"),
        ("wheel(4)", "wheel has no option '4'; its options: sectors, fair, prize"),
        ("wheel(name=4)", "wheel has no option 'name'; its options: sectors, fair, prize"),
        ("wheel(sectors=4,sectors=4)", "the option sectors of wheel is given twice"),
        ("wheel(sectors=four)", "the option sectors of wheel is a whole number, not 'four'"),
        ("wheel(sectors=)", "the option sectors of wheel is a whole number, not ''"),
        ("wheel(sectors)", "the option sectors of wheel is a whole number, not ''"),
        ("wheel(sectors=4.0)", "the option sectors of wheel is a whole number, not '4.0'"),
        ("wheel(sectors=\u00b2)", r"the option sectors of wheel is a whole number, not '²'"),
        (
            "wheel(sectors=" + "9" * 5000 + ")",
            "the option sectors of wheel is a whole number, not '9",
        ),
        ("wheel(prize=a)b)", "the option prize of wheel is printable ASCII without # and ;, with"),
        ("wheel(prize=(a,fair=yes)", "the option prize of wheel is printable ASCII without # and"),
        ("wheel(prize=)a()", "the option prize of wheel is printable ASCII without # and ;, with"),
        ("wheel(prize=a#b)", "the option prize of wheel is printable ASCII without # and ;, with"),
        ("wheel(prize=a;b)", "the option prize of wheel is printable ASCII without # and ;, with"),
        ("wheel(prize=a\nb)", "the option prize of wheel is printable ASCII without # and ;, with"),
        (
            "wheel(prize=\u00e9)",
            "the option prize of wheel is printable ASCII without # and ;, with",
        ),
        ("wheel(prize=a,b)", "wheel has no option 'b'; its options: sectors, fair, prize"),
        ("wheel(fair=true)", "the option fair of wheel is yes or no, not 'true'"),
        ("wheel(sectors=0)", "a wheel has 1 to 8 sectors, not 0"),
    ],
)
def test_a_text_that_names_no_variant_is_refused(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as refused:
        load(text)
    assert str(refused.value).startswith(reason)
    assert len(str(refused.value)) < 240 + len(", ".join(games.games()))


@given(
    st.text() | st.text("kuhnwel(sctor=1,4 ) ") | st.text("pz(e=1,) ").map("wheel(prize={})".format)
)
def test_any_text_is_a_variant_or_refused(text: str) -> None:
    try:
        variant = load(text)
    except NotationError:
        return
    assert load(str(variant)) == variant


def test_a_long_text_is_refused_in_time_that_grows_with_its_length() -> None:
    with pytest.raises(NotationError):
        load("kuhn" + " " * 50_000 + "!")


def test_an_option_without_a_default_has_to_be_given() -> None:
    @register
    @dataclass(frozen=True, kw_only=True)
    class Needy(Wheel):
        needed: int
        name: ClassVar[str] = "needy"

    with pytest.raises(NotationError, match="needy needs the option needed"):
        load("needy(sectors=4)")
    assert load("needy(needed=3)") == Needy(needed=3)


@dataclass(frozen=True)
class Weighed(Wheel):
    """A wheel with options of other kinds."""

    spin: float = 1.0
    bets: tuple[int, ...] = ()

    name: ClassVar[str] = "weighed"


@pytest.mark.parametrize(
    ("text", "spin"),
    [("2.5", 2.5), ("3", 3.0), ("-0.125", -0.125), ("1e-07", 1e-7), ("1e+300", 1e300)],
)
def test_an_option_may_be_any_finite_number(text: str, spin: float) -> None:
    register(Weighed)
    variant = load(f"weighed(spin={text})")
    assert variant == Weighed(spin=spin)
    assert isinstance(variant, Weighed)
    assert type(variant.spin) is float
    assert f"spin={text}," in str(variant)


@pytest.mark.parametrize(
    "text", ["", "x", "nan", "inf", "1e999", "1_0", "0x1", "\u0663", "9" * 5000]
)
def test_an_option_that_is_no_finite_number_is_refused(text: str) -> None:
    register(Weighed)
    with pytest.raises(NotationError, match="the option spin of weighed is a number, not "):
        load(f"weighed(spin={text})")


def test_an_option_of_which_no_text_is_known_is_refused() -> None:
    register(Weighed)
    assert load("weighed") == Weighed()
    with pytest.raises(NotationError, match="the option bets of weighed is a tuple"):
        load("weighed(bets=1)")


def test_a_registered_game_is_known_by_its_name() -> None:
    @register
    @dataclass(frozen=True)
    class BigWheel(Wheel):
        sectors: int = 8
        name: ClassVar[str] = "big_wheel"

    assert load("big_wheel(fair=yes)") == BigWheel(fair=True)
    assert {"big_wheel", "kuhn", "stacks", "wheel"} <= set(games.games())
    assert list(games.games()) == sorted(games.games())


def test_games_are_imported_when_they_are_loaded() -> None:
    code = """
import sys, suitwise.game
assert "stacks" in suitwise.game.games()
rooms = ("suitwise.stacks", "suitwise.testing", "numpy")
print([name for name in sys.modules if name.startswith(rooms)])
print(suitwise.game.load("stacks"))
"""
    assert fresh_python(code) == "[]\nstacks(stacks=4,height=4,suits=4,singles=1)\n"


def test_the_example_game_is_known_once_the_suite_is_imported() -> None:
    code = """
import suitwise.game
print("kuhn" in suitwise.game.games())
import suitwise.testing
print(suitwise.game.load("kuhn"))
"""
    assert fresh_python(code) == "False\nkuhn\n"


# --- Chance ---------------------------------------------------------------------------------------


def outcomes(wheel: Wheel, count: int, seed: int) -> str:
    return "".join(draw(wheel.start(), seed, stream, 0)[0] for stream in range(count))


def test_draws_are_the_same_on_every_machine() -> None:
    assert outcomes(Wheel(8), 32, seed=1) == "hahfghebgahfdggegfcgggfcfeadghde"
    assert outcomes(Wheel(8), 32, seed=2**64 - 1) == "fggcefghfhgdfbhhcefghfdgfggecbbf"
    assert draw(Wheel(8).start(), 1, 0, 5) == ("h", 6)


def test_weights_are_honoured() -> None:
    count = 18_000
    drawn = outcomes(Wheel(8), count, seed=3)
    expected = {sector: count * (i + 1) / 36 for i, sector in enumerate("abcdefgh")}
    chi_square = sum((drawn.count(s) - wanted) ** 2 / wanted for s, wanted in expected.items())
    assert chi_square < 18.5  # 1 % of fair wheels exceed it, 7 degrees of freedom


def test_outcomes_without_weights_are_alike() -> None:
    drawn = outcomes(Wheel(5, fair=True), 10_000, seed=4)
    assert sum((drawn.count(s) - 2000) ** 2 / 2000 for s in "abcde") < 13.3  # 1 %, 4 degrees


def test_successive_draws_go_on_in_the_stream() -> None:
    index, drawn = 0, []
    for _ in range(500):
        sector, following = draw(Wheel(8, True).start(), 9, 0, index)
        assert following > index
        drawn.append(sector)
        index = following
    assert set(drawn) == set("abcdefgh")


@dataclass(frozen=True)
class Heavy(Spun):
    heaviest: int = 0

    def weight(self, move: str) -> int:
        return self.heaviest


@pytest.mark.parametrize("weight", [0, -1, 1 << 30])
def test_weights_that_cannot_be_drawn_from_exactly_are_refused(weight: int) -> None:
    with pytest.raises(
        IllegalPosition, match=r"the weights of chance sum to .*, not to 1..2\*\*31"
    ):
        draw(Heavy(Wheel(3), "", heaviest=weight), 1, 0, 0)
    assert draw(Heavy(Wheel(2), "", heaviest=1 << 30), 1, 0, 0)[0] in "ab"


@dataclass
class Fixed:
    """A source that always gives one number, and keeps how many there were to choose from."""

    number: int
    asked: int = 0

    def below(self, n: int) -> int:
        self.asked = n
        return self.number


@pytest.mark.parametrize("wheel", [Wheel(8), Wheel(5, fair=True)], ids=str)
def test_each_outcome_is_drawn_by_as_many_numbers_as_it_weighs(wheel: Wheel) -> None:
    start = wheel.start()
    weights = {sector: start.weight(sector) for sector in start.moves()}
    sources = [Fixed(number) for number in range(sum(weights.values()))]
    assert Counter(drawn(start, source) for source in sources) == weights
    assert {source.asked for source in sources} == {len(sources)}


@pytest.mark.parametrize("text", ["tractor(match=deal)", "texas42", "gin", "indian13", "stacks"])
def test_a_source_of_the_streams_numbers_draws_what_the_stream_does(text: str) -> None:
    state, source, drew = load(text).start(), SeededSource(11, 3), 0
    for _ in range(150):
        if state.turn == CHANCE:
            index, outcome = source.index, drawn(state, source)
            assert draw(state, 11, 3, index) == (outcome, source.index)
            drew += 1
        elif state.turn != OVER:
            outcome = next(iter(state.moves()))
        else:
            break
        state = state.after(outcome)
    assert drew >= 16


def test_outcomes_drawn_from_a_source_come_as_often_as_they_weigh() -> None:
    random, count = Random(6), 18_000
    source = SimpleNamespace(below=random.randrange)
    found = Counter(drawn(Wheel(8).start(), source) for _ in range(count))
    expected = {sector: count * (i + 1) / 36 for i, sector in enumerate("abcdefgh")}
    chi_square = sum((found[s] - wanted) ** 2 / wanted for s, wanted in expected.items())
    assert chi_square < 18.5  # 1 % of fair wheels exceed it, 7 degrees of freedom


@pytest.mark.parametrize("weight", [0, -1, 1 << 30])
def test_a_source_is_not_asked_for_weights_that_no_stream_draws_from(weight: int) -> None:
    with pytest.raises(IllegalPosition, match="the weights of chance sum to "):
        drawn(Heavy(Wheel(3), "", heaviest=weight), Fixed(0))


# --- Refusals -------------------------------------------------------------------------------------


class Plain(KuhnState):
    __slots__ = ()

    def refusal(self, move: str) -> str | None:
        return None if move in self.moves() else f"nobody deals {move}"


def test_a_refusal_in_plain_text_is_a_phrase_for_whoever_asks() -> None:
    state = Plain("", "")
    assert state.why_not("J") is None
    why = state.why_not("b")
    assert why is not None
    assert (why, why.code, why.params) == (
        "nobody deals b",
        "any.refused",
        {"text": "nobody deals b"},
    )
    with pytest.raises(IllegalMove, match=r"^nobody deals b$") as raised:
        state.after("b")
    assert raised.value.args == (why,)
    assert raised.value.args[0].code == "any.refused"


def test_a_game_that_says_no_rule_names_the_move() -> None:
    why = Kuhn().start().why_not("b")
    assert why is not None
    assert (why, why.code, why.params) == ("b is not legal here", "any.not-legal", {"move": "b"})


def test_roll_plays_chance_until_a_seat_moves() -> None:
    state, index = roll(Kuhn().start(), seed=5, stream=2)
    assert state.turn == 0
    first, after_first = draw(Kuhn().start(), 5, 2, 0)
    second, after_second = draw(Kuhn().start().after(first), 5, 2, after_first)
    assert str(state) == first + second
    assert index == after_second
    assert roll(state, seed=5, stream=2, index=7) == (state, 7)


def test_a_large_deal_is_rolled_in_the_time_its_game_takes_for_it() -> None:
    state, _ = roll(load("stacks(stacks=1000,height=100,suits=1000)").start(), seed=1, stream=0)
    # Card by card it takes the better part of an hour.
    assert state.turn == 0


# --- Play -----------------------------------------------------------------------------------------


def first_move(state: State[Any]) -> Any:
    assert state.turn not in (CHANCE, OVER), "only seats are asked"
    return next(iter(state.moves()))


def test_play_asks_the_seats_and_rolls_for_chance() -> None:
    record = play(Kuhn().start(), first_move, seed=1)
    assert record == Record("kuhn", "-", ("K", "Q", "p", "p"), (1.0, -1.0))
    assert record == play(Kuhn().start(), first_move, seed=1, stream=0)
    deals = {play(Kuhn().start(), first_move, seed=1, stream=n).moves[:2] for n in range(60)}
    assert len(deals) == 6


def test_play_goes_on_from_any_state() -> None:
    record = play(Kuhn().parse("KJ:p"), lambda state: "b", seed=1)
    assert record == Record("kuhn", "KJ:p", ("b", "b"), (2.0, -2.0))
    assert play(Kuhn().parse("KJ:pp"), first_move, seed=1).moves == ()


def test_play_refuses_an_illegal_choice() -> None:
    with pytest.raises(IllegalMove, match="K is not legal here"):
        play(Kuhn().parse("KJ"), lambda state: "K", seed=1)


# --- Records --------------------------------------------------------------------------------------

PLAYED = Record("kuhn", "-", ("K", "J", "p", "b", "b"), (2.0, -2.0))
TEXT = "game  kuhn\nstart -\nmoves K J p b b\nreturns 2 -2\n"

words = st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1)
lines = st.lists(words).map(" ".join)
numbers = st.integers(-(10**9), 10**9).map(float) | st.floats(-1e12, 1e12)
records = st.builds(
    Record,
    game=lines,
    start=lines,
    moves=st.lists(words, max_size=60).map(tuple),
    returns=st.lists(numbers).map(tuple),
)


def test_a_record_is_four_sections_of_text() -> None:
    assert str(PLAYED) == TEXT
    assert Record.parse(TEXT) == PLAYED


def test_a_record_may_be_commented_wrapped_and_spaced() -> None:
    loose = "\n# a game\n  game kuhn\r\nstart   -\n\nmoves K\n  J p\n\tb\n# the end\n b\nreturns\n  2 -2"
    assert Record.parse(loose) == PLAYED


@given(records)
def test_a_record_goes_through_text_and_json(record: Record) -> None:
    assert Record.parse(str(record)) == record
    assert Record.from_json(json.loads(json.dumps(record.as_json()))) == record


@given(records)
def test_lines_of_moves_are_short_enough_to_read(record: Record) -> None:
    for line in str(record).splitlines()[2:-1]:
        assert len(line) <= 100 or len(line.split()) <= 2


def test_returns_are_written_exactly() -> None:
    record = Record("kuhn", "-", (), (1234567.0, 1 / 3, -0.5, 1e-7, 0.0))
    assert str(record).endswith("returns 1234567 0.3333333333333333 -0.5 1e-07 0\n")


def test_a_long_record_is_read_in_time_that_grows_with_its_length() -> None:
    long = Record("kuhn", "-", ("m123>456",) * 300_000, (0.0,))
    assert Record.parse(str(long)) == long


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the record ends before 'game'"),
        ("game kuhn\nstart -\nmoves p\n", "the record ends before 'returns'"),
        ("start -\n" + TEXT, "line 1: 'start' stands where 'game' belongs"),
        (TEXT + "more", "line 5: 'more' stands where 'the end' belongs"),
        ("# one\n\n" + TEXT.replace("start", "begin"), "line 4: 'begin' stands where 'start' bel"),
        ("gamekuhn\n", "line 1: 'gamekuhn' stands where 'game' belongs"),
        (TEXT.replace("2 -2", "2 two"), "the returns are a number for each seat"),
        (TEXT.replace("2 -2", "nan inf"), "the returns are a number for each seat"),
        (TEXT.replace("2 -2", "1_0 0"), "the returns are a number for each seat"),
        (TEXT.replace("2 -2", "\u0663 0"), "the returns are a number for each seat"),
        (TEXT.replace("2 -2", "1e999 0"), "the returns are a number for each seat"),
        (TEXT.replace("2 -2", "9" * 5000), "the returns are a number for each seat"),
    ],
)
def test_a_text_that_is_no_record_is_refused(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as refused:
        Record.parse(text)
    assert str(refused.value).startswith(reason)


@given(
    st.text()
    | st.lists(
        st.sampled_from(
            ["game", "start", "moves", "returns", "\n", " ", "-", "#", "2", "\x00", "K"]
        )
    ).map("".join)
)
def test_any_text_is_a_record_or_refused(text: str) -> None:
    try:
        record = Record.parse(text)
    except NotationError:
        return
    assert Record.parse(str(record)) == record


@pytest.mark.parametrize(
    ("plain", "reason"),
    [
        (None, "a record is an object with game, start, moves and returns"),
        ({"game": "kuhn"}, "a record is an object with game, start, moves and returns"),
        (PLAYED.as_json() | {"seed": 1}, "a record is an object with game, start, moves and r"),
        (PLAYED.as_json() | {"game": 1}, "a record's game and start are texts"),
        (PLAYED.as_json() | {"moves": "Kp"}, "a record's moves are a list of texts"),
        (PLAYED.as_json() | {"moves": [1]}, "a record's moves are a list of texts"),
        (PLAYED.as_json() | {"returns": ["2"]}, "a record's returns are a list of numbers"),
        (PLAYED.as_json() | {"returns": [float("nan")]}, "a record's returns are a list of num"),
        (PLAYED.as_json() | {"returns": [10**999]}, "a record's returns are a list of numbers"),
    ],
)
def test_json_that_is_no_record_is_refused(plain: object, reason: str) -> None:
    with pytest.raises(NotationError) as refused:
        Record.from_json(plain)
    assert str(refused.value).startswith(reason)


# --- Replay ---------------------------------------------------------------------------------------


def test_a_record_replays_every_state() -> None:
    texts = [str(state) for state in PLAYED.states()]
    assert texts == ["-", "K", "KJ", "KJ:p", "KJ:pb", "KJ:pbb"]


def test_a_game_broken_off_replays_with_the_returns_so_far() -> None:
    broken_off = Record("kuhn", "-", ("K", "J", "p"), (0.0, 0.0))
    assert str(list(broken_off.states())[-1]) == "KJ:p"


@pytest.mark.parametrize(
    ("record", "error", "reason"),
    [
        (
            Record("kuhn", "-", ("K", "K"), (0.0, 0.0)),
            IllegalMove,
            "move 2, K: K is not legal here",
        ),
        (
            Record("kuhn", "-", ("K", "J", "p", "p", "p"), (1.0, -1.0)),
            IllegalMove,
            "move 5, p: the game is over",
        ),
        (Record("kuhn", "KJ", ("\u00e9" * 99,), (0.0, 0.0)), NotationError, "move 1: 'éé"),
        (
            Record("kuhn", "-", PLAYED.moves, (1.0, -1.0)),
            IllegalMove,
            "the record's returns are (1.0, -1.0), the game's (2.0, -2.0)",
        ),
        (
            Record("kuhn", "-", PLAYED.moves, (2.0,)),
            IllegalMove,
            "the record's returns are (2.0,), the game's (2.0, -2.0)",
        ),
        (Record("khun", "-", (), ()), NotationError, "'khun' is no game: write one of "),
        (Record("kuhn", "KK", (), ()), NotationError, "'KK' is no state of Kuhn poker"),
    ],
)
def test_a_record_that_does_not_replay_is_refused(
    record: Record, error: type[Exception], reason: str
) -> None:
    with pytest.raises(error) as refused:
        list(record.states())
    assert type(refused.value) is error
    assert str(refused.value).startswith(reason)


def test_a_refused_move_is_named_once() -> None:
    start = "22 - | - - - - | - | - | - | -"
    refused = {
        ("S2", "next"): "move 2: next: seat 0 is to bid",
        ("S2S3",): "move 1: S2S3: a card is to be drawn",
        ("zz",): "move 1: 'zz' is no move",
    }
    for moves, reason in refused.items():
        with pytest.raises(SuitwiseError) as error:
            list(Record("tractor", start, moves, (0.0,) * 4).states())
        assert str(error.value).startswith(reason)


def test_replay_yields_what_precedes_an_illegal_move() -> None:
    replay = Record("kuhn", "-", ("K", "J", "b", "J"), (0.0, 0.0)).states()
    assert [str(next(replay)) for _ in range(4)] == ["-", "K", "KJ", "KJ:b"]
    with pytest.raises(IllegalMove, match="move 4, J: J is not legal here"):
        next(replay)


# --- What a game may leave to the contract --------------------------------------------------------


def test_a_game_need_not_number_its_moves() -> None:
    class Bare(Wheel):
        move_number = games.Game.move_number
        numbered_move = games.Game.numbered_move

    for number in (lambda: Bare().move_number("stop"), lambda: Bare().numbered_move(1)):
        with pytest.raises(NotImplementedError, match="wheel does not number its moves"):
            number()


def test_a_state_tells_by_default_what_perfect_information_means() -> None:
    state = Wheel().parse("b")
    assert state.view(0) == "b"
    assert state.resample(0, 1, 2) == state
    assert state.why_not("stop") is None
    assert state.why_not("a") == "a is not legal here"
    assert State.weight(state, "stop") == 1
