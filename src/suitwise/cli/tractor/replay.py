"""``suitwise tractor replay``: recorded matches through the engine, and their faults."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from itertools import chain

import click

from suitwise.cards import RANKS
from suitwise.cli.files import Input, Progress, one_line_errors, open_input
from suitwise.cli.options import file_argument, json_option, json_text
from suitwise.cli.records import replaying
from suitwise.cli.review.records import has_moves, record_of_json
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.counting import counted
from suitwise.foundation.text.record_text import MOST_CHARACTERS, match_texts
from suitwise.game import OVER
from suitwise.tractor.record.match import MatchRecord
from suitwise.tractor.record.reader import read_match
from suitwise.tractor.record.replay import replayed, what_next
from suitwise.tractor.record.writer import match_of
from suitwise.tractor.state import TractorState

_CHUNK_BYTES = 1 << 16


@click.command()
@file_argument
@json_option("match")
@click.option("--text", "as_text", is_flag=True, help="Print each match as people read it.")
def replay(file: str, as_json: bool, as_text: bool) -> None:
    """Replay recorded matches, check every line, and tell how each deal ended.

    FILE, or standard input, holds matches one after the other, each a line "game" with the variant and
    its deals, as docs/tractor.md has them; or what "play --record" kept, every move; or JSON, what
    --json prints and what a table exports:

    \b
      game tractor(profile=standard)
      deal 1: levels 2 2, first 0
        draw 0: S3 H2 [H2] DK ...      in the order drawn, a bid in brackets; a line a seat
        buried: S3 S5 ...
        trick 1: 2:HAHAHK>HK 3:H5 0:HA 1:H9 -> 0 +15
        result: 85 points, the attackers take over +0, levels 2 2, next landlord 3

    The first line that breaks a rule, or says what is not so, is named with the reason.

    \b
    Example:
      suitwise tractor replay match.txt
    """
    if as_json and as_text:
        raise click.UsageError("--json and --text exclude each other")
    number = 0
    with open_input(file) as opened, one_line_errors(file), Progress("replaying") as progress:
        for number, match in enumerate(_matches(_lines(opened)), 1):
            if as_json:
                print(json_text({"match": number, **_plain(match)}), flush=True)
            elif as_text:
                deque(replayed(match), maxlen=0)  # every line is checked before one is printed
                print(match, end="", flush=True)
            else:
                _print_match(number, match)
            progress.reached(number, number)
        if not number:
            raise NotationError("there is no match in it")


def _lines(file: Input) -> Iterator[str]:
    """Yield the lines of a file; a line too long for a match is cut where that is seen."""
    rest = b""
    while len(rest) <= MOST_CHARACTERS and (chunk := file.read(_CHUNK_BYTES)):
        *lines, rest = (rest + chunk).split(b"\n")
        yield from map(_decoded, lines)
    yield _decoded(rest)


def _decoded(line: bytes) -> str:
    return line.decode("utf-8", "backslashreplace")


def _matches(lines: Iterator[str]) -> Iterator[MatchRecord]:
    """Yield the matches of a file's lines, texts or JSON objects."""
    begun: list[str] = []
    for line in lines:
        begun.append(line)
        if line.strip():
            break
    if not begun or not begun[-1].lstrip().startswith("{"):
        for before, text in match_texts(chain(begun, lines)):
            yield _match(text, before)
        return
    yield from _of_json("\n".join(chain(begun, lines)).rstrip())


def _of_json(text: str) -> Iterator[MatchRecord]:
    """Yield the matches of JSON objects one after the other: of this command, or of records."""
    at = 0
    while at < len(text):
        at += len(text[at:]) - len(text[at:].lstrip())
        line = text.count("\n", 0, at) + 1
        try:
            plain, at = json.JSONDecoder().raw_decode(text, at)
        except (ValueError, RecursionError):
            raise NotationError("it begins as JSON and is none", line=line) from None
        written = plain.get("text") if isinstance(plain, dict) else None
        try:
            if isinstance(written, str):
                yield MatchRecord.parse(written)
            else:
                yield match_of(record_of_json(plain))
        except SuitwiseError as error:
            raise NotationError(str(error), line=line) from None


def _match(text: str, before: int) -> MatchRecord:
    """Read a match, written down as deals or as a record of all its moves."""
    if not has_moves(text):
        return MatchRecord(*read_match(text, before))
    try:
        with replaying(text) as record:
            return match_of(record)
    except NotationError as error:
        raise NotationError(error.reason, line=(error.line or 1) + before) from None


def _print_match(number: int, match: MatchRecord) -> None:
    print(f"match {number}: {match.game}")
    for deal, state in zip(match.deals, replayed(match), strict=True):
        print(f"  deal {deal.number}: {_deal_text(state)}", flush=True)
    print(f"  {counted(len(match.deals), 'deal')}, every line is right", flush=True)


def _deal_text(state: TractorState) -> str:
    """Tell how a deal ended, or where its record breaks off."""
    if not state.is_auction_over:
        return f"broken off, {what_next(state)}"
    named = f"trump {state.trump}, landlord {state.current_landlord}"
    return f"{named}; {state.outcome or f'broken off, {what_next(state)}'}"


# --- As plain data --------------------------------------------------------------------------------


def _plain(match: MatchRecord) -> dict[str, object]:
    deals, state = [], None
    for deal, state in zip(match.deals, replayed(match), strict=True):
        deals.append({"deal": deal.number, **_plain_deal(state)})
    outcome = state and state.outcome
    return {
        "game": str(match.game),
        "text": str(match),
        "deals": deals,
        "over": state is not None and state.turn == OVER,
        "winner": outcome.winner if outcome else None,
    }


def _plain_deal(state: TractorState) -> dict[str, object]:
    """Return a deal as plain data; null stands for what is undecided where it breaks off."""
    outcome, named = state.outcome, state.is_auction_over
    plain: dict[str, object] = {
        "levels": [RANKS[level] for level in state.levels],
        "trump": str(state.trump) if named else None,
        "landlord": state.current_landlord if named else None,
        "points": outcome.points if outcome else None,
        "held": outcome.held if outcome else None,
        "gain": outcome.gain if outcome else None,
        "next_levels": None,
        "next_landlord": None,
    }
    if outcome is not None and outcome.winner is None:
        plain["next_levels"] = [RANKS[rank] for rank in outcome.ranks]
        plain["next_landlord"] = outcome.next_landlord
    return plain
