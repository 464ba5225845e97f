"""The panel of an attack: it grows with the events of the attack, and every word of it is in every language."""

import pytest

from banneret.games.battles.content.languages import catalogue
from banneret.games.battles.events.battle import DiceRolled, MoraleMoved
from banneret.games.battles.events.round import CardSpent
from banneret.kernel.match import Match
from banneret.show.panels import Panel
from banneret.text.catalogue import LANGUAGES
from tests.games.battles.scene import BOOK, CAVALIERS, GUARD, HOST, dice, play, scene


def fought(*symbols: str, target: str = f"e4 {GUARD} green") -> Panel:
    match = scene(
        f"d4 {HOST} blue",
        target,
        tokens={"stark": {"blue": 1}},
        chance=dice(*symbols),
        hands={"stark": ["sl01"]},
    )
    play(match, "stark: order blue d4", "stark: done", "stark: attack d4 > e4")
    return shown(match)


def shown(match: Match) -> Panel:  # type: ignore[type-arg]  # of whatever state
    panel = BOOK.showing.panel(
        BOOK.view(match.state, frozenset()), [(told.number, told.event) for told in match.events]
    )
    assert panel is not None
    return panel


def test_an_attack_shows_its_dice_and_its_hits() -> None:
    panel = fought("green", "valor", "blue")
    assert panel.sides == ("stark", "lannister")
    rolled = [cell.dice for line in panel.lines for cell in line.cells if cell.dice]
    assert rolled == [("green", "valor", "blue")]
    (total,) = [line for line in panel.lines if line.total]
    assert total.cells[0].number == 2
    assert not panel.over, "the guard may strike back"
    assert fought("blue", "red", "red", target=f"e4 {CAVALIERS} blue").over


def test_an_attack_names_both_units() -> None:
    panel = fought("green", "valor", "blue")
    assert catalogue("en").render(panel.title) == "Attack: War Host of the North (d4) → Lannisport Guard (e4)"


def test_questions_after_an_attack_name_the_units() -> None:
    match = scene(
        f"d4 {HOST} blue", f"e4 {GUARD} green", tokens={"stark": {"blue": 1}}, chance=dice("blue", "red", "red")
    )
    play(match, "stark: order blue d4", "stark: done", "stark: attack d4 > e4")
    ((_, ask),) = match.asking.items()
    question = "Lannisport Guard (e4): does the unit counterattack War Host of the North (d4)?"
    assert catalogue("en").render(ask.prompt) == question


def test_what_is_rolled_for_something_else_is_no_part_of_the_attack_before() -> None:
    match = scene(
        f"d4 {HOST} blue",
        f"e4 {CAVALIERS} blue",
        tokens={"stark": {"blue": 1}, "lannister": {"morale": 1}},
        chance=dice("blue", "red", "red"),
    )
    play(match, "stark: order blue d4", "stark: done", "stark: attack d4 > e4")
    lines = shown(match).lines
    told = [(told.number, told.event) for told in match.events]
    scorched = DiceRolled(house="lannister", faces=("green",), again=False, rule="battles:c12.2")
    after = BOOK.showing.panel(BOOK.view(match.state, frozenset()), [*told, (len(told), scorched)])
    assert after is not None
    assert after.lines == lines
    rallied = MoraleMoved(house="lannister", by=-1, marker=1, rule="battles:order.7")
    turn = [CardSpent(house="lannister", card="ll01", commander="kevan-lannister"), rallied]
    after = BOOK.showing.panel(BOOK.view(match.state, frozenset()), [*told, *((len(told), event) for event in turn)])
    assert after is not None
    assert after.lines == lines


def test_the_last_attack_of_a_round_is_not_shown_after_the_commands() -> None:
    match = scene(
        f"d4 {HOST} blue",
        f"e4 {CAVALIERS} blue",
        tokens={"stark": {"blue": 1}, "lannister": {"morale": 1}},
        chance=dice("blue", "red", "red"),
        hands={"lannister": ["ll01"]},
    )
    play(match, "stark: order blue d4", "stark: done", "stark: attack d4 > e4")
    assert shown(match).over
    play(match, "lannister: pass")
    assert match.state.step == "discard"
    log = [(told.number, told.event) for told in match.events]
    assert BOOK.showing.panel(BOOK.view(match.state, frozenset()), log) is None
    while match.state.round == 1:
        play(match, "lannister: done")
    log = [(told.number, told.event) for told in match.events]
    assert BOOK.showing.panel(BOOK.view(match.state, frozenset()), log) is None


def test_before_any_attack_there_is_no_panel() -> None:
    match = scene(f"d4 {HOST} blue", f"e4 {GUARD} green", tokens={"stark": {"blue": 1}})
    assert BOOK.showing.panel(BOOK.view(match.state, frozenset()), []) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_is_in_every_language(language: str) -> None:
    texts = catalogue(language)
    for symbols in (("green", "valor", "blue"), ("morale", "red", "red"), ("green", "green", "green")):
        panel = fought(*symbols, target=f"e4 {GUARD} green | 3")
        written = [texts.render(panel.title), *(texts.render(line.label) for line in panel.lines)]
        written += [texts.render(cell.text) for line in panel.lines for cell in line.cells if cell.text is not None]
        assert not [line for line in written if line.startswith(("panel.", "event.", "name."))]
