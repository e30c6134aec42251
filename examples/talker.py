"""A player of your own behind a command: it is told its seat as lines of JSON, and answers with lines.

    suitwise arena run examples/talker.toml --out talked

``model`` stands for a language model. This one names the last legal move that it reads; of many moves it
says a sentence first that names none, and is told so.
"""

import json
import sys


def model(prompt: str) -> str:
    """Answer a prompt."""
    told, _, moves = prompt.splitlines()[-1].partition(": ")
    if told == "Legal moves" and moves.count(",") > 5:
        return "There is a lot to be said for several of them."
    return f"I play {moves.split(', ')[-1]}, for want of a better idea."


def main() -> None:
    """Answer every message that asks for a move; the prompt holds all that was said."""
    prompt: list[str] = []
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "game":
            prompt = [message["rules"], message["answer"]]
        elif message["type"] in ("decision", "refused"):
            if message["type"] == "decision":
                moves = ", ".join(one["move"] for one in message["moves"])
                prompt += [message["story"], message["text"], f"Legal moves: {moves}"]
            else:
                prompt += [message["why"], f"These would do: {', '.join(message['legal'])}"]
            prompt.append(model("\n".join(prompt)))
            print(json.dumps({"move": prompt[-1]}), flush=True)


if __name__ == "__main__":
    main()
