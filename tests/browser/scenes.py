"""The screens of which ``pictures.py`` takes pictures, scene by scene, and how one comes to them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from suitwise.game import load
from suitwise.table.client import Client
from suitwise.table.client import play as play_at
from tests.browser import puzzles
from tests.browser.people import Person, split
from tests.browser.pictures import Stage
from tests.browser.served import HUMAN_AND_BOTS, Served
from tests.browser.test_home import DAYS
from tests.browser.test_many import Friend
from tests.browser.test_rami import Layer as Melder
from tests.browser.test_review import first_but_pass
from tests.browser.test_rummikub import Layer
from tests.browser.test_rummy import Sensible
from tests.browser.test_tractor import has_fallen, is_lead, lowest_throw

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

Deed = Callable[[Stage, Person], bool | None]
Seen = Callable[[Person], bool]
GAMES_OF_OTHERS = ("-m", "tests.browser.quick", "--import", "hearts", "--import", "whist")
TRICK = "trumps=5&leader=2&trick=6-3+6-6&hand=6-4+5-0"
BOT_MS = 250
"""Long enough for what is seen between two moves of bots to be noticed on a busy machine."""
LAID_OUT = 6
"""The turn at Rummikub at which tiles are laid out by hand."""
PLIES = {"texas42": 40, "tractor": 220, "gin": 45}
"""Where replays are looked at."""
MENU = ".head [aria-haspopup=dialog]"


@cache
def words(language: str) -> dict[str, str]:
    """Return the words of the page."""
    folder = files("suitwise.table") / "words" / language
    texts = [(folder / f"{name}.json").read_text("utf-8") for name in ("page", "played", "board")]
    return {key: word for text in texts for key, word in json.loads(text).items()}


def button(stage: Stage, within: Page | Locator, key: str) -> Locator:
    return within.get_by_role("button", name=words(stage.language)[key], exact=True).first


# --- A deal ---------------------------------------------------------------------------------------


class Thrower(Person):
    """Somebody at Tractor who throws two low cards until a throw falls."""

    def wanted(self) -> str:
        has_thrown = any(line["code"].startswith("tractor.told.fails") for line in self.wire.told)
        is_due = is_lead(self) and not has_thrown
        return lowest_throw(self.wire.moves) if is_due else super().wanted()


class Puzzler(Person):
    """Somebody who wins a puzzle of Stack Management."""

    def wanted(self) -> str:
        return puzzles.wanted(self)

    def make(self, move: str) -> None:
        puzzles.choose(self, move)


class Sayer(Person):
    """Somebody who types each move, and closes the panel that has the line for it."""

    def make(self, move: str) -> None:
        super().make(move)
        self.page.keyboard.press("Escape")


def deal(stage: Stage, person: Person, deeds: Sequence[str], **passing: Seen) -> None:
    """Play a deal; keep each new kind of turn, what deeds lead to, and what is seen in passing."""
    seen: set[str] = set()
    left = [*deeds]

    def due() -> str:
        return next((name for name in {*passing} - seen if passing[name](person)), "")

    def is_stop() -> bool:
        wire = person.wire
        return person.shows_all() and bool(due() or wire.has_turn or wire.is_deal_over)

    while not person.wire.is_deal_over:
        person.until(is_stop)
        name = due() or kind_of(person)
        is_new = name not in seen
        seen.add(name)
        if name in passing:
            with stage.still(person.page), stage.trying(name):
                stage.keep(person.page, name.replace("_", "-"))
                stage.frame(person.page)
        elif not person.wire.is_deal_over:
            stage.frame(person.page)
            if is_new:
                stage.keep(person.page, name)
            for other in [one for one in left if kind_of(person) in DEEDS[one][0]]:
                with stage.trying(other):
                    if DEEDS[other][1](stage, person) is False:
                        continue
                left.remove(other)
                person.page.keyboard.press("Escape")
                unchoose(person)
            person.make(person.wanted())
            person.taken()
    person.page.locator(".over").first.wait_for()
    stage.frame(person.page)
    stage.keep(person.page, "over")


def kind_of(person: Person) -> str:
    """Return what kind of turn it is: the phase, and whether one leads or follows."""
    trick = (person.wire.parts.get("table") or {}).get("trick")
    if person.wire.phase != "play" or trick is None:
        return person.wire.phase or "turn"
    return "follow" if trick.get("plays") else "lead"


def unchoose(person: Person) -> None:
    for one in person.page.locator("#hand [aria-pressed=true]").all()[::-1]:
        person.press(one)


# --- What can be done at a turn; False where it can not be done yet -------------------------------


def refuse(stage: Stage, person: Person) -> bool:
    """Choose a card that is in no legal play."""
    legal = {card for move in person.wire.moves for card in split(move)}
    wrong = [card for card in person.cards() if card not in legal]
    if not legal or not wrong:
        return False
    ruled = len(person.wire.rulings)
    person.press(person.card(wrong[0]))
    person.until(lambda: len(person.wire.rulings) > ruled)
    stage.keep(person.page, "refused")
    return True


def choose(stage: Stage, person: Person) -> None:
    """Choose what one is going to play."""
    person.choose(person.wanted().rpartition(":")[2])
    person.page.wait_for_timeout(500)
    stage.keep(person.page, "chosen")


def hint(stage: Stage, person: Person) -> bool:
    if not (person.wire.parts.get("can") or {}).get("hint"):
        return False
    said = len(person.wire.others)
    person.page.keyboard.press("h")
    person.until(lambda: any(one["t"] == "hint" for one in person.wire.others[said:]))
    person.until(person.shows_all)
    stage.keep(person.page, "hint")
    return True


def why(stage: Stage, person: Person) -> None:
    """Ask why, and look at all that the panel has."""
    person.page.keyboard.press("w")
    person.page.wait_for_timeout(800)
    stage.keep(person.page, "why")
    if stage.scene == "tractor":
        for tab in ("log", "chat"):
            person.page.locator(f"#tab-{tab}").click()
            stage.keep(person.page, f"panel-{tab}")


def dialogs(stage: Stage, person: Person) -> None:
    """Open the menu and all that it leads to that decides nothing."""
    page = person.page
    for name in ("menu", "settings", "help", "rules", "score"):
        with stage.trying(name):
            page.locator(".head .head-score" if name == "score" else MENU).first.click()
            if name not in ("menu", "score"):
                button(stage, page.locator("dialog"), f"ui.menu.{name}").click()
            page.locator("dialog[open]").wait_for()
            stage.keep(page, name)
        page.keyboard.press("Escape")


def has_last(person: Person) -> bool:
    """Whether a trick has been played to its end; the first such moment is when it still lies there."""
    return bool((person.wire.parts.get("table") or {}).get("last"))


def last(stage: Stage, person: Person) -> bool:
    if not has_last(person):
        return False
    person.page.keyboard.press("l")
    stage.keep(person.page, "last")
    person.page.keyboard.press("l")
    return True


def claim(stage: Stage, person: Person) -> None:
    button(stage, person.page, "ui.do.claim").click()
    stage.keep(person.page, "claim")


def too_early(stage: Stage, person: Person) -> bool:
    """Knock or declare with a hand that may not, or is asked about first."""
    discards = (person.wire.parts["ask"] or {}).get("discards") or {}
    card = max(discards, key=lambda one: discards[one]["left"], default="")
    if not card or discards[card]["shows"]:
        return False
    word = "knock" if "knock" in person.wire.parts["head"] else "declare"
    person.press(person.card(card))
    person.press(person.page.locator(f'.deeds [data-move="{word}:{card}"]'))
    person.page.wait_for_timeout(500)
    stage.keep(person.page, "refused")
    return True


FOLLOWS = ("follow", "discard")
DEEDS: dict[str, tuple[tuple[str, ...], Deed]] = {
    "refuse": (("follow",), refuse),
    "too early": (("discard",), too_early),
    "choose": (("bury", *FOLLOWS), choose),
    "hint": (("call", "play", "first", *FOLLOWS), hint),
    "why": (("play", *FOLLOWS), why),
    "dialogs": (("follow",), dialogs),
    "last": (("follow",), last),
    "claim": (("follow",), claim),
}
"""What may be done at which kinds of turns."""


# --- The games ------------------------------------------------------------------------------------


def tractor(stage: Stage) -> None:
    served = stage.serve(key="throw", draw=60, last_bids=4000, bot=BOT_MS, trick=1500)
    person = Thrower(stage.open()).sit(served.made("tractor(match=deal,landlord=0)").host)
    deal(
        stage,
        person,
        ("refuse", "choose", "hint", "why", "dialogs", "last"),
        draw_10=lambda one: one.wire.phase == "bid" and len(one.cards()) >= 10,
        draw_25=lambda one: one.wire.phase == "bid" and len(one.cards()) >= 25,
        trick_ends=has_last,
        throw_fell=lambda one: has_fallen(one) and one.wire.phase in ("play", "forced"),
    )


def large(stage: Stage) -> None:
    """Play a deal of five with friends, of six, or of eight with friends and bombs."""
    variant = {
        "tractor5": "tractor(match=deal,landlord=0,players=5,teams=friends)",
        "tractor6": "tractor(match=deal,landlord=0,players=6)",
        "tractor8": "tractor(match=deal,players=8,teams=friends,profile=standard(bombs=free))",
    }[stage.scene]
    served = stage.serve(key="large 1", bot=BOT_MS, trick=1500)
    others = ("rules",) * (load(variant).facts.seats - 1)
    person = Friend(stage.open()).sit(served.made(variant, ("human", *others)).host)
    deal(stage, person, ("choose", "why", "last"), trick_ends=has_last)


def part(stage: Stage) -> None:
    """Throw two cards of which either may have to be led."""
    served = stage.serve(key="choice1")
    person = Person(stage.open()).sit(served.made("tractor(match=deal,landlord=0)").host)
    person.until_phase("bury")
    person.act()
    person.until_phase("play")
    person.make("S2D2")
    person.until(lambda: person.wire.phase == "forced" and person.shows_all())
    stage.keep(person.page, "forced")


def texas42(stage: Stage) -> None:
    served = stage.serve(key="throw", bot=BOT_MS, trick=1500)
    person = Person(stage.open()).sit(served.made("texas42(match=hand,play_out=yes)").host)
    deeds = ("refuse", "choose", "hint", "why", "last", "claim")
    deal(stage, person, deeds, trick_ends=has_last)


def rummy(stage: Stage) -> None:
    served = stage.serve(key="short 532")
    variant = {"gin_partners": "gin_partners(to=20,deals=1)"}.get(stage.scene, stage.scene)
    seats = ("human", *("rules",) * (load(variant).facts.seats - 1))
    person = Sensible(stage.open()).sit(served.made(variant, seats).host)
    deal(stage, person, ("choose", "too early", "hint", "why"))


def rami(stage: Stage) -> None:
    """Play a deal of three, with melds of all on the felt."""
    served = stage.serve(key="look 1")
    made = served.made("rami(house=romme,seats=3,opening=30,deals=1)", ("human", "rules", "rules"))
    deal(stage, Melder(stage.open()).sit(made.host), ("hint", "why"))


def rummikub(stage: Stage) -> None:
    """Play a deal of four; lay tiles out that make no set, and take a hint."""
    served = stage.serve(key="look 1")
    seats = ("human", "greedy", "greedy", "greedy")
    person = Layer(stage.open())
    person.sit(served.made("rummikub(seats=4)", seats).host)
    turns = 0
    while person.wait_for_turn():
        turns += 1
        stage.frame(person.page)
        if turns == 1:
            stage.keep(person.page, "start")
        if turns == LAID_OUT:
            stage.keep(person.page, "table")
            laid_out(stage, person)
            hint(stage, person)
            person.page.keyboard.press("Escape")
        person.act()
    person.page.locator(".over").first.wait_for()
    stage.keep(person.page, "over")


def laid_out(stage: Stage, person: Layer) -> None:
    """Lay out two tiles that make no set, lift one more, and put all back."""
    person.lift(person.wire.parts["hand"]["held"][:2])
    person.ruled(person.page.locator(".heap-new button"))
    person.press(person.page.locator("#hand .kub-tile").first)
    stage.keep(person.page, "draft")
    person.page.keyboard.press("Escape")
    person.press(person.do("reset"))


def stacks(stage: Stage) -> None:
    served = stage.serve(key="throw")
    made = served.made("stacks(stacks=5,height=3,suits=4)", ["human"])
    deal(stage, Puzzler(stage.open()).sit(made.host), ("hint", "why"))


def of_others(stage: Stage) -> None:
    """Play a game from a package of its own, which brings no face."""
    served = stage.serve(*GAMES_OF_OTHERS, key="throw")
    variant = {"whist": "whist(points=0)", "hearts": "hearts(points=20)"}[stage.scene]
    deal(stage, Sayer(stage.open(), "text").sit(served.made(variant).host), ("why",))


# --- Pages ----------------------------------------------------------------------------------------


PAGES = {
    "make-tractor": ("make=tractor", ".rule"),
    "friends": ("make=&friends=1", ".preset"),
    "learn": ("learn", ".taught"),
    "mine": ("mine", ".pages p"),
    "more": ("more", ".join"),
}
"""The pages behind the first one: their addresses, and what is there once they are shown."""


def home(stage: Stage) -> None:
    """Look at the first page, at all behind it unfolded, at settings, and at one's own tables."""
    served, page = stage.serve(), stage.open()
    page.route("**/api/daily", lambda route: route.fulfill(json=DAYS))
    page.goto(served.url)
    page.wait_for_selector(".game:not([aria-disabled=true])")
    stage.keep(page, "top")
    if stage.wanted.is_quick:
        return
    stage.keep(page, "whole", is_whole=True)
    for name, (address, shown) in PAGES.items():
        with stage.trying(name):
            page.evaluate("(address) => { location.hash = address }", address)
            page.wait_for_selector(shown)
            for summary in page.query_selector_all("summary"):
                summary.click()
            stage.keep(page, name, is_whole=True)
    with stage.trying("settings"):
        button(stage, page, "ui.dialog.settings").click()
        page.locator("dialog[open]").wait_for()
        stage.keep(page, "settings")
    for variant in ("tractor", "texas42"):
        page.goto(served.made(variant).host)
        page.wait_for_selector("main.table")
    page.goto(served.url)
    page.wait_for_selector(".game:not([aria-disabled=true])")
    stage.keep(page, "with-tables", is_whole=True)
    page.goto(f"{served.url}/t/22222")
    page.wait_for_timeout(500)
    stage.keep(page, "no-table")


def lobby(stage: Stage) -> None:
    """Look at an invitation, as host and as friend, and at a table as one who looks on."""
    served = stage.serve(key="throw")
    made = served.made("tractor(match=deal)", ["human", "rules", "open", "rules"])
    host, friend = stage.open(made.host), stage.open(made.join)
    for name, page in (("host", host), ("friend", friend)):
        page.locator(".lobby").wait_for()
        stage.keep(page, name)
    button(stage, friend, "ui.sit").click()
    host.locator(".ready .play").wait_for()
    stage.keep(host, "ready")
    watched = served.made("texas42(match=hand)")
    person = Person(stage.open()).sit(watched.host)
    person.wait_for_turn()
    page = stage.open(watched.join)
    page.wait_for_selector("main.table")
    stage.keep(page, "watching")


def daily(stage: Stage) -> None:
    """Win the puzzle of a day, and see it compared."""
    served = stage.serve()
    body = {"variant": "stacks", "name": "Ann", "daily": DAYS["before"]}
    got = served.asked("/api/tables", body)
    person = Puzzler(stage.open()).sit(served.url + got["seats"][0])
    puzzles.play_out(person)
    person.page.wait_for_selector(".compared")
    stage.keep(person.page, "compared", is_whole=True)


def finished(
    stage: Stage, served: Served, variant: str, seats: Any = HUMAN_AND_BOTS
) -> tuple[Page, str]:
    """Return a page on whose device a deal has been played to its end, and the table's code."""
    made = served.made(variant, seats)
    play_at(Client(made.host), choose=first_but_pass)
    page = stage.open(made.host)
    page.locator(".over").first.wait_for()
    return page, made.code


def replay(stage: Stage) -> None:
    served = stage.serve(key="review")
    games = {"texas42": "texas42(match=hand)", "tractor": "tractor(match=deal)", "gin": "gin"}
    for name, variant in games.items():
        with stage.trying(name):
            seats = HUMAN_AND_BOTS[: 2 if name == "gin" else 4]
            page, code = finished(stage, served, variant, seats)
            page.goto(f"{served.url}/#r={code}&deal=1&ply={PLIES[name]}")
            page.wait_for_selector("main.replay")
            stage.keep(page, name)
            if name == "texas42":
                button(stage, page, "ui.sharing").click()
                page.wait_for_selector("#share-link")
                stage.keep(page, "share")
                page.keyboard.press("Escape")
            page.goto(f"{served.url}/#r={code}&deal=1&review=1")
            page.locator("#costliest").wait_for(timeout=100_000)
            stage.keep(page, f"review-{name}", is_whole=True)


def board(stage: Stage) -> None:
    served = stage.serve()
    for game in ("texas42", "tractor", "gin", "indian13", "stacks"):
        with stage.trying(game):
            page = stage.open(f"{served.url}/#b={game}")
            page.wait_for_selector(".board-page")
            stage.keep(page, game, is_whole=True)
            button(stage, page, "ui.board.go").click()
            page.locator(".answer h2").first.wait_for()
            stage.keep(page, f"{game}-answer", is_whole=True)
    page = stage.open(f"{served.url}/#b=texas42&ask=trick&{TRICK}")
    page.wait_for_selector(".board-page")
    stage.keep(page, "link")


SCENES: dict[str, Callable[[Stage], None]] = {
    "home": home,
    "lobby": lobby,
    "tractor": tractor,
    "tractor5": large,
    "tractor6": large,
    "tractor8": large,
    "part": part,
    "texas42": texas42,
    "gin": rummy,
    "gin_partners": rummy,
    "indian13": rummy,
    "rami": rami,
    "rummikub": rummikub,
    "stacks": stacks,
    "whist": of_others,
    "hearts": of_others,
    "daily": daily,
    "replay": replay,
    "board": board,
}
