"""Write docs/observations.md: what the numbers of every observation, move and action mean.

Run it from anywhere: ``python docs/figures/observations.py``. Every table is asked of the games
themselves. The page is committed, and a test compares it with what this script writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain, takewhile
from pathlib import Path
from textwrap import fill
from typing import Any, TypeAlias

from suitwise.envs.registered import BATCHED, ENVS
from suitwise.envs.sight import MOST
from suitwise.envs.vector import batch_of
from suitwise.fields import Field, width
from suitwise.game import Game, load
from suitwise.tractor.arrays.play import PAIR, REPLY, THROW, TRACTOR

DOCS = Path(__file__).resolve().parents[1]

HEAD = (
    "# Observations and actions",
    "What each number of an observation means and what each action does, for every game "
    "([how they are used](research.md)). `docs/figures/observations.py` writes this page.",
    "**Observations** are `state.observe(seat)` laid flat, float32, told from the seat that looks. "
    "Indices count from 0, both ends included; *a place* is a 1 among zeros; numbers are 0 to 1 where "
    "no other range is said; *seat +1* is the next one to move. Several fields in a row stand one "
    "behind the other, equally wide; *as 53–317* has the same fields as there. Any variant's table is "
    "`suitwise.fields.markdown(game.observation_fields())`. Matches of 42, gin and Tractor end with "
    "`deals`, how many deals are over, as a part of the most that there can be.",
    "**With nothing hidden** a position is `state.observe_all()` laid flat, told from no seat "
    "(`game.fields_of_all()`); *above* is in the observation.",
    "**Told of moves**: `state.told(move, seat)` are rows, all that the seat learns by a move "
    "(`game.told_fields()`): `who` is a place for each seat in the order of play, one's own first, "
    "none for chance, `what` a place for each of the words beside it, `cards` the copies of each card "
    "that is told. All rows together are what the seat knows with perfect recall.",
    "**Cards** are spades, hearts, diamonds, clubs, each from 2 to 9, T, J, Q, K, A: `S2` is 0, `SA` "
    "12, `H2` 13 and `CA` 51. Tractor has the black joker as 52 and the red one as 53, other games any "
    "joker as 52. **Dominoes** are `0-0`, `1-0`, `1-1`, `2-0` and so on to `6-6`, 28 of them.",
    "**Actions** are the numbers of moves, where a game numbers them, else places in the list of the "
    "legal moves; `suitwise.envs.actions_of(game)` converts. *Features* say what each listed move is.",
)

Range: TypeAlias = tuple[str, int, int]
"""What some actions do, the first and the last of them."""
_SEATS = "the seat itself, the seat to its left, its partner, the seat to its right"
SHORT = {
    "a place for each domino from 0-0 to 6-6, 1 if": "for each domino 1 if",
    f"1 if {_SEATS}": "1 if that seat",
    _SEATS: "each seat",
    "a place for seat 0, seat 1, seat 2, seat 3": "a place for each seat",
    "copies of each card, jokers last,": "copies",
    "copies of each tile, jokers last,": "copies",
    "copies of each tile": "copies",
}
"""What the fields of some games say at length, and what is said for it under the heading of the game."""
_FEW = 8
"""Fewer texts and runs of texts are all told."""
_SHORT = 8
"""A meaning of so many words is told again."""
_MANY = 3
"""So many names are all told where the fields stand above; so many numbers in a row are a run."""
_SEATED = re.compile("_(own|left|partner|right)$")
_NAMED = re.compile(r"^(chosen|meld)_|_(own|left|partner|right|\d)$")
"""What of a field's name says of whom or of what it tells."""
_WHOSE = re.compile(
    r"seat \+?\d|the seat itself|the seat to its left|its partner|the seat to its right|\bone\b"
    "|the melds of the table|the first melds chosen|the meld laid or grown"
)
"""Of whom or of what a meaning tells."""


# --- Tables ---------------------------------------------------------------------------------------


def overview() -> str:
    """Return the table of the ids: how wide an observation is, how many actions there are."""
    lines = ["Gymnasium id | variant | observation | actions", "---|---|---|---"]
    for name, text in (ENVS | BATCHED).items():
        if not type(load(text)).__module__.startswith("suitwise."):
            continue  # of another package that is installed here
        fields, actions = _shape(name, text)
        lines.append(f"`{name}` | `{text}` | {width(fields)} | {actions}")
    return "\n".join(lines)


def _shape(name: str, text: str) -> tuple[Sequence[Field], str]:
    """Return what an id observes and how many actions it has."""
    if name not in ENVS:
        batch = batch_of(text)
        return batch.fields, str(batch.actions)
    game = load(text)
    count = game.facts.distinct_moves
    return game.observation_fields(), str(count or f"listed, {MOST} at most")


def observed(fields: Sequence[Field], known: Sequence[Field] = (), where: str = "") -> str:
    """Return the table of an observation under its heading."""
    return _headed("Observation", fields, known, where)


def all_shown(game: Game[Any]) -> str:
    """Return the table of a position with nothing hidden under its heading.

    What is there as it is in an observation is told by where it stands in that.
    """
    known = game.observation_fields()
    return _headed("With nothing hidden", game.fields_of_all(), known, " above")


def _headed(what: str, fields: Sequence[Field], known: Sequence[Field], where: str) -> str:
    """Return a table under its heading, which has the range of copies unless one above has it."""
    copies = _copies(fields)
    is_new = copies and copies != _copies(known)
    heading = f"**{what}**, {width(fields)} numbers{copies if is_new else ''}"
    return f"{heading}\n\n{field_table(fields, known, where, copies)}"


def _copies(fields: Sequence[Field]) -> str:
    """Return what a heading says of copies that have one range: of what they are, and the range."""
    counted = [field for field in fields if field.meaning.startswith("copies of each")]
    ranges = {field.range for field in counted}
    if len(ranges) != 1:
        return ""
    what = counted[0].meaning.split()[3].strip(",")
    return f"; *copies* are those of each {what}, {min(ranges)}"


def field_table(
    fields: Sequence[Field], known: Sequence[Field] = (), where: str = "", copies: str = ""
) -> str:
    """Return the table of some fields, those of one kind for several seats in one row.

    Args:
        fields: what stands in the array, in order.
        known: the fields of an array whose table stands above.
        where: what that array is called.
        copies: what a heading says of the range of copies.
    """
    lines = ["index | name | meaning", "---|---|---"]
    at = 0
    for names, size, meaning in _rows(fields, known, where):
        if meaning.startswith("copies") and copies:
            meaning = meaning.rpartition(";")[0]
        lines.append(f"{_indices(at, size)} | {names} | {meaning}")
        at += size
    return "\n".join(lines)


def _rows(
    fields: Sequence[Field], known: Sequence[Field], where: str, done: int = 0
) -> Iterator[tuple[str, int, str]]:
    """Yield for each row its names, how many numbers it has, and what they mean."""
    while done < len(fields):
        rest = fields[done:]
        count, meaning = _as_above(rest, known, where, fields[:done])
        names = _names(rest[:count])
        if not count:
            count = _alike(rest)
            meaning = _meaning(rest[:count])
            names = ", ".join(field.name for field in rest[:count])
        yield names, width(rest[:count]), meaning
        done += count


def _as_above(
    fields: Sequence[Field], known: Sequence[Field], where: str, before: Sequence[Field]
) -> tuple[int, str]:
    """Return how many of the first fields are as some above, and the text that says so.

    Args:
        fields: the fields yet to be told.
        known: the fields of an array whose table stands above.
        where: what that array is called.
        before: the fields of the same table that are told.
    """
    is_long = len(_meaning(fields[:1]).split()) > _SHORT
    count, at, whose = _same(fields, known)
    if count > 1 or (count and is_long and not whose):
        return count, f"as {_indices(at, width(fields[:count]))}{where}{whose}"
    count, at, whose = _same(fields, before)
    if whose and (count > 1 or is_long):
        return count, f"as {_indices(at, width(fields[:count]))}{whose}"
    return 0, ""


def _same(fields: Sequence[Field], known: Sequence[Field]) -> tuple[int, int, str]:
    """Return how many of the first fields stand in what is known, where, and of whom they tell now."""
    kinds = list(map(_kind, known))
    if _kind(fields[0]) not in kinds:
        return 0, 0, ""
    start = kinds.index(_kind(fields[0]))
    pairs = list(zip(fields, known[start:], strict=False))
    whose = _whose(*pairs[0])
    same = takewhile(
        lambda pair: _kind(pair[0]) == _kind(pair[1]) and _whose(*pair) == whose, pairs
    )
    return sum(1 for _ in same), width(known[:start]), whose


def _kind(field: Field) -> tuple[str, int, str, str]:
    """Return what a field tells, whomever it tells of."""
    meaning = re.sub(r"one's own (\w+)", r"the \1 of one", field.meaning)
    return _NAMED.sub("", field.name), field.size, _WHOSE.sub("…", meaning), field.range


def _whose(field: Field, known: Field) -> str:
    """Return of whom a field tells that is otherwise as a known one; nothing if of each seat."""
    found = set(_WHOSE.findall(field.meaning)) - {"one"}
    is_of_each = len(found) > 1 or _SEATED.search(known.name)
    return "" if field.meaning == known.meaning or is_of_each else f", of {min(found)}"


def _alike(fields: Sequence[Field]) -> int:
    """Return how many of the first fields are of one kind, as those of one name for each seat."""
    first = fields[0]
    kind = first.name.rpartition("_")[0]

    def is_alike(field: Field) -> bool:
        shape = field.size, field.low, field.high
        own = field.name.rpartition("_")[0]
        return own == kind and shape == (first.size, first.low, first.high)

    return sum(1 for _ in takewhile(is_alike, fields)) if kind else 1


def _indices(at: int, size: int) -> str:
    return f"{at}–{at + size - 1}" if size > 1 else str(at)


def _names(group: Sequence[Field]) -> str:
    """Return the names of some fields, of many the first and the last."""
    names = [field.name for field in group]
    return ", ".join(names) if len(names) <= _MANY else f"{names[0]} … {names[-1]}"


def _meaning(group: Sequence[Field]) -> str:
    """Return what fields of one kind mean, with their range where it is not 0 to 1."""
    told = [field.meaning.replace(":", " :").split() for field in group]
    before = _shared(told)
    left = [words[before:] for words in told]
    after = _shared([words[::-1] for words in left])
    differ = [" ".join(words[: len(words) - after]) for words in left]
    shared = left[0][len(left[0]) - after :]
    words = [*told[0][:before], ", ".join(differ) if any(differ) else "", *shared]
    text = " ".join(filter(None, words)).replace(" :", ":")
    for said, short in SHORT.items():
        text = text.replace(said, short)
    has_own_range = (group[0].low, group[0].high) != (0, 1)
    return f"{text}; {group[0].range}" if has_own_range else text


def _shared(texts: Sequence[Sequence[str]]) -> int:
    """Return how many first words all texts have alike."""
    return sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, zip(*texts, strict=False)))


def told(game: Game[Any]) -> str:
    """Return what a seat is told of a move, with the most rows of a game."""
    fields, most = game.told_fields(), game.most_told
    rows = f"at most {most} in a game" if most else "as many as there are moves to tell"
    head = f"**Told of moves**, {width(fields)} numbers a row, {rows}"
    if [field.name for field in fields[:3]] != ["who", "what", "cards"]:
        return f"{head}\n\n{field_table(fields)}"
    ends = list(accumulate(field.size for field in fields[:3]))
    who, what, cards = (
        _indices(end - field.size, field.size) for field, end in zip(fields, ends, strict=False)
    )
    text = f"{head}: `who` {who}; `what` {what}, {fields[1].meaning}; `cards` {cards}"
    text += f", {fields[2].range}" if fields[2].high > 1 else ""
    at = ends[-1]
    for names, size, meaning in _rows(fields, game.observation_fields(), " above", 3):
        quoted = names.replace(" … ", "` … `")
        text += f"; `{quoted}` {_indices(at, size)}, {meaning}"
        at += size
    return text


def action_table(ranges: Sequence[Range], text_of: Callable[[int], str]) -> str:
    """Return a table of actions with the texts of their moves."""
    lines = ["action | what it does | as text", "---|---|---"]
    for what, first, last in ranges:
        numbers = f"{first}–{last}" if last > first else str(first)
        lines.append(f"{numbers} | {what} | {_texts(first, last, text_of)}")
    return "\n".join(lines)


def _texts(first: int, last: int, text_of: Callable[[int], str]) -> str:
    """Return the texts of some actions, of very many the first two and the last."""
    runs: list[list[str]] = []
    for text in map(text_of, range(first, last + 1)):
        if runs and _follows(runs[-1][-1], text):
            runs[-1].append(text)
        else:
            runs.append([text])
    told = [part for run in runs for part in _run(run)]
    if len(told) < _FEW:
        return " ".join(told)
    return f"`{text_of(first)}`, `{text_of(first + 1)}`, … `{text_of(last)}`"


def _follows(text: str, following: str) -> bool:
    """Return whether a text is another one with the next number."""
    one, other = (re.fullmatch(r"(.*?)(\d+)(\D*)", each) for each in (text, following))
    if not (one and other):
        return False
    return one[1] == other[1] and one[3] == other[3] and int(other[2]) == int(one[2]) + 1


def _run(texts: Sequence[str]) -> list[str]:
    """Return texts that are numbered in a row, of many the first and the last."""
    if len(texts) < _MANY:
        return [f"`{text}`" for text in texts]
    return [f"`{texts[0]}`–`{texts[-1]}`"]


def moves_of(game: Game[Any], *ranges: Range) -> str:
    """Return the table of a game's numbered moves.

    Raises:
        ValueError: the ranges are not all the numbers there are, in order.
    """
    told = list(chain.from_iterable(range(first, last + 1) for _, first, last in ranges))
    if told != list(range(game.facts.distinct_moves or 0)):
        raise ValueError(f"{game} has {game.facts.distinct_moves} moves, and told of are {told}")
    return action_table(ranges, lambda number: str(game.numbered_move(number)))


# --- The games ------------------------------------------------------------------------------------


def texas42() -> Iterator[str]:
    """Yield the paragraphs of Texas 42."""
    game = load("texas42(match=hand)")
    yield "## Texas 42"
    yield f"`{game}`"
    yield f"*Each seat* is {_SEATS}; with nothing hidden seats 0 to 3, `_0` to `_3`."
    yield observed(game.observation_fields())
    yield (
        "Houses change neither the size nor the order. In a match `scores` has another bound, and "
        "counts in parts of the points that win where points are played."
    )
    yield all_shown(game)
    yield "**Actions**, 68"
    yield moves_of(
        game,
        ("plays the domino", 0, 27),
        ("declares, in the order of `declaration`", 28, 41),
        ("calls", 42, 67),
    )
    yield "Calls and declarations that a house does not have are never legal in it."


def endgame() -> Iterator[str]:
    """Yield the paragraphs of the last tricks of 42."""
    game = load("texas42_endgame")
    whole = load("texas42(match=hand)").observation_fields()
    yield "## Texas 42, the last tricks"
    yield f"`{game}`"
    yield observed(game.observation_fields(), whole, " of Texas 42")
    yield all_shown(game)
    yield "**Actions**, 28: 0–27 of Texas 42."


def gin() -> Iterator[str]:
    """Yield the paragraphs of gin rummy."""
    game = load("gin")
    yield "## Gin rummy"
    yield f"`{game}`"
    yield observed(game.observation_fields())
    yield all_shown(game)
    yield told(game)
    yield "**Actions**, 107, and the last one where `big` is above 0"
    yield moves_of(
        load("gin(big=31)"),
        ("draws from the stock", 0, 0),
        ("takes the top of the pile", 1, 1),
        ("passes the upcard", 2, 2),
        ("discards the card of this number less 3", 3, 54),
        ("knocks and discards the card of this number less 55", 55, 106),
        ("shows eleven cards that all meld", 107, 107),
    )
    yield (
        "With `declare=yes` a knock names its melds, so moves have no numbers and are listed. "
        "**Features** of a move then:"
    )
    yield field_table(load("gin(declare=yes)").move_fields())


def indian13() -> Iterator[str]:
    """Yield the paragraphs of Indian rummy."""
    game = load("indian13")
    yield "## Indian rummy"
    yield f"`{game}`"
    yield observed(game.observation_fields())
    yield (
        "With more seats `known_2`, `laid_2` and so on follow `laid_1`, and `named_2`, `standing_2`, "
        "`hidden_2` and so on stand at the end."
    )
    yield all_shown(game)
    yield told(game)
    yield "**Actions**, 109"
    yield moves_of(
        game,
        ("draws from the stock", 0, 0),
        ("takes the top of the pile", 1, 1),
        ("drops out", 2, 2),
        ("discards the card of this number less 3, the last one any joker", 3, 55),
        ("discards the card of this number less 56 face down and lays down the rest", 56, 108),
    )


def rami() -> Iterator[str]:
    """Yield the paragraphs of rami."""
    game = load("rami(deals=1,staged=yes)")
    yield "## Rami"
    yield f"`{game}`"
    yield observed(game.observation_fields())
    yield (
        "Of more seats the fields stand behind those of seat +1. Where a turn is not staged the fields "
        "`chosen_…` are left out."
    )
    yield all_shown(game)
    yield told(game)
    yield "**Actions**, 1181"
    yield moves_of(
        game,
        ("draws from the stock", 0, 0),
        ("takes the top of the pile", 1, 1),
        ("ends the turn with an empty hand", 2, 2),
        ("opens with the melds chosen", 3, 3),
        ("discards the card of this number less 4, the last one any joker", 4, 56),
        ("lays or chooses a meld", 57, 903),
        ("adds a card to a run", 904, 955),
        ("adds a card to a set", 956, 1007),
        ("adds a joker to a run", 1008, 1063),
        ("adds a joker to a set", 1064, 1076),
        ("takes the joker of a run", 1077, 1128),
        ("takes the joker of a set", 1129, 1180),
    )


def rummikub() -> Iterator[str]:
    """Yield the paragraphs of Rummikub."""
    game = load("rummikub(staged=yes)")
    yield "## Rummikub"
    yield f"`{game}`"
    yield observed(game.observation_fields())
    yield (
        "Tiles stand by colour, black, red, blue, orange, each from 1 to 13, and the joker last; 52 "
        "numbers are without it. Of more seats the fields stand behind those of seat +1."
    )
    yield all_shown(game)
    yield told(game)
    yield "**Actions**, 108"
    yield moves_of(
        game,
        ("draws a tile", 0, 0),
        ("passes, with an empty pool", 1, 1),
        ("ends the turn with the tiles chosen", 2, 2),
        ("chooses a tile", 3, 55),
        ("says for which tile a joker stands", 56, 107),
    )


def stacks() -> Iterator[str]:
    """Yield the paragraphs of Stack Management."""
    game = load("stacks")
    yield "## Stack Management"
    yield f"`{game}`"
    yield observed(game.observation_fields())
    yield (
        "The highest card of a suit that is still there has rank 1, the next one 2, so ranks move up "
        "as cards go; suit a is 1. `observe_all` is the same."
    )
    yield told(game)
    yield "**Actions**, of n stacks n², here 16"
    shifts = (
        "shifts the top of stack s to the empty one t: n + s (n − 1) + t, less 1 if t is above s"
    )
    yield moves_of(game, ("removes the top of this stack", 0, 3), (shifts, 4, 15))


def tractor() -> Iterator[str]:
    """Yield the paragraphs of the whole game of Tractor."""
    game = load("tractor(match=deal)")
    yield "## Tractor"
    yield f"`{game}`"
    yield (
        "A *plane* has a number for each of the 54 cards, 0.5 for each copy: 0, 0.5 or 1. *Each seat* "
        "begins with one's own, with nothing hidden with seat 0, and goes on in the order of play."
    )
    yield observed(game.observation_fields())
    yield all_shown(game)
    yield told(game)
    yield "A hand that is laid down (`claims=yes`) shows all four hands, the claimant's first."
    yield (
        f"**Actions**: places in the list of the legal moves, {MOST} unless told. Where more are "
        f"legal {MOST // 2} are those listed first and the others evenly spaced through the rest. "
        "**Features** of a move:"
    )
    yield field_table(game.move_fields())


def tractor_play() -> Iterator[str]:
    """Yield the paragraphs of the play of a deal of Tractor, as it is stepped in arrays."""
    batch = batch_of("tractor(match=deal)")
    yield "## Tractor, the play of a deal"
    yield (
        "`suitwise/TractorPlay-v0`: from the landlord's first lead on; `rules` has bid and buried. A "
        "throw is seen as any lead."
    )
    yield observed(batch.fields)
    yield f"**Actions**, {batch.actions}"
    tractors = (
        "leads a tractor: first those of a suit's own cards, by the lowest and by how many "
        "pairs, then those that reach a rank card or a joker, by the highest"
    )
    replies = (
        "replies to more than one card: with what it can best do without and no points; the same "
        "with points; with the cheapest that wins so far; with the highest"
    )
    throws = (
        "throws all blocks of its cards of this suit, or of its trumps, that nobody can beat by what "
        "the seat has seen"
    )
    ranges = (
        ("leads the card, or plays it to a single", 0, PAIR - 1),
        (f"leads the pair of the card of this number less {PAIR}", PAIR, TRACTOR - 1),
        (tractors, TRACTOR, REPLY - 1),
        (replies, REPLY, THROW - 1),
        (throws, THROW, batch.actions - 1),
    )
    yield action_table(ranges, batch.text_of)
    yield (
        "Which cards a tractor has depends on the trump: where sevens are the rank the tractor of 2 "
        "pairs from S6 is S6S6S8S8. Two of the four replies may be the same cards."
    )
    yield (
        "**Throws.** A numbered throw always stands; it has two blocks or more and is led whole. No "
        "number says a throw that may fail, a part of one that is certain, or one whose two longest "
        "tractors are equally long. Of a throw by others that failed only the part that was led is "
        "among the numbers."
    )
    yield (
        "In the house `standard` the same numbers are `tractor.play_observation(state, seat)`, "
        "`play_mask(state)`, `play_move(state, action)` and `play_action(state, move)`, which refuses "
        "a move without a number."
    )


# --- The page -------------------------------------------------------------------------------------


def page() -> str:
    """Return the whole page."""
    parts = [*HEAD, overview()]
    for game in (texas42, endgame, gin, indian13, rami, rummikub, stacks, tractor, tractor_play):
        parts += game()
    return "\n\n".join(map(_wrapped, parts)) + "\n"


def _wrapped(part: str) -> str:
    """Break a paragraph into lines; tables and names of variants stay as they are."""
    is_text = "\n" not in part and not part.startswith("#") and " " in part
    return fill(part, 118, break_on_hyphens=False, break_long_words=False) if is_text else part


def main(folder: Path = DOCS) -> None:
    """Write the page."""
    (folder / "observations.md").write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
