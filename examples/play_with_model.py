"""Let a language model play a match through an endpoint that is compatible with OpenAI's chat completions.

The address is taken from OPENAI_BASE_URL and the key, if any, from OPENAI_API_KEY.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from typing import Any
from urllib.request import Request, urlopen

from banneret.agents import Player, TextMatch

TRIES = 3
"""Number of refused answers to a question before the first option is taken."""
MEMORY = 12
"""Number of messages that the model is reminded of."""

Messages = list[dict[str, str]]


class Model:
    """A model behind an endpoint."""

    def __init__(self, base: str, model: str, key: str = "") -> None:
        self.url = f"{base.rstrip('/')}/chat/completions"
        self.model = model
        self.key = key

    def reply(self, messages: Messages) -> str:
        """Return the model's reply. Raises OSError if the endpoint does not answer."""
        body = json.dumps({"model": self.model, "messages": messages}).encode()
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {self.key}"} if self.key else {})
        with urlopen(Request(self.url, body, headers), timeout=300) as response:  # noqa: S310  # the user's address
            data: Any = json.load(response)
        return str(data["choices"][0]["message"]["content"])


def play(player: Player, model: Model, most: int = 10_000) -> int:
    """Let a model answer the questions of a seat; return the number of answers that were refused."""
    refused = 0
    system = {
        "role": "system",
        "content": (
            f"You play {player.name()} in {player.table.book.title}. Think briefly, then end with a line"
            " `ANSWER: ` and the number of an option."
        ),
    }
    talk: Messages = []
    for _ in range(most):
        if not player.asked:
            break
        text = f"{player.news()}\n\n{player.look()}\n\n{player.question()}"
        for attempt in range(TRIES + 1):
            talk = [*talk, {"role": "user", "content": text}][-MEMORY:]
            reply = model.reply([system, *talk])
            talk.append({"role": "assistant", "content": reply})
            found = re.findall(r"ANSWER:\s*(.+)", reply)
            text = player.answer(found[-1] if found and attempt < TRIES else "1" if attempt == TRIES else "")
            if not text.startswith("Refused"):
                break
            refused += 1
    return refused


def main() -> None:
    """Play a match and print its result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--model", required=True)
    parser.add_argument("--bots", default="random")
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    base = os.environ.get("OPENAI_BASE_URL", "http://localhost:8080/v1")
    player = Player(TextMatch(given.game, bots=given.bots, seed=given.seed), 0)
    refused = play(player, Model(base, given.model, os.environ.get("OPENAI_API_KEY", "")))
    print(player.question())
    print(f"{refused} answers were refused.")


if __name__ == "__main__":
    main()
