"""``suitwise table bots``: let the strong bots of servers elsewhere think on this machine."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path

import click

from suitwise.cli.common import option, plain_errors
from suitwise.cli.interrupt import raised
from suitwise.cli.tables.admin import LEAST_SECRET, is_private, read_secret

ENVIRONMENT = "SUITWISE_BOTS_SECRET"
"""Holds the secret where no file does."""
secret_option = click.option(
    "--bots-secret",
    "bots_secret_file",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    metavar="FILE",
    help=f"A file with the secret that both machines have, {LEAST_SECRET} signs or more; without it "
    f"{ENVIRONMENT} in the environment holds the secret.",
)


def read_bots_secret(file: Path | None) -> str:
    """Return the secret of the machines where bots think.

    Raises:
        UsageError: there is none.
    """
    secret = read_secret(file, ENVIRONMENT, "the secret for bots")
    if not secret:
        raise click.UsageError(f"give the secret by --bots-secret FILE or {ENVIRONMENT}")
    return secret


def checked_urls(_: click.Context, __: click.Parameter, urls: tuple[str, ...]) -> tuple[str, ...]:
    """Return the addresses of other machines; warn of those to which the way is open."""
    for url in urls:
        scheme, colon, rest = url.partition("://")
        if scheme not in ("ws", "wss") or not (colon and rest):
            raise click.BadParameter(f"{url}: an address looks like wss://bots.example")
        if not is_private(url.replace("ws", "http", 1)):
            click.echo(
                f"warning: who listens in on the way to {url} sees what seats see; put a proxy with TLS "
                "there and write wss://",
                err=True,
            )
    return urls


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@option(
    "--port", usual=8043, type=click.IntRange(0, 65535), help="The port; 0 for any that is free."
)
@click.option(
    "--bots",
    type=click.IntRange(1, 256),
    metavar="N",
    help="The processes in which bots think.  [default: one less than there are cores, 4 at most]",
)
@secret_option
def bots(host: str, port: int, bots: int | None, bots_secret_file: Path | None) -> None:
    """Think for the strong bots of servers that name this machine by --bots-at.

    Both machines have the same Suitwise and the same secret, which is never sent. A server is told no
    more than what a seat sees, and checks each move. Ctrl-C ends it; bots think at the servers then.

    \b
    Example:
      suitwise table bots --port 8043 --bots-secret secret.txt
      suitwise table serve --bots-at ws://127.0.0.1:8043 --bots-secret secret.txt
    """
    import asyncio

    secret = read_bots_secret(bots_secret_file)
    with plain_errors(), raised(), suppress(KeyboardInterrupt):
        asyncio.run(_serve(host, port, bots, secret))


async def _serve(host: str, port: int, most: int | None, secret: str) -> None:
    from suitwise.table.serve.processes.bots import MOST_EACH, BotWorkers, why_not_here
    from suitwise.table.serve.processes.elsewhere import BotHost, Choice, Question, Unanswered

    async def decide(question: Question) -> Choice:
        why = why_not_here(question)
        if why:
            raise Unanswered(why)
        return await workers.choose(
            question.variant,
            question.state,
            question.seat,
            question.player,
            question.seed,
            question.stream,
            late_s=question.seconds,
        )

    with closing(BotWorkers(most=most, compiles=True)) as workers:
        workers.warm()
        waits_for = BotHost(secret, workers.most, MOST_EACH * workers.most, decide)
        try:
            listening = await waits_for.listen(host, port)
        except OSError as error:
            reason = (error.strerror or str(error)).partition(" (")[0]
            raise click.ClickException(f"{host} port {port}: {reason}") from None
        async with listening:
            found = listening.sockets[0].getsockname()[1]
            click.echo(f"ready: ws://{f'[{host}]' if ':' in host else host}:{found}")
            await listening.serve_forever()
