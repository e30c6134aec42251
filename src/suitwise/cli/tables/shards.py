"""The commands of tables in several processes: ``suitwise table run``, ``move`` and ``proxy``."""

from __future__ import annotations

import re
from pathlib import Path

import click
from click.core import ParameterSource

from suitwise.cli.common import option, plain_errors

_map_option = click.option(
    "--slots",
    "path",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    required=True,
    metavar="FILE",
    help="The file of the map of slots, slots.toml.",
)
PROXIES = ("nginx", "haproxy", "caddy")
_listen_option = click.option(
    "--listen",
    default="127.0.0.1:8042",
    show_default=True,
    metavar="ADDRESS",
    help="Where the proxy listens: an address and a port, a port, or for Caddy a name, with TLS.",
)


def _checked_base(_: click.Context, __: click.Parameter, base: str) -> str:
    if base and not re.fullmatch(r"(/[A-Za-z0-9._~-]+)+", base):
        raise click.BadParameter(f"{base}: a path looks like /cards")
    return base


base_option = click.option(
    "--base",
    default="",
    metavar="PATH",
    callback=_checked_base,
    help="The path below which the page stands, as /cards; a proxy may pass it on or leave it out.",
)


@click.command()
@option(
    "--shards", usual=2, type=click.IntRange(1, 31), help="The number of processes with tables."
)
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    metavar="DIR",
    help="Where the map of slots and the files of tables are kept.",
)
@option(
    "--port",
    usual=8101,
    type=click.IntRange(1, 65000),
    help="The port of the first shard; the others follow. Only for a new folder.",
)
@click.option("--proxy", type=click.Choice(PROXIES), help="Start this proxy before them, too.")
@_listen_option
@base_option
@click.argument("options", nargs=-1, type=click.UNPROCESSED)
def run(
    shards: int,
    folder: Path,
    port: int,
    proxy: str | None,
    listen: str,
    base: str,
    options: tuple[str, ...],
) -> None:
    """Serve tables in several processes of this machine, and watch over them.

    A process that ends is started again. What stands after -- is told to each, as to suitwise table
    serve. Ctrl-C or SIGTERM ends all; SIGHUP restarts one after the other, and no move is lost.

    \b
    Example:
      suitwise table run --shards 4 --folder tables --proxy haproxy -- --name cards.example --behind-tls
    """
    from suitwise.table.serve.shards.running import Fleet, Proxy, prepared

    if (
        proxy is None
        and click.get_current_context().get_parameter_source("listen")
        is not ParameterSource.DEFAULT
    ):
        raise click.UsageError("--listen is the address of a proxy: name one by --proxy")
    with plain_errors():
        path = prepared(folder, shards, port)
        before = None if proxy is None else Proxy(proxy, path, listen, base)
        Fleet(
            path,
            (*(() if not base else ("--base", base)), *options),
            before,
            lambda line: click.echo(line, err=True),
        ).run()


@click.command()
@click.argument("slots", metavar="SLOTS")
@click.option("--to", required=True, metavar="SHARD", help="The shard that they go to.")
@_map_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="BUNDLE",
    help="Only take them from the shards of this machine, into a new file to carry to another.",
)
@click.option(
    "--in",
    "bundle",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    metavar="BUNDLE",
    help="Only put what was carried here into the shard of this machine, and say so in the map.",
)
def move(slots: str, to: str, path: Path, out: Path | None, bundle: Path | None) -> None:
    """Move the tables whose codes begin with one of SLOTS to another shard, while all go on.

    Nobody serves them meanwhile; pages wait and connect again by themselves. Where it breaks off, the
    same command goes on with it. Tell the proxy afterwards (suitwise table proxy); one that suitwise
    table run has started is told by it.

    Between two machines: --out on the one, carry BUNDLE and the map over, --in on the other, and bring
    the map back.

    \b
    Example:
      suitwise table move 23 --to s2 --slots tables/slots.toml
    """
    from suitwise.table.serve.shards import moving

    if out and bundle:
        raise click.UsageError("--out and --in are for two machines: one of them at a time")
    slots = slots.upper()
    with plain_errors():
        if out:
            n_tables = moving.take_out(path, slots, to, out)
        elif bundle:
            n_tables = moving.put_in(path, slots, to, bundle)
        else:
            n_tables = moving.move(path, slots, to)
    tables = "1 table" if n_tables == 1 else f"{n_tables} tables"
    click.echo(f"{slots}: {tables}" + (f" into {out}" if out else f" moved to {to}"))


@click.command()
@click.argument("kind", type=click.Choice(PROXIES))
@_map_option
@_listen_option
@base_option
def proxy(kind: str, path: Path, listen: str, base: str) -> None:
    """Print the configuration of a proxy before the shards of a map.

    \b
    Example:
      suitwise table proxy nginx --slots tables/slots.toml --listen 80
    """
    from suitwise.table.serve.shards.proxy import PROXIES as WRITERS
    from suitwise.table.serve.shards.slots import read_map

    with plain_errors():
        click.echo(WRITERS[kind](read_map(path), listen, "", base), nl=False)
