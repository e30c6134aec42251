"""Options of a service: the command line goes before the environment, and that before the file."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cli import commands
from tests.commands import refusal_of

FILE = 'port = 9000\nname = ["a.example", "b.example"]\nbehind-tls = true\nthink = 1\n'


def shown(*words: str, **environment: str) -> dict[str, object]:
    """Return the options that hold, as the command prints them."""
    ran = CliRunner(env=environment).invoke(commands, ["table", "serve", *words, "--show-config"])
    assert ran.exit_code == 0, ran.output
    return tomllib.loads(ran.output)


def refused(path: Path, text: str | bytes) -> str:
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    ran = CliRunner().invoke(commands, ["table", "serve", "--config", str(path)])
    assert ran.exit_code == 2
    return ran.output.splitlines()[-1]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(FILE)
    return path


def test_the_file_says_what_nothing_else_does(path: Path) -> None:
    options = shown("--config", str(path))
    assert {key: options[key] for key in tomllib.loads(FILE)} == tomllib.loads(FILE)
    assert options["host"] == "127.0.0.1"


def test_the_environment_goes_before_the_file_and_the_command_line_before_both(path: Path) -> None:
    file = ("--config", str(path))
    environment = {"SUITWISE_SERVE_PORT": "9001", "SUITWISE_SERVE_NAME": "c.example d.example"}
    options = shown(*file, **environment)
    assert (options["port"], options["name"]) == (9001, ["c.example", "d.example"])
    assert shown(*file, "--port", "9002", **environment)["port"] == 9002


def test_the_environment_may_name_the_file(path: Path) -> None:
    assert shown(SUITWISE_SERVE_CONFIG=str(path))["port"] == 9000


@given(st.integers(0, 65535), st.booleans(), st.lists(st.sampled_from(["a.b", "c"]), max_size=3))
def test_what_is_shown_is_a_file_that_says_the_same(
    tmp_path_factory: pytest.TempPathFactory, port: int, lan: bool, names: list[str]
) -> None:
    words = [
        "--port",
        str(port),
        *(["--lan"] if lan else []),
        *(f"--name={name}" for name in names),
    ]
    ran = CliRunner().invoke(commands, ["table", "serve", *words, "--show-config"])
    path = tmp_path_factory.mktemp("config") / "t.toml"
    path.write_text(ran.output)
    assert shown("--config", str(path)) == tomllib.loads(ran.output)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("prt = 1", "there is no option prt; did you mean port?"),
        ("weather = 1", "there is no option weather; there are host, port,"),
        ('name = "a.example"', "name is a list of texts"),
        ('lan = "yes"', "lan is true or false"),
        ("port = [1]", "port is a text or a number"),
        ("port = 70000", "70000 is not in the range"),
        ('name = ["https://a"]', "a name has no scheme"),
        ("[port]\nx = 1", "port is a text"),
        ("port", "this is no TOML"),
        (b"\xff", "this is no TOML"),
    ],
)
def test_a_fault_of_the_file_is_named(path: Path, text: str | bytes, fault: str) -> None:
    assert fault in refused(path, text)


def test_how_long_tables_are_kept_is_an_option(path: Path) -> None:
    assert (shown()["keep-days"], shown()["keep-unbegun-hours"]) == (90, 24)
    path.write_text("keep-days = 0.5\n")
    assert shown("--config", str(path))["keep-days"] == 0.5
    assert "keep-days" in refused(path, "keep-days = 0")


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "-1"])
@pytest.mark.parametrize("name", ["keep-days", "keep-unbegun-hours", "think"])
def test_what_is_no_number_of_days_or_seconds_is_refused_in_a_line(
    path: Path, name: str, value: str
) -> None:
    """By the command line and by the file: "nan" is below no bound and above none."""
    told = refusal_of("table", "serve", f"--{name}", value, "--show-config")
    assert f"--{name}" in told
    assert name in refused(path, f"{name} = {value}")


@pytest.mark.parametrize("value", ["nan", "inf", "-1"])
def test_a_ban_for_no_number_of_hours_is_refused_before_a_server_is_asked(value: str) -> None:
    told = refusal_of("table", "admin", "ban", "name", "Ann", "--hours", value)
    assert "--hours" in told
