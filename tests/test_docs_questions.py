"""Every question that the pages answer is put to the engine, and says where its rule comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"


def questions() -> Iterator[tuple[str, str, str]]:
    """Yield each question, what stands below it, and the word by which its page names a source."""
    for page, mark, source in (
        ("questions.md", "###", "Source:"),
        ("zh/rulings.md", "##", "依据："),
    ):
        for part in re.split(r"^(?=##+ )", (DOCS / page).read_text("utf-8"), flags=re.MULTILINE):
            head, _, below = part.partition("\n")
            if head.startswith(f"{mark} "):
                yield head, below, source


@pytest.mark.parametrize(("question", "below", "source"), list(questions()))
def test_a_question_is_answered_by_the_engine_with_its_source(
    question: str, below: str, source: str
) -> None:
    assert question[-1] in "?？"
    assert re.search(r"^```(console\n\$ suitwise |python\n>>> )", below, re.MULTILINE)
    assert f"*{source}*" in below


def test_the_questions_of_three_games_are_answered() -> None:
    page = (DOCS / "questions.md").read_text("utf-8")
    parts = dict(re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL))
    asked = {game: parts[game].count("\n### ") for game in ("Tractor", "Texas 42", "Rummy")}
    assert min(asked.values()) >= 5
