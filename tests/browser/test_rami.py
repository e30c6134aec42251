"""Rami in the browser: first melds, cards at melds on the felt and jokers taken, all by touch."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from suitwise.game import load
from tests.browser.checks import foreign, is_clean, replays, stops
from tests.browser.drafts import Felt
from tests.browser.harness import Visits, shot
from tests.browser.people import Person
from tests.browser.served import Served

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

VARIANT = "rami(house=romme,opening=30,deals=1)"
AGAINST = ("human", "rules")


class Layer(Person):
    """Somebody who lays what can be laid, by buttons and by taps on melds."""

    def wanted(self) -> str:
        ask = self.wire.parts["ask"]
        if self.wire.phase == "draw":
            return "stock"
        at_melds = [move for move in self.wire.moves if "@" in move and "[" not in move]
        if ask["lay"] or at_melds:
            return str(ask["lay"] or at_melds[0])
        return str(min(ask["discards"], key=lambda one: ask["discards"][one]["left"]))

    def make(self, move: str) -> None:
        if "@" not in move:
            self.do(move)
            return
        what, _, number = move.partition("@")
        kind, _, card = what.partition(":")
        row = self.wire.parts["table"]["rows"][int(number) - 1]
        # A tap on a joker takes it, where the card chosen can.
        places = [at for at, one in enumerate(row["cards"]) if (one == "JK") == (kind == "take")]
        place = places[0 if kind == "take" else -1]
        self.press(self.card(card))
        strip = self.page.locator(f'[data-meld="{number}"] .strip').nth(place)
        strip.tap() if self.way == "touch" else strip.click()


def told(person: Person, codes: Sequence[str]) -> list[str]:
    return [one["code"] for one in person.wire.told if one["code"] in codes]


@pytest.fixture
def dealt(paced: Callable[..., Served]) -> Served:
    """The server, on which the first seat opens in its first turn and adds a card in its second."""
    return paced("rami 28")


def test_a_deal_by_touch_on_a_phone_is_clean_at_each_stop(dealt: Served, visits: Visits) -> None:
    table = dealt.made(VARIANT, AGAINST)
    person = Layer(visits.open(), "touch").sit(table.host)
    assert "play" in stops(person, "rami-phone")
    record = replays(dealt, table)
    assert any(move.startswith("open:") for move in record.moves)
    assert told(person, ["rami.told.open"])
    person.press(person.page.get_by_role("button", name="Go on"))
    person.press(person.page.get_by_role("link", name="Replay"))
    person.page.locator(".table.replay .late-hands").wait_for()
    person.page.keyboard.press("End")
    person.page.keyboard.press("ArrowLeft")  # the end itself shows what it came to
    person.page.locator(".felt-melds li").first.wait_for(timeout=20_000)
    is_clean(person.page, "rami-replay")


def test_cards_are_added_to_melds_on_the_felt_by_a_tap(dealt: Served, visits: Visits) -> None:
    person = Layer(visits.open(), "touch").sit(dealt.made(VARIANT, AGAINST).host)
    while person.wait_for_turn() and not (wanted := person.wanted()).startswith("add:"):
        person.act()
    rows = person.wire.parts["table"]["rows"]
    assert person.page.locator(".felt-melds [data-meld]").count() == len(rows)
    person.make(wanted)
    person.taken()
    at = int(wanted.partition("@")[2]) - 1
    grown = person.wire.parts["table"]["rows"][at]["cards"]
    assert len(grown) == len(rows[at]["cards"]) + 1
    is_clean(person.page, "rami-felt")


def test_on_a_desktop_melds_lie_on_the_felt_of_who_plays_by_text(
    dealt: Served, visits: Visits
) -> None:
    person = Layer(visits.open(phone=False), "text").sit(dealt.made(VARIANT, AGAINST).host)
    while person.wait_for_turn() and len(person.wire.parts["table"]["rows"]) <= 3:
        person.act()
    assert person.page.locator(".felt-melds [data-meld]").count() > 3
    is_clean(person.page, "rami-desktop")


def test_cards_that_are_chosen_are_put_in_melds_or_refused_in_a_sentence(
    dealt: Served, visits: Visits
) -> None:
    person = Layer(visits.open(), "touch").sit(dealt.made(VARIANT, AGAINST).host)
    person.until_phase("play")
    assert person.wire.parts["ask"]["lay"].startswith("open:")
    first, second = person.cards()[:2]
    for card in dict.fromkeys((first, second)):
        person.press(person.card(card))
    person.page.locator(".ask").get_by_text("two cards are no meld").wait_for()
    assert person.page.locator(".to-do").count() == 0  # no discard, and none is offered
    assert person.page.locator(".news .chip").count() == 0
    shot(person.page, "rami-two-cards")
    person.press(person.page.get_by_role("button", name="Clear"))
    deed = person.page.locator(".deeds .play")
    assert deed.get_attribute("data-move") == person.wire.parts["ask"]["lay"]


def test_open_with_a_card_chosen_says_what_is_lacking_and_discards_nothing(
    server: Served, visits: Visits
) -> None:
    made = server.made("rami(deals=1)", AGAINST)
    person = Layer(visits.open(viewport={"width": 360, "height": 740}), "touch").sit(made.host)
    person.until_phase("play")
    sent = len(person.wire.moves_sent)
    person.press(person.card(person.cards()[-1]))
    person.until(lambda: person.wire.rulings)
    opened = person.page.locator(".deeds .deed", has_text="Open")
    opened.tap(force=True)  # it is no button to press yet, and is pressed all the same
    refused = person.page.locator(".ask.refused")
    refused.wait_for()
    assert refused.inner_text().lower() == person.wire.parts["ask"]["text"].lower()
    assert len(person.wire.moves_sent) == sent
    assert person.wire.phase == "play"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_names_and_what_is_played_to_are_read_whole_on_a_phone(
    server: Served, visits: Visits, seats: int
) -> None:
    page = visits.open(viewport={"width": 360, "height": 740})
    bots = ["rules"] * (seats - 1)
    Layer(page).sit(server.made(f"rami(seats={seats})", ("human", *bots)).host)
    page.locator(".scores .goal").wait_for()
    page.evaluate(
        "document.querySelectorAll('.score b').forEach((one) => { one.textContent = '100'; })"
    )
    cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)"
    assert page.locator(".scores .side").count() == seats + 1
    assert page.locator(".scores .side").evaluate_all(cut) == []
    shot(page, f"rami-head-{seats}")


def test_a_deal_in_chinese_has_no_word_of_english(server: Served, visits: Visits) -> None:
    person = Layer(visits.open(locale="zh-CN")).sit(server.made(VARIANT, AGAINST, name="安").host)
    person.until_phase("play")
    person.act()
    assert foreign(person.page, person) == []


# --- A move that is hinted ------------------------------------------------------------------------

PLACE = (
    "play 8 high 60 | HQ C2 C3 JK D8 SK / S2 H5 D7 D9 CT | yes yes | HTHJHQ/S9H9C9 | D5 | - / - | - "
    "| 0 0"
)


def put(server: Served, visits: Visits, place: str) -> Felt:
    """Return a page at a table of rami in a position."""
    made = server.made("rami(deals=1)", AGAINST)
    person = Person(visits.open()).sit(made.host)
    person.until(lambda: person.wire.parts.get("ask"))
    page = visits.open(viewport={"width": 360, "height": 740})
    felt = Felt(page, person.wire.welcome, person.wire.parts, load("rami(deals=1)").parse(place))
    felt.open(made.host)
    return felt


@pytest.fixture
def placed(server: Served, visits: Visits) -> Felt:
    """A page at a table of rami in a position."""
    return put(server, visits, PLACE)


@pytest.mark.parametrize(
    ("move", "said", "deed"),
    [
        ("add:[9]@2", "Choose Add joker", "Add"),
        ("add:[HK]@1", "Choose Add joker", "Add"),
        ("lay:C2C3[C4]", "Choose Lay 2 3 joker", "Lay"),
    ],
)
def test_a_hint_for_a_joker_is_taken_by_a_tap_and_its_meld_is_marked(
    placed: Felt, move: str, said: str, deed: str
) -> None:
    placed.say({"t": "hint", "v": 1, "move": move, "text": "it fits", "by": "rules"})
    chip = placed.page.locator(".news .chip")
    chip.wait_for()
    placed.until(lambda: chip.inner_text().split() == said.split())  # with what names jokers loaded
    chip.tap()
    made = placed.page.locator(f'.deeds .play[data-move="{move}"]')
    made.wait_for()
    assert made.locator(".word").inner_text() == deed
    meant = placed.page.locator(".felt-melds .meant")
    at = move.partition("@")[2]
    assert meant.evaluate_all("(all) => all.map((one) => one.dataset.meld)") == ([at] if at else [])
    is_clean(placed.page, f"rami-hint-{deed.lower()}-{at}")
    made.tap()
    placed.until(lambda: any(one["t"] == "move" for one in placed.sent))
    assert placed.sent[-1]["move"] == move


def test_whose_discard_lies_on_the_pile_is_read_whole(placed: Felt) -> None:
    table = placed.parts["table"]
    placed.show(table={**table, "pile": [{"card": "D5", "seat": 1}]})
    named = placed.page.locator(".pile-name").nth(1)
    assert named.inner_text().endswith("discard")
    assert named.evaluate("(name) => name.scrollWidth <= name.clientWidth")
    shot(placed.page, "rami-pile-named")


# --- What is chosen, and what others have laid ----------------------------------------------------

CLOSED = (
    "play 2 | HT HJ HQ S9 D9 C9 C2 C3 JK S4 S6 DA D6 CQ / S2 H2 H5 H6 D7 D9 DQ DK C4 C5 C8 CT CK | "
    "no no | - | D5 | - / - | - | 0 0"
)
FITTING = PLACE.replace("HQ C2 C3 JK D8 SK", "HK D9 C2 C3 JK D8")


def test_open_is_gold_for_cards_that_open_alone_and_what_lacks_is_counted(
    server: Served, visits: Visits
) -> None:
    felt = put(server, visits, CLOSED)
    page, gold = felt.page, felt.page.locator(".deeds .play")
    assert gold.locator(".word").inner_text() == "Open"  # the best of them, where none is chosen
    said = {3: "30 of 51 points: 21 more to open", 6: "57 of 51 points: enough to open"}
    for n, card in enumerate(("HT", "HJ", "HQ", "S9", "D9", "C9"), 1):
        felt.ruled(felt.rack(card))
        if n in said:
            page.locator(".ask").get_by_text(said[n]).wait_for()
            assert gold.count() == (n == 6)
            is_clean(page, f"rami-counted-{n}")
    assert gold.locator(".detail").inner_text() == "6 cards"
    felt.ruled(felt.rack("S4"))
    page.locator(".ask.refused").get_by_text("57 of 51 points, and").wait_for()
    assert gold.count() == 0
    gold_not = page.locator(".deeds .deed", has_text="Open")
    assert felt.ruled(gold_not, force=True)["legal"] is False
    assert not any(one["t"] == "move" for one in felt.sent)


@pytest.mark.parametrize(
    ("chosen", "fits"),
    [(["HK"], ["1"]), (["D9"], ["2"]), (["JK"], ["1", "2"]), (["D8"], []), (["HK", "D9"], [])],
)
def test_melds_that_take_what_is_chosen_are_marked(
    server: Served, visits: Visits, chosen: list[str], fits: list[str]
) -> None:
    felt = put(server, visits, FITTING)
    marked = felt.page.locator(".felt-melds .offered")
    assert marked.count() == 0
    for card in chosen:
        felt.ruled(felt.rack(card))
    assert marked.evaluate_all("(all) => all.map((one) => one.dataset.meld)") == fits
    told = felt.page.locator(".felt-melds [aria-description='takes what is chosen']")
    assert told.evaluate_all("(all) => all.map((one) => one.dataset.meld)") == fits
    if fits:
        is_clean(felt.page, f"rami-fits-{chosen[0]}")
        marked.first.tap()
        felt.until(lambda: any(one["t"] == "move" for one in felt.sent))
        assert felt.sent[-1]["move"].startswith("add:")


TWINS = PLACE.replace("S9H9C9", "S6S7S8S9/S8H8D8C8")
"""Melds that both have a card of one suit and rank, each of another deck."""


def hears(felt: Felt, code: str, seat: int, **params: Any) -> None:
    """Tell a page a line of the story."""
    felt.v += 1
    line = {"n": felt.v, "text": params.pop("text", ""), "code": code, "seat": None}
    told = [line | {"p": {"seat": seat, **params}}]
    felt.say({"t": "part", "s": felt.v, "v": felt.v, "parts": {}, "told": told})
    felt.page.locator(f'main.table[data-v="{felt.v}"]').wait_for()


def test_an_added_card_is_marked_and_not_its_twin_of_the_other_deck(
    server: Served, visits: Visits
) -> None:
    felt = put(server, visits, TWINS)
    melds = felt.page.locator(".felt-melds [data-meld]")
    melds.first.wait_for()
    hears(felt, "rami.told.add", 1, card="S8", meld="H8 C8 D8", n=3)
    assert melds.evaluate_all(FRESH) == [[], [], ["S8"]]
    hears(felt, "rummy.told.discard", 0)
    assert melds.evaluate_all(FRESH) == [[], [], []]


def test_of_a_turn_the_card_that_came_last_is_marked_also_where_it_is_of_the_pile(
    server: Served, visits: Visits
) -> None:
    felt = put(server, visits, PLACE)
    marked = felt.page.locator("#hand .fresh")
    hears(felt, "rummy.told.drawn", 0, text="you draw ♦8")
    assert marked.evaluate_all(KEYS) == ["D8"]
    hears(felt, "rummy.told.pile", 1, text="Cleo takes ♣2")
    assert marked.evaluate_all(KEYS) == ["D8"]
    hears(felt, "rummy.told.pile", 0, text="you take ♣3")
    assert marked.evaluate_all(KEYS) == ["C3"]


KEYS = "(all) => all.map((one) => one.dataset.key)"


def test_few_melds_lie_larger_than_many(server: Served, visits: Visits) -> None:
    many = "HTHJHQ/S9H9C9/S2S3S4/D2D3D4/C5C6C7"
    wide = []
    for melds in ("HTHJHQ/S9H9C9", many):
        felt = put(server, visits, PLACE.replace("HTHJHQ/S9H9C9", melds))
        wide.append(felt.page.locator(".felt-melds .card").first.evaluate("(e) => e.offsetWidth"))
    assert wide == [46, 30]


def test_neither_draw_is_gold_where_both_may_be_made(server: Served, visits: Visits) -> None:
    for top, gold in (("C4", 0), ("D5", 1)):  # what can't be laid may not be taken
        felt = put(server, visits, FITTING.replace("play 8", "draw 8").replace("D5", top))
        assert felt.page.locator(".deeds .play").count() == gold


def test_what_others_laid_since_my_last_turn_is_marked_till_i_have_discarded(
    paced: Callable[..., Served], visits: Visits
) -> None:
    made = paced("rami 3").made(f"{VARIANT[:-1]},seats=3)", ("human", "rules", "rules"))
    person = Layer(visits.open(viewport={"width": 360, "height": 740}), "touch").sit(made.host)
    before: list[list[str]] = []
    marked = 0
    while person.wait_for_turn() and person.made < 16:
        rows = [row["cards"] for row in person.wire.parts["table"]["rows"]]
        if person.wire.phase == "draw" and person.made:
            old = before + [[]] * (len(rows) - len(before))
            new = [Counter(row) - Counter(was) for row, was in zip(rows, old, strict=True)]
            found = person.page.locator(".felt-melds [data-meld]").evaluate_all(FRESH)
            assert [Counter(cards) for cards in found] == new
            if not marked and any(new):
                is_clean(person.page, "rami-laid-since")
            marked += sum(map(Counter.total, new))
        before = rows
        person.act()
    assert marked > 3


FRESH = "(all) => all.map((meld) => [...meld.querySelectorAll('.fresh')].map((one) => one.dataset.card))"
"""The cards of each meld that are marked."""
