"""A match played through text: agents and bots in its seats, and their messages to each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from secrets import token_bytes
from typing import Any, NamedTuple

from banneret.bots.names import check_style, make_bot
from banneret.bots.player import Bot
from banneret.bots.seated import play_for
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook
from banneret.kernel.stream import derive_key


class Talk(NamedTuple):
    """A message of a player to some or all others."""

    sender: int
    to: tuple[int, ...]
    text: str


class TalkError(ValueError):
    """Raised for a message without recipients, or a private one if the rules do not allow it."""


class TextMatch:
    """A match in which agents play the seats in `agents`, each through a `Player`, and bots play the others."""

    def __init__(
        self,
        game: str,
        *,
        agents: Iterable[int] = (0,),
        seats: int | None = None,
        bots: str = "random",
        seed: int | str | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """Start a match.

        Raises LookupError for an unknown game or bot, OptionError for invalid options, ValueError for a wrong seat.
        """
        self.book = rulebook(game)
        places = seats or self.book.seats_at_first()
        self.match: Match[Any] = new_match(game, seats=places, seed=seed, options=options)
        self.agents = frozenset(agents)
        if not self.agents <= set(range(places)):
            raise ValueError(f"agents: a match has seats 0 to {places - 1}")
        self.talks: list[Talk] = []
        self._seed = int.from_bytes(derive_key("text", seed if seed is not None else token_bytes(16))[:7], "little")
        check_style(bots, self.book)
        self._bots: dict[int, Bot] = {
            seat: make_bot(bots, self._seed + seat) for seat in range(places) if seat not in self.agents
        }
        self.let_bots_answer()

    def let_bots_answer(self) -> None:
        """Let the bots answer until only agents have open questions, or the match is over."""
        match = self.match
        while asking := match.asking:
            seat = next((one for one in asking if one in self._bots), None)
            if seat is None:
                return
            play_for(self._bots, match, seat, seed=self._seed, once=True)

    def say(self, sender: int, to: Iterable[int], text: str) -> None:
        """Send a message to other seats. Raises TalkError if there are none, or the rules do not allow it."""
        heard = tuple(sorted(set(to) - {sender}))
        if not heard or not set(heard) <= set(range(self.match.seats)):
            raise TalkError("name one or more other seats")
        if not self.book.negotiation and len(heard) < self.match.seats - 1:
            raise TalkError("the rules of this game do not allow players to talk in private; speak to all")
        self.talks.append(Talk(sender, heard, text))
