"""Games of which a part that their entry names is broken: what shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from suitwise.foundation.text.phrases import Drawing, Phrase
from suitwise.players.face import Face
from suitwise.players.face_values import Ruling
from suitwise.players.face_values import Told as Line
from suitwise.players.host import Host
from suitwise.sight import Sight
from tests.testing.broken.case import Case, note
from tests.testing.broken.seen import Told
from tests.testing.broken.variant import Copy

CASES: list[Case] = []
fails = partial(note, CASES)


# Faces and hosts


class ReadsOtherWords(Face):
    """A face that reads its plays by a word that the game does not say."""

    def played(self, play: Mapping[str, Any]) -> list[str]:
        return list(play["cards"])


@fails("faces", "raises KeyError: 'cards'", entry={"face": ReadsOtherWords})
class SaysPlaysInOtherWords(Told):
    def sight(self, seat: int | None) -> Sight:
        plays = [{"seat": 0, "card": "S2"}]
        seats = enumerate(self.kuhn.dealt)
        held = [[card] if owner == seat else None for owner, card in seats]
        held += [None] * (2 - len(held))
        counts = tuple(int(at < len(self.kuhn.dealt)) for at in (0, 1))
        return Sight("play", tuple(held), counts, table={"trick": {"plays": plays}})


class ShowsNoJson(Face):
    def stakes(self, state: Any, seat: int | None) -> dict[str, Any]:
        return {"bets": set(state.kuhn.bets)}


@fails("faces", "the face of '-' raises TypeError", entry={"face": ShowsNoJson})
class HasAFaceOfSets(Copy):
    pass


class DrawsNoXml(Face):
    def drawing(self, state: Any) -> Drawing | None:
        return Drawing(lambda say: "<svg>", ())


@fails("faces", "the face of '-' raises ParseError", entry={"face": DrawsNoXml})
class HasADrawingWithoutAnEnd(Copy):
    pass


class RulesWrongly(Face):
    def ruled(self, state: Any, chosen: str, move: Any, reason: Phrase | None) -> Ruling:
        return Ruling(legal=False)


@fails("faces", "is illegal in", entry={"face": RulesWrongly})
class HasAFaceThatForbids(Copy):
    pass


class TellsNothingOfChance(Face):
    def told(self, before: Any, move: Any, after: Any) -> Iterator[Line]:
        raise IndexError(before.turn)


@fails("faces", "raises IndexError", entry={"face": TellsNothingOfChance})
class HasAFaceWithoutAStory(Copy):
    pass


class CountsSeatsFromOne(Host):
    def result(self, state: Any, seat: int) -> str:
        return f"{state.returns()[seat + 1]}"


@fails("faces", "raises IndexError", entry={"host": CountsSeatsFromOne})
class HasAHostThatCountsFromOne(Copy):
    pass
