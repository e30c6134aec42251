"""``plan.json``: what a folder of results was begun with, and whether one may go on with it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from suitwise import __version__
from suitwise.arena.config import Config
from suitwise.arena.entrants.fingerprints import fingerprints, is_fingerprints, told_of
from suitwise.arena.folders import read_whole, refuse_another
from suitwise.errors import NotationError
from suitwise.foundation.arrays.cores import machine_line
from suitwise.foundation.text.writing import replacing

PLAN = "plan.json"
MOST_PLAN = 1 << 26
"""A plan has no more bytes."""
_PRINTS = "fingerprints"
_KEYS = {"config", "suitwise", "machine", _PRINTS}


@dataclass(frozen=True, slots=True)
class Plan:
    """What stands in ``plan.json``.

    Args:
        config: the matches to be played.
        suitwise: the version of the package that plays it.
        machine: the machine and the versions with which it was begun, for people: nothing is held
            against it.
        fingerprints: what tells each player that is not of this package from others of its text.

    >>> match = {"game": "stacks", "players": ["random", "solver"], "deals": 2}
    >>> plan = Plan(Config.from_json({"match": [match]}), suitwise="0.1.0", machine="a laptop")
    >>> plan.config.matches[0].deals
    2
    """

    config: Config
    suitwise: str
    machine: str
    fingerprints: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def read_plan(folder: Path) -> Plan:
    """Return the plan of a folder of results.

    Raises:
        NotationError: the folder has no plan, or its content is no plan.
        OSError: it can't be read.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.arena.config import Config
    >>> from suitwise.arena.run import run
    >>> match = {"game": "stacks", "players": ["random", "solver"], "deals": 2}
    >>> with TemporaryDirectory() as name:
    ...     _ = run(Config.from_json({"match": [match]}), Path(name), workers=1)
    ...     plan = read_plan(Path(name))
    >>> plan.suitwise == __version__, plan.config.seed
    (True, 0)
    """
    path = folder / PLAN
    try:
        data = read_whole(path, MOST_PLAN)
    except FileNotFoundError:
        raise NotationError(f"{folder} holds no results: there is no {PLAN} in it") from None
    try:
        plain = json.loads(data)
        if not (isinstance(plain, dict) and set(plain) | {_PRINTS} == _KEYS):
            raise ValueError
        prints = plain.get(_PRINTS, {})  # a plan that was begun before there were any has none
        lines = plain["suitwise"], plain["machine"]
        if not all(isinstance(line, str) and line.isprintable() for line in lines):
            raise ValueError
        if not is_fingerprints(prints):
            raise ValueError
    except (ValueError, RecursionError):
        raise NotationError(f"{path}: this is no plan as the arena writes it") from None
    try:
        config = Config.from_json(plain["config"], strangers=True)
    except NotationError as error:
        raise NotationError(f"{path}: {error.reason}") from None
    return Plan(config, plain["suitwise"], plain["machine"], prints)


def read_config(folder: Path) -> Config:
    """Return the config of a folder.

    Raises:
        NotationError: the folder has no plan, or its content is no plan.
        OSError: it can't be read.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.arena.config import Config
    >>> from suitwise.arena.run import run
    >>> match = {"game": "stacks", "players": ["random", "solver"], "deals": 2}
    >>> with TemporaryDirectory() as name:
    ...     _ = run(Config.from_json({"match": [match]}), Path(name), workers=1)
    ...     config = read_config(Path(name))
    >>> config == Config.from_json({"match": [match]})
    True
    """
    return read_plan(folder).config


# --- Going on -------------------------------------------------------------------------------------


def agree(folder: Path, config: Config) -> None:
    """Write the plan of a folder that has none; refuse to go on with another than it has.

    Raises:
        SuitwiseError: the folder has another, or one begun with another version or other players.
        OSError: it can't be written.
    """
    players = (
        player
        for match in config.matches
        for player in (*match.named, match.stand_in, match.substitute)
    )
    plan = Plan(config, __version__, machine_line(), fingerprints(filter(None, players)))
    if (folder / PLAN).exists():
        _refuse_another(folder, plan)
    else:
        _write_plan(folder, plan)


def _is_longer(config: Config, before: Config) -> bool:
    """Tell whether a config only asks for more deals than before, and its results begin with the same.

    So it is where it was extended, and where the two players of one match are asked for more deals; of
    more players only the last two's results would.
    """
    if any(config == before.extended(match.deals) != before for match in config.matches):
        return True
    (first, *more), there = config.matches, before.matches[0]
    if more or len(first.players) != 2 or first.deals <= there.deals:
        return False
    return replace(config, matches=(replace(first, deals=there.deals),)) == before


def _write_plan(folder: Path, plan: Plan) -> None:
    """Write the plan at once: whatever happens, there is a whole one or none."""
    plain = {"suitwise": plan.suitwise, "machine": plan.machine, "config": plan.config.as_json()}
    plain |= {_PRINTS: plan.fingerprints} if plan.fingerprints else {}
    with replacing(folder / PLAN) as file:
        file.write((json.dumps(plain, indent=1) + "\n").encode("ascii"))


def _refuse_another(folder: Path, asked: Plan) -> None:
    """Refuse to go on with results that would not be those of this config, package and players."""
    plan = read_plan(folder)
    is_longer = _is_longer(asked.config, plan.config)
    config = asked.config if is_longer else plan.config
    there, here = _told(replace(plan, config=config)), _told(asked)
    refuse_another(folder, "results of another plan", there, here)
    if is_longer:
        _write_plan(folder, replace(plan, config=config))


def _told(plan: Plan) -> dict[str, object]:
    """Return all that results depend on, by name."""
    return {"suitwise": plan.suitwise, **_leaves(plan.config.as_json())} | told_of(
        plan.fingerprints
    )


def _leaves(plain: object, name: str = "") -> dict[str, object]:
    """Return the single values of plain data by their places.

    >>> _leaves({"match": [{"game": "gin", "deals": 5}]})
    {'match 1, game': 'gin', 'match 1, deals': 5}
    """
    if isinstance(plain, dict):
        parts = [(f"{name}, {key}" if name else key, value) for key, value in plain.items()]
    elif isinstance(plain, list):
        parts = [(f"{name} {number}", value) for number, value in enumerate(plain, 1)]
    else:
        return {name: plain}
    return {place: leaf for at, part in parts for place, leaf in _leaves(part, at).items()}
