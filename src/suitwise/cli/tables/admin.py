"""``suitwise table admin``: look at servers that run, announce, drain, close, forget, ban."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from suitwise.cli.common import FiniteRange, json_text, option, plain_errors

if TYPE_CHECKING:
    from urllib.error import HTTPError

ENVIRONMENT = "SUITWISE_ADMIN_SECRET"
"""Holds the secret where no file does."""
LEAST_SECRET = 16
"""The fewest characters of the secret."""
secret_option = click.option(
    "--admin-secret",
    "secret_file",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    metavar="FILE",
    help=f"A file with the secret of suitwise table admin and the page /admin, {LEAST_SECRET} signs or "
    f"more; without it {ENVIRONMENT} in the environment may hold the secret.",
)


def read_secret(
    file: Path | None, environment: str = ENVIRONMENT, what: str = "the secret for admin"
) -> str:
    """Return a secret from a file, else from the environment; empty if there is none.

    Raises:
        ClickException: it is too short, or can't be sent by all browsers and programs.
    """
    named = os.environ.get(environment, "") if file is None else file.read_text("utf-8", "replace")
    secret = named.strip()
    if (secret or file is not None) and len(secret) < LEAST_SECRET:
        raise click.ClickException(f"{what} has at least {LEAST_SECRET} signs")
    if not (secret.isascii() and secret.isprintable()):
        raise click.ClickException(f"{what} is one line of plain letters, digits and signs")
    return secret


@click.group()
@click.option(
    "--at",
    "urls",
    multiple=True,
    metavar="URL",
    help="A server, by its own address.  [default: http://127.0.0.1:8042]",
)
@click.option(
    "--slots",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    metavar="MAP",
    help="All servers of this map instead; what is about a table goes to the one that keeps it.",
)
@secret_option
@click.pass_context
def admin(
    context: click.Context, urls: tuple[str, ...], slots: Path | None, secret_file: Path | None
) -> None:
    """See and steer servers that run, with the secret that they were started with.

    \b
    Example:
      suitwise table admin --admin-secret secret.txt tables
      suitwise table admin --slots tables/slots.toml announce "back in five minutes"
      suitwise table admin ban address 203.0.113.7 --hours 24
    """
    if urls and slots is not None:
        raise click.UsageError("--at and --slots: one of them")
    for url in urls:
        if not is_private(url):
            raise click.UsageError(
                f"--at {url}: the secret would be readable on its way: use https"
            )
    context.obj = _Servers(urls or ("http://127.0.0.1:8042",), slots, secret_file)


def is_private(url: str) -> bool:
    """Return whether what is sent to an address is read by nobody else: by TLS, or on this machine.

    >>> is_private("http://127.0.0.1:8042"), is_private("http://cards.example.org")
    (True, False)
    """
    from urllib.parse import urlsplit

    parts = urlsplit(url)
    return parts.scheme == "https" or parts.hostname in ("localhost", "127.0.0.1", "::1")


class _Servers:
    """The servers that a command is about.

    Args:
        urls: their addresses, where there is no map.
        slots: the map.
        secret_file: the file with the secret of all; without it the environment has it.
    """

    def __init__(self, urls: tuple[str, ...], slots: Path | None, secret_file: Path | None) -> None:
        self._urls, self._slots, self._secret_file = urls, slots, secret_file

    @cached_property
    def _secret(self) -> str:
        """The secret, which is read when it is needed: help is given without it."""
        secret = read_secret(self._secret_file)
        if not secret:
            raise click.UsageError(f"give the secret by --admin-secret FILE or {ENVIRONMENT}")
        return secret

    def act(self, deed: str, table: str = "", **form: object) -> None:
        """Do something at all of them, or at the one that keeps a table; print what was done."""
        data = json.dumps({**form, **({"table": table} if table else {})}).encode()
        for url, state in self._answers(table, f"/admin/{deed}", data):
            click.echo(f"{url}: {state['said']}")

    def states(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the state of each."""
        return self._answers("", "/admin", None)

    def _answers(
        self, table: str, path: str, data: bytes | None
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield what each answers; one that does not answer keeps nothing from the others.

        Raises:
            ClickException: after all, the first that one did not answer as it should.
        """
        faults = []
        for url in self._asked(table):
            try:
                state = self._answer(f"{url}{path}", data)
            except click.ClickException as error:
                faults.append(error)
            else:
                yield url, state
        for fault in faults[1:]:
            click.echo(f"error: {fault.message}", err=True)
        if faults:
            raise faults[0]

    def _asked(self, table: str) -> list[str]:
        if self._slots is None:
            return [url.rstrip("/") for url in self._urls]
        from suitwise.table.serve.shards.slots import CODE_CHARACTERS, read_map

        with plain_errors():
            slots = read_map(self._slots)
        if table and table[:1].upper() not in CODE_CHARACTERS:
            raise click.ClickException(f"there is no table {table}")
        names = [slots.shard_of(table.upper())] if table else list(slots.shards)
        return [f"http://{slots.shards[name].address}" for name in names]

    def _answer(self, url: str, body: bytes | None) -> dict[str, Any]:
        from http.client import HTTPException
        from urllib.error import HTTPError
        from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

        class Staying(HTTPRedirectHandler):
            """Goes nowhere else: the secret is for the server that was asked."""

            def redirect_request(self, *_: Any) -> None:
                return None

        heads = {"Authorization": f"Bearer {self._secret}", "Accept": "application/json"}
        if self._slots is not None:  # a map names addresses, which a server may not know as its own
            heads["Host"] = "localhost"
        kind = {"Content-Type": "application/json"} if body is not None else {}
        request = Request(url, body, {**heads, **kind})
        try:
            with build_opener(ProxyHandler({}), Staying()).open(request, timeout=60) as answer:
                state = json.load(answer)
        except HTTPError as error:
            raise click.ClickException(f"{url}: {_reason_of(error)}") from None
        except (OSError, ValueError, HTTPException) as error:
            raise click.ClickException(f"{url}: {str(error).strip()}") from None
        if not isinstance(state, dict) or "said" not in state:
            raise click.ClickException(f"{url}: this is no server of tables")
        return state


def _reason_of(error: HTTPError) -> str:
    text = error.read(10_000).decode("utf-8", "replace")
    try:
        plain = json.loads(text)
    except ValueError:
        return text.strip() or error.reason
    return str(plain.get("said") or plain.get("text")) if isinstance(plain, dict) else text


@admin.command()
@click.pass_obj
def tables(servers: _Servers) -> None:
    """Print the tables in memory and what is banned, an object a server.

    \b
    Example:
      suitwise table admin tables
    """
    for url, state in servers.states():
        del state["said"]
        click.echo(json_text({"server": url, **state}))


@admin.command()
@click.argument("text")
@click.pass_obj
def announce(servers: _Servers, text: str) -> None:
    """Tell everybody who sits at a table TEXT.

    \b
    Example:
      suitwise table admin announce "back in five minutes"
    """
    servers.act("announce", text=text)


@admin.command()
@click.option("--off", is_flag=True, help="Make tables again.")
@click.pass_obj
def drain(servers: _Servers, off: bool) -> None:
    """Make no more tables; those that there are go on, and /healthz says so.

    \b
    Example:
      suitwise table admin drain
    """
    servers.act("drain", on="no" if off else "yes")


@admin.command()
@click.argument("table")
@click.pass_obj
def close(servers: _Servers, table: str) -> None:
    """End the game at TABLE, a code; it is kept, and can be looked at again.

    \b
    Example:
      suitwise table admin close 7KM2Q
    """
    servers.act("close", table)


@admin.command()
@click.argument("table")
@click.option(
    "--seat", type=click.IntRange(0), help="Only the name and talk of this seat's person."
)
@click.pass_obj
def forget(servers: _Servers, table: str, seat: int | None) -> None:
    """Remove TABLE, a code, with all that is kept of it; or one person of it.

    \b
    Example:
      suitwise table admin forget 7KM2Q --seat 2
    """
    servers.act("forget", table, seat="all" if seat is None else seat)


@admin.command()
@click.argument("kind", type=click.Choice(["address", "name"]))
@click.argument("what")
@option("--hours", usual=24, type=FiniteRange(0), help="For how long; 0 ends it.")
@click.pass_obj
def ban(servers: _Servers, kind: str, what: str, hours: float) -> None:
    """Refuse an address, a network or a name for a time.

    \b
    Example:
      suitwise table admin ban address 203.0.113.7 --hours 24
    """
    servers.act("ban", kind=kind, what=what, hours=hours)
