"""The pages in Chinese say each thing by the word that the table has for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from suitwise.table.rules.messages import merged
from tests.table.rules.test_words import TERMS, TRACTOR, UNUSED

FOLDER = Path(__file__).parent.parent / "docs" / "zh"
PAGES = {path.name: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.md"))}
ROW = re.compile(r"^\| ([a-z]+) \| ([\u4e00-\u9fff]+) \| .+ \|$", re.MULTILINE)
GLOSSARY = dict(ROW.findall(PAGES["index.md"]))
"""The words of the first page's table, by the English term."""
OF_TRACTOR = [(term, word) for where, term, word in TERMS if where == TRACTOR]


def prose(text: str) -> str:
    """Return a page without its code."""
    return re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)


def test_the_pages_are_the_rules_the_rulings_and_the_table() -> None:
    assert set(PAGES) == {"index.md", "rules.md", "rulings.md", "table.md"}


@pytest.mark.parametrize(("term", "word"), OF_TRACTOR)
def test_the_glossary_has_each_term_of_the_table_by_the_tables_word(term: str, word: str) -> None:
    said = [chinese for english, chinese in GLOSSARY.items() if re.fullmatch(term, english)]
    assert len(said) == 1
    assert re.search(word, said[0])


@pytest.mark.parametrize("english", sorted(GLOSSARY))
def test_a_word_of_the_glossary_is_a_term_of_the_table_and_stands_in_the_rules(
    english: str,
) -> None:
    assert any(re.fullmatch(term, english) for term, _ in OF_TRACTOR)
    assert GLOSSARY[english] in prose(PAGES["rules.md"])


@pytest.mark.parametrize("page", sorted(PAGES))
def test_no_second_word_is_used_for_a_thing(page: str) -> None:
    assert [word for word in UNUSED if word in PAGES[page]] == []
    assert set(re.findall("扣.", prose(PAGES[page]))) <= {"扣底"}


@pytest.mark.parametrize("page", sorted(PAGES))
def test_what_is_quoted_of_the_table_stands_on_it_in_these_words(page: str) -> None:
    quoted = set(re.findall("「(.*?)」", PAGES[page]))
    assert quoted - set(merged("zh").values()) == set()
    assert quoted or page != "table.md"


@pytest.mark.parametrize("page", sorted(PAGES))
def test_marks_are_those_of_the_language_and_no_line_breaks_between_two_words(page: str) -> None:
    text = prose(PAGES[page])
    assert re.findall(r"[\u4e00-\u9fff][,;?!:]", text) == []
    assert re.findall(r"[\u4e00-\u9fff，。：；]\n[\u4e00-\u9fff]", text) == []


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("rules.md", ("--packs 3", "推土机", "`deals`")),
        (
            "table.md",
            ("由电脑替打到这一局完", "`stood_in`", "`cover`", "`auto`", "`claim`", "`bot`"),
        ),
        ("table.md", ("S4 S5 C9 S7", "`idle`", "50次", "`deals`")),
    ],
)
def test_the_pages_have_the_rules_of_their_own_that_the_english_ones_have(
    page: str, words: tuple[str, ...]
) -> None:
    assert [word for word in words if word not in PAGES[page]] == []
