"""One seat of a game as an exchange of messages, for language models and other text agents.

A message is a mapping of plain values; ``suitwise agent`` writes one line of JSON for each, and
``mcp_server`` passes them on as tools, for programs that give a language model tools.

* ``game`` comes first and holds the rules.
* ``decision`` asks for a move. It has the seat's view as text and as data.
* ``refused`` says why an answer is not a legal move, with a code; the same decision remains open.
* ``over`` comes last.

Moves are read from the agent's free text. The other seats are played by a player of this package. The
text of a decision consists only of sentences: what a terminal would draw is written out row by row.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import islice
from typing import Any, TypeAlias

from suitwise import __version__
from suitwise.agents.rules import rules_text, voice
from suitwise.errors import NotationError, missing
from suitwise.foundation.text.phrases import Phrase, Say, Seat, phrase, phrased
from suitwise.game import OVER, Game, Record, State, load
from suitwise.players.face import face_of, near
from suitwise.players.host import Host, seated
from suitwise.players.session import Session, move_read
from suitwise.sight import seen_of

Message: TypeAlias = dict[str, Any]
PROTOCOL = "suitwise-agent-1"
ANSWERED = 'Answer with {"move": "…"}, a move as it is listed or as the rules say it is written.'
NO_MOVE = phrase(
    "agent.no-move", 'the answer names no move: write {{"move": "…"}}, or the move alone'
)
_SEVERAL = "agent.several-moves"
_MOST_CHARACTERS = 4000
_FEW_LISTED = 12
"""The most moves listed in games where finding each takes a search, such as Rummikub."""
_MOST_TOLD = 200
"""The most characters of a refused answer that are quoted back."""
_LISTED = {"moves", "n_moves"}
"""The keys of a view's part ``ask`` that a decision leaves out, because it lists the moves itself."""
_LONGEST = 10_000
"""The most characters of an answer that are searched for a move."""
_AROUND = " \t\r\n*_`\"'.,;:!?()[]"
"""The characters around a move in a sentence that are not part of it."""
_FENCED = re.compile(r"```\w*\n(.*?)```", re.DOTALL)
_OBJECT = re.compile(r"\{[^{}]*\}")


class Talk(Session):
    """A seat of a game that receives messages and answers in text.

    Args:
        game: the variant or its text.
        seat: the seat that talks.
        others: the player of the other seats: a level of strength or a player's text.
        seed: 64-bit seed of chance and of the others.
        lang: the language, ``en`` or ``zh``.

    Raises:
        NotationError: there is no such game, seat or player.

    >>> talk = Talk("texas42(match=hand)", others="rules", seed=3)
    >>> decision = talk.decision()
    >>> print(decision["story"])
    all have drawn; seat 1 bids first
    seat 1 passes
    seat 2 bids 30
    seat 3 passes
    >>> refused = talk.answered('{"move": "29"}')
    >>> refused["type"], refused["why"]
    ('refused', "'29' is no call: write pass, 30 to 41, or marks as 1m")
    """

    def __init__(
        self,
        game: Game[Any] | str,
        *,
        seat: int = 0,
        others: str = "strong",
        seed: int = 0,
        lang: str = "en",
    ) -> None:
        game = load(game) if isinstance(game, str) else game
        say = voice(game, lang)
        player = seated(others, game, seed)
        super().__init__(game, Host(player=player, say=say), seat=seat, seed=seed)
        self._lang = lang
        self._number = 0
        self._story = self._lines(self._others())

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._state.turn == OVER

    # --- Messages ---------------------------------------------------------------------------------

    def opening(self) -> Message:
        """Return the message ``game``: the variant and its rules."""
        return opening_of(self.game, self._seat, self._lang)

    def decision(self) -> Message:
        """Return the message ``decision``, or ``over`` if the game has ended."""
        state, seat, host = self._state, self._seat, self._host
        if self.is_over:
            return over_of(state, seat, self._story, host, self.record)
        return decision_of(state, seat, self._number, self._story, host.say)

    def answered(self, answer: str) -> Message:
        """Play the move in an answer, and the moves of the others after it; return the next message.

        Args:
            answer: a JSON object with the key ``move``, or only the move. If the text contains a block
                of code, only that is read.
        """
        if self.is_over:
            return self.decision()
        text = move_in(answer)
        words = text.split()
        if not words or len(text) > self._face.longest_line:
            return self._no(text, NO_MOVE)
        story: list[str] = []
        for one in ([word] for word in words) if self._face.several else [words]:
            why = self._play_or_refuse(one, story)
            if why is not None:
                self._note_story(story)
                return self._no(text, why)
        self._note_story(story)
        return self.decision()

    def _play_or_refuse(self, words: list[str], story: list[str]) -> Phrase | None:
        """Play a move and the others' replies, and extend the story; or return why it is refused."""
        try:
            move = self._read(words)
        except NotationError as error:
            return phrased(error.reason)
        fault = self._state.why_not(move)
        if fault is None:
            self._number += 1
            story += filter(None, [self._step(move), *self._others()])
            return None
        return phrased(fault)

    def _read(self, words: list[str]) -> Any:
        return move_told(self._state, " ".join(words))

    def _note_story(self, story: list[str]) -> None:
        if story:
            self._story = "\n".join(story)

    def _no(self, text: str, why: Phrase) -> Message:
        return refused_of(self._state, self._number, text, why, self._host.say)

    @staticmethod
    def _lines(story: Iterable[str]) -> str:
        return "\n".join(filter(None, story))


# --- As tools of the Model Context Protocol -------------------------------------------------------


def mcp_server(talk: Talk) -> Any:
    """Return a server with the tools ``rules``, ``look`` and ``play``; ``run()`` serves standard input.

    The protocol is that of the package ``mcp`` (extra ``agents``).

    Args:
        talk: the seat.

    Raises:
        SuitwiseError: the package ``mcp`` is not installed.

    >>> mcp_server(Talk("gin", others="rules", seed=3)).name
    'suitwise'
    """
    rules_told = str(talk.opening()["rules"])
    server = _server_class()("suitwise", version=__version__, instructions=rules_told)
    # A result is text alone: with structure, too, a client would hand its model the same twice.
    tool = partial(server.tool, structured_output=False)

    @tool()  # type: ignore[untyped-decorator]
    def rules() -> str:
        """Tell the rules of the game, and which seat is yours."""
        return _json_text(talk.opening())

    @tool()  # type: ignore[untyped-decorator]
    def look() -> str:
        """Tell what your seat sees, what has happened since your last move, and your legal moves."""
        return _json_text(talk.decision())

    @tool()  # type: ignore[untyped-decorator]
    def play(move: str) -> str:
        """Play a move, written as it is listed or as the rules say; told is what follows, or why not."""
        return _json_text(talk.answered(json.dumps({"move": move})))

    return server


def _json_text(message: Message) -> str:
    return json.dumps(message, ensure_ascii=False)


def _server_class() -> Any:
    """Return the package's class of servers, which is loaded only here."""
    try:
        return import_module("mcp.server").MCPServer
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] != "mcp":
            raise
        raise missing(error, "agents") from None


# --- The messages ---------------------------------------------------------------------------------


def opening_of(game: Game[Any], seat: int, lang: str = "en") -> Message:
    """Return the message ``game``: the variant and its rules.

    >>> opening_of(load("gin"), seat=1)["seats"]
    2
    """
    return {
        "type": "game",
        "protocol": PROTOCOL,
        "game": str(game),
        "seat": seat,
        "seats": game.facts.seats,
        "rules": rules_text(game, lang),
        "answer": ANSWERED,
    }


def decision_of(
    state: State[Any], seat: int, number: int, story: str = "", say: Say = str
) -> Message:
    """Return the message ``decision``.

    Args:
        state: a state with the seat on turn.
        seat: the seat.
        number: the number of the decision among those of the seat, from 0.
        story: the events since its last decision.
        say: translates phrases into a language.

    >>> decision_of(load("gin").start().rolled(3, 0)[0], seat=0, number=0)["moves"][0]
    {'move': 'pile', 'words': 'pile'}
    """
    seen = seen_of(state, seat, seat, False, 0)
    return {
        "type": "decision",
        "number": number,
        "story": story,
        "text": told_to(state, seat, say),
        "seen": {**seen, "ask": {key: seen["ask"][key] for key in seen["ask"].keys() - _LISTED}},
        **moves_of(state, say),
    }


def refused_of(state: State[Any], number: int, text: str, why: Phrase, say: Say = str) -> Message:
    """Return the message ``refused``: why an answer is not accepted, with some legal moves.

    >>> state = load("gin").start().rolled(3, 0)[0]
    >>> refused_of(state, 0, "pile or draw", phrased("hm"))["legal"]
    ['pile', 'pass']
    """
    found = legal_in(state, text) if why.code == _SEVERAL else []
    face = face_of(state.game)
    some = islice(face.some_moves(state), face.listed or _FEW_LISTED)
    return {
        "type": "refused",
        "number": number,
        "answer": text[:_MOST_TOLD],
        "code": why.code,
        "why": say(why),
        "legal": found or list(near(state, text, some)),
    }


def over_of(state: State[Any], seat: int, story: str, host: Host, record: Record) -> Message:
    """Return the message ``over``, with the points of all seats and the record of the game."""
    return {
        "type": "over",
        "story": story,
        "text": host.result(state, seat),
        "returns": list(state.returns()),
        "record": str(record),
    }


def text_of(message: Message) -> str:
    """Return a message as plain text, for agents that take and return text.

    >>> print(text_of(decision_of(load("gin").start().rolled(3, 0)[0], 0, 0)).splitlines()[-1])
    Legal moves: pile, pass
    """
    match message["type"]:
        case "game":
            how = 'Answer with the move alone, or with {"move": "…"}.'
            return f"{message['rules']}\n\nYou are seat {message['seat']}. {how}\n"
        case "decision":
            told = message["story"], message["text"], legal_line(message)
            return "\n".join(filter(None, told))
        case "refused":
            return f"Refused: {message['why']}"
    return str(message["text"])


def legal_line(told: Mapping[str, Any]) -> str:
    """Return the line of the legal moves that ``moves_of`` lists.

    >>> legal_line({"moves": [{"move": "pass", "words": "pass"}], "more": True})
    'Some legal moves: pass'
    """
    listed = ", ".join(one["move"] for one in told["moves"])
    return f"{'Some legal' if told['more'] else 'Legal'} moves: {listed}"


# --- The parts of a decision ----------------------------------------------------------------------


def told_to(state: State[Any], seat: int, say: Say = str) -> str:
    """Return the view of a seat as lines of text, with its task if it is on turn.

    >>> state = load("texas42(match=hand)").start().rolled(3, 0)[0]
    >>> print(told_to(state, 1).splitlines()[-1])
    nobody has bid yet: bid, or pass
    """
    face = face_of(state.game)
    is_open = state.game.facts.perfect_information
    lines = [say(phrase("agent.your-seat", "you are {seat}", seat=Seat(seat)))]
    if not is_open:
        lines.append(say(face.headline(state)))
    lines += face.in_words(state, seat, say)
    if not is_open and state.turn >= 0:
        lines.append(say(face.score(state)))
    if state.turn == seat and not is_open:
        lines.append(say(face.task(state)))
    elif state.turn >= 0 and state.turn != seat:
        lines.append(say(phrase("table.to-move", "{seat} is to move", seat=Seat(state.turn))))
    return "\n".join(filter(None, lines))


def moves_of(state: State[Any], say: Say = str) -> dict[str, Any]:
    """Return legal moves of the seat on turn, each with its name in words, and whether there are more.

    Some games leave out moves that are similar to listed ones; then ``more`` is True, too. The moves are
    never counted, because a game may have too many.

    >>> moves_of(load("gin").start().rolled(3, 0)[0])
    {'moves': [{'move': 'pile', 'words': 'pile'}, {'move': 'pass', 'words': 'pass'}], 'more': False}
    """
    face = face_of(state.game)
    moves, told = face.some_moves(state), []
    listed: list[dict[str, str]] = []
    room = _MOST_CHARACTERS
    for move in islice(moves, face.listed or _FEW_LISTED):
        told.append(move)
        text, words = str(move), face.named(state, move)
        listed.append({"move": text, "words": text if words is None else say(words)})
        room -= len(text)
        if room < 0:
            break
    more = next(moves, None) is not None or face.leaves_out(told)
    return {"moves": listed, "more": more}


def move_in(answer: str) -> str:
    """Return the text of the move in an answer; empty if there is none.

    >>> [move_in(one) for one in ('{"move": " 6-4 "}', "6-4", 'So:\\n```\\n{"move": "5-5"}\\n```')]
    ['6-4', '6-4', '5-5']
    >>> move_in('I bid. {"move": "31"}'), move_in('{"say": "hm"}')
    ('31', '')
    """
    text = answer[:_LONGEST]
    within = _FENCED.findall(text) or _OBJECT.findall(text)
    text = (within[-1] if within else text).strip()
    with suppress(ValueError, RecursionError):
        given = json.loads(text)
        move = given.get("move") if isinstance(given, dict) else given
        return _bare(move) if isinstance(move, str) else str(move) if type(move) is int else ""
    return _bare(text)


def judged(state: State[Any], answer: str) -> tuple[Any, Phrase | None]:
    """Return the move in an answer, or None, and the reason why it is not legal, or None.

    >>> state = load("gin").start().rolled(3, 0)[0]
    >>> judged(state, '{"move": "pass"}')[1], str(judged(state, "stock")[1])
    (None, 'seat 0 is to take the upcard from the pile, or pass')
    """
    text = move_in(answer)
    if not text or len(text) > face_of(state.game).longest_line:
        return None, NO_MOVE
    try:
        move = move_told(state, text)
    except NotationError as error:
        return None, phrased(error.reason)
    why = state.why_not(move)
    return move, None if why is None else phrased(why)


def move_told(state: State[Any], text: str) -> Any:
    """Return the move in a text: a move in its notation, or a sentence that contains one legal move.

    Raises:
        NotationError: the text is not a move, and contains no legal move or more than one.

    >>> state = load("texas42(match=hand)").start().rolled(3, 0)[0]
    >>> str(move_told(state, "31")), str(move_told(state, "I bid 31, partner."))
    ('31', '31')
    """
    try:
        return move_read(state, text.split())
    except NotationError:
        found = named_in(state, text)
        if len(found) > 1:
            raise NotationError(
                phrase(
                    "agent.several-moves",
                    "the answer names {moves}: write the move that you mean alone",
                    moves=", ".join(found),
                )
            ) from None
        if not found:
            raise
        return state.parse_move(found[0])


def named_in(state: State[Any], text: str) -> list[str]:
    """Return the legal moves that are words of a sentence, and longer moves that contain such a word.

    The longer moves need not be legal. They make a sentence ambiguous: "I knock with H7" contains the
    legal discard H7, but the writer means ``knock:H7``.

    >>> state = load("gin").start().rolled(3, 0)[0]
    >>> named_in(state, "I take the pile"), named_in(state, "pile or pass?")
    (['pile'], ['pile', 'pass'])
    """
    words = list(filter(None, (word.strip(_AROUND) for word in text.split())))
    alone = {word: place for place, word in enumerate(words) if _is_legal(state, word)}
    longer = (
        joined
        for name, place in alone.items()
        for at, word in enumerate(words)
        if at != place
        for joined in (f"{word.lower()}:{name}", word + name)
        if _is_read(state, joined)
    )
    return list(dict.fromkeys([*alone, *longer]))


def legal_in(state: State[Any], text: str) -> list[str]:
    """Return the legal moves among those of ``named_in``.

    >>> legal_in(load("gin").start().rolled(3, 0)[0], "pile or draw?")
    ['pile']
    """
    return [name for name in named_in(state, text) if _is_legal(state, name)]


def _is_read(state: State[Any], text: str) -> bool:
    with suppress(NotationError):
        state.parse_move(text)
        return True
    return False


def _is_legal(state: State[Any], text: str) -> bool:
    return _is_read(state, text) and state.why_not(state.parse_move(text)) is None


def _bare(text: str) -> str:
    """Return a move without emphasis marks, quotes and full stops around it."""
    return text.strip(" \t\r\n*_`\"'.")
