"""The interface to banneret. The entry point in pyproject.toml refers to this class."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar

import msgspec
from banneret import Flow, Game, Outcome, PositionError, Rulebook, Stream
from banneret.kernel.events import Forfeited
from banneret.text.catalogue import Catalogue
from banneret.text.rules_index import RuleIndex

from hidden_coin import rules
from hidden_coin.state import HANDS, CoinOptions, CoinView, State

_HERE = files(__package__)
_RULES = RuleIndex.load(_HERE.joinpath("rules.toml").read_text("utf-8"), "rules.toml")
_TEXTS: dict[str, dict[str, str]] = tomllib.loads(_HERE.joinpath("texts.toml").read_text("utf-8"))


class HiddenCoinRulebook(Rulebook[State]):
    """Hidden Coin."""

    id = "hidden-coin"
    title = "Hidden Coin"
    version = "1"  # increase it when records would replay differently
    seats = (2,)
    Options = CoinOptions
    View = CoinView
    actions = (rules.Hide, rules.Guess, rules.Pass)
    events = (rules.RoundBegan, rules.Opened, Forfeited)
    domains: ClassVar = {"hand": HANDS}

    def setup(self, seats: int, options: CoinOptions, key: bytes) -> State:
        """Return the initial state of a match."""
        return State(seats=seats, key=key, rounds=options.rounds, scores=[0] * seats)

    def flow(self, game: Game[State]) -> Flow[None]:
        """Return the rules as a generator."""
        return rules.match(game)

    def outcome(self, state: State) -> Outcome:
        """Return places, scores and reason; seats that have left the match are last."""
        ranks = {seat: (seat not in state.forfeited, state.scores[seat]) for seat in range(state.seats)}
        places = [tuple(s for s in ranks if ranks[s] == rank) for rank in sorted(set(ranks.values()), reverse=True)]
        return Outcome(tuple(places), tuple(state.scores), "forfeit" if state.forfeited else "rounds")

    def view(self, state: State, seats: frozenset[int]) -> CoinView:
        """Return the information that these seats have together."""
        return CoinView(
            round=state.round,
            rounds=state.rounds,
            hider=state.hider,
            prize=state.prize,
            hand=state.hand if not state.hand or state.hider in seats else None,
            scores=tuple(state.scores),
        )

    def redeal(self, state: State, mask: int, stream: Stream) -> None:
        """Randomize what the seats in `mask` cannot know."""
        if state.hand and not mask >> state.hider & 1:
            state.hand = stream.choice(HANDS)

    def twins(self, state: State, mask: int, stream: Stream) -> State | None:
        """Change something that the seats in `mask` cannot know, to test that it stays secret."""
        if not state.hand or mask >> state.hider & 1:
            return None
        return msgspec.structs.replace(state, hand=HANDS[1 - HANDS.index(state.hand)])

    def encode(self, state: State) -> dict[str, Any]:
        """Return the JSON form of a state."""
        data: dict[str, Any] = msgspec.to_builtins(state)
        return data

    def decode(self, data: Mapping[str, Any]) -> State:
        """Read a state from its JSON form."""
        try:
            return msgspec.convert(data, State)
        except msgspec.ValidationError as error:
            raise PositionError(str(error)) from None

    def audit(self, state: State) -> list[str]:
        """Return all violated invariants of a state."""
        wrong = []
        if (state.step == "guess") != (state.hand != ""):
            wrong.append("hand: the coin must be hidden exactly while the other seat guesses")
        return wrong

    def rules(self, language: str = "en") -> RuleIndex:
        """Return the rule index."""
        return _RULES.translated(self.catalogue(language))

    def catalogue(self, language: str = "en") -> Catalogue:
        """Return the texts in a language, with English as a fallback."""
        return _catalogue(language)

    def seat_names(self, state: State) -> tuple[str, ...]:
        """Return the id of each seat."""
        return tuple(rules.seat_name(seat) for seat in range(state.seats))


@cache
def _catalogue(language: str) -> Catalogue:
    english = {**_RULES.texts(), **_TEXTS["en"]}
    found = Catalogue.load([files("banneret.kernel").joinpath("text")], language, english)
    found.add(_TEXTS.get(language, {}))
    found.add(english)
    return found
