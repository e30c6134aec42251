"""Configs: what a TOML file says, in full; all else in it is refused with what would be right."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.arena.config import MOST_BYTES, Config, Match, Stop, read_config
from suitwise.errors import NotationError
from suitwise.game import load
from tests.bounded import bounded
from tests.fresh import ROOT

MATCH = """
[[match]]
game = "gin"
players = ["random", "rules(look=1)"]
deals = 5
"""


def test_a_config_says_what_is_played() -> None:
    config = read_config(
        b"""
        name = "two games"
        seed = 18446744073709551615
        [[match]]
        game = "stacks( height = 2 )"
        players = ["random", "solver"]
        deals = 1
        [[match]]
        game = "texas42(match=hand)"
        players = ["rules", "mc", "random"]
        deals = 1_000
        stop = {width = 1, least = 10, every = 5}
        """
    )
    stacks, texas42 = config.matches
    assert (config.name, config.seed) == ("two games", 2**64 - 1)
    assert stacks == Match("stacks(height=2)", ("random", "solver"), 1)
    assert texas42.players == (
        "rules",
        "mc(worlds=100,seconds=0,beliefs=yes,auction=yes)",
        "random",
    )
    assert texas42.stop == Stop(1.0, least=10, every=5)


def test_a_mark_of_utf_8_before_the_text_is_let_be() -> None:
    assert read_config(b"\xef\xbb\xbf" + MATCH.encode()) == read_config(MATCH.encode())


def test_what_is_left_out_has_its_default() -> None:
    config = read_config(MATCH.encode())
    assert (config.name, config.seed, config.matches[0].stop) == ("arena", 0, None)
    stopped = read_config(f"{MATCH}stop = {{width = 0.5}}".encode())
    assert stopped.matches[0].stop == Stop(0.5)


def test_games_and_players_are_written_with_all_their_options() -> None:
    match = read_config(MATCH.encode()).matches[0]
    assert match.players == ("random", "rules(danger=8,look=1)")
    assert match.game == str(load("gin"))


def test_two_ways_to_write_a_config_are_the_same_config() -> None:
    one = Match("stacks", ("random", "solver"), 3)
    assert one == Match(" stacks( suits=4, height=4) ", ("random", "solver"), 3)


def test_a_config_comes_back_from_json() -> None:
    config = read_config(f"{MATCH}stop = {{width = 0.5}}\n{MATCH}".encode())
    assert Config.from_json(json.loads(json.dumps(config.as_json()))) == config


def test_the_example_is_a_config_of_several_games() -> None:
    config = read_config((ROOT / "examples" / "arena.toml").read_bytes())
    assert len({match.variant.name for match in config.matches}) >= 4


# --- Refusals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a config needs match"),
        ("match = []", r"a config has 1 to 1000 matches, each under \[\[match\]\]"),
        ("match = 3", "match is a list in brackets, not 3"),
        ("match = [3]", "match 1: a match is a table with game, players, deals, stop"),
        ("[match]\ngame = 'gin'", "match is a list in brackets"),
        ("rounds = 3" + MATCH, "a config has no 'rounds'; what it has: name, seed, match, players"),
        ("'a\\nb' = 3" + MATCH, r"a config has no 'a\\\\nb'"),
        ("name = 3" + MATCH, "name is a text in quotes, not 3"),
        ("name = ''" + MATCH, "a name has 1 to 100 characters"),
        (f"name = '{'n' * 101}'" + MATCH, "a name has 1 to 100 characters"),
        ('name = "two\\nlines"' + MATCH, "a name is printable text in one line"),
        ("seed = -1" + MATCH, "seed is a whole number from 0 to 18446744073709551615, not -1"),
        ("seed = 18446744073709551616" + MATCH, "seed is a whole number from 0"),
        ("seed = true" + MATCH, "seed is a whole number, not True"),
        ("seed = 1.0" + MATCH, "seed is a whole number, not 1.0"),
        (MATCH + "stop = 3", "match 1: stop is a table"),
        (MATCH + "stop = {}", "match 1: stop needs width"),
        (MATCH + "stop = {width = 'x'}", "match 1: width is a number, not 'x'"),
        (MATCH + "stop = {width = 0}", "match 1: the width of an interval is a number above 0"),
        (MATCH + "stop = {width = nan}", "a number above 0, not nan"),
        (MATCH + "stop = {width = inf}", "a number above 0, not inf"),
        (MATCH + f"stop = {{width = {'9' * 400}}}", "a number above 0, not 999"),
        (MATCH + "stop = {width = 1, least = 1}", "least is a whole number from 2"),
        (MATCH + "stop = {width = 1, every = 0}", "every is a whole number from 1"),
        (MATCH + "stop = {width = 1, most = 9}", "stop has no 'most'; what it has: width, least"),
        (MATCH.replace("5", "0"), "match 1: deals is a whole number from 1 to 1000000000, not 0"),
        (MATCH.replace("5", "1_000_000_001"), "match 1: deals is a whole number from 1"),
        (MATCH.replace("5", "5.0"), "match 1: deals is a whole number, not 5.0"),
        (MATCH.replace("deals", "turns"), "match 1: a match has no 'turns'"),
        (MATCH.replace("deals = 5", ""), "match 1: a match needs deals"),
        (MATCH.replace("gin", "bridge"), "match 1: 'bridge' is no game: write one of gin"),
        (MATCH.replace("gin", "gin(x=1)"), "match 1: gin has no option 'x'"),
        (MATCH.replace('"random"', '"solver"'), "match 1: 'solver' is no player of gin"),
        (MATCH.replace('"random"', "3"), "match 1: players are texts in quotes"),
        (MATCH.replace('"random", ', ""), "match 1: a match has 2 to 100 players, not 1"),
        (MATCH.replace('"random"', '"rules(look=1.0)"'), "match 1: the player .* is named twice"),
        (MATCH + MATCH.replace("gin", "go"), "match 2: 'go' is no game"),
        ("deals = [", "this is no TOML: .*"),
        ("seed = 1\nseed = 2" + MATCH, "line 2: this is no TOML: Cannot overwrite a value"),
        ("seed = 01" + MATCH, "line 1: this is no TOML"),
        ("x = " + "[" * 5000, "nested too deeply|no TOML"),
        (f"seed = {'9' * 5000}", "this is no config: a number has thousands of digits"),
        (f"seed = 0x{'F' * 5000}" + MATCH, "seed is .*, not a number of thousands of digits"),
        (f"name = 0x{'F' * 5000}" + MATCH, "name is .*, not a number of thousands of digits"),
        (f"name = [0x{'F' * 5000}]" + MATCH, "name is .*, not a number of thousands of digits"),
        (MATCH.replace("5", f"0x{'F' * 5000}"), "deals is .*, not a number of thousands"),
        (MATCH + f"stop = {{width = 0x{'F' * 5000}}}", "above 0, not a number of thousands"),
    ],
)
def test_what_is_no_config_is_refused_with_what_would_be_right(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason) as refused:
        read_config(text.encode())
    assert "\n" not in str(refused.value)


def test_bytes_that_are_no_text_are_refused_with_their_line() -> None:
    with pytest.raises(NotationError, match="line 3: this is no UTF-8 text"):
        read_config(b"\n\nname = '\xff'")


LONG_KEY = ".".join("a" * 20_000)


@pytest.mark.parametrize(
    "text",
    [
        f"{LONG_KEY} = 1",
        f"[{LONG_KEY}]",
        f"x = {{{LONG_KEY} = 1}}",
        " . ".join(["'a'"] * 20_000) + " = 1",
        ".".join(['"a#"'] * 20_000) + " = 1",
        f"x = {{y = '''\n''', {LONG_KEY} = ''}}",
        f'x = {{y = """"a""""", {LONG_KEY} = ""}}',
        f'x = {{y = """\\"""", {LONG_KEY} = ""}}',
        f'x = "\\\\"\n{LONG_KEY} = ""',
        f"x = 1 # '\n{LONG_KEY} = ''",
    ],
)
def test_a_key_of_many_parts_is_refused_at_once(text: str) -> None:
    with bounded(), pytest.raises(NotationError, match="a key has too many parts"):
        read_config(text.encode())


@pytest.mark.parametrize(
    "part", ['"', "'", '"""', "'''", '"\\', '"\\"', '"""\\', ".", ". ", "a.", "#", "\\", '"\n']
)
def test_no_text_is_long_looked_through(part: str) -> None:
    with bounded(), pytest.raises(NotationError):
        read_config((part * (500_000 // len(part))).encode())


def test_dots_that_part_no_keys_are_let_be() -> None:
    dots = "." * 5000
    stops = "".join(f"{MATCH}stop.width = {n}.5 # {dots}\n" for n in range(1, 100))
    config = read_config(f"# it's {dots}\nseed = 3{stops}".encode())
    assert [match.stop for match in config.matches][-1] == Stop(99.5)
    with pytest.raises(NotationError, match="is no player of gin"):
        read_config(MATCH.replace("random", dots).encode())


def test_a_file_that_is_far_too_long_is_refused_unread() -> None:
    with pytest.raises(NotationError, match="a config has at most 1 MB"):
        read_config(b"#" * (MOST_BYTES + 1))


def test_more_players_than_can_be_paired_are_refused() -> None:
    players = [f"rules(look={n})" for n in range(101)]
    with pytest.raises(NotationError, match="a match has 2 to 100 players, not 101"):
        Match("gin", tuple(players), 1)


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_no_bytes_do_more_than_be_refused(data: bytes) -> None:
    with pytest.raises(NotationError):
        read_config(data)


ANYTHING: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just("gin"),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["name", "seed", "match", "game", "players", "deals", "stop", "x"]),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


def refusal_of(plain: object) -> str:
    """Return why plain data is no config; nothing where it is one."""
    try:
        config = Config.from_json(plain)
    except NotationError as error:
        return str(error)
    assert Config.from_json(config.as_json()) == config
    return ""


@given(ANYTHING)
def test_no_plain_data_does_more_than_be_refused(plain: object) -> None:
    assert "\n" not in refusal_of(plain)


@given(
    st.sampled_from(["name", "seed", "game", "players", "deals", "stop", "width", "least"]),
    ANYTHING,
)
def test_no_value_of_a_key_does_more_than_be_refused(key: str, value: object) -> None:
    stop: dict[str, Any] = {"width": 1.0, "least": 5}
    match: dict[str, Any] = {"game": "gin", "players": ["random", "rules"], "deals": 5}
    plain: dict[str, Any] = {"name": "x", "seed": 1, "match": [match | {"stop": stop}]}
    for table in (plain, plain["match"][0], stop):
        if key in table:
            table[key] = value
    assert "\n" not in refusal_of(plain)
