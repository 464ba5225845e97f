"""The hill line of the toy has two equal ends, and an asymmetry that is planted in it is caught."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.kernel.choosers import Action, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.registry import register
from banneret.testing.conformance import ConformanceError
from banneret.testing.mirror import Mirror, check_mirrored_match, mirrored
from tests.kernel.helpers import until_asked
from tests.kernel.toy import SkirlRulebook
from tests.kernel.toy_actions import Plant, PlantSpace, Skirl
from tests.kernel.toy_state import GAP, LINE, State


class EndForEnd(Mirror):
    """The hill line turned round."""

    name = "end for end"

    def state(self, data: dict[str, Any]) -> dict[str, Any]:
        data["banners"] = [[seat, LINE - at] for seat, at in data["banners"]]
        return data

    def field(self, action: Action, name: str, value: Any) -> Any:
        return LINE - value if name == "at" else value


class Exchanged(Mirror):
    """The seats of a match of two exchanged."""

    name = "exchanged"

    def seat(self, seat: int) -> int:
        return 1 - seat

    def state(self, data: dict[str, Any]) -> dict[str, Any]:
        for name in ("hands", "stakes", "bids", "coins", "scores"):
            data[name].reverse()
        for pile in (data["deck"], *data["hands"], *data["stakes"]):
            pile["known"] = [(mark & 1) << 1 | mark >> 1 if mark > 0 else mark for mark in pile["known"]]
        data["winner"] = 1 - data["winner"] if data["winner"] >= 0 else data["winner"]
        data["banners"] = [[1 - seat, at] for seat, at in data["banners"]]
        data["forfeited"] = [1 - seat for seat in data["forfeited"]]
        return data


class OneSidedSpace(PlantSpace):
    """Only a banner on one side is too near."""

    __slots__ = ()

    def refusal(self, action: Plant) -> Refusal | None:
        fault = super().refusal(action)
        return (
            None
            if fault is not None and all(at > action.at for at in self.taken if abs(action.at - at) < GAP)
            else fault
        )


class OneSidedGap(SkirlRulebook):
    def plant(self, game: Skirl) -> Flow[None]:
        yield from ask(game.state.winner, OneSidedSpace([at for _, at in game.state.banners]))
        yield from super().plant(game)


class OneSidedScore(SkirlRulebook):
    """A banner at one end is worth more than at the other."""

    def end_round(self, state: State) -> None:
        state.scores[state.banners[-1][0]] += state.banners[-1][1] // 500
        super().end_round(state)


def play_mirrored(book: SkirlRulebook) -> None:
    for seed in range(6):
        check_mirrored_match(book.id, 2, seed, [EndForEnd()], rate=1)


@pytest.mark.parametrize("seed", range(4))
def test_the_line_turned_round_is_the_same_game(skirl: SkirlRulebook, seed: int) -> None:
    check_mirrored_match(skirl.id, 2 + seed % 3, seed, [EndForEnd()], rate=1)


@pytest.mark.parametrize("book", [OneSidedGap(), OneSidedScore()], ids=lambda book: type(book).__name__)
def test_a_planted_asymmetry_is_caught(book: SkirlRulebook) -> None:
    book.id = type(book).__name__.lower()  # type: ignore[misc]  # a constant elsewhere
    register(book)
    with pytest.raises(ConformanceError, match="end for end: "):
        play_mirrored(book)


@pytest.mark.parametrize("kind", ["stake", "plant", "toss"])
def test_the_image_of_an_image_is_the_match(kind: str) -> None:
    for mirror in (EndForEnd(), Exchanged()):
        match = until_asked(kind, seats=2)
        image = mirrored(match, mirror)
        assert set(image.asking) == {mirror.seat(seat) for seat in match.asking}
        assert mirrored(image, mirror).digest() == match.digest()
