"""The commands ``suitwise tractor`` on hands and records: bid, bury, play, review, solve, replay."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

import click

from suitwise import tractor as engine
from suitwise.cli import common
from suitwise.cli.play import game_option, play_command, variant_of_kind
from suitwise.cli.records import has_moves, record_of_json, record_text, replaying, review_command
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.lines import MOST_CHARACTERS, match_texts
from suitwise.foundation.text.phrases import counted, signed

if TYPE_CHECKING:
    from suitwise.game import Record
    from suitwise.tractor import (
        BiddingTable,
        BurialTable,
        MatchRecord,
        Solution,
        Tractor,
        TractorState,
    )
    from suitwise.tractor.umpire import Result


Command = TypeVar("Command", bound=Callable[..., Any])
_PROFILE = common.option("--profile", usual="standard", metavar="P", help="The rules of the house.")
_SEED = common.seed_option("64-bit seed of the deals.")
_NOTE = (
    "Each line is tried in the same {deals} deals, played out by rules of thumb in all four seats;\n"
    "worth is in levels; ± is an interval of 95 %."
)


def _worlds_option(default: int) -> Callable[[Command], Command]:
    return common.number("--worlds", 2, default, "How many deals are simulated.", 10_000)


@click.command()
@click.option("--rank", default="2", show_default=True, metavar="R", help="The current rank.")
@click.option("--bids", default="", metavar="BIDS", help='The bids so far, as "1:S2 3:HTHT".')
@click.option(
    "--landlord", type=click.IntRange(0, 3), help="The landlord's seat, if a deal has made one."
)
@_PROFILE
@_worlds_option(500)
@_SEED
@common.json_option()
@click.argument("hand")
def bid(
    rank: str,
    bids: str,
    landlord: int | None,
    profile: str,
    worlds: int,
    seed: int,
    as_json: bool,
    hand: str,
) -> None:
    """Tell which bid to show with the cards drawn so far, and whether to show it now or to wait.

    HAND is 1 to 25 cards; with all 25 it is the last chance to bid. You are seat 0, 1 is next after you
    and 2 your partner. The other cards are drawn at random, the bidding is ended with whole hands, and
    each deal is buried and played out. To pass is to wait: you are asked again with your whole hand.

    \b
    Example:
      suitwise tractor bid "S2 SA SK SK SQ S9 S8 H5 D3" --rank 2
    """
    with common.plain_errors(), common.Progress("simulating"):
        table = engine.bidding_table(
            hand,
            rank,
            bids=bids.split(),
            landlord=landlord,
            profile=profile,
            worlds=worlds,
            seed=seed,
        )
    if as_json:
        print(common.json_text(_bids_as_json(table, seed)))
        return
    print(f"{'bid':<6}  {'landlord':>8}  {'your side':>9}  {'won':>5}  worth  more than the pass")
    for i, move in enumerate(table.moves):
        shares = f"{_percent(table.share_mine(i)):>8}  {_percent(table.share_ours(i)):>9}"
        more = _gain(*table.lead(i, 0)) if i else ""
        won = _percent(table.share_won(i))
        print(f"{move!s:<6}  {shares}  {won:>5}  {signed(table.mean(i), 2)}  {more}".rstrip())
    print(f"\n{table.advice}\n\n{_NOTE.format(deals=table.worlds)}")


def _bids_as_json(table: BiddingTable, seed: int) -> dict[str, object]:
    bids = table.as_json(against=0)
    for i, bid in enumerate(bids):
        bid |= {"landlord": table.share_mine(i), "side": table.share_ours(i)}
    return {"worlds": table.worlds, "seed": seed, "bids": bids, "advice": table.advice}


@click.command()
@click.option("--trump", required=True, metavar="T", help="Main suit and current rank: H2, O2.")
@click.option("--kitty", default="", metavar="CARDS", help="The kitty, where HAND is without it.")
@_PROFILE
@_worlds_option(400)
@_SEED
@common.json_option()
@click.argument("hand")
def bury(
    trump: str, kitty: str, profile: str, worlds: int, seed: int, as_json: bool, hand: str
) -> None:
    """Tell what to bury as landlord, and why: points, empty suits, and what other burials are worth.

    HAND is your 33 cards, or 25 with --kitty. The best burial found, that of the rules of thumb and
    those of other plans are tried in the same deals. Where you can't have shown the trump yourself,
    your partner has.

    \b
    Example:
      suitwise tractor bury --trump S2 --kitty "C9 C8 C6 C4 C3 CT CK CA" \\
        "RJ BJ S2 H2 SA SA SK SK SQ SJ ST S9 S8 S6 S5 HA HK H9 H7 H5 DA DQ D8 D4 D3"
    """
    with common.plain_errors(), common.Progress("simulating"):
        table = engine.burial_table(
            hand, trump, kitty=kitty, profile=profile, worlds=worlds, seed=seed
        )
    if as_json:
        print(common.json_text(_burials_as_json(table, seed)))
        return
    print(f"{'burial':<16}  points  empty    won  worth  less than the first")
    for i, move in enumerate(table.moves):
        facts = f"{table.points(i):>6}  {' '.join(table.voids(i)) or '-':<5}"
        less = _gain(*table.lead(0, i)) if i else ""
        won = _percent(table.share_won(i))
        print(f"{move!s:<16}  {facts}  {won:>5}  {signed(table.mean(i), 2)}  {less}".rstrip())
    print(f"\n{table.advice}\n\n{_NOTE.format(deals=table.worlds)}")


def _burials_as_json(table: BurialTable, seed: int) -> dict[str, object]:
    burials = table.as_json(against=0)
    for i, burial in enumerate(burials):
        burial |= {"points": table.points(i), "empty": list(table.voids(i))}
    return {"worlds": table.worlds, "seed": seed, "burials": burials, "advice": table.advice}


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"


def _gain(lead: float, margin: float) -> str:
    return f"{signed(lead, 2)} ± {margin:.2f}"


# --- ``play`` -------------------------------------------------------------------------------------


def variant_of(text: str, profile: str | None = None, deal: bool = False) -> Tractor:
    """Return a variant of Tractor, with the rules of a profile if one is given."""
    game = variant_of_kind(text, engine.Tractor, "Tractor")
    game = game if profile is None else replace(game, profile=profile)
    return replace(game, match="deal") if deal else game


play = play_command(
    """Play Tractor with three players of the package, the one opposite your partner.

    Commands are read from standard input, one a line: cards to bid, to bury, to lead or to follow, as
    H2, HKHAHA or ha ha hk; pass; hint, why CARDS, undo, redo, moves, show, score, record, help, quit.
    You are asked to bid when you have something to bid. The same seed and the same moves make the same
    game. A record holds every card, so look at the file when you have done.

    \b
    Example:
      suitwise tractor play --deal --seed 7
    """,
    variant_of,
    game_option(
        "tractor", "The variant: a match from 2 to A, or as tractor(match=deal,levels=TT)."
    ),
    click.Option(
        ["--profile"],
        metavar="P",
        help="The rules of the house, as standard or rbtying(penalty=10).",
    ),
    click.Option(["--deal"], is_flag=True, help="Play a single deal, not a match."),
    seats=4,
)


# --- ``review`` -----------------------------------------------------------------------------------


def of_deals(text: str) -> Record:
    """Parse a record of deals (docs/tractor-playing.md)."""
    return engine.as_record(engine.MatchRecord.parse(text))


review = review_command(
    """Tell what each bid, burial and play of a recorded game cost, the costliest first.

    FILE, or standard input, holds what "play --record" kept, a record of the arena or of a table,
    or deals as docs/tractor-playing.md has them. Each decision is judged by what its seat saw:
    never by the hidden cards. The best move is looked for in deals that the seat can't tell from
    the true one, the likelier by the others' play more often, each played out; it is then held
    against the move that was made in as many other deals. Costs are in levels that a side rises
    more. Decisions with one legal play are left out; at other tables than that of four with two
    packs bids are, too. Ctrl-C gives what is done.

    \b
    Example:
      suitwise tractor review match.txt --seat 2 --plot match.svg
    """,
    "tractor",
    "In how many deals a decision is judged.  [default: 100; 40 at other tables]",
    of_text=of_deals,
)


# --- ``solve`` ------------------------------------------------------------------------------------


@click.command()
@click.option("--moves", is_flag=True, help="What each legal move is worth, too.")
@click.option("--line", is_flag=True, help="A line of best play to the last trick, too.")
@click.option("--check", is_flag=True, help="Verify each answer by the game's own rules.")
@common.option(
    "--game",
    "variant",
    usual="tractor",
    metavar="GAME",
    help="The variant of positions, as tractor(match=deal,levels=TT); a record names its own.",
)
@click.option(
    "--ply", type=click.IntRange(0), help="Of a record, the position after so many moves."
)
@common.number(
    "--cards", 1, 6, "Of a record, the first position of the last deal with so few cards a hand.", 8
)
@common.json_option("position")
@common.file_argument
def solve(
    moves: bool,
    line: bool,
    check: bool,
    variant: str,
    ply: int | None,
    cards: int,
    as_json: bool,
    file: str,
) -> None:
    """Print the attackers' final points of each position when all four play their best.

    FILE, or standard input, holds positions, a line each, as str() of one prints them
    (docs/tractor-playing.md, Positions), # before a comment; or one record, of deals or of all moves.
    All hands are seen by all, and there are at most eight cards in each. The kitty is in the points.

    --moves adds CARDS=POINTS for every legal move, throws that fail included. --line adds a line of
    best play, a trick after each bar.

    \b
    Example:
      suitwise tractor solve --moves --cards 5 match.txt
    """
    text = record_text(file)
    with common.one_line_errors(file), common.Progress("solving") as progress:
        for done, (number, state) in enumerate(_states(text, variant, ply, cards), 1):
            try:
                solution = engine.solve(state)
                if check:
                    solution.check()
                answer = (
                    _plain_solution(solution, moves, line)
                    if as_json
                    else _line_of(solution, moves, line)
                )
            except SuitwiseError as error:
                raise NotationError(str(error), line=number) from None
            print(common.json_text(answer) if as_json else answer, flush=True)
            progress.reached(done, done)


def _states(
    text: str, variant: str, ply: int | None, cards: int
) -> Iterator[tuple[int | None, TractorState]]:
    """Yield the positions of a file with their lines: one per line, or one position of a record."""
    lines = text.splitlines()
    if any(line.startswith("game") for line in lines):
        yield None, _of_record(text, ply, cards)
        return
    with common.plain_errors():
        game = variant_of_kind(variant, engine.Tractor, "Tractor")
    has_position = False
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].strip()
        if words:
            has_position = True
            yield number, _parsed(game, words, number)
    if not has_position:
        raise NotationError("there is no position in it")


def _parsed(game: Tractor, text: str, number: int) -> TractorState:
    """Return the position on a line."""
    try:
        return game.parse(text)
    except NotationError as error:
        raise NotationError(error.reason, line=number) from None


def _of_record(text: str, ply: int | None, cards: int) -> TractorState:
    """Return a position of a record, of deals or of all moves."""
    if has_moves(text):
        with replaying(text) as record:
            return _position(record, ply, cards)
    return _position(of_deals(text), ply, cards)


def _position(record: Record, ply: int | None, cards: int) -> TractorState:
    """Return the position after some moves, or the first of the last deal with few cards per hand."""
    found: TractorState | None = None
    for number, state in enumerate(record.states()):
        if not isinstance(state, engine.TractorState):
            raise NotationError(f"the record is of {record.game}, not of Tractor")
        if number == ply:
            return state
        few = state.phase == "play" and max(hand.size for hand in state.held) <= cards
        if ply is None and few and (found is None or len(state.tricks) < len(found.tricks)):
            found = state
    if found is None:
        asked = f"{ply} moves" if ply is not None else f"hands of {cards} cards"
        raise NotationError(f"the record breaks off before {asked}")
    return found


def _line_of(solution: Solution, moves: bool, line: bool) -> str:
    """Return an answer as a line of text."""
    words = [str(solution.value)]
    if moves:
        words += [f"{move}={value}" for move, value in solution.moves.items()]
    if line:
        words += ["|", *_tricks(solution)]
    return " ".join(words)


def _tricks(solution: Solution) -> Iterator[str]:
    """Yield the moves of the line, with a bar between tricks."""
    tricks = len(solution.state.tricks)
    state = solution.state
    for move in solution.line:
        if len(state.tricks) > tricks:
            tricks = len(state.tricks)
            yield "|"
        yield f"{state.turn}:{move}"
        state = state.followed_by(move)


def _plain_solution(solution: Solution, moves: bool, line: bool) -> dict[str, object]:
    """Return an answer as plain data."""
    data: dict[str, object] = {"points": solution.value, "outcome": str(solution.outcome)}
    if moves:
        data["moves"] = {str(move): value for move, value in solution.moves.items()}
    if line:
        data["line"] = [str(move) for move in solution.line]
    return data


# --- ``replay`` -----------------------------------------------------------------------------------

_CHUNK_BYTES = 1 << 16


@click.command()
@common.file_argument
@common.json_option("match")
@click.option("--text", "as_text", is_flag=True, help="Print each match as people read it.")
def replay(file: str, as_json: bool, as_text: bool) -> None:
    """Replay recorded matches, check every line, and tell how each deal ended.

    FILE, or standard input, holds matches one after the other, each a line "game" with the variant and
    its deals, as docs/tractor-playing.md has them; or what "play --record" kept, every move; or JSON,
    what --json prints and what a table exports:

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
    with common.reading(file, "replaying") as (opened, progress):
        for number, match in enumerate(_matches(_lines(opened)), 1):
            if as_json:
                print(common.json_text({"match": number, **_plain(match)}), flush=True)
            elif as_text:
                deque(engine.replayed(match), maxlen=0)  # check every line before printing any
                print(match, end="", flush=True)
            else:
                _print_match(number, match)
            progress.reached(number, number)
        if not number:
            raise NotationError("there is no match in it")


def _lines(file: common.Input) -> Iterator[str]:
    """Yield the lines of a file; a line too long for a match is cut off."""
    rest = b""
    while len(rest) <= MOST_CHARACTERS and (chunk := file.read(_CHUNK_BYTES)):
        *lines, rest = (rest + chunk).split(b"\n")
        yield from map(_decoded, lines)
    yield _decoded(rest)


def _decoded(line: bytes) -> str:
    return line.decode("utf-8", "backslashreplace")


def _matches(lines: Iterator[str]) -> Iterator[MatchRecord]:
    """Yield the matches in the lines of a file, as texts or JSON objects."""
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
    """Yield the matches of consecutive JSON objects: output of this command, or records."""
    import json

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
                yield engine.MatchRecord.parse(written)
            else:
                yield engine.match_of(record_of_json(plain))
        except SuitwiseError as error:
            raise NotationError(str(error), line=line) from None


def _match(text: str, before: int) -> MatchRecord:
    """Parse a match, given as deals or as a record of all moves."""
    from suitwise.tractor.record.text import read_match

    if not has_moves(text):
        return engine.MatchRecord(*read_match(text, before))
    try:
        with replaying(text) as record:
            return engine.match_of(record)
    except NotationError as error:
        raise NotationError(error.reason, line=(error.line or 1) + before) from None


def _print_match(number: int, match: MatchRecord) -> None:
    print(f"match {number}: {match.game}")
    for deal, state in zip(match.deals, engine.replayed(match), strict=True):
        print(f"  deal {deal.number}: {_deal_text(state)}", flush=True)
    print(f"  {counted(len(match.deals), 'deal')}, every line is right", flush=True)


def _deal_text(state: TractorState) -> str:
    """Return how a deal ended, or where its record stops."""
    from suitwise.tractor.record.replaying import what_next
    from suitwise.tractor.record.text import VOID

    if state.phase == "redeal":
        return VOID
    if not state.is_auction_over:
        return f"broken off, {what_next(state)}"
    named = f"trump {state.trump}, landlord {state.current_landlord}"
    return f"{named}; {state.outcome or f'broken off, {what_next(state)}'}"


# --- Plain data for ``replay --json`` -------------------------------------------------------------


def _plain(match: MatchRecord) -> dict[str, object]:
    from suitwise.game import OVER

    deals, state = [], None
    for deal, state in zip(match.deals, engine.replayed(match), strict=True):
        deals.append({"deal": deal.number, **_plain_deal(state)})
    return {
        "game": str(match.game),
        "text": str(match),
        "deals": deals,
        "over": state is not None and state.turn == OVER,
        **_plain_winner(match.game, None if state is None else state.outcome),
    }


def _plain_winner(game: Tractor, outcome: Result | None) -> dict[str, object]:
    """Return who has won a match: a side, or at other tables than that of four the seats."""
    if not game.is_classic:
        return {"winners": list(outcome.winners) if outcome else []}
    return {"winner": outcome.winners[0] if outcome and outcome.winners else None}


def _plain_deal(state: TractorState) -> dict[str, object]:
    """Return a deal as plain data; values not decided when the record stops are None."""
    from suitwise.cards import RANKS

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
    if not state.variant.is_classic:
        plain["side"] = state.sides.members if named else None
    if outcome is not None and not outcome.winners:
        plain["next_levels"] = [RANKS[rank] for rank in outcome.ranks]
        plain["next_landlord"] = outcome.next_landlord
    return plain
