"""The commands ``suitwise research``: score players exactly or on fixed mirrored deals."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

import suitwise
from suitwise.cli import common
from suitwise.cli.arena import cores, shown_progress, workers_option
from suitwise.errors import NotationError

if TYPE_CHECKING:
    from suitwise.research.suite import Entry
    from suitwise.research.tasks import Task


@click.command()
@click.option(
    "--games",
    metavar="A,B",
    default="",
    help="These games alone; one named without options is played deal by deal.",
)
@click.option(
    "--players",
    metavar="A,B",
    default="",
    help="These players alone, with options if any; each at the games that have it.",
)
@common.number("--deals", 2, 1000, "Of each pair, in all seatings.")
@common.option(
    "--seconds-a-pair",
    usual=600.0,
    type=common.FiniteRange(0, min_open=True),
    help="What a pair may take in all, over all runs; fewer deals are played then.",
)
@click.option(
    "--growth/--no-growth",
    default=True,
    help="Whether players that think for a given time are measured at 10 ms, 100 ms and 1 s, too.",
)
@common.seed_option(default=1)
@common.number("--workers", 0, 1, "Processes that play, 0 for all cores; one measures times best.")
@common.option(
    "--out", usual="strength", metavar="DIR", help="Keep the games here, a folder a pair."
)
@click.option("--afresh", is_flag=True, help="Begin pairs again whose players have changed.")
@common.json_option()
@common.markdown_option
def strength(
    games: str,
    players: str,
    deals: int,
    seconds_a_pair: float,
    growth: bool,
    seed: int,
    workers: int,
    out: str,
    afresh: bool,
    as_json: bool,
    markdown: str | None,
) -> None:
    """Every player of every game against every other on mirrored deals; the time of decisions.

    DIR gets a folder for each two players, a run of the arena. The command may be interrupted at any
    moment, or killed: the same command goes on, one with more deals, more seconds or other players
    adds to what is there, and what is done is not played again. Where players have changed since, so
    that they play the first deals otherwise, the command ends, unless --afresh begins that pair again.

    \b
    Example:
      suitwise research strength --games gin,indian13 --deals 200
      suitwise research strength --games texas42 --players "rules,mc(worlds=10)" --seconds-a-pair 60
    """
    from suitwise.foundation.arrays.rows import available_cores
    from suitwise.markdown import write_section
    from suitwise.research import strength as scores
    from suitwise.research.strength import Budget, duels

    with common.plain_errors(), shown_progress("playing", "pairs", Path(out)) as reached:
        chosen = duels(games, players, growth=growth)
        budget = Budget(deals, seconds_a_pair, seed, workers or available_cores(), afresh)

        def say(line: str) -> None:
            reached.clear()
            click.echo(line, err=True)

        def progress(done: int, share: float) -> None:
            reached(done + share, len(chosen))

        results = scores.measure(chosen, budget, Path(out), say, progress)
    text = scores.markdown(results)
    click.echo(common.json_text(results.as_json()) if as_json else text)
    if markdown:
        write_section(Path(markdown), "strength", text)


# --- ``yardstick`` --------------------------------------------------------------------------------


@click.command()
@click.option(
    "--players",
    metavar="A,B",
    default="mc,net",
    show_default=True,
    help="These players, with options if any.",
)
@common.option("--against", usual="rules", metavar="PLAYER", help="Whom all of them meet.")
@common.number("--deals", 2, 100, "Mirrored deals, the same for all.")
@common.seed_option(default=1)
@common.json_option()
@common.markdown_option
def yardstick(
    players: str, against: str, deals: int, seed: int, as_json: bool, markdown: str | None
) -> None:
    """How much of the edge of a player of Tractor that sees all hands others get against one opponent.

    Who sees all hands is the player mc with the true deal in place of sampled ones. Nobody meets it
    elsewhere: it has no name in the arena and at the table.

    \b
    Example:
      suitwise research yardstick --deals 20
      suitwise research yardstick --players "mc(worlds=20),net" --deals 200
    """
    with common.plain_errors(), common.Progress("playing", at_once=True) as progress:
        from suitwise.foundation.text.lines import split_outside
        from suitwise.markdown import write_section
        from suitwise.research import yardstick as scores

        names = [name.strip() for name in split_outside(players, ",")]
        found = scores.measured(names, against, deals, seed, progress.reached)
    text = scores.markdown(found, against, deals)
    click.echo(common.json_text([asdict(edge) for edge in found]) if as_json else text)
    if markdown:
        write_section(Path(markdown), "yardstick", text)


# --- ``learners`` ---------------------------------------------------------------------------------


@click.command()
@click.option("--tasks", metavar="A,B", default="", help="Of gin, texas42, tractor these alone.")
@click.option(
    "--policy",
    metavar="MODULE:NAME",
    help="Measure this function of observations and masks, beside the baselines.",
)
@common.number(
    "--deals", 0, 0, "So many of the deals alone, for a look; 0 for all, which is what is reported."
)
@common.markdown_option
def learners(tasks: str, policy: str | None, deals: int, markdown: str | None) -> None:
    """What a policy gets against compiled players, each deal from both sides; it needs the extra rl.

    The policy takes observations, float32 (n, width), and masks of legal actions, int8 (n, actions), and
    returns actions, int64 (n,). The module is found in this folder or on Python's path. The fingerprint
    that is printed is of the module and of all files that it opens, as weights, or names by files().

    \b
    Example:
      suitwise research learners --tasks gin --deals 200
      suitwise research learners --tasks texas42 --policy my_net:act
    """
    with common.plain_errors():
        from suitwise.arena.fingerprints import digest_of_files
        from suitwise.markdown import write_section
        from suitwise.research.fixed_deals import BASELINES, chosen, policy_of, report

        tasks_chosen, policies, files = chosen(tasks), dict(BASELINES), set[str]()
        if policy is not None:
            policies[policy], files = policy_of(policy)
        text = report(tasks_chosen, policies, deals, lambda line: click.echo(line, err=True))
        if policy is not None:
            names = ", ".join(sorted(map(os.path.basename, files)))
            text += f"\n\n`{policy}`: sha256 {digest_of_files(files)} of {names}"
    click.echo(text)
    if markdown:
        write_section(Path(markdown), "learners", text)


# --- ``exploitability`` ---------------------------------------------------------------------------


@click.command()
@click.option("--tasks", metavar="A,B", default="", help="These tasks alone.")
@click.option(
    "--algorithms",
    metavar="A,B",
    default="",
    help="These algorithms alone: cfr, cfr+, mccfr are ours, openspiel-… OpenSpiel's (extra rl). "
    "By name only: the deep openspiel-deep-cfr, openspiel-nfsp, openspiel-a2c (extra theory).",
)
@click.option(
    "--most",
    metavar="N",
    type=click.IntRange(min=1),
    help="Spend no budget of more decisions; of the deep none above 100,000 but by this.",
)
@click.option(
    "--policy",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False),
    help="Measure this policy of one task instead, as JSON.",
)
@click.option(
    "--efg", metavar="DIR", help="Write each task as a file of the extensive form instead."
)
@common.option("--out", usual="exploitability", metavar="DIR", help="Keep the figures here.")
@click.option("--kept", is_flag=True, help="Print what DIR holds so far, and measure nothing.")
@common.json_option()
@common.markdown_option
def exploitability(
    tasks: str,
    algorithms: str,
    most: int | None,
    policy: str | None,
    efg: str | None,
    out: str,
    kept: bool,
    as_json: bool,
    markdown: str | None,
) -> None:
    """What CFR, CFR+ and MCCFR leave to gain on endgames of 42, by budget; or what your policy does.

    DIR keeps the figures. The command may be interrupted at any moment: the same command goes on,
    and what is measured is not measured again.

    \b
    Example:
      suitwise research exploitability --tasks two-104,two-66 --algorithms cfr+,mccfr
      suitwise research exploitability --tasks two-66 --algorithms openspiel-deep-cfr --most 10000
      suitwise research exploitability --tasks two-104 --policy mine.json
      suitwise research exploitability --tasks two-104 --efg games
    """
    with common.plain_errors():
        from suitwise.research.tasks import chosen

        tasks_chosen = chosen(tasks)
        if policy is not None and efg is not None:
            raise click.UsageError("--policy and --efg are two things: ask for one")
        if policy is not None and len(tasks_chosen) != 1:
            raise click.UsageError("a policy is of one task: name it by --tasks")
        if policy is not None:
            from suitwise.research.exploitability import score

            click.echo(common.json_text(score(tasks_chosen[0], Path(policy))))
        elif efg is not None:
            _write(tasks_chosen, Path(efg))
        else:
            text, data = _figures(tasks_chosen, algorithms, most, Path(out), kept=kept)
            _print(text, data if as_json else None, markdown)


def _write(tasks: Sequence[Task], folder: Path) -> None:
    from suitwise.research.game_tree import efg_text

    folder.mkdir(parents=True, exist_ok=True)
    for task in tasks:
        path = folder / f"{task.name}.efg"
        path.write_text(efg_text(task.tree(), str(task.game)), encoding="utf-8")
        click.echo(path)


def _figures(
    tasks: Sequence[Task], algorithms: str, most: int | None, out: Path, *, kept: bool
) -> tuple[str, list[dict[str, object]]]:
    """Return the report and the figures, from new measurements and those already saved.

    If no algorithm is given, saved figures of deep methods are included.
    """
    from suitwise.research import exploitability as scores
    from suitwise.research.learners import ALGORITHMS, PLAIN

    names = [name.strip() for name in algorithms.split(",") if name.strip()]
    todo = scores.pieces(tasks, names or PLAIN)
    if not kept:
        with shown_progress("learning", "pieces", out) as reached:

            def say(line: str) -> None:
                reached.clear()
                click.echo(line, err=True)

            scores.measure(todo, out, say, lambda done: reached(done, len(todo)), most)
    found = scores.kept(scores.pieces(tasks, names or list(ALGORITHMS)), out)
    return scores.markdown(tasks, found), scores.as_json(found)


def _print(text: str, data: list[dict[str, object]] | None, markdown: str | None) -> None:
    from suitwise.markdown import write_section

    click.echo(text if data is None else common.json_text(data))
    if markdown:
        write_section(Path(markdown), "exploitability", text)


# --- ``bench-1`` ----------------------------------------------------------------------------------


@click.group("bench-1")
def bench_1() -> None:
    """The frozen suite suitwise-bench-1: play it, check what others played, and print who stands where.

    \b
    Example:
      suitwise research bench-1 run rules --out rules
      suitwise research bench-1 check rules
    """


@bench_1.command("tasks")
@common.json_option()
def bench_1_tasks(as_json: bool) -> None:
    """The suite's tasks with their variants, opponents and numbers of deals, and its fingerprint.

    \b
    Example:
      suitwise research bench-1 tasks
    """
    from suitwise.research.suite import BENCH_1

    meetings = [asdict(one) for one in BENCH_1.meetings]
    if as_json:
        facts = {"suite": BENCH_1.name, "fingerprint": BENCH_1.fingerprint, "seeds": BENCH_1.seeds}
        click.echo(common.json_text(facts | {"meetings": meetings}))
        return
    seeds = ", ".join(map(str, BENCH_1.seeds))
    click.echo(f"{BENCH_1.name}, fingerprint {BENCH_1.fingerprint}, seeds {seeds}")
    for one in BENCH_1.meetings:
        click.echo(f"{one.name}: {one.deals} deals a seed against {', '.join(one.opponents)}")
        click.echo(f"  {one.game}")
        if one.package:
            click.echo(f"  {one.way_here}")
    click.echo(
        "and the tasks of `suitwise research exploitability` and `suitwise research learners`"
    )


@bench_1.command("run")
@click.argument("player")
@click.option("--tasks", metavar="A,B", default="", help="These tasks alone.")
@common.option("--out", usual="bench-1", metavar="DIR", help="Keep the games here, a run a seed.")
@workers_option
@common.imports_option
def bench_1_run(player: str, tasks: str, out: str, workers: int, imports: tuple[str, ...]) -> None:
    """Play PLAYER's games at all tasks that have such a player, and print its entry, a line of JSON.

    DIR gets a run of the arena for each seed. The command may be interrupted at any moment, or killed:
    the same command goes on, and the games end up the same to the byte. A player of your own comes from
    a module that calls register_player.

    \b
    Example:
      suitwise research bench-1 run rules --tasks gin,texas42 --out rules
      suitwise research bench-1 run mine --import my_players --out mine >> leaderboard.jsonl
    """
    common.import_players(imports)
    with common.plain_errors(), shown_progress("playing", "games", Path(out)) as reached:
        from suitwise.research.suite import BENCH_1, play

        entry = play(
            BENCH_1,
            player,
            Path(out),
            tasks=tasks,
            workers=cores(workers),
            imports=imports,
            progress=reached,
        )
    click.echo(entry.line())


@bench_1.command("learn")
@click.argument("task")
@common.option(
    "--method",
    usual="ppo",
    type=click.Choice(["ppo", "dqn"]),
    help="PPO or DQN, both with masks.",
)
@common.seed_option(default=1)
@common.number("--moves", 1, 5_000_000, "Of the learner; the usual number is what is reported.")
@common.option("--out", usual="learnt", metavar="DIR", help="Keep all of it here.")
@workers_option
@common.imports_option
def bench_1_learn(
    task: str,
    method: str,
    seed: int,
    moves: int,
    out: str,
    workers: int,
    imports: tuple[str, ...],
) -> None:
    """Train a network at TASK, play its games, and print its entry, a line of JSON; needs the extra sb3.

    DIR gets a checkpoint, the learning curve, the network, and then the games. The command may be
    interrupted at any moment, or killed: the same command goes on from the last checkpoint. The entry
    tells the moves, the hours of the processor and the curve.

    \b
    Example:
      suitwise research bench-1 learn gin --seed 1 --out gin-ppo-1 >> leaderboard.jsonl
      suitwise research bench-1 learn texas42 --method dqn --out texas42-dqn-1
    """
    common.import_players(imports)
    with common.plain_errors():
        from suitwise.research.suite import BENCH_1, play
        from suitwise.research.trained import PLAYERS
        from suitwise.research.training import MODEL, train

        folder = Path(out)
        train(BENCH_1, task, method, seed, folder, moves, lambda line: click.echo(line, err=True))
        with shown_progress("playing", "games", folder) as reached:
            entry = play(
                BENCH_1,
                f"{PLAYERS[method]}(model={folder / MODEL})",
                folder,
                tasks=task,
                workers=cores(workers),
                imports=["suitwise.research.trained_players", *imports],
                progress=reached,
            )
    click.echo(entry.line())


@bench_1.command("check")
@click.argument("folder", metavar="DIR")
@click.option("--board", metavar="FILE", help="Its line must stand on this leaderboard.")
@common.imports_option
def bench_1_check(folder: str, board: str | None, imports: tuple[str, ...]) -> None:
    """Play every game of DIR again from its record, and print the entry that the games make.

    The games must be those of the suite, all of them, with the suite's seeds; the player is not needed.

    \b
    Example:
      suitwise research bench-1 check rules --board leaderboard.jsonl
    """
    common.import_players(imports)
    with common.plain_errors(), common.Progress("checking", cleared=True) as progress:
        from suitwise.research.suite import BENCH_1, check_entry

        entry, games = check_entry(BENCH_1, Path(folder), progress.reached)
        if board is not None and entry not in _entries(board):
            raise NotationError(f"{folder} makes an entry that does not stand in {board}")
    click.echo(f"{games} games played again", err=True)
    click.echo(entry.line())


@bench_1.command("board")
@common.file_argument
@common.markdown_option
def bench_1_board(file: str, markdown: str | None) -> None:
    """Print a leaderboard, entries a line each, as a table for each task.

    \b
    Example:
      suitwise research bench-1 board benchmarks/bench-1.jsonl
    """
    with common.plain_errors():
        from suitwise.markdown import write_section
        from suitwise.research.suite import BENCH_1
        from suitwise.research.suite import board as board_text

        text = board_text(BENCH_1, _entries(file))
    click.echo(text)
    if markdown:
        write_section(Path(markdown), "bench-1", text)


def _entries(path: str) -> list[Entry]:
    from suitwise.research.suite import MOST_BOARD, read_board

    with common.open_input(path) as opened:
        data = opened.read(MOST_BOARD + 1)
    with common.one_line_errors(path):
        return read_board(data)


# --- The group, and its old name ------------------------------------------------------------------


@click.group()
def research() -> None:
    """Score players: strength, learners on fixed deals, exploitability, a yardstick that sees all hands.

    \b
    Example:
      suitwise research learners --tasks gin --deals 200
    """


class _Bench(click.Group):
    """The commands of ``research`` and, in a clone, those of the folder ``benchmarks``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        timing = _timing()
        return sorted([*super().list_commands(ctx), *(timing.commands if timing else ())])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        own, timing = super().get_command(ctx, cmd_name), _timing()
        if own is None and timing is None:
            raise click.UsageError(
                f"what {cmd_name[:40]!r} measures comes with a clone of Suitwise: "
                "there it is `python -m benchmarks`"
            )
        return own or (timing.commands.get(cmd_name) if timing else None)


def _timing() -> click.Group | None:
    """Return the timing benchmarks if the package runs from a clone, else None."""
    clone = Path(suitwise.__file__).parents[2]
    if not (clone / "benchmarks" / "commands.py").is_file():
        return None
    if str(clone) not in sys.path:
        sys.path.insert(0, str(clone))
    group: click.Group = import_module("benchmarks.commands").bench
    return group


@click.group(cls=_Bench)
def bench() -> None:
    """The old name of `suitwise research` and, in a clone, of `python -m benchmarks`.

    \b
    Example:
      suitwise bench strength --games gin --deals 200
    """


for _group in (research, bench):
    for _command in (exploitability, learners, strength):
        _group.add_command(_command)
research.add_command(bench_1)
research.add_command(yardstick)
