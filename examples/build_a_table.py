"""A table for any game. Name one, say `texas42(match=hand)`; you have seat 0 against random play."""

from collections.abc import Callable
from secrets import randbits

from suitwise.errors import IllegalMove, NotationError
from suitwise.game import CHANCE, OVER, Record, draw, load, record_of
from suitwise.players import RandomPlayer


def host(
    variant: str, send: Callable[..., object], receive: Callable[..., str], seed: int | None = None
) -> Record:
    """Play a game to its end, what chance does drawn in secret or from the stream of a seed."""
    start = state = load(variant).start()
    moves, index = list[object](), 0
    while state.turn != OVER:
        try:
            if state.turn == CHANCE:
                move, index = draw(state, randbits(64) if seed is None else seed, 0, index)
            else:
                for seat in range(start.game.facts.seats):
                    send(seat, state.view(seat))
                move = state.parse_move(receive(state))
            moves, state = [*moves, move], state.after(move)
        except (IllegalMove, NotationError) as refusal:
            send(state.turn, str(refusal))
    return record_of(start, moves, state)


if __name__ == "__main__":
    try:
        record = host(
            input("game> "),
            send=lambda seat, text: seat or print(text),
            receive=lambda at: str(RandomPlayer(randbits(64))(at)) if at.turn else input("> "),
        )
    except NotationError as unknown:
        raise SystemExit(str(unknown)) from None
    print(record, "It replays to ", list(record.states())[-1], sep="")
