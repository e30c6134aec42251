"""A program that plays a seat by lines of JSON, and misbehaves at the questions that it is told to.

``stand_in.py [--pick first|last|seed] [--nonsense 1+4] [--hang 3] [--die 2] [--close 2] [--log FILE]``
counts questions from 1 in each process; ``--nonsense all`` is every one.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from typing import Any


def at(text: str, question: int) -> bool:
    return text == "all" or str(question) in text.split("+")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pick", default="first")
    parser.add_argument("--log", default="")
    for kind in ("nonsense", "hang", "die", "close"):
        parser.add_argument(f"--{kind}", default="")
    options = parser.parse_args()
    drawn, question = random.Random(0), 0
    for line in sys.stdin:
        message: dict[str, Any] = json.loads(line)
        if options.log:
            with open(options.log, "a", encoding="utf-8") as file:
                file.write(line)
        if message["type"] == "game":
            drawn = random.Random(message["seed"])
        if message["type"] not in ("decision", "refused"):
            continue
        question += 1
        if at(options.hang, question):
            time.sleep(600)
        if at(options.die, question):
            os._exit(3)
        if at(options.close, question):
            os.close(1)
            time.sleep(600)
        moves = message.get("legal") or [one["move"] for one in message["moves"]]
        place = {"first": 0, "last": -1, "seed": drawn.randrange(len(moves))}[options.pick]
        move = "nonsense" if at(options.nonsense, question) else moves[place]
        print(json.dumps({"move": move}), flush=True)


if __name__ == "__main__":
    main()
