"""Codes are short, so that people can read them out; so nobody may try many of them."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from suitwise.foundation.text.phrases import phrase
from suitwise.table.serve.hub import Hub
from suitwise.table.serve.shown.audiences import BAD_TOKEN, NO_TABLE, Closed

GUESSED = phrase("table.guessed", "too many tables were asked for that are none; wait a minute")
"""What is told to whoever has tried too many."""


def address_of(asked: HTTPConnection) -> str:
    """Return the address of whoever asks; a proxy that is trusted has put it in place of its own."""
    return asked.client.host if asked.client else ""


def may_guess(hub: Hub, asked: HTTPConnection) -> bool:
    """Tell whether whoever asks has not guessed too often lately."""
    return hub.addresses.may_guess(address_of(asked))


def note_guess(hub: Hub, asked: HTTPConnection, closed: Closed) -> None:
    """Count a wrong code, or a wrong token."""
    if closed.code in (NO_TABLE, BAD_TOKEN):
        hub.addresses.has_guessed(address_of(asked))
