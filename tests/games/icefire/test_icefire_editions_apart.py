"""The edition of 2021 runs no rule that only Season 6 has, and reads no file of its data: each is made to raise."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

import banneret.games.icefire as package
from banneret.games.icefire.content import components as cards
from banneret.games.icefire.content import tabletop as tables
from banneret.games.icefire.content.datafile import DataFile
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6, changes, rule_index
from banneret.games.icefire.content.law import LAW_2021, Law, Law2021
from banneret.games.icefire.effects import game_mode
from banneret.games.icefire.effects.game_mode import modes
from banneret.games.icefire.rules.activation import ncus_to_activate
from banneret.games.icefire.rules.combat.morale import passes
from banneret.games.icefire.rules.table import ground, units
from banneret.games.icefire.rules.table.facts import NO_ABILITIES, abilities_of, put_attachments
from banneret.games.icefire.state import Effect, Test
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from tests.games.icefire.scene import (
    CROSSBOWMEN,
    GUARDSMEN,
    HALBERDIERS,
    SWORDS,
    die,
    laid,
    offered,
    play,
    refused,
    scene,
)

rule = pytest.mark.rule

A, FAR = f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 42 44 180"
CACHES: tuple[Any, ...] = (
    cards.components, tables.tabletop, tables.pieces, ground._tray, ground.piece_shape, ground.piece_card,
    units.wall_card,
)  # fmt: skip  # several to a line


@pytest.fixture
def _no_season_6(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make all raise that is of Season 6 alone: its files, its law where 2021 has another, its modes."""
    whole = DataFile.read.__func__  # type: ignore[attr-defined]  # the function under the class method

    def read(cls: type[DataFile], name: str) -> DataFile:
        if name.startswith(cards.FOLDERS[SEASON_6]):
            raise AssertionError(f"{name} is read")
        return whole(cls, name)  # type: ignore[no-any-return]  # it is a data file

    def barred(name: str) -> property:
        def fail(_law: Law) -> NoReturn:
            raise AssertionError(f"law.{name} of Season 6 is asked")

        return property(fail)

    for cache in CACHES:
        cache.cache_clear()
    monkeypatch.setattr(DataFile, "read", classmethod(read))
    for name in set(vars(Law2021)) & set(vars(Law)) - {"__doc__", "__module__", "__annotations__"}:
        if not name.startswith("__"):
            monkeypatch.setattr(Law, name, barred(name))
    for id, edition in tuple(game_mode._MODES):
        if edition == SEASON_6:
            monkeypatch.delitem(game_mode._MODES, (id, edition))
    yield
    for cache in CACHES:
        cache.cache_clear()


def played(match: Match[Any], steps: int) -> Match[Any]:
    """Answer a number of questions, each with the last option."""
    for _ in range(steps):
        if not match.asking:
            break
        ((seat, ask),) = list(match.asking.items())[:1]
        match.play(seat, list(ask.options)[-1])
    return match


@pytest.mark.usefixtures("_no_season_6")
def test_what_is_barred_raises() -> None:
    with pytest.raises(AssertionError, match=r"season6/.*is read"):
        tables.tabletop(SEASON_6)
    with pytest.raises(AssertionError, match=r"law\.idleness of Season 6 is asked"):
        _ = Law().idleness
    assert not LAW_2021.idleness


@pytest.mark.usefixtures("_no_season_6")
@pytest.mark.parametrize("mode", modes(EDITION_2021))
def test_a_match_of_2021_is_set_up_and_begun_without_season_6(mode: str) -> None:
    match: Any = new_match(EDITION_2021, seats=2, seed=7, options={"mode": mode})
    assert match.state.law.edition == EDITION_2021
    assert played(match, 6).state is not None


@pytest.mark.usefixtures("_no_season_6")
@pytest.mark.parametrize(
    ("units", "lines"),
    [
        ((A, f"b {CROSSBOWMEN} 24 22.8 180", f"b {CROSSBOWMEN} 29.5 18 180", FAR),
         ("a: charge b1", "a: pivot 0", "a: align center")),
        ((A, FAR), ("a: take march", "a: march 9000 9000")),
        ((A, FAR), ("a: take maneuver", "a: maneuver 4500 3000 0")),
        ((A, FAR), ("a: take forgo",)),
        ((A, f"b {CROSSBOWMEN} 24 14.8 180"), ("a: take melee", "a: align stay")),
        ((A, f"b {CROSSBOWMEN} 24 14.8 180"), ("a: take retreat",)),
        ((f"a {CROSSBOWMEN} 24 10 0", f"b {GUARDSMEN} 24 22.8 180"), ("a: take ranged",)),
    ],
)  # fmt: skip  # several to a line
def test_turns_of_2021_are_played_without_season_6(units: tuple[str, ...], lines: tuple[str, ...]) -> None:
    match = scene(*units, edition=EDITION_2021, ncus=["a 30201", "b 30105"], chance=die(3), round=2,
                  tokens=[(24_000, 24_000)], token_cards=[0])  # fmt: skip  # several to a line
    if "activate a1" in offered(match):
        play(match, "a: activate a1")
    played(play(match, *lines), 40)
    assert match.state.drawn >= 0


@pytest.mark.usefixtures("_no_season_6")
def test_tests_and_boards_of_2021_need_nothing_of_season_6() -> None:
    taken = [f"b 30105 {zone}" for zone in ("crown", "wealth", "tactics", "combat", "maneuver")]
    state = laid(A, FAR, ncus=[*taken, "a 30202"], edition=EDITION_2021)
    assert ncus_to_activate(state, 0) == [5]
    test = Test(0, "morale", -1)
    test.dice = [6, 6]
    assert not passes(state, test, -9)
    innate = {id for id, ability in state.cards.abilities.items() if ability.innate}
    put_attachments(
        state, 0, [next(id for id, card in state.cards.attachments.items() if innate & set(card.abilities))]
    )
    state.effects = (*state.effects, Effect(NO_ABILITIES, 0, 1, "turn"))
    assert abilities_of(state, 0) == ()


# What refusals and events name -----------------------------------------------------------------------------------

DROPPED = {id for change in changes() for id in change.drops}
SOURCES = sorted(Path(str(package.__file__)).parent.rglob("*.py"))


@pytest.mark.parametrize(
    ("units", "line", "more"),
    [
        ((A, f"b {GUARDSMEN} 24 15.9 180"), "a: maneuver 0 0 4890", {"first": "a: take maneuver"}),
        ((f"a {SWORDS} 10 22.4 270", f"a {HALBERDIERS} 18.85 17.6 270 | activated", f"b {GUARDSMEN} 24 20 0"),
         "a: charge b1", {}),
        ((A, FAR), "a: take raze", {}),
    ],
)  # fmt: skip  # several to a line
def test_refusals_of_2021_name_rules_of_2021(units: tuple[str, ...], line: str, more: dict[str, str]) -> None:
    match = scene(*units, edition=EDITION_2021)
    if "first" in more:
        play(match, more["first"])
    assert refused(match, line).rule in rule_index(EDITION_2021)


def test_events_of_2021_name_rules_of_2021() -> None:
    match = scene(
        A,
        f"b {CROSSBOWMEN} 24 22.8 180 | 1",
        FAR,
        edition=EDITION_2021,
        chance=(*die(3), *die(6, 6, 6, 6, 6, 6, 6), *die(1, 1, 1, 1, 1, 1, 1)),
    )
    play(match, "a: charge b1", "a: pivot 0", "a: align center", "a: pass")
    named = {getattr(one.event, "rule", "") for one in match.events}
    assert {"icefire:terms-2021.1", "icefire:units-2021.1"} <= named
    assert {rule for rule in named if rule.startswith("icefire:")} - {
        one.id for one in rule_index(EDITION_2021)
    } == set()


def test_what_stands_instead_is_there_and_what_it_replaces_is_dropped() -> None:
    for old, other in LAW_2021.instead.items():
        assert old in DROPPED
        assert old in rule_index(SEASON_6)
        assert other in rule_index(EDITION_2021)
        assert Law().rule(old) == old
        assert LAW_2021.rule(old) == other
    named = {
        id for path in SOURCES for id in re.findall(r'law\.rule\(\s*"(icefire:[a-z0-9.-]+)"', path.read_text("utf-8"))
    }
    assert named <= {*LAW_2021.instead}
