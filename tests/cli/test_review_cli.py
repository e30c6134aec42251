"""``suitwise tractor review`` and ``rummy review`` from the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from suitwise import rummy, tractor
from suitwise.cli.interrupt import STATUS
from suitwise.game import Record, load, play
from suitwise.players.named import named
from tests.commands import answer_of as said
from tests.commands import refusal_of, run_command

GAMES = {"tractor": "tractor(match=deal)", "rummy": "gin"}
FEW = ("--worlds", "4", "--seat", "1")


@cache
def record_of(group: str) -> Record:
    game = load(GAMES[group])
    return play(game.start(), named("rules", game).seated(1, 0), seed=3)


@pytest.fixture
def kept(tmp_path: Path) -> Any:
    def keep(text: str, name: str = "game.txt") -> Path:
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return path

    return keep


@pytest.mark.parametrize("group", GAMES)
def test_the_costliest_come_first_and_every_decision_has_a_line(group: str, kept: Any) -> None:
    record = record_of(group)
    review: Any = tractor.review if group == "tractor" else rummy.review
    decisions = list(review(record, 4, 9, seat=1))
    told = said(group, "review", *FEW, "--seed", "9", kept(str(record))).splitlines()
    number = f"{len(decisions)} decisions"
    assert told[0] in (
        f"The costliest of {number}:",
        f"None of {number} is shown to have cost anything.",
    )
    for one in decisions:
        assert one.verdict is not None
        assert any(one.place in line and one.verdict.did[:20] in line for line in told)
    assert max(map(len, told[told.index("") :])) <= 100


@pytest.mark.parametrize("group", GAMES)
def test_every_form_of_a_record_gives_the_same_review(group: str, kept: Any) -> None:
    record = record_of(group)
    forms = [
        str(record),
        f"# game 0: match 0, deal 0, seating 0\n{record}# play --seat 2 --seed 7\n",
        json.dumps(record.as_json()),
        json.dumps({"record": record.as_json(), "deals": []}),
    ]
    if group == "tractor":
        forms.append(str(tractor.match_of(record)))
    told = {said(group, "review", "--json", *FEW, kept(form)) for form in forms[:-1]}
    assert len(told) == 1
    assert said(group, "review", *FEW, text=forms[-1]) == said(group, "review", *FEW, text=forms[0])


def objects(text: str) -> Iterator[dict[str, Any]]:
    return map(json.loads, text.splitlines())


def test_as_json_each_decision_is_an_object_and_the_last_sums_up(kept: Any) -> None:
    record = record_of("rummy")
    *told, last = objects(said("rummy", "review", "--json", "--worlds", "4", kept(str(record))))
    assert told == [one.as_json() for one in rummy.review(record, 4)]
    assert last["whole"] is True
    assert {one["seat"] for one in last["seats"]} == {0, 1}
    wrong = {one["ply"] for one in told if one["mistake"]}
    assert set(last["costliest"]) <= wrong


@pytest.mark.parametrize("name", ["went.svg", "went.png"])
def test_the_course_of_the_game_is_drawn(name: str, kept: Any, tmp_path: Path) -> None:
    said("rummy", "review", *FEW, "--plot", tmp_path / name, kept(str(record_of("rummy"))))
    assert (tmp_path / name).read_bytes()[:4] in (b"<?xm", b"\x89PNG")


def test_a_ctrl_c_gives_what_is_done(kept: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    decisions = list(rummy.review(record_of("rummy"), 4))

    def broken_off(*_: object, **__: object) -> Iterator[Any]:
        yield from decisions[:5]
        raise KeyboardInterrupt

    # ``suitwise.rummy.review`` is also the public function, so the module is named by import.
    monkeypatch.setattr(import_module("suitwise.rummy.review"), "judged", broken_off)
    path = kept(str(record_of("rummy")))
    status, told, error = run_command("rummy", "review", path)
    moves = len(record_of("rummy").moves)
    assert status == STATUS
    assert "of 5 decisions" in told.splitlines()[0]
    assert error == f"error: interrupted after move {decisions[4].ply} of {moves}\n"
    *_, last = objects(run_command("rummy", "review", "--json", path)[1])
    assert last["whole"] is False


# --- What is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize("group", GAMES)
@pytest.mark.parametrize(
    "text",
    [
        *("", "\x00", "{", "[1]", "{}", '{"record": 3}', "{" * 5000, "game gin\nmoves H7\n"),
        *("红桃\n", "moves\n"),
    ],
)
def test_what_is_no_record_is_refused_in_a_line(group: str, text: str, kept: Any) -> None:
    assert "Traceback" not in refusal_of(group, "review", kept(text))


@pytest.mark.parametrize("group", GAMES)
def test_an_illegal_move_is_named_with_its_line_before_anything_is_judged(
    group: str, kept: Any
) -> None:
    record = record_of(group)
    wrong = Record(record.game, record.start, (*record.moves[:-1], "C2C2"), record.returns)
    path = kept(str(wrong))
    last = len(str(wrong).splitlines()) - 1
    assert refusal_of(group, "review", path).startswith(f"error: {path}:{last}: move ")
    told = refusal_of(group, "review", kept(json.dumps(wrong.as_json())))
    assert f"move {len(wrong.moves)}" in told


def test_a_game_is_reviewed_by_its_own_command(kept: Any) -> None:
    refused = partial(refusal_of, by=run_command)
    assert "not of Tractor" in refused("tractor", "review", kept(str(record_of("rummy"))))
    assert "not of gin, Indian rummy, rami or Rummikub" in refused(
        "rummy", "review", kept(str(record_of("tractor")))
    )


def test_options_out_of_range_are_refused_in_a_line(kept: Any, tmp_path: Path) -> None:
    path = kept(str(record_of("rummy")))
    assert "a whole number from 0 to 1, not 5" in refusal_of("rummy", "review", "--seat", "5", path)
    assert "2<=x<=10000" in refusal_of("rummy", "review", "--worlds", "1", path)
    told = refusal_of("rummy", "review", "--plot", tmp_path / "went.jpg", path)
    assert "an .svg or a .png file" in told
    nowhere = tmp_path / "none" / "went.svg"
    assert "No such file" in refusal_of("rummy", "review", "--plot", nowhere, path)


@pytest.mark.parametrize("words", [("tractor", "review"), ("rummy", "review"), ("tractor", "bid")])
def test_the_help_shows_an_example(words: tuple[str, str]) -> None:
    assert f"Example:\n    suitwise {' '.join(words)} " in said(*words, "--help")


def test_stack_management_is_reviewed_without_options_of_chance(kept: Any) -> None:
    record = Record(
        "stacks(stacks=3,height=2,suits=3)", "8b 9a | 9c 9b | 1c 2c", ("r2", "r2", "m0>2"), (0.0,)
    )
    path = kept(str(record))
    assert "turns a won deal into a lost one" in " ".join(said("stacks", "review", path).split())
    one, last = objects(said("stacks", "review", "--json", path))
    assert (one["best"], one["exact"], last["costliest"]) == ("m1>2", True, [3])
    assert "--worlds" in refusal_of("stacks", "review", "--worlds", "4", path)
