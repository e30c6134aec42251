"""Messages of clients: read strictly, refused in words (TABLE §4, S6)."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.table.rules import commands
from suitwise.table.rules.house import BOUNDS, CHOICES, BadHouse, House

GOOD: tuple[dict[str, Any], ...] = (
    {"t": "hello", "table": "7KQ2M", "token": None, "since": 41, "lang": "zh"},
    {"t": "move", "id": "k3", "at": 118, "move": "HAHAHK"},
    {"t": "ask", "q": 9, "cards": "H6H6H9H9"},
    {"t": "hint", "id": "h"},
    {"t": "why", "trick": None},
    {"t": "propose", "id": "p", "what": "claim", "p": {}},
    {"t": "answer", "id": "a", "k": 5, "yes": True},
    {"t": "ready"},
    {"t": "sit", "seat": None, "name": "Ann"},
    {"t": "renew", "token": "x" * 32},
    {"t": "watch", "watch": "no"},
    {"t": "dismiss", "onlooker": 3},
    {"t": "leave", "id": "l"},
    {"t": "free", "seat": 2},
    {"t": "cover", "seat": 2, "player": "rules"},
    {"t": "auto", "on": False},
    {"t": "intend", "move": None},
    {"t": "pace", "speed": "skip", "bots": "slow", "id": "c"},
    {"t": "say", "text": "<b>你好</b>"},
    {"t": "phrase", "n": 3},
    {"t": "report", "id": "r"},
    {"t": "lang", "lang": "en"},
    {"t": "ping"},
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@pytest.mark.parametrize("plain", GOOD, ids=lambda plain: str(plain["t"]))
def test_each_message_is_read_and_no_part_of_another_kind(plain: dict[str, Any]) -> None:
    command = commands.read(json.dumps(plain))
    assert type(command) is commands.KINDS[plain["t"]]
    for key, value in plain.items():
        if key != "t":
            assert getattr(command, key) == value
            wrongs: tuple[Any, ...] = ([], {"a": []}, 1.5, -1, "\ud800", "x" * 700)
            for wrong in wrongs:
                with pytest.raises(commands.BadMessage):
                    commands.read(json.dumps({**plain, key: [wrong]}))
    with pytest.raises(commands.BadMessage):
        commands.read(json.dumps({**plain, "more": 1}))


def test_all_messages_are_shown_here_and_all_their_parts_have_a_form() -> None:
    assert {plain["t"] for plain in GOOD} == set(commands.KINDS)
    assert {field.name for kind in commands.KINDS.values() for field in fields(kind)} == set(
        commands.FORMS
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        "null",
        '{"t":[]}',
        '{"t":"no"}',
        '{"t":"move"}',
        '{"t":"free","seat":null}',
        '{"t":"move","id":"","at":1,"move":"x"}',
        '{"t":"move","id":"k","at":true,"move":"x"}',
        '{"t":"say","text":"a\\u0000b"}',
        '{"t":"say","text":"a\\nb"}',
        '{"t":"say","text":"\\ud800"}',
        '{"t":"say","text":"\\u202eevil"}',
        '{"t":"phrase","n":10}',
        '{"t":"pace","speed":"warp","bots":"fast"}',
        '{"t":"pace","speed":"fast"}',
        '{"t":"propose","id":"p","what":"win","p":{}}',
        '{"t":"propose","id":"p","what":"claim","p":{"a":{"b":{"c":{}}}}}',
        "[" * 5000,
        b"\xff\xfe",
        " " * (commands.MOST_BYTES + 1),
    ],
)
def test_what_is_not_of_the_form_is_refused_in_words(text: str | bytes) -> None:
    with pytest.raises(commands.BadMessage) as error:
        commands.read(text)
    assert error.value.code.startswith("table.")
    assert str(error.value) == str(error.value.reason)


@given(JSON)
def test_whatever_is_sent_is_a_command_or_refused(plain: Any) -> None:
    for message in (plain, {"t": "propose", "id": "p", "what": "swap", "p": plain}):
        try:
            command = commands.read(json.dumps(message))
        except commands.BadMessage:
            continue
        assert type(command) in commands.KINDS.values()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"t":"ping"}' + " " * (commands.MOST_BYTES - 11), "table.too-long"),
        ("[]", "table.no-json"),
        ("7", "table.no-json"),
        ('{"t":"propose","id":"p","what":"claim","p":[[[]]]}', "table.bad-part"),
        ('{"t":"propose","id":"p","what":"claim","p":[[[[]]]]}', "table.no-json"),
        ('{"t":"propose","id":"p","what":"claim"}', "table.needs"),
        ('{"t":"propose","no":1}', "table.bad-part"),
        ('{"t":"claim"}', "table.no-message"),
        ('{"t":7}', "table.no-message"),
    ],
)
def test_a_refusal_says_by_its_code_what_was_wrong(text: str, code: str) -> None:
    with pytest.raises(commands.BadMessage) as error:
        commands.read(text)
    assert error.value.code == code


@pytest.mark.parametrize(
    ("seat", "is_one"), [(0, True), (63, True), (64, False), (-1, False), (True, False)]
)
def test_with_whom_to_change_seats_is_the_number_of_a_seat(seat: int, is_one: bool) -> None:
    text = json.dumps({"t": "propose", "id": "p", "what": "swap", "p": {"with": seat}})
    if is_one:
        assert commands.read(text) == commands.Propose("p", "swap", {"with": seat})
    else:
        with pytest.raises(commands.BadMessage):
            commands.read(text)


def test_a_message_may_have_the_most_bytes() -> None:
    assert commands.read('{"t":"ping"}' + " " * (commands.MOST_BYTES - 12)) == commands.Ping()


def test_depth_is_counted_no_further_than_it_may_be() -> None:
    deep: Any = 0
    for _ in range(200):
        deep = [deep]
    assert commands.nesting_depth(deep) == commands.MOST_DEPTH + 1


def test_parts_that_may_be_left_out_have_their_defaults() -> None:
    assert commands.read('{"t":"hello","table":"7KQ2M"}') == commands.Hello("7KQ2M")
    assert commands.read('{"t":"intend"}') == commands.Intend()
    assert commands.read('{"t":"sit","name":"Ann"}') == commands.Sit(None, "Ann")


MESSAGES = st.one_of(
    st.binary(max_size=300),
    st.text(max_size=300),
    st.sampled_from(GOOD).flatmap(
        lambda plain: st.fixed_dictionaries(
            {key: st.just(value) | JSON for key, value in plain.items()}, optional={"x": JSON}
        ).map(json.dumps)
    ),
    st.sampled_from(
        ["NaN", "Infinity", "1e999", "9" * 4000, "9" * 9000, "[" * 9000, '{"a":' * 3000]
    ),
    st.sampled_from(GOOD).flatmap(  # a byte of a good message is another
        lambda plain: st.tuples(
            st.just(json.dumps(plain).encode()), st.integers(0, 200), st.integers(0, 255)
        ).map(lambda one: one[0][: one[1]] + bytes([one[2]]) + one[0][one[1] + 1 :])
    ),
)


@given(MESSAGES)
def test_whatever_bytes_come_they_are_a_command_or_refused_with_a_code(text: str | bytes) -> None:
    read_or_refused = outcome(text)
    if isinstance(read_or_refused, commands.BadMessage):
        assert read_or_refused.code.startswith("table.")
        assert len(read_or_refused.reason) < 200
        json.dumps(read_or_refused.reason, ensure_ascii=False).encode()
    else:
        assert type(read_or_refused) in commands.KINDS.values()
        json.dumps(asdict(read_or_refused), ensure_ascii=False, allow_nan=False).encode()


def outcome(text: str | bytes) -> commands.Command | commands.BadMessage:
    try:
        return commands.read(text)
    except commands.BadMessage as error:
        return error


def test_of_a_part_that_is_said_twice_the_last_counts() -> None:
    assert commands.read(
        '{"t":"sit","name":"Ann","t":"ping","t":"sit","name":"Bob"}'
    ) == commands.Sit(None, "Bob")


# --- The rules of a table: read from JSON, refused in words ---------------------------------------


def test_every_choice_can_be_made_and_comes_back_from_json() -> None:
    for name, choices in CHOICES.items():
        assert getattr(House(), name) == choices[0] or name == "hints"
        for choice in choices:
            house = House.of({name: choice})
            assert House.of(json.loads(json.dumps(house.as_json()))) == house


@pytest.mark.parametrize(
    "plain",
    [
        {"hints": "some"},
        {"hints": ["all"]},
        {"chat": 1},
        {"clock_s": -1},
        {"clock_s": True},
        {"grace_s": 0},
        {"grace_s": 10**9},
        {"speed": None},
        {"nothing": 1},
    ],
)
def test_what_is_no_rule_is_refused_with_what_would_do(plain: dict[str, Any]) -> None:
    with pytest.raises(BadHouse) as error:
        House.of(plain)
    assert next(iter(plain)) in str(error.value.reason)


def test_all_rules_are_choices_numbers_flags_a_day_or_a_digest() -> None:
    flags = {field.name for field in fields(House)} - set(CHOICES) - set(BOUNDS)
    assert flags == {"chat", "practice", "daily", "lock"}
