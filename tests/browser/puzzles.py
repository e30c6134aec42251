"""Somebody who wins the puzzles of Stack Management, as the solver says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from suitwise.stacks import Layout, hint
from tests.browser.people import Person

if TYPE_CHECKING:
    from playwright.sync_api import Locator


def layout_of(person: Person) -> Layout:
    """Return the stacks that the server has told."""
    stacks = person.wire.parts["table"]["stacks"]
    return Layout.parse(" | ".join(" ".join(cards) or "-" for cards in stacks))


def wanted(person: Person) -> str:
    """Return a move that wins."""
    return str(hint(layout_of(person)))


def stack(person: Person, number: str) -> Locator:
    return person.page.locator(f'.stack-row [data-stack="{number}"]')


def choose(person: Person, move: str) -> None:
    """Press the stack until its move is picked, then play it; to an empty stack by pressing that."""
    source, _, to = move[1:].partition(">")
    for _ in range(4):
        person.press(stack(person, source))
        label = person.page.locator(".actions .play").inner_text()
        if ("empty stack" in label or "移到" in label) == bool(to):
            break
    if not to:
        person.play()
        return
    goal = stack(person, to)
    if "aimed" not in str(goal.get_attribute("class")):
        person.press(goal)
    person.press(goal)


def play_out(person: Person) -> None:
    while person.wait_for_turn():
        move = wanted(person)
        if person.way == "text":
            person.say(move)
        else:
            choose(person, move)
        person.taken()
