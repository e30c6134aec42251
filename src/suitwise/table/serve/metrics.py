"""Figures of the server for this machine's own eyes, in the text format of Prometheus."""

from __future__ import annotations

from suitwise.table.serve.hub import Hub


def metrics(hub: Hub) -> str:
    """Return the figures, a line each."""
    rooms = hub.rooms.values()
    figures = {
        "suitwise_tables": len(hub.rooms),
        "suitwise_sockets": sum(len(room.peers) for room in rooms),
        "suitwise_commits_total": hub.store.commits,
    }
    return "".join(f"{name} {value}\n" for name, value in figures.items())
