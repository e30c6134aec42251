"""Reviews as the page asks for them: of finished deals alone, once for all, and never without an end."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from suitwise import catalogue
from suitwise.game import Record, load, play
from suitwise.players.named import named
from suitwise.players.review import SURE, review_of
from suitwise.table.client import Client, at_random
from suitwise.table.client import play as play_at
from suitwise.table.rules.replaying import Replay
from suitwise.table.serve.processes import reviews
from suitwise.table.serve.processes.reviews import RecordToReview, ReviewFacts, ReviewJob, Reviews
from suitwise.table.serve.processes.workers import TooManyError
from suitwise.table.serve.web.records import MOST_RECORD, Reader, review_lines
from tests.commands import run_command
from tests.table.serve.servers import Served, bearer, get, post, serving
from whist import ENTRY as WHIST

HAND, GIN = "texas42(match=hand)", "gin"
STACKS = Record(
    "stacks(stacks=3,height=2,suits=3)", "8b 9a | 9c 9b | 1c 2c", ("r2", "r2", "m0>2"), (0.0,)
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose reviews come to their end however busy the machine is."""
    patient = partial(Reviews, budget_s=600.0, late_s=600.0)
    folder = tmp_path_factory.mktemp("served")
    with (
        patch("suitwise.table.serve.registry.Reviews", patient),
        serving(folder / "tables.db") as on,
    ):
        yield on


def record_of(variant: str) -> Record:
    game = load(variant)
    seed = {HAND: 8, GIN: 3}[variant]  # there are mistakes in them
    return play(game.start(), named("random", game).seated(1, 0), seed=seed)


def begun(variant: str) -> Record:
    """Return a record that was broken off, a few decisions after the deal."""
    whole = record_of(variant)
    return Record(whole.game, whole.start, whole.moves[:40], (0.0,) * len(whole.returns))


def news(text: str) -> list[dict[str, Any]]:
    return [one for one in map(json.loads, text.splitlines()) if one["t"] != "waits"]


def reviewed(served: Served, record: Record, lang: str = "en") -> list[dict[str, Any]]:
    url, said = f"{served.url}/api/review", {"accept-language": lang}
    answer = post(url, content=str(record), headers=said)
    assert answer.status_code == 200, answer.text
    return news(answer.text)


def found_in(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [one for line in told if line["t"] == "judged" for one in line["found"]]


# --- What is said ---------------------------------------------------------------------------------


def commanded(record: Record, path: Path) -> list[tuple[str, float, float, bool]]:
    """Return the move, cost, error and mark of each decision as the command line prints them."""
    path.write_text(str(record))
    if record.game.startswith("texas42"):
        hand = printed("texas42", path)[-1]
        plays = [play | {"move": play["play"]} for play in hand["plays"] if "marks_lost" in play]
        names = "move", "marks_lost", "marks_error", "mistake"
        return [tuple(one[name] for name in names) for one in (*hand["calls"], *plays)]
    decisions = printed("rummy", path)[:-1]
    return [tuple(one[name] for name in ("move", "cost", "error", "mistake")) for one in decisions]


def printed(group: str, path: Path) -> list[dict[str, Any]]:
    status, told, _ = run_command(group, "review", "--json", path)
    assert status == 0
    return [json.loads(line) for line in told.splitlines()]


@pytest.mark.parametrize("variant", [HAND, GIN])
def test_the_figures_are_those_that_the_command_line_prints_for_the_same_record(
    served: Served, variant: str, tmp_path: Path
) -> None:
    record = begun(variant)
    told = reviewed(served, record)
    review, found = review_of(load(variant).name), found_in(told)
    assert review is not None
    for one, (move, cost, error, is_mistake) in zip(
        found, commanded(record, tmp_path / "record.txt"), strict=True
    ):
        assert record.moves[one["ply"] - 1] == move
        assert one["costly"] == is_mistake
        if is_mistake and error:
            plain, margin = review.measure.plain, SURE * error
            assert one["cost"] == f"−{plain(cost)} {review.measure.unit}"
            interval = f"95 % interval: {plain(margin - cost)} to {plain(-cost - margin)} "
            assert one["more"][0].startswith(interval.replace("-", "−"))
    assert sum(one["costly"] for one in found) > 0
    costs = {one["ply"]: one["cost"] for one in found}
    assert 0 < len(told[-1]["costliest"]) <= 3
    assert costs[told[-1]["costliest"][0]] == max(
        (one["cost"] for one in found if one["costly"]), key=lambda cost: float(cost.split()[0][1:])
    )


@pytest.mark.parametrize("variant", [HAND, GIN])
def test_what_was_costly_is_set_up_on_the_board_as_the_replay_sets_it_up(
    served: Served, variant: str
) -> None:
    record = begun(variant)
    plies = [ply.parts["board"] for ply in Replay.read(str(record)).plies()]
    found = found_in(reviewed(served, record))
    assert {one["board"] is not None for one in found if one["costly"]} == {True}
    for one in found:
        assert one["board"] == (plies[one["ply"] - 1] if one["costly"] else None)


def test_what_is_said_is_said_in_the_readers_language(served: Served) -> None:
    record = record_of(HAND)
    for lang, places, unit in (
        ("en", ("auction", "declaration", "trick"), "marks"),
        ("zh-CN", ("叫牌", "定主", "第"), "记"),
    ):
        begins, *_, ends = told = reviewed(served, record, lang)
        assert all(one["place"].startswith(places) for one in found_in(told))
        assert {one["place"] for one in found_in(told)} > {*places[:2]}
        assert all(unit in seat["total"] for seat in ends["seats"])
        assert begins["names"][1] == ("Seat 2" if lang == "en" else "2号位")
        seen = "hands seen" if lang == "en" else "所有的牌"
        assert any(seen in line for one in found_in(told) for line in one["more"])


def test_a_move_that_loses_stack_management_is_named_with_one_that_wins(served: Served) -> None:
    begins, *told = reviewed(served, STACKS)
    (lost,) = [one for one in found_in(told) if one["costly"]]
    assert (lost["ply"], lost["cost"]) == (3, "turned a won deal into a lost one")
    assert lost["better"] == "moving 9c to stack 2"
    assert lost["more"] == ["exact: by the solver"]
    assert begins["notes"] == [
        "Each position is decided exactly: a move keeps the win, or loses it."
    ]


def test_a_review_whose_deals_are_as_many_as_time_allows_says_so() -> None:
    review = review_of("indian13")
    assert review is not None
    job = ReviewJob(
        ReviewFacts("rummy", 20, 2, review.measure, review.worlds, review.most, review.is_opinion)
    )
    job.is_done = job.is_complete = True

    async def told(lang: str) -> list[str]:
        lines = [json.loads(line) async for line in review_lines(job, Reader(lang))]
        return [note for line in lines if line["t"] == "begins" for note in line["notes"]]

    assert "6 to 40 of them as time allows" in asyncio.run(told("en"))[0]
    assert "6到40副" in asyncio.run(told("zh"))[0]


def test_a_hand_that_was_forfeited_shifts_what_comes_after_by_one() -> None:
    first, second = record_of(HAND), record_of(HAND)
    review = review_of("texas42")
    assert review is not None
    alone = [one.ply for one in RecordToReview(review, 4, (first,)).decisions()]
    both = list(RecordToReview(review, 4, (first, second)).decisions())
    shift = len(first.moves) + 1
    assert [one.ply for one in both] == [*alone, *(ply + shift for ply in alone)]
    assert [one.deal for one in both] == [1] * len(alone) + [2] * len(alone)


# --- Who may ask ----------------------------------------------------------------------------------


def test_a_finished_deal_is_reviewed_for_those_who_sat_there_and_once_for_all(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = served.made(HAND)
    play_at(Client(served.url + made["host"]), choose=at_random)
    url = f"{served.url}/api/tables/{made['table']}/review?deal=1"
    assert get(url).status_code == 403
    told = news(get(url, headers=bearer(made)).text)
    assert told[0]["t"] == "begins"
    assert (told[0]["seat"], told[0]["names"][0]) == (0, "Ann")
    assert told[-1] == {**told[-1], "t": "ends", "why": None}
    own = [
        one["did"] for one in found_in(told) if one["seat"] == 0
    ]  # whose plays may all be forced
    assert own
    assert all(re.match("you (bid|declare|pass|play)", did) for did in own)

    def again(*_: object) -> None:
        raise AssertionError("it is worked out once")

    monkeypatch.setattr(served.registry.reviews, "_judge", again)
    assert found_in(news(get(url, headers=bearer(made)).text)) == found_in(told)


def test_a_deal_under_way_is_reviewed_for_nobody(served: Served) -> None:
    made = served.made(HAND)
    line = served.line(made["host"])
    line.until_asked()
    url = f"{served.url}/api/tables/{made['table']}/review"
    assert get(f"{url}?deal=1", headers=bearer(made)).status_code == 404
    assert get(url, headers=bearer(made)).json()["code"] == "table.nothing-over"


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"", 400, "any.refused"),
        (b"\xff\xfe\x00", 400, "any.refused"),
        (b"[" * 100_000, 400, "table.no-record"),
        (b'{"record": {"game": "stacks(suits=999999999)"}}', 400, "any.refused"),
        (b"game texas42_endgame\nstart -\nmoves\nreturns 0 0\n", 400, "table.no-review"),
        (b" " * (MOST_RECORD + 1), 413, "table.too-long"),
    ],
)
def test_what_can_not_be_reviewed_is_refused_in_one_sentence(
    served: Served, sent: bytes, status: int, code: str
) -> None:
    answer = post(f"{served.url}/api/review", content=sent)
    assert answer.status_code == status
    assert answer.json()["code"] == code, answer.text
    assert "\n" not in answer.json()["text"]


def test_an_illegal_move_is_told_and_nothing_is_judged(served: Served) -> None:
    record = record_of(GIN)
    wrong = Record(record.game, record.start, (*record.moves[:-1], "C2C2"), record.returns)
    answer = post(f"{served.url}/api/review", content=str(wrong))
    told = news(answer.text)
    assert told[-1]["t"] == "error"
    assert found_in(told) == []


# --- What it may take -----------------------------------------------------------------------------


async def ended(job: ReviewJob) -> ReviewJob:
    async for _ in job.updates():
        pass
    return job


def test_when_its_time_is_over_a_review_ends_where_it_is_and_is_not_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def asked() -> ReviewJob:
        found = Reviews(budget_s=0.0)
        try:
            return await ended(found.review(str(record_of(GIN))))
        finally:
            found.close()

    job = asyncio.run(asked())
    assert job.is_done
    assert not job.is_complete
    assert job.about is not None
    assert 0 < job.decisions[-1].ply < job.about.plies


def test_a_long_review_is_told_in_pieces_and_the_tables_have_their_turn_between() -> None:
    async def told() -> tuple[list[int], int]:
        (one,) = RecordToReview.read(str(STACKS)).decisions()
        job = ReviewJob(decisions=(one,) * 1000, is_done=True)
        turns, pieces = 0, []

        async def table() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        other = asyncio.create_task(table())
        async for piece in job.updates():
            pieces.append(len(piece))
        other.cancel()
        return pieces, turns

    pieces, turns = asyncio.run(told())
    assert sum(pieces) == 1000
    assert max(pieces) <= 32
    assert turns >= len(pieces)


def test_a_review_that_is_not_whole_is_tried_again_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def broken_off(self: Reviews, job: ReviewJob, text: str) -> None:
        job.is_done = True

    monkeypatch.setattr(Reviews, "_judge", broken_off)

    async def asked() -> tuple[bool, bool]:
        found = Reviews()
        first = await ended(found.review("a"))
        is_same = found.review("a") is first
        monkeypatch.setattr(reviews, "AGAIN_S", -1.0)
        second = found.review("a")
        await ended(second)
        return is_same, second is first

    assert asyncio.run(asked()) == (True, False)


def test_a_review_that_fails_says_so_and_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(self: Reviews, job: ReviewJob, text: str) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Reviews, "_judge", failing)

    async def asked() -> tuple[ReviewJob, bool]:
        found = Reviews()
        first = await ended(found.review("a"))
        second = found.review("a")
        await ended(second)
        return first, second is first

    job, is_same = asyncio.run(asked())
    assert job.fault is not None
    assert (job.fault.code, is_same) == ("table.broken-review", False)


def test_a_step_that_takes_too_long_ends_with_its_process_and_the_next_review_is_made() -> None:
    async def both() -> tuple[ReviewJob, ReviewJob]:
        found = Reviews(late_s=0.0)
        late = await ended(found.review(str(STACKS)))
        found._late_s = 60.0
        try:
            return late, await ended(found.review(str(STACKS)))
        finally:
            found.close()

    late, good = asyncio.run(both())
    assert late.fault is not None
    assert late.fault.code == "table.late-review"
    assert (good.fault, good.is_complete, len(good.decisions)) == (None, True, 1)


def test_an_address_has_so_many_reviews_at_once_and_all_together_have_a_bound() -> None:
    async def third() -> None:
        found = Reviews()
        async with found._turn:  # nobody's is made now
            for at in range(reviews.MOST_OF_ADDRESS):
                found.review(f"a{at}", "a")
            assert found.review("a0", "a") is found.review("a0", "b"), "the same one is waited for"
            with pytest.raises(TooManyError):
                found.review("another", "a")
            for at in range(reviews.MOST_WAITING - reviews.MOST_OF_ADDRESS):
                found.review(f"b{at}", f"b{at}")
            with pytest.raises(TooManyError):
                found.review("one more", "c")
            found.close()
            await asyncio.gather(*found._tasks, return_exceptions=True)
        assert not found._slots
        assert not found._jobs

    asyncio.run(third())


def test_so_many_reviews_are_kept_and_the_oldest_are_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def at_once(self: Reviews, job: ReviewJob, text: str) -> None:
        job.is_done = job.is_complete = True

    monkeypatch.setattr(Reviews, "_judge", at_once)

    async def many() -> int:
        found = Reviews()
        for at in range(2 * reviews.MOST_KEPT):
            await ended(found.review(str(at)))
        return len(found._jobs)

    assert asyncio.run(many()) <= reviews.MOST_KEPT + 1


def test_the_work_stands_back_for_the_tables() -> None:
    async def niceness() -> int:
        found = Reviews()
        try:
            return await asyncio.wrap_future(found._process.submit(os.nice, 0))
        finally:
            found.close()

    assert asyncio.run(niceness()) >= 10


def test_decisions_come_as_they_are_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "_STEP_S", 0.0)
    reviews.begin_review(str(record_of(HAND)))
    found: list[int] = []
    while not (step := reviews.next_decisions())[1]:
        (one,) = step[0]
        found.append(one.ply)
    assert len(found) > 3
    assert found == sorted(found)


# --- Games of other packages ----------------------------------------------------------------------


SHORT = "tests.table.serve.short_reviews"
"""Of games that are reviewed for as long as time allows, a second shows what twenty do."""


def test_a_trick_game_of_another_package_is_reviewed_in_the_readers_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(catalogue._known, "whist", WHIST)
    monkeypatch.setattr(reviews, "SECONDS", reviews.SECONDS)  # which is as it was afterwards
    game = load("whist(points=0)")
    whole = play(game.start(), named("random", game).seated(1, 0), seed=2)
    begun = Record(whole.game, whole.start, whole.moves[:57], (0.0,) * 4)
    with serving(tmp_path / "tables.sqlite", imports=("whist", SHORT)) as served:
        english, chinese = (reviewed(served, begun, lang) for lang in ("en", "zh"))
    assert english[0]["t"] == "begins"
    found, there = found_in(english), found_in(chinese)
    assert [one["place"] for one in found] == ["trick 1"] * (len(found) - 1) + ["trick 2"]
    assert all(re.match(r"Seat \d (leads|plays) [♠♥♦♣]", one["did"]) for one in found)
    for one in there:
        assert not re.search(
            r"[A-Za-z]{2,}", json.dumps(one["did"] + one["place"], ensure_ascii=False)
        )
