"""``suitwise table serve``: the server, the link to it, and for the local network a QR code."""

from __future__ import annotations

import re
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from suitwise.cli.files import plain_errors
from suitwise.cli.interrupt import raised
from suitwise.cli.options import imports_option
from suitwise.cli.table.options import file_of_user, file_option, table_packages
from suitwise.foundation.arrays.quick import small_stay_plain

if TYPE_CHECKING:
    import uvicorn

_NAME = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9_.])?|[0-9A-Fa-f:.]+")
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8042,
    show_default=True,
    help="The port; 0 for any that is free.",
)
@click.option("--lan", is_flag=True, help="Listen in the local network; print a code to scan.")
@file_option
@click.option(
    "--durability",
    type=click.Choice(["power", "process"]),
    default="power",
    show_default=True,
    help="What an acknowledged move survives: a loss of power, or the end of the process alone.",
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    help="Another origin whose pages may ask, as https://cards.example; may be given again.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    callback=lambda _, __, names: tuple(map(_checked, names)),
    help="A name by which people ask for the server, as cards.example; may be given again. Only these, "
    "localhost and its own address are answered.",
)
@click.option(
    "--trusted-proxy",
    default="",
    metavar="ADDRESS",
    help="The address of a proxy whose word on who asks is taken.",
)
@click.option(
    "--think",
    type=click.FloatRange(0, 5),
    default=0.5,
    show_default=True,
    help="Seconds that a hint is thought about.",
)
@click.option("--behind-tls", is_flag=True, help="A proxy before the server speaks TLS.")
@imports_option
def serve(
    host: str,
    port: int,
    lan: bool,
    file: Path | None,
    durability: str,
    origins: tuple[str, ...],
    names: tuple[str, ...],
    trusted_proxy: str,
    think: float,
    behind_tls: bool,
    imports: tuple[str, ...],
) -> None:
    """Serve tables: whoever follows the printed link plays in a browser.

    Tables are kept in one file, each move before anybody sees it; so the server may be ended, or
    killed, at any moment, and all go on where they were when it is started again. Ctrl-C ends it.

    Without --host or --lan only this machine reaches it. Anybody who has a seat's link has the seat, so
    send links as you would send keys; towards the internet put a proxy with TLS before the server.

    A module that is imported and calls register_player makes players of your own known: every table
    offers them as bots, with their options as they are.

    \b
    Example:
      suitwise table serve --lan
      suitwise table serve --import my_players
    """
    with table_packages(), plain_errors():
        from suitwise.table.serve.limits import Limits
        from suitwise.table.serve.running import Setup, server
        from suitwise.table.serve.server import Options

        if lan:
            host = _local_address()
        elif host not in _LOOPBACK and not behind_tls:
            click.echo(
                "warning: others can listen in; put a proxy with TLS before it (--behind-tls)",
                err=True,
            )
        if behind_tls and not names:
            click.echo(
                "warning: only localhost and its own address are answered to; name what people ask for "
                "by --name, as cards.example",
                err=True,
            )
        is_hidden = behind_tls and not trusted_proxy
        if is_hidden:
            click.echo(
                "warning: all who come through the proxy count as one, with the limits of one; "
                "name its address by --trusted-proxy",
                err=True,
            )
        path, listening = file or file_of_user(), _bound(host, port)
        setup = Setup(
            path=path,
            host=host,
            port=port,
            durability=durability,
            options=Options(origins=origins, behind_tls=behind_tls, names=names),
            trusted_proxy=trusted_proxy,
            limits=Limits(spares_loopback=not is_hidden),
            think_s=think,
            compiles=True,
            imports=imports,
        )
        served = server(setup, lambda found: _ready(host, found, path, has_code=lan))
    _run(served, listening)


def _checked(name: str) -> str:
    """Return a name of the server, if it can be one."""
    if not _NAME.fullmatch(name):
        raise click.BadParameter(
            f"{name}: a name has no scheme, port or path and is of letters, digits and signs "
            "- and .; write cards.example (one in other letters as a browser sends it, xn--…)"
        )
    return name


def _bound(host: str, port: int) -> socket.socket:
    """Take a port before anything else is done."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        reason = (error.strerror or str(error)).partition(" (")[0]
        raise click.ClickException(
            f"{host} port {port}: {reason}; name another by --host or --port"
        ) from None


def _run(served: uvicorn.Server, listening: socket.socket) -> None:
    """Serve until Ctrl-C or a signal to end; the tables are left in order."""
    with plain_errors(), raised(), suppress(KeyboardInterrupt), small_stay_plain():
        served.run([listening])


def _ready(host: str, port: int, path: Path, *, has_code: bool) -> None:
    """Say where the server is, for programs, too; for the local network as a code to scan, too."""
    name = f"[{host}]" if ":" in host else host
    link = f"http://{name}:{port}/"
    click.echo(f"ready: {link}")
    click.echo(f"tables are kept in {path}; Ctrl-C ends the server", err=True)
    if has_code:
        import segno

        segno.make(link).terminal(sys.stdout, compact=True)
    sys.stdout.flush()


def _local_address() -> str:
    """Return this machine's address in the local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address of no machine, for documentation
        except OSError:
            raise click.ClickException(
                "this machine is in no network; leave out --lan, or name an address by --host"
            ) from None
        return str(probe.getsockname()[0])
