"""What is said over the wire: commands by their ids, parts by their bytes, seats by their tokens."""

from __future__ import annotations

import json

from suitwise.table.client import Client, at_random, changed_parts, play
from tests.table.serve.servers import HAND, SECRET, Served, code_of

TWO = ("human", "open", "rules", "rules")


def test_a_hand_is_played_to_its_end_by_the_hints_of_the_table(served: Served) -> None:
    lines: list[str] = []
    client = Client(served.url + served.made()["host"])
    play(client, on_line=lines.append)
    assert client.parts["life"]["stage"] == "over"
    assert client.parts["over"]["match"] is True
    assert any("bids" in line or "passes" in line for line in lines)


def test_a_game_without_a_face_of_its_own_is_played_too(served: Served) -> None:
    client = Client(served.url + served.made("gin", ("human", "rules"))["host"])
    play(client, choose=at_random)
    assert client.parts["over"]["match"] is True


def test_a_move_sent_twice_is_made_once_and_answered_alike(served: Served) -> None:
    line = served.line(served.made()["host"])
    move = line.until_asked()[0]
    line.send("move", id="k1", at=line.v, move=move)
    line.send("move", id="k1", at=line.v, move=move)
    first, second = line.until("ack", "no"), line.until("ack", "no")
    assert first == second
    assert first["t"] == "ack"


def test_a_move_is_answered_again_after_the_line_broke(served: Served) -> None:
    made = served.made()
    line = served.line(made["host"])
    first = line.play("k1", line.until_asked()[0])
    line.close()
    again = served.line(made["host"])
    again.send("move", id="k1", at=1, move="anything")
    assert again.until("ack", "no") == first


def test_a_move_of_an_old_position_is_refused(served: Served) -> None:
    line = served.line(served.made()["host"])
    move = line.until_asked()[0]
    line.send("move", id="k1", at=0, move=move)
    assert line.until("no")["code"] == "table.stale"


def test_an_illegal_move_is_refused_with_the_rule_and_moves_that_would_do(served: Served) -> None:
    line = served.line(served.made()["host"])
    moves = line.until_asked()
    no = line.play("k1", "6-6")
    assert (no["t"], no["id"]) == ("no", "k1")
    assert set(no["meets"]) <= set(moves)
    assert no["text"]


def test_only_parts_that_have_changed_are_sent(served: Served) -> None:
    line = served.line(served.made()["host"])
    line.until_asked()
    before = dict(line.parts)
    line.send("say", id="s1", text="hello there")
    part = line.until("part")
    changed = changed_parts(before, part)
    assert all(before[name] != value for name, value in changed.items())
    fields = [(name, at) for name, some in part.get("fields", {}).items() for at in some]
    assert all(before[name][at] != changed[name][at] for name, at in fields)
    assert [one["text"] for one in part["told"]] == ["Ann: hello there"]


def test_messages_to_a_socket_are_numbered_without_gaps(served: Served) -> None:
    line = served.line(served.made()["host"])
    line.until_asked()
    line.send("say", id="s1", text="one")
    first = line.until("part")["s"]
    line.send("say", id="s2", text="two")
    assert line.until("part")["s"] == first + 1
    line.send("ping")
    assert line.until("pong")["s"] == first + 1


def test_the_same_words_come_in_the_language_of_the_socket(served: Served) -> None:
    made = served.made()
    english, chinese = served.line(made["host"]), served.line(made["host"], lang="zh")
    english.until_asked()
    chinese.until_asked()
    assert english.parts["ask"]["text"] != chinese.parts["ask"]["text"]
    english.send("lang", lang="zh")
    english.until("part")
    assert english.parts["ask"]["text"] == chinese.parts["ask"]["text"]


def test_lines_already_told_are_not_told_again(served: Served) -> None:
    made = served.made()
    line = served.line(made["host"])
    line.until_asked()
    told = [one["n"] for one in line.told]
    assert told == list(range(1, len(told) + 1))
    line.close()
    again = served.line(made["host"], since=told[-2])
    assert told[-1] in [one["n"] for one in again.told]
    assert told[-2] not in [one["n"] for one in again.told]


def test_a_seat_is_ruled_on_before_it_plays(served: Served) -> None:
    line = served.line(served.made()["host"])
    move = line.until_asked()[0]
    line.send("ask", q=1, cards=move)
    ruling = line.until("ruling")
    assert (ruling["q"], ruling["legal"], ruling["move"]) == (1, True, move)


def test_of_many_questions_at_once_the_latest_is_answered(served: Served) -> None:
    line = served.line(served.made()["host"])
    line.until_asked()
    for q in range(10):
        line.send("ask", q=q, cards="pass")
    answered = [line.until("ruling")["q"]]
    while answered[-1] != 9:
        answered.append(line.until("ruling")["q"])
    assert answered == sorted(answered)
    assert len(answered) < 10


# --- Seats ----------------------------------------------------------------------------------------


def test_an_open_seat_is_taken_from_the_plain_link_and_kept_by_its_token(served: Served) -> None:
    made = served.made(HAND, TWO)
    guest = served.line(made["join"])
    assert guest.welcome["seat"] is None
    guest.send("sit", id="s1", seat=1, name="Bob", token=SECRET)
    seated = guest.until("seated")
    assert seated["seat"] == 1
    assert [guest.welcome["seat"]] == [1]
    guest.close()
    again = served.line(f"{made['join']}#{SECRET}")
    assert again.welcome["seat"] == 1
    assert again.parts["people"][1]["name"] == "Bob"


def test_a_seat_whose_answer_was_lost_is_taken_again_and_nobody_else_has_it(served: Served) -> None:
    made = served.made(HAND, TWO)
    lost = served.line(made["join"])
    lost.send("sit", id="s1", seat=1, name="Bob", token=SECRET)
    assert lost.until("seated")["seat"] == 1
    lost.close()
    guest, other = served.line(made["join"]), served.line(made["join"])
    guest.send("sit", id="s1", seat=1, name="Bob", token=SECRET)
    assert guest.until("seated") == {"t": "seated", "id": "s1", "v": guest.v, "seat": 1}
    assert guest.welcome["seat"] == 1
    guest.send("sit", id="s1", seat=1, name="Bob", token=SECRET)  # on the same socket once more
    assert guest.until("seated")["seat"] == 1
    other.send("sit", id="s1", seat=1, name="Bob", token=SECRET[::-1])
    assert other.until("no")["code"] == "table.no-open-seat"


def test_one_secret_serves_at_two_tables(served: Served) -> None:
    for _ in range(2):
        guest = served.line(served.made(HAND, TWO)["join"])
        guest.send("sit", id="s1", seat=1, name="Bob", token=SECRET)
        assert guest.until("seated")["seat"] == 1
        guest.close()


def test_a_seat_that_is_left_shows_its_socket_no_hand_any_more(served: Served) -> None:
    made = served.made(HAND, ("human", "human", "rules", "rules"))
    _, second = (served.line(made["seats"][seat]) for seat in (0, 1))
    second.send("leave", id="x")
    second.until("welcome")
    assert second.welcome["seat"] is None
    second.until("part")
    assert second.parts["hand"]["seat"] is None


def test_who_has_left_in_a_deal_comes_back_by_the_link_and_only_a_socket_that_does_sees_the_hand(
    served: Served,
) -> None:
    made = served.made(HAND, ("human", "human", "rules", "rules"))
    lines = [served.line(made["seats"][seat]) for seat in (0, 1, 1)]
    for line in lines[:2]:
        line.send("ready", id="r")
    _, second, tab = lines
    while second.parts["life"]["stage"] != "playing":
        second.next()
    second.send("leave", id="x")
    for line in (second, tab):
        line.until("welcome")
        assert line.welcome["seat"] is None
        line.until("part")
    second.send("sit", id="y", name="Eve", token="Eves-own-secret-of-32-characters")
    assert second.until("no")["code"] == "table.no-open-seat"
    back = served.line(made["seats"][1])
    assert back.welcome["seat"] == 1
    while back.parts["people"][1]["control"] != "human":
        back.next()
    tab.send("say", id="z", text="hello")  # and waits until the table has said so
    tab.until("ack")
    assert tab.parts["hand"]["seat"] is None


def test_who_came_to_sit_down_looks_on_no_more_when_the_game_begins(served: Served) -> None:
    made = served.made(HAND, ("human", "open", "rules", "rules"), watch="no")
    _, guest = served.line(made["host"]), served.line(f"{made['table']}")
    raw = served.raw()
    raw.send(json.dumps({"t": "hello", "table": made["table"]}))
    guest.send("sit", id="s", name="Eve", token="Eves-own-secret-of-32-characters")
    assert code_of(raw) == 4403


def test_a_table_that_is_not_there_is_said_so_in_the_askers_language(served: Served) -> None:
    line = served.raw()
    line.send('{"t":"hello","table":"NOPE2","token":null,"lang":"zh"}')
    bye = json.loads(line.recv(timeout=30))
    assert (bye["t"], bye["code"]) == ("bye", "table.no-table")
    assert bye["text"] == "没有编号为NOPE2的牌桌"
    assert code_of(line) == 4404


def test_nobody_looks_on_where_the_house_does_not_let_them(served: Served) -> None:
    made = served.made(watch="no")
    line = served.raw()
    line.send(json.dumps({"t": "hello", "table": made["table"]}))
    assert "table.no-watching" in str(line.recv(timeout=30))


def test_a_second_socket_of_a_seat_sees_the_same(served: Served) -> None:
    made = served.made()
    phone, desktop = served.line(made["host"]), served.line(made["host"])
    phone.until_asked()
    desktop.until_asked()
    assert phone.parts["hand"] == desktop.parts["hand"]
    phone.play("k1", phone.parts["ask"]["moves"][0])
    while desktop.parts["ask"]:
        desktop.next()
