"""The server as a program: a port, a file, processes of players, and a clean end."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

import uvicorn

from suitwise.arena.seats import import_players
from suitwise.table.rules.house import Pace
from suitwise.table.rules.words import LANGUAGES, page_words
from suitwise.table.serve.games import games
from suitwise.table.serve.gate import Gate, Porch
from suitwise.table.serve.hub import Hub
from suitwise.table.serve.limits import Limits, raise_descriptors
from suitwise.table.serve.server import Options, app
from suitwise.table.serve.statics import Assets
from suitwise.table.serve.store import Store
from suitwise.table.serve.store.schema import LEASE_S
from suitwise.table.serve.thinkers import HINT_S, LATE_S, THINK_S, Thinkers

_ACCEPTED, _WAITING = 4, 2048
"""How many connections are accepted before any is looked at, by the event loop that accepts several at
once: few, so that they do not take the descriptors that are kept; and how many may wait for that."""
_NEW_OBJECTS = 20_000
"""After how many new objects the garbage collector looks at them; Python's own number is 700."""


@dataclass(frozen=True)
class Setup:
    """How a server is set up.

    Args:
        path: the file of tables.
        host: the address to listen at.
        port: the port; 0 for any that is free.
        durability: ``power`` or ``process``, as ``Store`` has it.
        lease_s: how long the file stays with a server that says nothing, as ``Store`` has it.
        options: how it stands in the world.
        trusted_proxy: the address of a proxy that says who asks, empty for none.
        limits: how much anybody may ask for.
        pace: how long all tables wait, in place of what their houses say.
        keys: gives the keys of deals, in place of what nobody can guess.
        late_s: how many seconds a player may think.
        hint_s: how many seconds a hint may take.
        think_s: how many of these the strongest player thinks about it.
        compiles: whether the strongest players are compiled ahead, where they have never been.
        imports: the modules that make further players known, here and where players think.
        loop: the event loop: ``auto`` is uvloop where it is installed, else ``asyncio``.

    >>> Setup(Path("tables.db"), port=0).host
    '127.0.0.1'
    """

    path: Path
    host: str = "127.0.0.1"
    port: int = 8042
    durability: str = "power"
    lease_s: float = LEASE_S
    options: Options = field(default_factory=Options)
    trusted_proxy: str = ""
    limits: Limits = field(default_factory=Limits)
    pace: Pace | None = None
    keys: Callable[[], bytes] | None = None
    late_s: float = LATE_S
    hint_s: float = HINT_S
    think_s: float = THINK_S
    compiles: bool = False
    imports: tuple[str, ...] = ()
    loop: Literal["auto", "asyncio", "uvloop"] = "auto"


class _Server(uvicorn.Server):
    """uvicorn, which says when it listens, and ends when the file is lost to another process.

    Then ``run`` and ``serve`` raise ``Taken``.
    """

    def __init__(self, config: uvicorn.Config, hub: Hub, ready: Callable[[int], None]) -> None:
        super().__init__(config)
        self.hub, self._ready = hub, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say at which port."""
        await super().startup(sockets=sockets)
        if self.started:
            for one in self.servers:
                _let_wait(one.sockets)
            self._ready(self.servers[0].sockets[0].getsockname()[1])
            self._watch = asyncio.create_task(self._end_when_lost())
            self._rest = asyncio.create_task(_settle())

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until the end."""
        await super().serve(sockets)
        if self.hub.is_lost.is_set():
            raise self.hub.store.why_lost()

    async def _end_when_lost(self) -> None:
        await self.hub.is_lost.wait()
        self.should_exit = True


def _let_wait(listening: Sequence[socket.socket]) -> None:
    """Have the system hold more connections than are accepted at once."""
    for one in listening:
        with socket.fromfd(one.fileno(), one.family, one.type) as same:
            same.listen(_WAITING)


async def _settle() -> None:
    """Have what stays for ever looked at no more by the garbage collector, and the rest less often.

    A change of a table leaves hundreds of objects that live until the next one, and none in a circle.
    """
    await asyncio.to_thread(games)
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, 20, 20)


def server(setup: Setup, ready: Callable[[int], None] = lambda port: None) -> uvicorn.Server:
    """Return a server that ``run`` starts, or ``serve`` in an event loop.

    Args:
        setup: how it is set up.
        ready: called with the port as soon as it listens.

    Raises:
        SuitwiseError: the file belongs to another process, or is none of tables; a module of players
            can't be imported.
        OSError: the file can't be opened.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     ready = lambda port: setattr(served, "should_exit", True)
    ...     served = server(Setup(Path(folder, "tables.db"), port=0), ready)
    ...     served.run()  # until it is told to end, here at once
    """
    raise_descriptors()
    import_players(setup.imports)
    words = {lang: page_words(lang) for lang in LANGUAGES}
    assets = Assets.read(words)
    store = Store(setup.path, setup.durability, setup.lease_s)
    limits = replace(setup.limits, proxies=setup.trusted_proxy)
    thinkers = Thinkers(
        setup.late_s,
        setup.hint_s,
        setup.think_s,
        compiles=setup.compiles,
        imports=setup.imports,
    )
    hub = Hub(store, thinkers, limits, setup.pace, setup.keys)
    options = replace(setup.options, names=(*setup.options.names, setup.host))
    config = uvicorn.Config(
        app(hub, assets, options),
        host=setup.host,
        port=setup.port,
        loop=setup.loop,
        http=Porch,
        ws=Gate,
        backlog=_ACCEPTED,
        ws_max_size=setup.limits.frame,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # clients ping, and who is silent is closed
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=bool(setup.trusted_proxy),
        forwarded_allow_ips=setup.trusted_proxy or None,
        timeout_graceful_shutdown=5,
    )
    return _Server(config, hub, ready)
