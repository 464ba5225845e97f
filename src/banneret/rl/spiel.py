"""OpenSpiel games: `pyspiel.load_game("banneret_my_game")`. Importing this module registers them."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import numpy as np
import pyspiel

from banneret.kernel.match import Match
from banneret.kernel.notation import write
from banneret.kernel.registry import rulebook, rulebook_ids
from banneret.rl.menu import Menu
from banneret.rl.observations.observer import Observer
from banneret.rl.rewards import returns
from banneret.rl.rolls import RolledMatch
from banneret.rl.task import Task, task_of

SPECTATOR: Final = -1
LONGEST: Final = 100_000
MOST_RESULTS: Final = 1 << 10
"""Upper bound of the number of results of a roll."""
PARAMETERS: Final[dict[str, Any]] = {
    "seats": 0,
    "options": "{}",
    "reward": "place",
    "rows": 512,
    "seeds": 100,
    "chance": "sampled",
}
"""Parameters with their defaults. `options` is JSON. `seeds` is the number of outcomes of the first chance node, which
chooses a seed; with 1 there is no such node. `chance` is `explicit` to make every later roll a chance node, or
`sampled` to determine rolls by the seed."""


def spiel_name(game: str) -> str:
    """Return the name of a game in OpenSpiel: `my-game` becomes `banneret_my_game`."""
    return f"banneret_{game.replace('-', '_')}"


def game_type(game: str, reward: str = "place") -> pyspiel.GameType:
    """Return OpenSpiel's description of a game."""
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=spiel_name(game),
        long_name=f"Banneret: {game}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if reward == "place" else utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=8,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel is untyped
    """A game of banneret. Seats that decide simultaneously act in turn, without seeing each other's answers."""

    def __init__(self, game: str, params: dict[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        options = msgspec.json.decode(given["options"])
        settings = {name: given[name] for name in ("seats", "reward", "rows")}
        self.task: Task = task_of(game, options=options, illegal="raise", **settings)
        self.seeds = int(given["seeds"])
        self.explicit = given["chance"] == "explicit"
        if given["chance"] not in ("explicit", "sampled") or self.seeds < 1:
            raise ValueError("chance is explicit or sampled, and there is at least one seed")
        self.observer = Observer(rulebook(game), self.task.rows)
        place = self.task.reward == "place"
        info = pyspiel.GameInfo(
            num_distinct_actions=self.task.rows,
            max_chance_outcomes=max(self.seeds, MOST_RESULTS if self.explicit else 1),
            num_players=self.task.seat_count,
            min_utility=-1.0 if place else 0.0,
            max_utility=1.0,
            utility_sum=0.0 if place else 1.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(game, self.task.reward), info, params or {})

    def new_initial_state(self) -> SpielState:
        """Return the state before the first chance node."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> SpielObserver:
        """Return an observer of a player's knowledge."""
        return SpielObserver(self, iig_obs_type, params)


class _Course:
    """The match of a state and the choices made so far for its question; copied with the state."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.rolled: RolledMatch | None = None
        self.menu: Menu | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> _Course:
        twin = _Course(self.task)
        twin.rolled = None if self.rolled is None else self.rolled.clone()
        match = None if twin.rolled is None else twin.rolled.match
        if self.menu is not None and match is not None:
            ask = match.asked(self.menu.ask.seat)
            if ask is not None:
                twin.menu = Menu(ask, self.menu.rows, self.menu.first, self.menu.last)
        return twin


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel is untyped
    """A position of a match, a pending roll, or the choice of a seed."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.course = _Course(game.task)
        if game.seeds == 1:
            self._begin(0)

    def __deepcopy__(self, memo: dict[int, Any]) -> SpielState:
        """Return a copy; called by OpenSpiel for `clone`."""
        return self.clone()  # type: ignore[no-any-return]

    def _begin(self, seed: int) -> None:
        game = self.get_game()
        self.course.rolled = RolledMatch(game.task, seed, explicit=game.explicit, events=True)

    @property
    def match(self) -> Any:  # a match of any game, or None
        """The match, or None before the first question."""
        return None if self.course.rolled is None else self.course.rolled.match

    def _menu(self) -> Menu:
        course, match = self.course, self.match
        if course.menu is None:
            course.menu = Menu(next(iter(match.asking.values())), course.task.rows)
        return course.menu

    def current_player(self) -> int:
        """Return the seat to act, or OpenSpiel's id for chance or a terminal state."""
        if self.course.rolled is None or self.course.rolled.waiting:
            return int(pyspiel.PlayerId.CHANCE)
        if self.match.outcome is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(next(iter(self.match.asking)))

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self._menu()))) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the results of the roll, or the seeds, with equal probabilities."""
        rolled = self.course.rolled
        count = self.get_game().seeds if rolled is None else rolled.waiting
        return [(result, 1.0 / count) for result in range(count)]

    def _apply_action(self, action: int) -> None:
        rolled = self.course.rolled
        if rolled is None:
            self._begin(action)
        elif rolled.waiting:
            rolled.decide(action)
        else:
            menu = self._menu()
            chosen = menu.choose(action)
            self.course.menu = None
            if isinstance(chosen, Menu):
                self.course.menu = chosen
            else:
                rolled.play(menu.ask.seat, chosen)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}" if self.course.rolled is None else f"result {action}"
        chosen = self._menu().choose(action)
        if isinstance(chosen, Menu):
            return f"options {chosen.first} to {chosen.last - 1}"
        return write(chosen)

    def is_terminal(self) -> bool:
        """Return True if the match is over."""
        return self.match is not None and self.match.outcome is not None

    def returns(self) -> list[float]:
        """Return the final reward of each seat, 0 before the end."""
        match, task = self.match, self.course.task
        if match is None or match.outcome is None:
            return [0.0] * task.seat_count
        return returns(match.outcome, match.seats, task.reward)

    def observation_string(self, player: int | None = None) -> str:
        """Return the current view of a player, by default the current one, as JSON; -1 is a spectator."""
        seat = self.current_player() if player is None else player
        return "" if self.match is None else _json(self.match.view(seat if seat >= 0 else None))

    def information_state_string(self, player: int | None = None) -> str:
        """Return the answers, events and current view of a player, by default the current one, as JSON lines.

        Player -1 is a spectator.
        """
        match = self.match
        if player is None:
            player = self.current_player()
        if match is None:
            return f"{player}"
        own = [write(answer.action) for answer in match.answers if answer.seat == player and answer.how == 0]
        menu = self.course.menu
        on_page = menu is not None and menu.ask.seat == player and menu.last - menu.first < len(menu.ask.options)
        page = [menu.first, menu.last] if menu is not None and on_page else []
        viewer = player if player >= 0 else None
        events = [event for _, event in match.events_for(viewer)]
        return "\n".join([f"{player}", _json([own, page]), *map(_json, events), _json(match.view(viewer))])

    def __str__(self) -> str:
        """Return the complete position with its history, which is unique for each state."""
        rolled = self.course.rolled
        if rolled is None:
            return "before the first chance node"
        waiting = f", a roll with {rolled.waiting} results" if rolled.waiting else ""
        return f"{self.history()} {rolled.match!r}{waiting}"


class SpielObserver:
    """Writes observations into a tensor, as required by OpenSpiel's interface `PyObserver`.

    An observation without private information is that of a spectator.
    """

    def __init__(self, game: SpielGame, iig_obs_type: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observers have no parameters, not {params}")
        self._observer = game.observer
        self._recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        self._public = iig_obs_type is not None and iig_obs_type.private_info == pyspiel.PrivateInfoType.NONE
        self._match: Match[Any] | None = None  # the one that the writer belongs to
        self._writer = game.observer.writer()
        size, rows, width = game.observer.size, game.observer.rows, game.observer.width
        self.tensor = np.zeros(size + rows * width, np.float32)
        self.dict: dict[str, Any] = {
            **game.observer.parts_of(self.tensor[:size]),  # type: ignore[arg-type]  # of the same shape
            "options": self.tensor[size:].reshape(rows, width),
        }

    def set_from(self, state: SpielState, player: int) -> None:
        """Write a player's view of a state."""
        self.tensor.fill(0)
        match = state.match
        if match is None:
            return
        if self._public:
            player = SPECTATOR
        menu = state._menu() if state.current_player() == player >= 0 else None
        if match is not self._match:
            self._match, self._writer = match, self._observer.writer()
        found = self._observer.observe(match, player, menu, self._writer)
        size = self._observer.size
        self.tensor[:size] = found["observation"]
        self.tensor[size:] = found["options"].ravel()

    def string_from(self, state: SpielState, player: int) -> str:
        """Return a player's view of a state, or, with perfect recall, everything the player has learned."""
        player = SPECTATOR if self._public else player
        return state.information_state_string(player) if self._recall else state.observation_string(player)


def _json(value: Any) -> str:  # views and events
    return msgspec.json.encode(value).decode()


def register_spiel_games() -> None:
    """Register all games that are currently known; call it again after `banneret.register`."""
    names = set(pyspiel.registered_names())
    for game in rulebook_ids():
        if spiel_name(game) not in names:
            pyspiel.register_game(game_type(game), _game_class(game))


def _game_class(game: str) -> type[SpielGame]:
    """Return a class for one game; not a function, since OpenSpiel frees it only after the interpreter shuts down."""

    def create(self: SpielGame, params: dict[str, Any] | None = None) -> None:
        SpielGame.__init__(self, game, params)

    return type(spiel_name(game), (SpielGame,), {"__init__": create})


register_spiel_games()
