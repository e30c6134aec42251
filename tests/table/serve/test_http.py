"""Tables made and asked about over HTTP, the page's files, what is said to browsers with each."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import sys
from pathlib import Path

import pytest
import segno

from suitwise.game import Record
from suitwise.table.client import Client, at_random, play
from suitwise.table.rules.chance import verify
from suitwise.table.serve.server import Options, Readiness
from suitwise.table.serve.statics import Asset, Assets
from suitwise.table.serve.store import Unready
from suitwise.table.serve.store.health import FULL, MOVED
from tests.table.serve.servers import Served, bearer, get, post, serving


def test_a_table_is_made_with_a_link_for_each_person(served: Served) -> None:
    made = served.made("gin", ("human", "human"))
    code = made["table"]
    assert made["join"] == f"/t/{code}"
    assert made["host"] == made["seats"][0]
    assert all(link.startswith(f"/t/{code}#") for link in made["seats"])
    facts = get(f"{served.url}/api/tables/{code.lower()}").json()
    assert (facts["table"], facts["kind"], facts["open"]) == (code, "rummy", [])


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("{", "table.no-json"),
        ("[]", "table.no-json"),
        ("[" * 9000, "table.no-json"),
        ('{"variant": 7}', "table.no-variant"),
        ('{"variant": "bridge"}', "any.said"),
        ('{"variant": "gin", "seats": ["human"]}', "table.n-seats"),
        ('{"variant": "gin", "seats": ["human", 5]}', "table.no-kind"),
        ('{"variant": "gin", "seats": ["human", "nobody"]}', "any.said"),
        ('{"variant": "gin", "house": []}', "table.no-house"),
        ('{"variant": "gin", "house": {"speed": "warp"}}', "table.one-of"),
        ('{"variant": "gin", "name": "%s"}' % ("x" * 99), "table.bad-name"),
        ('{"variant": "gin", "name": "a\\u0007"}', "table.bad-name"),
    ],
)
def test_a_table_that_can_not_be_is_refused_with_the_reason(
    served: Served, asked: str, code: str
) -> None:
    answer = post(f"{served.url}/api/tables", content=asked)
    assert answer.status_code == 400
    assert answer.json()["t"] == "error"
    assert answer.json()["text"]
    if code != "any.said":
        assert answer.json()["code"] == code


def test_a_refusal_is_in_the_askers_language(served: Served) -> None:
    for lang, text in (("en", "there is no table"), ("zh-CN,zh;q=0.9", "")):
        answer = get(f"{served.url}/api/tables/NOPE2", headers={"accept-language": lang})
        assert answer.status_code == 404
        assert text in answer.json()["text"]
        assert ("no table" in answer.json()["text"]) == (lang == "en")


def test_the_record_is_for_those_who_sat_there_and_is_verified(served: Served) -> None:
    made = served.made()
    play(Client(served.url + made["host"]), choose=at_random)
    url = f"{served.url}/api/tables/{made['table']}/record"
    assert get(url).status_code == 403
    assert get(url, headers={"authorization": "Bearer nonsense"}).status_code == 403
    exported = get(url, headers=bearer(made)).json()
    assert verify(exported) is None
    *_, last = Record.from_json(exported["record"]).states()
    assert last.turn == -2


def test_the_record_of_a_deal_under_way_holds_no_key_and_no_hand(served: Served) -> None:
    made = served.made()
    line = served.line(made["host"])
    line.until_asked()
    exported = get(f"{served.url}/api/tables/{made['table']}/record", headers=bearer(made)).json()
    assert exported["record"]["moves"] == []
    assert exported["deals"] == []
    assert str(verify(exported)).startswith("nothing to verify")


def test_the_record_of_one_deal_is_there_once_it_is_over(served: Served) -> None:
    made = served.made("texas42(marks=1)")
    line = served.line(made["host"])
    line.until_asked()
    url = f"{served.url}/api/tables/{made['table']}/record"
    headers = bearer(made)
    for deal, status in (("1", 404), ("2", 404), ("0", 400), ("x", 400)):
        assert get(f"{url}?deal={deal}", headers=headers).status_code == status
    line.close()
    play(Client(served.url + made["host"]), choose=at_random)
    assert get(f"{url}?deal=1").status_code == 403
    first = get(f"{url}?deal=1", headers=headers).json()
    whole = get(url, headers=headers).json()
    n = len(first["record"]["moves"])
    assert first["record"]["moves"] == whole["record"]["moves"][:n]
    assert first["deals"] == whole["deals"][:1]
    assert verify(first) is None


def dark_squares(svg: str) -> list[list[bool]]:
    """Return the squares of a drawn code, with its margin of four."""
    (side,) = re.findall(r'viewBox="0 0 (\d+) \1"', svg)
    rows = [[False] * int(side) for _ in range(int(side))]
    x, y = 0, 0.0
    (path,) = re.findall(r'stroke="[^"]+" d="([^"]+)"', svg)
    for kind, one, other in re.findall(r"([Mmh])(-?\d+)(?: (-?[\d.]+))?", path):
        if kind == "h":
            rows[int(y)][x : x + int(one)] = [True] * int(one)
            x += int(one)
        else:
            x, y = (int(one), float(other)) if kind == "M" else (x + int(one), y + float(other))
    return rows


@pytest.mark.parametrize("n", [1, 38, 62, 63, 300])
def test_a_link_is_drawn_as_a_code_that_no_cache_keeps(served: Served, n: int) -> None:
    link = f"http://192.0.2.7/t/GAME#{'x' * 300}"[:n]
    answer = post(f"{served.url}/api/code", json={"link": link})
    kept = answer.headers["content-type"], answer.headers["cache-control"]
    assert kept == ("image/svg+xml", "no-store")
    made = segno.make(link.encode(), error="m", micro=False)
    squares = [[bool(one) for one in row] for row in made.matrix_iter(border=4)]
    assert dark_squares(answer.text) == squares


@pytest.mark.parametrize("link", [None, "", 7, "x" * 301, "😀" * 76])
def test_what_is_no_link_is_not_drawn(served: Served, link: object) -> None:
    answer = post(f"{served.url}/api/code", json={"link": link})
    assert (answer.status_code, answer.json()["code"]) == (400, "table.no-link")


def test_the_games_are_listed_with_their_options_and_players(served: Served) -> None:
    games = {game["name"]: game for game in get(f"{served.url}/api/games").json()}
    assert {"texas42", "tractor", "gin", "indian13", "rummikub", "stacks"} <= set(games)
    match = games["texas42"]["options"][0]
    assert (match["name"], match["kind"], match["default"]) == ("match", "choice", "marks")
    assert match["choices"] == ["marks", "points", "hand"]
    assert "rules" in games["texas42"]["players"]
    assert (games["texas42"]["sides"], games["gin"]["sides"]) == ([0, 1, 0, 1], [0, 1])


# --- The page -------------------------------------------------------------------------------------


def test_the_page_is_the_same_at_home_and_at_a_table(served: Served) -> None:
    home, table = get(f"{served.url}/"), get(f"{served.url}/t/7KQ2M")
    assert home.text == table.text
    assert home.headers["cache-control"] == "no-cache"


def test_files_of_a_version_are_kept_for_ever(served: Served) -> None:
    assets = Assets.read({})
    words = get(f"{served.url}/s/000000000000/words/en.json")
    assert words.status_code == 404
    version = _version(served)
    words = get(f"{served.url}/s/{version}/words/en.json")
    assert "immutable" in words.headers["cache-control"]
    assert all(key.startswith("ui.") for key in words.json())
    plain = get(f"{served.url}/s/{version}/words/en.json", headers={"accept-encoding": "identity"})
    assert plain.json() == words.json()
    assert get(f"{served.url}/s/{version}/../../server.py").status_code == 404
    assert assets.version != version  # other words, another version


def _version(served: Served) -> str:
    from suitwise.table.rules.messages import LANGUAGES, page_words

    return Assets.read({lang: page_words(lang) for lang in LANGUAGES}).version


def test_a_file_is_sent_packed_where_that_is_shorter() -> None:
    long, short = Asset.of("a.css", b"a" * 1000), Asset.of("a.css", b"a")
    assert gzip.decompress(long.packed) == long.plain
    assert short.packed == b""


def test_a_file_that_changes_is_another_version(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<link href="/s/{version}/app.css">')
    (tmp_path / "app.css").write_text("a")
    first = Assets.read({}, tmp_path)
    assert f"/s/{first.version}/app.css".encode() in first.page.plain
    (tmp_path / "app.css").write_text("b")
    assert Assets.read({}, tmp_path).version != first.version


def test_every_answer_tells_browsers_to_run_our_own_files_alone(served: Served) -> None:
    for path in ("/", "/api/games", "/nothing", "/healthz"):
        headers = get(served.url + path).headers
        assert "default-src 'none'; script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert "access-control-allow-origin" not in headers
        assert "set-cookie" not in headers


def test_figures_are_for_this_machine(served: Served) -> None:
    assert get(f"{served.url}/healthz").text == "ok\n"
    assert "suitwise_tables" in figures_of(served)


def figures_of(served: Served) -> dict[str, float]:
    """Return the figures of a server, each line of which is told of before."""
    told, figures = set(), {}
    for line in get(f"{served.url}/metrics").text.splitlines():
        if line.startswith("#"):
            told.add(line.split()[2])
            continue
        name, _, value = line.rpartition(" ")
        assert re.sub(r"(_bucket|_sum|_count)?({.*})?$", "", name) in told
        figures[name] = float(value)
    return figures


def test_figures_count_moves_refusals_and_what_bots_take(served: Served) -> None:
    before = figures_of(served)
    made = served.made()
    line = served.line(made["host"])
    moves = line.until_asked()
    assert line.play("m1", "no move")["t"] == "no"
    assert line.play("m2", moves[-1])["t"] == "ack"  # a bid, lest all pass
    assert get(f"{served.url}/api/tables/22222").status_code == 404
    line.until_asked()
    after = figures_of(served)
    grown = {name: value - before.get(name, 0) for name, value in after.items()}
    assert grown["suitwise_move_seconds_count"] == 1
    assert grown['suitwise_move_seconds_bucket{le="+Inf"}'] == 1
    assert grown["suitwise_move_seconds_sum"] > 0
    assert grown['suitwise_refusals_total{code="table.no-table"}'] == 1
    refused = sum(n for name, n in grown.items() if name.startswith("suitwise_refusals_total"))
    assert refused == 2
    assert grown['suitwise_bot_seconds_count{pool="quick"}'] >= 3
    assert after["suitwise_commits_total"] > before["suitwise_commits_total"]
    assert after["suitwise_bots_waiting"] >= 0
    if sys.platform == "linux":
        assert 0 < after["suitwise_descriptors"] < after["suitwise_descriptors_most"]
        assert after["suitwise_memory_bytes"] > 1 << 24


# --- Who may ask ----------------------------------------------------------------------------------


def test_another_sites_page_makes_no_table(served: Served) -> None:
    asked = json.dumps({"variant": "gin"})
    url = f"{served.url}/api/tables"
    for origin, status in (("http://evil.example", 403), ("null", 403), (served.url, 201)):
        answer = post(url, content=asked, headers={"origin": origin})
        assert answer.status_code == status


@pytest.mark.parametrize("path", ["board/texas42", "code", "replay", "review"])
def test_another_sites_page_has_nothing_worked_out(served: Served, path: str) -> None:
    origin = {"origin": "http://evil.example"}
    assert post(f"{served.url}/api/{path}", content=b"", headers=origin).status_code == 403


def test_the_server_plays_on_the_event_loop_of_python_too(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", loop="asyncio") as served:
        line = served.line(served.made()["host"])
        assert line.play("k1", line.until_asked()[0])["t"] == "ack"


def test_a_server_whose_file_is_renamed_away_is_not_ready_and_acknowledges_nothing(
    tmp_path: Path,
) -> None:
    path = tmp_path / "t.db"
    with serving(path, options=Options(ready_s=0)) as served:
        line = served.line(served.made()["host"])
        moves = line.until_asked()
        assert get(f"{served.url}/healthz").text == "ok\n"
        path.rename(tmp_path / "away.db")
        assert line.play("k1", moves[0])["t"] == "no"
        answer = get(f"{served.url}/healthz")
        assert (answer.status_code, answer.json()["code"]) == (503, "table.file-moved")
        assert get(f"{served.url}/livez").text == "ok\n"
        (tmp_path / "away.db").rename(path)
        assert get(f"{served.url}/healthz").text == "ok\n"


def test_whether_a_server_is_ready_is_looked_at_once_in_a_while() -> None:
    looks = []

    async def asked() -> None:
        async def check() -> None:
            looks.append(1)
            await asyncio.sleep(0)
            raise Unready(MOVED)

        often, seldom = Readiness(check, kept_s=0), Readiness(check, kept_s=1000)
        for readiness in (often, seldom):
            both = await asyncio.gather(readiness.fault(), readiness.fault())
            assert list(both) == [MOVED, MOVED]
            assert await readiness.fault() == MOVED

    asyncio.run(asked())
    assert len(looks) == 2 + 1


def test_a_file_that_does_not_answer_is_not_ready() -> None:
    async def asked() -> object:
        return await Readiness(asyncio.Event().wait, kept_s=5, late_s=0.01).fault()  # type: ignore[arg-type]

    assert asyncio.run(asked()) == FULL
