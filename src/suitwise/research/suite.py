"""The frozen suite ``suitwise-bench-1``: who plays how well, by games that anybody can play again.

A player meets fixed opponents at fixed variants, on the deals of fixed seeds. Each seed is a run of the
arena in a folder of its own, so a claim is checked from the records of its games (``arena.store.check``)
without the player. An ``Entry`` holds what came of it, a line of JSON on a leaderboard.

The suite holds the tasks of the other two benchmarks, too: the endgames of ``research.tasks`` and the
deals of ``research.fixed_deals``. Its fingerprint is that of them all. A suite never changes: tasks that
are better make another suite, with another number.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from suitwise.arena.config import Config, Match
from suitwise.arena.fingerprints import sha256_of
from suitwise.arena.report import margin_text, standings
from suitwise.arena.results import RESULTS
from suitwise.arena.run import run
from suitwise.arena.seats import import_players
from suitwise.arena.statistics import Paired
from suitwise.arena.store import check, read_plan
from suitwise.catalogue import find
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.lines import split_call
from suitwise.game import Game, load
from suitwise.markdown import table
from suitwise.players.named import named, names_for
from suitwise.research.fixed_deals import DEALS
from suitwise.research.tasks import TASKS

# --- Tasks ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Meeting:
    """A task: a player meets each of some opponents.

    Args:
        name: the name of the task.
        game: the variant, with all options that it had when the suite was made.
        opponents: the opponents, with all options.
        deals: the deals with each opponent and each seed, each in all seatings.
        unit: the unit of what is got.
        package: the folder of a clone with the package that has the game, if it is another one.
    """

    name: str
    game: str
    opponents: tuple[str, ...]
    deals: int
    unit: str
    package: str = ""

    @property
    def is_here(self) -> bool:
        """Whether the game can be loaded: those of this package always can."""
        try:
            self.loaded()
        except NotationError:
            if self.package:
                return False
            raise
        return True

    @property
    def way_here(self) -> str:
        """How the game of another package comes here, in words."""
        return (
            f"a game of another package: python -m pip install ./{self.package} in a clone, or "
            f"--import {self.package.rpartition('/')[2]} where that lies"
        )

    def loaded(self) -> Game[Any]:
        """Return the variant.

        Raises:
            NotationError: its package is not there, or can't be imported.
        """
        if self.package and find(split_call(self.game)[0]) is None:
            raise NotationError(f"{self.name} is {self.way_here}")
        return load(self.game)


@dataclass(frozen=True)
class Suite:
    """A frozen suite of tasks.

    Args:
        name: its name with its number.
        seeds: the seeds; each is a run of its own.
        meetings: the tasks.

    >>> BENCH_1.name, BENCH_1.seeds, BENCH_1.fingerprint
    ('suitwise-bench-1', (1, 2, 3), 'beace7901240ea11')
    """

    name: str
    seeds: tuple[int, ...]
    meetings: tuple[Meeting, ...]

    @cached_property
    def fingerprint(self) -> str:
        """A digest of all tasks, those of the other two benchmarks among them."""
        learned = [(task.name, task.text, task.budgets, task.seeds) for task in TASKS]
        parts = [
            self.name,
            self.seeds,
            [*map(asdict, self.meetings)],
            learned,
            [*map(asdict, DEALS)],
        ]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]

    def chosen(self, player: str, tasks: str = "") -> tuple[Meeting, ...]:
        """Return the tasks at whose games there is a player of this name.

        A task whose game is not there is left out unless it is asked for.

        Args:
            player: the player's text, with options if any.
            tasks: these tasks alone, separated by commas; all if empty.

        Raises:
            NotationError: there is no such task, its game is not there, or there is no such player at
                any of them.

        >>> [meeting.name for meeting in BENCH_1.chosen("net")]
        ['gin', 'indian13', 'texas42', 'tractor']
        """
        wanted = {name.strip() for name in tasks.split(",") if name.strip()}
        known = {meeting.name for meeting in self.meetings}
        if not wanted <= known:
            listed = ", ".join(meeting.name for meeting in self.meetings)
            raise NotationError(
                f"{min(wanted - known)[:40]!r} is no task of {self.name}: {listed} are"
            )
        name, _ = split_call(player)
        there = [one for one in self.meetings if (one.name in wanted if wanted else one.is_here)]
        found = tuple(one for one in there if name in names_for(one.loaded()))
        if not found:
            games = ", ".join(one.name for one in there)
            raise NotationError(f"{player[:40]!r} is no player of {games}")
        return found

    def config(self, player: str, meetings: Iterable[Meeting], seed: int) -> Config:
        """Return the arena's config of a player's games with one seed; nobody meets himself."""
        matches = []
        for meeting in meetings:
            game = meeting.loaded()
            own = str(named(player, game))
            others = (other for other in meeting.opponents if str(named(other, game)) != own)
            matches += [Match(meeting.game, (own, other), meeting.deals) for other in others]
        if not matches:
            raise NotationError(f"{player[:40]!r} is all the opponents of these tasks itself")
        return Config(f"{self.name}: {player}"[:100], seed, tuple(matches))


def _spelled(options: str) -> str:
    """Return options that are written over several lines as they stand in a variant's text."""
    return options.replace("\n", "").replace(" ", "")


BENCH_1 = Suite(
    "suitwise-bench-1",
    (1, 2, 3),
    (
        Meeting(
            "gin",
            "gin(knock=10,gin=25,undercut=25,big=0,to=0,box=20,game=100,declare=no)",
            ("greedy", "rules(danger=8,look=2)", "net"),
            500,
            "points",
        ),
        Meeting(
            "indian13",
            "indian13(seats=2,jokers=2,drop=20,middle=40,cap=80,draws=300,reshuffle=yes)",
            ("greedy", "rules"),
            500,
            "points",
        ),
        Meeting(
            "rami51",
            _spelled(
                """rami(house=rami51,seats=2,cards=13,jokers=4,start=upcard,pile=use,pile_from=2,
                last=stock,opening=51,pure=yes,raise=no,most_wilds=1,high_ace=11,
                points=11/2/3/4/5/6/7/8/9/10/10/10/10,joker_points=20,taken=meld,set_joker=either,
                out=discard,joker_out=yes,sec_opening=free,unopened=100,hand_double=no,win=10,sec=20,
                sec_first=50,stock=turn,draws=300,to=1000,deals=1)"""
            ),
            ("greedy", "rules"),
            200,
            "points",
        ),
        Meeting(
            "rummikub",
            _spelled(
                """rummikub(seats=2,opening=30,same=yes,joker=swap,group_joker=either,penalty=3,
                pool=pass,match=points,deals=1)"""
            ),
            ("greedy", "rules(near=2)"),
            200,
            "points",
        ),
        Meeting(
            "texas42",
            _spelled(
                """texas42(match=hand,marks=7,points=250,cap=5,forced=no,play_out=no,nello=no,
                plunge=no,splash=no,jump=yes,sevens=no,shaker=0)"""
            ),
            ("beginner(slips=25)", "rules", "net"),
            500,
            "marks",
        ),
        Meeting(
            "tractor",
            "tractor(profile=standard,match=deal,levels=22,landlord=-1,first=0)",
            ("beginner(slips=25)", "rules(throws=yes)", "net"),
            200,
            "levels",
        ),
        Meeting(
            "hearts",
            "hearts(points=0,passing=left,queen_breaks=no)",
            ("random", "rules"),
            500,
            "points",
            "examples/hearts",
        ),
    ),
)
"""The first suite."""


# --- Entries --------------------------------------------------------------------------------------

MOST_BOARD = 1 << 22
"""The maximum size of a leaderboard."""
Score = tuple[int, float, float]
"""The number of deals, the mean margin a deal, and half the width of its 95 % interval."""


TRAINING = "training.json"
"""The file in a folder of games that tells how their player was trained."""


@dataclass(frozen=True)
class Training:
    """How far the training of a player has come (``research.training``).

    Args:
        task: the task that it learns.
        method: the method.
        seed: the seed of the training.
        moves: the moves of the learner that it took.
        hours: the hours of the processor that it took, without those for the curve.
        curve: the learning curve: after how many moves it got what, on fixed deals, against the compiled
            player that it learns from, and half the width of the 95 % interval.
        model: the SHA-256 of the network.

    >>> Training("gin", "ppo", 1).moves
    0
    """

    task: str
    method: str
    seed: int
    moves: int = 0
    hours: float = 0.0
    curve: tuple[Score, ...] = ()
    model: str = ""

    @classmethod
    def of(cls, plain: object) -> Training:
        """Return a training from plain data.

        Raises:
            NotationError: it is none.

        >>> Training.of({"task": "gin"})
        Traceback (most recent call last):
        suitwise.errors.NotationError: this tells of no training
        """
        try:
            told: Any = plain
            task, method, model = (told[name] for name in ("task", "method", "model"))
            if not all(
                isinstance(text, str) and text.isprintable() for text in (task, method, model)
            ):
                raise ValueError
            seed, moves, hours = int(told["seed"]), int(told["moves"]), float(told["hours"])
            if seed < 0 or moves < 1 or not 0 <= hours < math.inf:
                raise ValueError
            curve = tuple(map(_score, told["curve"]))
        except (ValueError, TypeError, LookupError, OverflowError):
            raise NotationError("this tells of no training") from None
        return cls(task, method, seed, moves, hours, curve, model)

    @classmethod
    def read(cls, path: Path) -> Training:
        """Read a training from its file.

        Raises:
            NotationError: the file tells of none.
            OSError: it can't be read.
        """
        try:
            return cls.of(json.loads(path.read_bytes()))
        except (ValueError, RecursionError):
            raise NotationError(f"{path} tells of no training") from None

    def __str__(self) -> str:
        """Return what it took in words.

        >>> print(Training("gin", "ppo", 1, 2_000_000, 0.25))
        2,000,000 moves, 0.25 h
        """
        return f"{self.moves:,} moves, {self.hours:.2f} h"


@dataclass(frozen=True)
class Entry:
    """What a player got, as it stands on a leaderboard.

    Args:
        suite: the name of the suite.
        fingerprint: the suite's fingerprint.
        suitwise: the version of this package that played.
        player: the player's text.
        results: the SHA-256 of each seed's ``results.jsonl``, by the seed.
        scores: the scores by task and opponent.
        training: how the player was trained; None if that is not told.
    """

    suite: str
    fingerprint: str
    suitwise: str
    player: str
    results: dict[str, str]
    scores: dict[str, dict[str, Score]]
    training: Training | None = None

    def line(self) -> str:
        """Return the entry as a line of JSON, without the end of the line."""
        plain = asdict(self)
        if self.training is None:
            del plain["training"]
        return json.dumps(plain, ensure_ascii=False)

    @classmethod
    def read(cls, line: str) -> Entry:
        """Read an entry from its line.

        Raises:
            NotationError: the line is no entry.

        >>> Entry.read('{"suite": 1}')
        Traceback (most recent call last):
        suitwise.errors.NotationError: this is no entry of a leaderboard
        """
        try:
            plain = json.loads(line)
            suite, fingerprint, version, player = (
                plain[name] for name in ("suite", "fingerprint", "suitwise", "player")
            )
            for text in (suite, fingerprint, version, player):
                if not (isinstance(text, str) and text.isprintable()):
                    raise ValueError
            results = {str(seed): str(digest) for seed, digest in plain["results"].items()}
            scores = {
                str(task): {str(other): _score(figures) for other, figures in row.items()}
                for task, row in plain["scores"].items()
            }
            training = Training.of(plain["training"]) if "training" in plain else None
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError, OverflowError):
            raise NotationError("this is no entry of a leaderboard") from None
        return cls(suite, fingerprint, version, player, results, scores, training)


def _score(figures: Sequence[float]) -> Score:
    deals, mean, reach = int(figures[0]), float(figures[1]), float(figures[2])
    if len(figures) != 3 or deals < 1 or not (math.isfinite(mean) and math.isfinite(reach)):
        raise ValueError
    return deals, mean, reach


def play(
    suite: Suite,
    player: str,
    folder: Path,
    *,
    tasks: str = "",
    workers: int = 1,
    imports: Sequence[str] = (),
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> Entry:
    """Play a player's games of a suite as far as a folder does not hold them, and return the entry.

    Args:
        suite: the suite.
        player: the player's text.
        folder: the folder, with a run of the arena for each seed; it need not exist.
        tasks: these tasks alone, separated by commas; all that have such a player if empty.
        workers: the number of processes.
        imports: the modules that register players.
        progress: called with the numbers of games done and planned of all seeds.

    Raises:
        SuitwiseError: there is no such player or task, or the folder holds other games.
        OSError: the folder can't be written to.

    >>> from tempfile import TemporaryDirectory
    >>> small = Suite("small", (1, 2), (Meeting("gin", "gin", ("greedy",), 4, "points"),))
    >>> with TemporaryDirectory() as name:
    ...     entry = play(small, "random", Path(name))
    >>> entry.scores["gin"]["greedy"][:2]
    (8, -49.5625)
    """
    import_players(imports)
    meetings = suite.chosen(player, tasks)
    configs = [suite.config(player, meetings, seed) for seed in suite.seeds]
    folder.mkdir(parents=True, exist_ok=True)
    for number, config in enumerate(configs):

        def reached(done: int, total: int, before: int = number) -> None:
            progress(before * total + done, len(configs) * total)

        with_imports = Config(config.name, config.seed, config.matches, tuple(imports))
        run(with_imports, _place(folder, config.seed), workers, progress=reached)
    return entry_of(suite, folder)


def _place(folder: Path, seed: int) -> Path:
    return folder / f"seed-{seed}"


def entry_of(suite: Suite, folder: Path) -> Entry:
    """Return the entry of a folder of games; the player itself is not needed.

    Raises:
        SuitwiseError: the games are not those of the suite, or not all are played.
        OSError: the folder can't be read.
    """
    places = [_place(folder, seed) for seed in suite.seeds]
    plans = [read_plan(place) for place in places]
    first = plans[0]
    met = [_met(suite, match) for match in first.config.matches]
    for seed, place, plan in zip(suite.seeds, places, plans, strict=True):
        if (plan.config.seed, plan.config.matches) != (seed, first.config.matches):
            raise SuitwiseError(f"{place} holds other games than the suite has for that seed")
        if plan.suitwise != first.suitwise:
            raise SuitwiseError(f"the games in {place} were played by another version of Suitwise")
    scores: dict[str, dict[str, Score]] = {}
    for (meeting, other), pairs in zip(met, _margins(places), strict=True):
        whole = [one for one in pairs if one is not None and one.deals == meeting.deals]
        if len(whole) < len(pairs):
            raise SuitwiseError(
                f"{folder} holds not yet all games of {meeting.name} against {other}: the command "
                "that began them goes on"
            )
        margin = pooled(whole)
        scores.setdefault(meeting.name, {})[other] = (margin.deals, margin.mean, margin.reach)
    digests = {
        str(seed): sha256_of(place / RESULTS)
        for seed, place in zip(suite.seeds, places, strict=True)
    }
    player = first.config.name.removeprefix(f"{suite.name}: ")
    told = folder / TRAINING
    training = Training.read(told) if told.is_file() else None
    return Entry(suite.name, suite.fingerprint, first.suitwise, player, digests, scores, training)


def _met(suite: Suite, match: Match) -> tuple[Meeting, str]:
    """Return the task and the opponent of a match.

    Raises:
        SuitwiseError: the suite has no such match.
    """
    for meeting in suite.meetings:
        if not meeting.is_here:
            continue
        game = meeting.loaded()
        others = {str(named(other, game)): other for other in meeting.opponents}
        other = others.get(match.players[-1]) if match.game == str(game) else None
        if other and match == Match(str(game), match.players, meeting.deals, strangers=True):
            return meeting, other
    raise SuitwiseError(f"{suite.name} has no games of {match.game} by {', '.join(match.players)}")


def _margins(places: Sequence[Path]) -> Iterator[tuple[Paired | None, ...]]:
    """Yield for each match its comparisons, one for each seed."""
    found = [standings(place).matches for place in places]
    for matches in zip(*found, strict=True):
        yield tuple(match.pairs[0].paired for match in matches)


def pooled(parts: Sequence[Paired]) -> Paired:
    """Return the comparison on the deals of all seeds, which are drawn apart.

    >>> one = Paired(4, 1.0, 0.5, 3, 0, 1, 2, 1)
    >>> print(pooled([one, one]))
    +1.00 ± 0.84 on 8 deals
    """
    deals = sum(one.deals for one in parts)
    mean = sum(one.deals * one.mean for one in parts) / deals
    error = math.sqrt(sum((one.deals * one.error) ** 2 for one in parts)) / deals
    counts = (
        sum(getattr(one, name) for one in parts)
        for name in ("wins", "draws", "losses", "better", "worse")
    )
    return Paired(deals, mean, error, *counts)


def check_entry(
    suite: Suite,
    folder: Path,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> tuple[Entry, int]:
    """Play every game of a folder again from its record; return its entry and the number of games.

    Raises:
        SuitwiseError: the games are not those of the suite, not all are there, or one is not as its
            rules and its seed demand.
        OSError: the folder can't be read.
    """
    entry = entry_of(suite, folder)
    games = 0
    for number, seed in enumerate(suite.seeds):

        def reached(done: int, total: int, before: int = number) -> None:
            progress(before * total + done, len(suite.seeds) * total)

        games += check(_place(folder, seed), reached)
    return entry, games


# --- The leaderboard ------------------------------------------------------------------------------


def read_board(data: bytes) -> list[Entry]:
    """Read the entries of a leaderboard, a line each.

    Raises:
        NotationError: the file is too long, or a line is no entry.
    """
    if len(data) > MOST_BOARD:
        raise NotationError(f"a leaderboard has at most {MOST_BOARD >> 20} MB")
    entries = []
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        try:
            entries.append(Entry.read(line))
        except NotationError as error:
            raise NotationError(error.reason, line=number) from None
    return entries


def board(suite: Suite, entries: Sequence[Entry]) -> str:
    """Return a leaderboard as Markdown: a table for each task, the best against all opponents first.

    Raises:
        NotationError: an entry is of another suite.
    """
    for entry in entries:
        if (entry.suite, entry.fingerprint) != (suite.name, suite.fingerprint):
            raise NotationError(
                f"the entry of {entry.player} is of {entry.suite} {entry.fingerprint}, not of "
                f"{suite.name} {suite.fingerprint}"
            )
    parts = [f"{suite.name}, fingerprint `{suite.fingerprint}`. {NOTE}"]
    parts += [_task_table(one, entries) for one in suite.meetings]
    return "\n\n".join(part for part in parts if part)


NOTE = (
    "What the player of a row gets more a deal than that of a column, with the reach of its 95 % "
    "interval, **bold** where that excludes 0; all seatings of a deal are one sample, and the deals of "
    "all seeds count alike."
)


def _task_table(meeting: Meeting, entries: Sequence[Entry]) -> str:
    """Return the table of a task, empty if nobody played it."""
    rows = [(one, scores) for one in entries if (scores := one.scores.get(meeting.name))]
    rows.sort(key=lambda row: -sum(mean for _, mean, _ in row[1].values()) / len(row[1]))
    cells = [
        [
            f"`{entry.player}`" + (f", {entry.training}" if entry.training else ""),
            *(_cell(scores.get(other)) for other in meeting.opponents),
            entry.suitwise,
        ]
        for entry, scores in rows
    ]
    head = [
        f"{meeting.name}, {meeting.unit}",
        *(f"`{split_call(other)[0]}`" for other in meeting.opponents),
        "Suitwise",
    ]
    return table(head, cells) if rows else ""


def _cell(score: Score | None) -> str:
    if score is None:
        return ""
    _, mean, reach = score
    return f"**{margin_text(mean, reach)}**" if abs(mean) > reach else margin_text(mean, reach)
