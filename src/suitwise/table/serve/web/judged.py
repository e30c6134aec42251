"""A review as it is sent: a line of JSON for each piece of news, in the reader's language.

``waits`` where another review is under way first; ``begins`` with what it is about; ``judged`` with
decisions, in the order of the record; ``ends`` with what each seat lost and the costliest decisions, or
``error``.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from suitwise.foundation.text.phrases import Phrase, Seat, phrase
from suitwise.players.review.decisions import Decision, costliest, totals
from suitwise.players.review.said import said_of, total_said
from suitwise.table.serve.processes.reviews import About, Job
from suitwise.table.serve.shown.rendering import packed, said


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a review.

    Args:
        lang: the language.
        names: the players' names by seat, where they are known.
        seat: the seat of whoever reads; None for nobody's.
    """

    lang: str
    names: tuple[str, ...] = ()
    seat: int | None = None


async def lines_of(job: Job, reader: Reader) -> AsyncIterator[str]:
    """Yield a review line by line, as it is worked out."""

    def line(kind: str, values: dict[str, Any]) -> str:
        return packed(said({"t": kind, **values}, reader.lang, reader.names)) + "\n"

    if job.about is None and not job.is_done:
        yield line("waits", {})
        await job.begun()
    if job.about is not None:
        yield line("begins", _begins(job.about, reader))
        async for found in job.news():
            told = [{**_decided(one, job.about), "board": job.boards.get(one.ply)} for one in found]
            yield line("judged", {"found": told})
    if job.fault is not None:
        yield line("error", {"text": job.fault})
    elif job.about is not None:
        yield line("ends", _ended(job, job.about))


def _begins(about: About, reader: Reader) -> dict[str, Any]:
    names = [_name(seat) for seat in range(about.seats)]
    return {"plies": about.plies, "seat": reader.seat, "names": names, "notes": [*_notes(about)]}


def _name(seat: int) -> Phrase:
    return phrase("review.seat", "{seat}", seat=Seat(seat))


def _notes(about: About) -> Iterator[Phrase]:
    """Yield how the figures are to be read."""
    if about.measure.is_outcome:
        yield phrase(
            "review.note-exact",
            "Each position is decided exactly: a move keeps the win, or loses it.",
        )
        return
    yield _of_worlds(about)
    if about.is_opinion:
        yield phrase(
            "review.note-opinion",
            "Costs are estimates: the deals are played out as one player plays, and another may find "
            "otherwise.",
        )


def _of_worlds(about: About) -> Phrase:
    if about.most:
        return phrase(
            "review.note-paced",
            "Each decision is judged by what its seat could know: in deals that it could not tell from "
            "the true one, {least} to {most} of them as time allows, where the best move found is held "
            "against the one that was made. Intervals are of 95 %.",
            least=about.worlds,
            most=about.most,
        )
    return phrase(
        "review.note-worlds",
        "Each decision is judged by what its seat could know: in {n} deals that it could not tell from "
        "the true one, where the best move found is held against the one that was made. Intervals are "
        "of 95 %.",
        n=about.worlds,
    )


def _decided(one: Decision, about: About) -> dict[str, Any]:
    told = said_of(one, about.measure)
    return {
        "ply": one.ply,
        "seat": one.seat,
        "costly": one.is_mistake,
        "place": told.place,
        "did": told.did,
        "better": told.better,
        "cost": told.cost,
        "short": told.short,
        "more": [line for line in (told.sure, told.won, told.hindsight) if line is not None],
    }


def _ended(job: Job, about: About) -> dict[str, Any]:
    """Return what a review comes to: by seat, and for all seats together."""
    decisions = job.decisions
    seats = [
        {
            "seat": total.seat,
            "total": total_said(total, about.measure),
            "costliest": _costliest([one for one in decisions if one.seat == total.seat]),
        }
        for total in totals(decisions)
    ]
    why = None if job.is_whole else _broken_off(decisions, about)
    return {"why": why, "seats": seats, "costliest": _costliest(decisions)}


def _costliest(decisions: Sequence[Decision]) -> list[int]:
    return [one.ply for one in costliest(decisions)]


def _broken_off(decisions: Sequence[Decision], about: About) -> Phrase:
    return phrase(
        "review.broken-off",
        "The time was over at move {n} of {of}: what came after is not judged.",
        n=decisions[-1].ply if decisions else 0,
        of=about.plies,
    )
