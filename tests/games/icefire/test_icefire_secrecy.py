"""Secrets: hands and decks; the three locks, windows that tell nothing, and leaks planted on purpose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from banneret.games.icefire.effects import registry
from banneret.games.icefire.rulebook import IcefireRulebook
from banneret.games.icefire.rules.board.hands import discard
from banneret.games.icefire.rules.moments import WindowChooser
from banneret.games.icefire.secrets import FIELDS, HIDDEN, PILE, PUBLIC
from banneret.games.icefire.state import COLUMNS, Fight, Moment, State
from banneret.games.icefire.view import IcefireView, view
from banneret.kernel.chance import Chance
from banneret.kernel.game import Game
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match
from banneret.kernel.pile import PUBLIC as EVERYBODY
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance import ConformanceError, lock_imagine, lock_public, lock_redeal, lock_twins
from tests.games.icefire.ability_table import run
from tests.games.icefire.scene import BERSERKERS, BOOKS, CROSSBOWMEN, asked, play, scene

rule = pytest.mark.rule
pytestmark = pytest.mark.no_cover  # what is run thousands of times is measured elsewhere
VIEWERS = (None, 0, 1)

DEBTS, COUNTERPLOT, SUBJUGATION = "40102", "40105", "40107"


def hands_dealt(*, b: tuple[str, ...] = (SUBJUGATION, COUNTERPLOT)) -> Match[State]:
    """Both have cards; it is the turn of a, with two units to choose from, and b may have a card for that."""
    rest = {"40101", DEBTS, COUNTERPLOT, SUBJUGATION, "40106"} - set(b)
    return scene(
        f"a {BERSERKERS} 10 10 0",
        f"a {BERSERKERS} 20 10 0",
        f"b {CROSSBOWMEN} 20 40 180",
        hands={"a": ["40201", "40206"], "b": b},
        decks={"a": ["40202", "40203", "40204"], "b": sorted(rest)},
    )


def window_open() -> Match[State]:
    """An enemy unit of b's has been activated: b is asked for a card."""
    match = hands_dealt()
    while asked(match)[1] != "activation":
        play(match, f"{asked(match)[0]}: pass")
    return play(match, "a: activate a1")


SCENES: dict[str, Callable[[], Match[State]]] = {"dealt": hands_dealt, "window": window_open}


def test_every_column_is_classified() -> None:
    assert set(FIELDS) == set(COLUMNS)
    assert set(FIELDS.values()) == {PUBLIC, HIDDEN, PILE}


def public_card_in_hand() -> Match[State]:
    """B holds three cards, the middle one known to all, and may play either of the others."""
    match = hands_dealt(b=(SUBJUGATION, "40101", COUNTERPLOT))
    state = match.origin.state.copy()
    state.hands[1].known[1] = EVERYBODY
    return Match(match.rulebook, Origin(2, {}, None, state))


@pytest.mark.parametrize("card", [SUBJUGATION, COUNTERPLOT])
def test_where_a_public_card_lies_in_a_hand_shows_nothing(card: str) -> None:
    match = public_card_in_hand()
    state = match.state.copy()
    game = Game(state, Chance(state, []))
    discard(game, 1, (card,))
    assert view(game.state, frozenset({0})).players["b"].hand == ("40101", None)
    assert view(match.state, frozenset({0})).players["b"].hand == ("40101", None, None)
    assert game.state.hands[1].known == [2, EVERYBODY]
    for seats in VIEWERS:
        for seed in range(6):
            lock_public(match, seats, stream=Stream(derive_key("public", seed)))
            lock_redeal(match, seats, stream=Stream(derive_key("public", seed)), worlds=3)


def test_who_looks_at_a_hand_takes_nothing_from_what_all_know() -> None:
    """Interrogation: the order in which cards were drawn is no more seen than before."""
    match = public_card_in_hand()
    state = match.state.copy()
    table = Game(state, Chance(state, []))
    assert table.state.hands[1].held_by(0) == ["40101", None, None]
    unit_of_a, fallen = 0, 2
    table.state.health[fallen] = 0
    moment = Moment(
        "attack-end", 0, unit=unit_of_a, target=fallen, kind="melee", fight=Fight(unit_of_a, fallen, "melee")
    )
    (interrogate,) = [one.act for one in registry.PASSIVES["attack-end"] if one.id == "interrogate"]
    run(table, interrogate(table, moment, unit_of_a), "yes", f"choose-card {SUBJUGATION}")
    assert table.state.hands[1].held_by(0) == ["40101", None]
    assert table.state.hands[1].held_by(1) == ["40101", COUNTERPLOT]


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("seats", VIEWERS)
def test_the_locks_hold(name: str, seats: int | None) -> None:
    match = SCENES[name]()
    for number in range(3):
        stream = Stream(derive_key("locks", name, number))
        lock_redeal(match, seats, stream=stream, worlds=2, drawing=number == 0)
        lock_imagine(match, seats, stream=stream)
        lock_twins(match, seats, stream=stream, most=12)


def test_a_hand_is_seen_by_its_own_seat_alone() -> None:
    match = hands_dealt()
    own = {seat: match.view([seat]).game.players for seat in (0, 1)}
    assert set(own[0]["a"].hand) == {"40201", "40206"}
    assert own[0]["b"].hand == own[1]["a"].hand == (None, None)
    assert match.view([]).game.players["a"].hand == (None, None)


@rule("icefire:deck.5")
def test_a_window_opens_whatever_the_hand_holds() -> None:
    """b is asked when an enemy unit activates, with the card for it in hand or only in the deck."""
    assert SUBJUGATION in registry.CARDS
    for b in ((SUBJUGATION, COUNTERPLOT), (COUNTERPLOT, DEBTS)):
        match = hands_dealt(b=b)
        seen = []
        for _ in range(12):
            seen.append(asked(match))
            if seen[-1][1] == "activation":
                play(match, "a: activate a1")
            elif seen[-1][1] == "action":
                break
            else:
                play(match, f"{seen[-1][0]}: pass")
        assert ("b", "window.activation") in seen


# Leaks planted on purpose


def planted(book: IcefireRulebook, match: Match[State]) -> Match[State]:
    """Return the same match under a leaking rulebook, from its last checkpoint on."""
    position = match.position()
    leaking: Match[State] = Match(book, Origin(match.seats, {}, None, book.decode(position["state"])))
    for seat, action in position["answers"]:
        leaking.play(seat, action)
    return leaking


def caught(lock: Callable[..., object], match: Match[State], seats: int | None, tries: int = 40) -> str:
    """Return what a lock says of a leak; fails if it finds nothing in a few worlds."""
    for number in range(tries):
        try:
            lock(match, seats, stream=Stream(derive_key("leak", number)))
        except ConformanceError as error:
            return error.what
    raise AssertionError(f"{lock.__name__} found no leak")


class ShowsHands(IcefireRulebook):
    """Leaks the hands in the view."""

    def view(self, state: State, seats: frozenset[int]) -> IcefireView:
        view = super().view(state, seats)
        return msgspec.structs.replace(view, players=super().view(state, frozenset({0, 1})).players)


class ForgetsHands(IcefireRulebook):
    """Redeals even what the viewers have seen."""

    def redeal(self, state: State, mask: int, stream: Stream) -> None:
        super().redeal(state, 0, stream)


@pytest.mark.parametrize("lock", [lock_redeal, lock_twins])
def test_a_view_of_hands_is_caught(lock: Callable[..., object]) -> None:
    assert ".hand" in caught(lock, planted(ShowsHands(), hands_dealt()), 0)


def test_a_redeal_of_what_is_known_is_caught() -> None:
    assert ".hand" in caught(lock_redeal, planted(ForgetsHands(), hands_dealt()), 0)


@pytest.mark.usefixtures("interpreted")
def test_a_window_that_opens_by_the_hand_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player without a card that fits must be asked all the same."""

    def only(_: WindowChooser, options: Any) -> Any:
        return options[0] if len(options) == 1 else None

    monkeypatch.setattr(WindowChooser, "only", only)
    match = hands_dealt(b=(COUNTERPLOT, DEBTS))
    for lock in (lock_imagine, lock_twins):
        try:
            caught(lock, match, 0, tries=60)
        except AssertionError:
            continue
        return
    raise AssertionError("no lock found the window")


def test_the_locks_find_nothing_where_nothing_leaks() -> None:
    match = planted(BOOKS["icefire-s6"], hands_dealt())
    for lock in (lock_redeal, lock_imagine, lock_twins):
        with pytest.raises(AssertionError, match="found no leak"):
            caught(lock, match, 0, tries=6)
