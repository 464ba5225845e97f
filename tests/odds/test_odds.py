"""Odds as data, constructed cases and what a game offers; errors say what was possible."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from banneret import odds
from banneret.dice import Distribution, total
from banneret.dice import numbered as die
from banneret.kernel import notation
from banneret.kernel.choosers import IllegalAction
from banneret.kernel.creation import new_match
from banneret.kernel.questions import Pass
from banneret.odds import CaseError, Field, Odds, OddsSource, completed, read_case, spread_of, written_case
from banneret.text.message import msg

FIELDS = (
    Field(id="kind", label=msg("kind"), choices=("long", "short"), initial="short"),
    Field(id="left", label=msg("left"), least=1, most=12, initial="4"),
)


def test_a_spread_adds_up_from_the_highest_number() -> None:
    spread = spread_of(msg("pips"), total([die(6), die(6)]))
    assert [bar.number for bar in spread.bars] == list(range(2, 13))
    assert spread.mean == 7
    assert spread.at_least(2) == 1
    assert spread.at_least(12) == pytest.approx(1 / 36)
    assert spread.at_least(13) == 0
    assert sum(bar.chance for bar in spread.bars) == pytest.approx(1)


def test_a_spread_may_have_gaps() -> None:
    spread = spread_of(msg("pips"), Distribution({0: Fraction(1, 3), 4: Fraction(2, 3)}))
    assert spread.at_least(1) == spread.at_least(4) == pytest.approx(2 / 3)


def test_a_case_is_written_and_read() -> None:
    given = {"kind": "long", "left": "7"}
    assert read_case(written_case(given)) == given
    assert read_case("") == {}
    assert completed(FIELDS, {"left": "07"}) == {"kind": "short", "left": "7"}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("kind", "'kind' is not a field of a case"),
        ("kind:", "'kind:' is not a field of a case"),
        ("kind:long,kind:short", "the field 'kind' is given twice"),
    ],
)
def test_a_line_that_is_no_case_is_refused(line: str, words: str) -> None:
    with pytest.raises(CaseError, match=words):
        read_case(line)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"size": "3"}, "there is no field 'size'; choose from kind, left"),
        ({"kind": "wide"}, "kind: 'wide' is not possible; choose from long, short"),
        ({"left": "13"}, "left: '13' is not a whole number from 1 to 12"),
        ({"left": "-1"}, "not a whole number"),
        ({"left": "²"}, "not a whole number"),
        ({"left": "many"}, "not a whole number"),
    ],
)
def test_an_impossible_value_is_refused(given: Mapping[str, str], words: str) -> None:
    with pytest.raises(CaseError, match=words):
        completed(FIELDS, given)


def test_a_number_without_limits_is_0() -> None:
    fields = (Field(id="left", label=msg("left"), initial="0"),)
    assert completed(fields, {"left": "0"}) == {"left": "0"}
    with pytest.raises(CaseError, match="'1' is not a whole number from 0 to 0"):
        completed(fields, {"left": "1"})


def test_only_questions_of_some_kinds_have_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match("icefire-s6", seats=2, seed=1)
    ((seat, ask),) = match.asking.items()
    source = odds.odds_of(match.rulebook)
    assert source is not None
    assert odds.has_odds(match.rulebook, ask) is (ask.kind in source.kinds) is False
    monkeypatch.setattr(type(source), "kinds", frozenset({ask.kind}))
    assert odds.has_odds(match.rulebook, ask)
    monkeypatch.setattr("banneret.odds.source.odds_of", lambda _: None)
    assert not odds.has_odds(match.rulebook, ask)
    assert odds.of(match, seat, ask.options[0]) == ()


def test_the_odds_of_an_answer_are_computed_later_on_a_separate_state(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[object, object, object]] = []

    class Asked(Coins):
        def of(self, state: object, ask: object, action: object) -> tuple[Odds, ...]:
            given.append((state, ask, action))
            return (Odds(title=msg("coin")),)

    match = new_match("icefire-s6", seats=2, seed=1)
    (seat, ask) = next(iter(match.asking.items()))
    monkeypatch.setattr("banneret.odds.source.odds_of", lambda _: Asked())
    computed = odds.imagined(match, seat, notation.write(ask.options[0]))
    assert given == []
    assert [one.title.id for one in computed()] == ["coin"]
    ((state, imagined, action),) = given
    assert state is not match.state
    assert (getattr(imagined, "kind", ""), action) == (ask.kind, ask.options[0])


def test_who_is_not_asked_and_what_is_not_allowed_have_no_odds() -> None:
    match = new_match("icefire-s6", seats=2, seed=1)
    (seat, ask) = next(iter(match.asking.items()))
    assert odds.of(match, seat, ask.options[0]) == ()
    with pytest.raises(ValueError, match="seat 7 is not asked anything now"):
        odds.of(match, 7, "pass")
    for action in ("take melee", Pass()):
        with pytest.raises(IllegalAction) as raised:
            odds.of(match, seat, action)
        assert raised.value.tried == (action if isinstance(action, str) else "pass")


class Coins(OddsSource[object]):
    """The odds of a game of another package: throws of a coin."""

    units = ("thrower", "catcher")

    def of(self, state: object, ask: object, action: object) -> tuple[Odds, ...]:
        return ()

    def fields(self) -> tuple[Field, ...]:
        names = ("ann", "bob")
        return tuple(Field(id=one, label=msg(one), choices=names, initial="ann") for one in self.units)

    def case(self, given: Mapping[str, str]) -> Odds:
        if given["thrower"] == given["catcher"]:
            raise CaseError("nobody catches a coin of their own")
        return Odds(title=msg("coin"), spreads=(spread_of(msg("heads"), die(2)),), destroys=0.5)


def test_a_game_of_another_package_gets_cases_and_a_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    book = type("Book", (), {"id": "coins", "odds": Coins()})()
    monkeypatch.setattr("banneret.odds.source.rulebook", lambda _: book)
    assert odds.case("coins", {"catcher": "bob"}).destroys == 0.5
    table = odds.matrix("coins", {})
    assert table.means == ((None, 1.5), (1.5, None))
    assert table.destroys == ((None, 0.5), (0.5, None))
    assert odds.matrix("coins", {"thrower": "bob"}).attackers == ("bob",)
    with pytest.raises(CaseError, match="no unit can attack"):
        odds.matrix("coins", {"thrower": "bob", "catcher": "bob"})


def test_fields_of_units_are_marked_as_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    class Windy(Coins):
        def fields(self) -> tuple[Field, ...]:
            return (*super().fields(), Field(id="wind", label=msg("wind"), least=0, most=5, initial="0"))

    monkeypatch.setattr("banneret.odds.source.rulebook", lambda _: type("Book", (), {"id": "coins", "odds": Windy()})())
    assert {field.id: field.compared for field in odds.fields("coins")} == {
        "thrower": True,
        "catcher": True,
        "wind": False,
    }


def test_a_game_may_have_no_cases_or_no_units(monkeypatch: pytest.MonkeyPatch) -> None:
    class Alone(Coins):
        units = None  # type: ignore[assignment]  # the other class has some

        def fields(self) -> tuple[Field, ...]:
            return Coins().fields()

    class Caseless(Coins):
        def fields(self) -> tuple[Field, ...]:
            return ()

    books = {"alone": Alone(), "caseless": Caseless()}
    monkeypatch.setattr("banneret.odds.source.rulebook", lambda id: type("Book", (), {"id": id, "odds": books[id]})())
    assert [field.compared for field in odds.fields("alone")] == [False, False]
    with pytest.raises(CaseError, match="alone has no units to compare"):
        odds.matrix("alone", {})
    with pytest.raises(CaseError, match="caseless has no cases"):
        odds.fields("caseless")


def test_a_game_without_odds_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    book = type("Book", (), {"id": "plain"})()
    monkeypatch.setattr("banneret.odds.source.rulebook", lambda _: book)
    with pytest.raises(CaseError, match="plain offers no odds"):
        odds.case("plain", {})
