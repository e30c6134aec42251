"""The map of slots: every table is of one shard, and what is no map is told in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cli.tables.shards import PROXIES as NAMED
from suitwise.errors import NotationError
from suitwise.table.serve.shards.proxy import PROXIES
from suitwise.table.serve.shards.slots import (
    CODE_CHARACTERS,
    OwnSlots,
    SlotMap,
    read_map,
    state_of,
    write_map,
)

maps = st.integers(1, len(CODE_CHARACTERS)).map(
    lambda n: SlotMap.even({f"s{at}": f"10.0.0.{at}:8101" for at in range(1, n + 1)})
)
TWO = SlotMap.even({"a": "127.0.0.1:1", "b": "127.0.0.1:2"}, {"a": "a.db", "b": "b.db"})


@given(maps, st.data())
def test_every_code_is_of_one_shard_before_while_and_after_slots_move(
    slots: SlotMap, data: st.DataObject
) -> None:
    giver = data.draw(st.sampled_from(list(slots.shards)))
    own = st.sampled_from(slots.shards[giver].slots)
    moving = "".join(data.draw(st.lists(own, min_size=1, unique=True)))
    to = data.draw(st.sampled_from(list(slots.shards)))
    under_way = slots.begun(moving, to)
    for slot in CODE_CHARACTERS:
        before, after = slots.shard_of(slot + "AAAA"), under_way.settled.shard_of(slot.lower())
        assert after == (to if slot in moving else before)
        serving = [name for name in slots.shards if slot in under_way.served_by(name)]
        assert serving == ([] if slot in moving else [before])


@given(maps, st.data())
def test_a_map_reads_back(slots: SlotMap, data: st.DataObject) -> None:
    moved = slots.begun(data.draw(st.sampled_from(CODE_CHARACTERS)), next(iter(slots.shards)))
    for one in (slots, moved, moved.settled):
        assert SlotMap.parse(str(one)) == one


@given(maps)
def test_an_even_map_is_even(slots: SlotMap) -> None:
    counts = [len(shard.slots) for shard in slots.shards.values()]
    assert max(counts) - min(counts) <= 1


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_what_is_no_map_is_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(NotationError) as error:
        SlotMap.parse(data.decode(errors="surrogateescape"))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("was", "now", "fault"),
    [
        ('slots = "2', 'slots = "', "slot 2 is nobody's"),
        ('slots = "2', 'slots = "2Z', "slot Z stands twice"),
        ('slots = "2', 'slots = "2O', "'O' begins no code"),
        ("127.0.0.1:1", "127.0.0.1", "no address as 10.0.0.2:8101"),
        ("127.0.0.1:1", "127.0.0.1:65536", "no address as 10.0.0.2:8101"),
        ("shards.a", "shards.A", "small letters"),
        ("127.0.0.1:1", "127.0.0.1:2", "two shards have this address"),
        ("a.db", "b.db", "two shards have this file"),
        ("address", "adress", "shard a: it has address, slots and file"),
        ('file = "a.db"', "file = 1", "each in quotes"),
        ("[shards.a]", "[shads.a]", r"a map has tables \[shards.NAME\]"),
        ("[shards.a]", '[moving]\nslots = "2"\nto = "c"\n[shards.a]', "shard that they go to"),
        ("[shards.a]", "[shards.a", "not a map of slots"),
    ],
)
def test_a_fault_of_a_map_is_named(was: str, now: str, fault: str) -> None:
    assert was in str(TWO)
    with pytest.raises(NotationError, match=fault):
        SlotMap.parse(str(TWO).replace(was, now, 1))


def test_slots_move_one_lot_at_a_time() -> None:
    under_way = TWO.begun("23", "b")
    assert under_way.begun("32", "b").settled == under_way.settled  # the same again goes on with it
    assert under_way.giver("23", "a") == "a"  # or back
    with pytest.raises(NotationError, match="23 moves to b already"):
        under_way.begun("4", "b")
    with pytest.raises(NotationError, match="slots of one shard move at a time"):
        TWO.begun("2Z", "b")
    for slots, to in (("", "b"), ("2", "c"), ("2", "")):
        with pytest.raises(NotationError, match="name slots, and a shard of the map"):
            TWO.begun(slots, to)


def test_a_shard_follows_its_map_and_keeps_it_while_the_file_is_broken(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "slots.toml"
    write_map(path, TWO)
    own = OwnSlots(path, "a", tmp_path / "a.db")
    assert (own.served, own.refresh()) == (TWO.shards["a"].slots, "")
    path.write_text("what?")
    assert (own.refresh(), own.served) == ("", TWO.shards["a"].slots)
    assert "the map of slots stays as it was" in caplog.text
    write_map(path, TWO.begun("23", "b"))
    assert (own.refresh(), own.served) == ("23", TWO.shards["a"].slots[2:])
    assert "2" not in "".join(state_of(tmp_path / "a.db"))  # not served, and not given up yet
    own.say()
    assert "2" in state_of(tmp_path / "a.db").given_up
    path.unlink()
    assert (own.refresh(), own.served) == ("", TWO.shards["a"].slots[2:])


def test_a_map_without_a_shard_takes_all_from_it(tmp_path: Path) -> None:
    path = tmp_path / "slots.toml"
    write_map(path, TWO)
    own = OwnSlots(path, "a", tmp_path / "a.db")
    write_map(path, SlotMap.even({"b": "127.0.0.1:2"}))
    assert (own.refresh(), own.served) == (TWO.shards["a"].slots, "")


def test_a_map_that_is_cut_off_never_says_that_what_moves_is_served(tmp_path: Path) -> None:
    text = str(TWO.begun("23", "b"))
    for end in range(len(text)):
        try:
            cut = SlotMap.parse(text[:end])
        except NotationError:
            continue
        assert cut.moving == "23"


def test_a_map_keeps_its_rights_and_the_place_that_a_link_names(tmp_path: Path) -> None:
    path, link = tmp_path / "slots.toml", tmp_path / "link.toml"
    write_map(path, TWO)
    path.chmod(0o640)
    link.symlink_to(path)
    write_map(link, TWO.begun("2", "b"))
    assert (link.is_symlink(), path.stat().st_mode & 0o777) == (True, 0o640)
    assert read_map(path).moving == "2"


def test_the_command_line_names_the_proxies_that_there_are() -> None:
    assert set(NAMED) == set(PROXIES)


def test_a_map_names_the_shard_that_asks(tmp_path: Path) -> None:
    path = tmp_path / "slots.toml"
    write_map(path, TWO)
    with pytest.raises(NotationError, match="there is no shard c, but a, b"):
        OwnSlots(path, "c", tmp_path / "c.db")
    path.write_bytes(b"\xff")
    with pytest.raises(NotationError, match="text in UTF-8"):
        read_map(path)
    path.write_bytes(b"#" * (1 << 17))
    with pytest.raises(NotationError, match="at most 65536 bytes"):
        read_map(path)
