"""Commands whose options may also come from the environment and from a configuration file.

The command line takes precedence over the environment, and the environment over the file. The file is
TOML; its keys are the long names of the options. ``--show-config`` prints the resulting options as such
a file.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

_MOST_BYTES = 1 << 20


def configured(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options ``--config`` and ``--show-config``, which the command's function does not see."""
    file = click.option(
        "--config",
        type=click.Path(path_type=Path, dir_okay=False, exists=True),
        metavar="FILE",
        is_eager=True,
        expose_value=False,
        callback=_take_file,
        help="Options in a TOML file, by their long names; the command line and the environment "
        "(SUITWISE_SERVE_PORT for --port) go before it.",
    )
    shown = click.option(
        "--show-config",
        is_flag=True,
        expose_value=False,
        callback=_note_show,
        help="Print the options that hold, as such a file, and end.",
    )
    return file(shown(command))


class Configured(click.Command):
    """A command whose options come from the command line, the environment and a file."""

    def __init__(self, name: str | None, **attributes: Any) -> None:
        super().__init__(name, **attributes)
        for key, option in (_options(self) | {"config": _config_of(self)}).items():
            option.envvar = f"SUITWISE_{name}_{key}".upper().replace("-", "_")

    def invoke(self, context: click.Context) -> Any:
        """Run the command, or only print its options if ``--show-config`` was given."""
        if context.meta.get(_SHOW):
            click.echo(as_toml(context), nl=False)
            return None
        return super().invoke(context)


_SHOW = f"{__name__}.show"
"""The key in a context for whether ``--show-config`` was given."""
_NOT_IN_FILE = {"config", "show_config", "help"}


def _note_show(context: click.Context, _: click.Parameter, is_given: bool) -> None:
    context.meta[_SHOW] = is_given


def _options(command: click.Command) -> dict[str, click.Option]:
    """Return the options of a command that a file may set, by their long names."""
    return {
        parameter.opts[-1].removeprefix("--"): parameter
        for parameter in command.params
        if isinstance(parameter, click.Option) and parameter.name not in _NOT_IN_FILE
    }


def _config_of(command: click.Command) -> click.Parameter:
    return next(parameter for parameter in command.params if parameter.name == "config")


def _take_file(context: click.Context, _: click.Parameter, path: Path | None) -> None:
    """Make the options in a file the defaults of the command.

    Raises:
        click.BadParameter: the file is not TOML, or has an unknown option or an unsuitable value.
    """
    if path is None:
        return
    options, plain = _options(context.command), _read_toml(path)
    for key, value in plain.items():
        if key not in options:
            near = get_close_matches(key, options, 1)
            hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(options)}"
            raise click.BadParameter(f"{path}: there is no option {key[:40]}{hint}")
        if not _fits(options[key], value):
            raise click.BadParameter(f"{path}: {key} is {_expected(options[key])}")
    named = {str(options[key].name): value for key, value in plain.items()}
    context.default_map = {**(context.default_map or {}), **named}


def _read_toml(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        data = file.read(_MOST_BYTES + 1)
    try:
        if len(data) > _MOST_BYTES:
            raise ValueError(f"more than {_MOST_BYTES} bytes")
        return tomllib.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise click.BadParameter(f"{path}: this is no TOML: {error}") from None


def _expected(option: click.Option) -> str:
    """Return the type of value that an option takes, for error messages."""
    if option.multiple:
        return "a list of texts"
    return "true or false" if option.is_flag else "a text or a number"


def _fits(option: click.Option, value: object) -> bool:
    """Return whether a value from a file has the type that an option takes."""
    if option.multiple:
        return isinstance(value, list) and all(isinstance(one, str) for one in value)
    if option.is_flag:
        return isinstance(value, bool)
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)


def as_toml(context: click.Context) -> str:
    """Return the options that are in effect as TOML, without those that are not set."""
    lines = []
    for key, option in _options(context.command).items():
        value = context.params.get(str(option.name))
        if value not in (None, "", (), []):
            plain = list(value) if isinstance(value, tuple) else value
            lines.append(f"{key} = {json.dumps(plain, default=str, ensure_ascii=False)}\n")
    return "".join(lines)
