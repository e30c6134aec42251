"""The group ``suitwise tractor`` and its commands for judging: finished rounds, plays, throws, tricks.

The other commands of the group are in ``tractor_advice``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from suitwise import tractor as engine
from suitwise.cli import common
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.phrases import reason_of

if TYPE_CHECKING:
    from suitwise.tractor import Pile, Profile, RoundRuling, Throw, Trump
    from suitwise.tractor.judge.rounds import Batch

LONGEST_LINE = 1 << 16
_ADVICE = ("bid", "bury", "play", "replay", "review", "solve")


@click.group(
    cls=common.GameGroup, elsewhere=dict.fromkeys(_ADVICE, "suitwise.cli.games.tractor_advice")
)
def tractor() -> None:
    """Tractor (Sheng Ji), the two-pack game of levels.

    \b
    Example:
      suitwise tractor judge round.in
      suitwise tractor follow --trump S2 --lead H3H3 --hand H6H6H8H9
    """


# --- Options --------------------------------------------------------------------------------------


def _read(read: Callable[[str], Any]) -> Callable[..., Any]:
    """Return a callback that parses an option's text; an error names the option in one line."""

    def value(_context: click.Context, option: click.Parameter, text: Any) -> Any:
        if text is None:
            return None
        if isinstance(text, tuple) and any(part.startswith("--") for part in text):
            raise click.ClickException(
                f"--{option.name} takes four {option.name}, '' for an empty one"
            )
        try:
            return tuple(map(read, text)) if isinstance(text, tuple) else read(text)
        except SuitwiseError as error:
            raise click.ClickException(f"--{option.name}: {error}") from None

    return value


def _hand(text: str) -> Pile:
    from suitwise.tractor.rules.deck import hand_of

    return hand_of(text)


_trump_option = click.option(
    "--trump",
    required=True,
    callback=_read(lambda text: engine.Trump.parse(text)),
    metavar="TRUMP",
    help="The main suit and the current rank: H2; O2 where there is no main suit.",
)
_profile_option = common.option(
    "--profile",
    usual="standard",
    callback=_read(lambda text: engine.Profile.parse(text)),
    metavar="P",
    help="The house: standard, judge, rbtying, jerryyyu or duan, switches in parentheses.",
)


_packs_option = common.number("--packs", 1, 2, "How many packs are in play.", 4)


def _lead(text: str) -> Pile | str:
    """Read a lead: cards, or with ``+`` its parts as text, which are read once the trump is known."""
    return text if "+" in text else _hand(text)


def _cards_option(
    name: str, what: str, read: Callable[[str], Any] = _hand, **more: Any
) -> Callable[[Any], Any]:
    return click.option(name, metavar="CARDS", callback=_read(read), help=what, **more)


# --- ``follow``, ``trick`` and ``rule`` -----------------------------------------------------------


@tractor.command()
@_trump_option
@_cards_option("--lead", "The cards led; + stands between named parts.", _lead, required=True)
@_cards_option("--hand", "The follower's whole hand.", required=True)
@_cards_option("--play", "A play to rule on; without it all legal ones are listed.")
@_profile_option
@_packs_option
def follow(
    trump: Trump, lead: Pile | str, hand: Pile, play: Pile | None, profile: Profile, packs: int
) -> None:
    """List the plays that follow a lead, one a line; or rule on one, legal or illegal.

    Cards are written as S2 or 2S, ST or S10, RJ and BJ for the red and the black joker, with spaces or
    none between them. What no table comes to is refused: a hand of fewer cards than were led, or more
    copies of a card in both together than the packs hold.

    \b
    Example:
      suitwise tractor follow --trump S2 --lead 'H3H3H4H4' --hand 'H6H6H8H8HJ S4'
      suitwise tractor follow --trump S2 --lead 'H3H3' --hand 'H6H6H8H9' --play 'H8H9'
      suitwise tractor follow --packs 3 --trump S2 --lead 'H3H3H3+H4H4' --hand 'H7H7H7H8H9H9HT'
    """
    if isinstance(lead, str):
        from suitwise.tractor.rules.wide.lead import WideLead

        with common.plain_errors("--lead: "):
            WideLead.of(lead, trump, profile)
    try:
        duty = engine.duty_of(trump, lead, hand, profile, packs=packs)
    except SuitwiseError as error:
        is_of_lead = reason_of(error).code.startswith("tractor.lead-")
        raise click.ClickException(f"{'--lead' if is_of_lead else '--hand'}: {error}") from None
    if play is not None:
        fault = duty.why_not(play)
        print("legal" if fault is None else f"illegal: {fault}")
        return
    for each in duty.plays:
        print(each)


@tractor.command()
@_trump_option
@_cards_option(
    "--hands", "The four hands before the trick, the leader's first.", required=True, nargs=4
)
@_cards_option(
    "--plays",
    "The four plays, the leader's first; '' for the others where only a throw is asked about.",
    required=True,
    nargs=4,
)
@_profile_option
@_packs_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def trick(
    trump: Trump,
    hands: tuple[Pile, ...],
    plays: tuple[Pile, ...],
    profile: Profile,
    packs: int,
    as_json: bool,
) -> None:
    """Tell who wins a trick, seats counted 1 to 4 from the leader, and why.

    A throw is first held against the other hands. Where it fails, the part is told that is led instead;
    plays that are as many cards as that part are then ruled on. A play that does not follow is told
    with the reason, and nobody wins. Of a hand so many cards may be written as are known, but no fewer
    than are led where its play is ruled on.

    \b
    Example:
      suitwise tractor trick --trump S2 --hands HQHK H3H4 HAHA H5H6 --plays HQHK H3H4 HAHA H5H6
    """
    ruling = _trick(trump, hands, plays, profile, packs)
    if as_json:
        print(common.json_text(ruling))
        return
    if ruling["winner"] is not None:
        print(ruling["winner"])
    print(*ruling["why"], sep="\n")


@tractor.command()
@common.file_argument
@_profile_option
@_packs_option
def rule(file: str, profile: Profile, packs: int) -> None:
    """Answer questions about plays and throws, a JSON object a line.

    FILE, or standard input, holds a question a line, answered by a line:

    \b
      {"trump": "H2", "lead": ["C9", "C9"], "hand": ["CA", "CA", "CK"], "play": ["CA", "CK"]}
      {"legal": false, "n_legal": 1, "reason": "follow pairs: ..."}
      {"trump": "H2", "hands": [["CQ", "CK"], ["C3"], ["CA"], ["C5"]], "lead": ["CQ", "CK"]}
      {"stands": false, "forced": ["CQ"]}

    Cards may be one text, too, and of the hands so many as are known. A line may name its own
    "profile", and "packs"; other names are ignored. Blank lines and lines that begin with # are
    skipped.

    Questions with a "kind" are about any table of 4 to 8 seats and 1 to 4 packs: cutting, follow, throw,
    winner, score, bids, deal, call, friends, friends_deal, next_landlord, levels, kitty. Their house
    rules are "switches"; a question that can't be answered gets its error, and the next goes on:

    \b
      {"kind": "follow", "packs": 3, "trump": "S2", "lead": "H3 H3 H3",
       "hand": "H7 H7 H7 H8", "play": "H7 H7 H8"}
      {"answer": {"legal": false, "owed": "3x1", "n_legal": 1}}

    \b
    Example:
      suitwise tractor rule --profile 'standard(duty=pairs)' questions.jsonl
    """
    from suitwise.tractor.rulings import has_kind

    goes_on = False
    with common.reading(file, "ruling") as (opened, progress):
        for number, line in common.numbered_lines(opened, LONGEST_LINE):
            goes_on = goes_on or has_kind(line)
            try:
                print(common.json_text(engine.answer_json(line, profile, packs=packs)))
            except SuitwiseError as error:
                if not goes_on:
                    raise NotationError(str(error), line=number) from None
                print(common.json_text({"error": str(error)}))
            progress.reached(number, number)


# --- The ruling on a trick ------------------------------------------------------------------------


def _trick(
    trump: Trump, hands: Sequence[Pile], plays: Sequence[Pile], profile: Profile, packs: int
) -> dict[str, Any]:
    """Return the ruling on a trick: the winner (1 to 4 or None), the throw, and sentences."""
    from suitwise.tractor.rules.deck import sum_of
    from suitwise.tractor.rulings import throw_json

    with common.plain_errors("--hands: "):
        sum_of(hands, packs)
    for seat, (hand, play) in enumerate(zip(hands, plays, strict=True), 1):
        if not play.within(hand):
            raise click.ClickException(f"--plays: seat {seat} does not hold {play}")
    with common.plain_errors("--plays: "):
        throw = engine.throw_of(trump, hands, plays[0], profile, packs=packs)
    ruling: dict[str, Any] = {"winner": None, **throw_json(throw), "why": []}
    if not throw.stands:
        ruling["why"].append(_failed(throw))
    lead = plays[0] if throw.stands else throw.forced[0]
    followers = plays[1:]
    if not any(play.once for play in followers) or (
        not throw.stands and all(play.size == plays[0].size for play in followers)
    ):
        ruling["why"] += ["the lead stands"] if throw.stands else []
        return ruling
    faults = _faults(trump, lead, hands, plays, profile, packs)
    ruling["why"] += faults or _won(trump, throw, (lead, *followers), profile, packs, ruling)
    return ruling


def _failed(throw: Throw) -> str:
    """Return a sentence on a failed throw: the part beaten, by whom, and the cards led instead."""
    by, part = throw.stopped_by
    return f"the throw fails: seat {by + 1} beats {part}; forced {throw.led_instead}"


def _faults(
    trump: Trump,
    lead: Pile,
    hands: Sequence[Pile],
    plays: Sequence[Pile],
    profile: Profile,
    packs: int,
) -> list[str]:
    """Return a sentence for each seat that does not follow."""
    faults = []
    for seat, (hand, play) in enumerate(zip(hands[1:], plays[1:], strict=True), 2):
        with common.plain_errors(f"--hands: seat {seat}: "):
            fault = engine.duty_of(trump, lead, hand, profile, packs=packs).why_not(play)
        if fault is not None:
            faults.append(f"illegal: seat {seat}: {fault}")
    return faults


def _won(
    trump: Trump,
    throw: Throw,
    plays: Sequence[Pile],
    profile: Profile,
    packs: int,
    ruling: dict[str, Any],
) -> list[str]:
    """Add the winner to a ruling, and explain why each play wins or loses.

    If the leader may choose which part is led, the ruling is the same for every choice.
    """
    decision = engine.winner_at_table(trump, plays, profile, packs=packs)
    ruling["winner"] = decision.winner + 1
    led, *others = map(str, decision.why)
    if len(throw.forced) > 1:
        led = f"{throw.led_instead} is led"
    return [f"seat {seat}: {reason}" for seat, reason in enumerate((led, *others), 1)]


# --- ``judge`` ------------------------------------------------------------------------------------


@tractor.command()
@common.file_argument
@click.option("--explain", is_flag=True, help="Explain every trick before each answer.")
@common.json_option("case")
@click.option("--svg", metavar="OUT", help="Draw one trick (--case, --trick) into this file.")
@click.option("--case", type=click.IntRange(1), help="The case to draw, 1 unless told.")
@click.option("--trick", type=click.IntRange(1), help="The trick to draw, 1 unless told.")
@common.threads_option("judge")
def judge(
    file: str,
    explain: bool,
    as_json: bool,
    svg: str | None,
    case: int | None,
    trick: int | None,
    threads: int,
) -> None:
    """Judge finished rounds: the defenders' points, the new ranks, the next dealer.

    FILE, or standard input, holds T cases:

    \b
      T
      <main suit H|S|C|D|O> <dealer> <rank team 1> <rank team 2>
      <leader's cards> <next> <next> <next>     a line a trick, 25 cards a player

    \b
    Example:
      suitwise tractor judge --explain rounds.in
      suitwise tractor judge --svg trick.svg --case 3 --trick 1 rounds.in
    """
    if svg is None and (case or trick):
        raise click.UsageError("--case and --trick choose what --svg draws; name a file with --svg")
    picture = _Picture(svg, case or 1, trick or 1) if svg is not None else None
    with common.reading(file, "judging") as (opened, progress):
        for batch in engine.judge_stream(opened, threads=threads):
            if explain or as_json:
                _print_each(batch, explain, as_json, progress)
            else:
                sys.stdout.buffer.write(batch.answer())
                progress.reached(batch.first + batch.count - 1, batch.expected)
            if picture:
                picture.look(batch)
        if picture:
            picture.require(common.shown_name(file))


def _print_each(batch: Batch, explain: bool, as_json: bool, progress: common.Progress) -> None:
    """Print a batch case by case, with its tricks or as JSON."""
    from suitwise.tractor.judge.judge import outcomes, rounds_of

    if as_json and not explain:
        for number, outcome in outcomes(batch):
            print(common.json_text({"case": number, **outcome}))
            progress.reached(number, batch.expected)
        return
    for number, game in rounds_of(batch):
        ruling = engine.judge_round(game)
        if as_json:
            print(common.json_text({"case": number, **ruling.as_json(explain=explain)}))
        else:
            print(f"Case #{number}:\n{engine.explain_round(ruling)}{ruling}", end="")
        progress.reached(number, batch.expected)


class _Picture:
    """The trick for ``--svg``, drawn when its case is judged."""

    def __init__(self, path: str, case: int, trick: int) -> None:
        self.path = path
        self.case = case
        self.trick = trick
        self.drawn = False

    def look(self, batch: Batch) -> None:
        from suitwise.tractor.judge.judge import rounds_of
        from suitwise.tractor.judge.reader import RULING

        i = self.case - batch.first
        if 0 <= i < batch.count:
            only = replace(batch, first=self.case, count=1, rulings=batch.rulings[RULING * i :])
            for _, game in rounds_of(only):
                self._draw(engine.judge_round(game))

    def _draw(self, ruling: RoundRuling) -> None:
        from suitwise.tractor.picture import draw_trick

        if self.trick > len(ruling.tricks):
            raise click.ClickException(
                f"case {self.case} has {len(ruling.tricks)} tricks, there is no trick {self.trick}"
            )
        names = engine.seats_from(ruling.leaders[self.trick - 1])
        title = f"Case {self.case}, trick {self.trick}: trump {ruling.round.trump}"
        svg = draw_trick(ruling.tricks[self.trick - 1], title=title, names=names)
        common.write_file(self.path, svg)
        self.drawn = True

    def require(self, name: str) -> None:
        if not self.drawn:
            raise click.ClickException(f"{name}: there is no case {self.case} to draw")
