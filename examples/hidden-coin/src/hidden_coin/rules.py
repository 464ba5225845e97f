"""The rules: actions, questions, events and the course of the match."""

from __future__ import annotations

from typing import Annotated

from banneret import Action, Checkpoint, Chooser, Event, Flow, Game, Refusal, ask, msg
from banneret.kernel.choosers import Domain

from hidden_coin.state import HANDS, NUMBERS, State


class Hide(Action, frozen=True, tag="hide"):
    """Hide the coin."""

    FORM = "hide {hand}"
    hand: Annotated[str, Domain("hand")]


class Guess(Action, frozen=True, tag="guess"):
    """Guess where the coin is."""

    FORM = "guess {hand}"
    hand: Annotated[str, Domain("hand")]


class Pass(Action, frozen=True, tag="pass"):
    """Do not guess; allowed only for a small prize."""

    FORM = "pass"


class Hiding(Chooser[Hide]):
    """The hider chooses a hand."""

    kind, rule, answers = "hide", "hidden-coin:round.2", (Hide,)

    def options(self) -> list[Hide]:
        """Return all legal answers."""
        return [Hide(hand) for hand in HANDS]

    def refusal(self, action: Hide) -> Refusal | None:
        """Return why an answer is illegal, or None."""
        return None


class Guessing(Chooser[Action]):
    """The other seat guesses, or passes."""

    kind, rule, answers = "guess", "hidden-coin:round.3", (Pass, Guess)

    def __init__(self, prize: int) -> None:
        self.prize = prize

    def options(self) -> list[Action]:
        """Return all legal answers; the first one is used for a seat that has left the match."""
        every = [Pass(), *(Guess(hand) for hand in HANDS)]
        return [action for action in every if self.refusal(action) is None]

    def refusal(self, action: Action) -> Refusal | None:
        """Return why an answer is illegal, or None; `options` uses this too."""
        if isinstance(action, Pass) and self.prize > NUMBERS["pass_up_to"]:
            return Refusal("hidden-coin:round.4", msg("refuse.pass", prize=self.prize))
        return None


class RoundBegan(Event, frozen=True, tag="round-began"):
    """A round began with the prize shown by the die."""

    round: int
    prize: int
    rule: str = "hidden-coin:round.1"


class Opened(Event, frozen=True, tag="opened"):
    """The hands were opened."""

    hand: str
    winner: str
    prize: int
    rule: str = "hidden-coin:round.5"


def match(game: Game[State]) -> Flow[None]:
    """Play the match from the current checkpoint."""
    state = game.state
    while state.step != "over":
        yield Checkpoint(f"round {state.round}")
        yield from hide(game) if state.step == "hide" else guess(game)


def hide(game: Game[State]) -> Flow[None]:
    """Roll the die, and let the hider hide the coin."""
    state = game.state
    state.prize = game.chance.pick(NUMBERS["sides"]) + 1
    game.emit(RoundBegan(state.round, state.prize))
    state.hand = (yield from ask(state.hider, Hiding())).hand
    state.step = "guess"


def guess(game: Game[State]) -> Flow[None]:
    """Let the other seat guess, open the hands, and score."""
    state = game.state
    answer = yield from ask(1 - state.hider, Guessing(state.prize))
    game.chance.reveal()  # the hand is revealed, so earlier answers cannot be undone
    if isinstance(answer, Guess):
        winner = 1 - state.hider if answer.hand == state.hand else state.hider
        state.scores[winner] += state.prize
        game.emit(Opened(state.hand, seat_name(winner), state.prize))
    else:
        game.emit(Opened(state.hand, "none", state.prize))
    state.hand, state.prize = "", 0
    state.step = "over" if state.round == state.rounds else "hide"
    state.round += state.step == "hide"


def seat_name(seat: int) -> str:
    """Return the id of a seat."""
    return ("silver", "gold")[seat]
