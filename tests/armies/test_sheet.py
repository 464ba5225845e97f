"""Lists laid out for people: groups, budgets, faults with fixes, and what may be added."""

from __future__ import annotations

import random

import pytest

import banneret
from banneret import armies
from banneret.armies import (
    AddCard,
    ChangeHead,
    ChooseLeader,
    Draft,
    EditError,
    MoveCard,
    RemoveCard,
    SwapCard,
    positions,
)
from banneret.content.army_lists import ListMaker, armies_of
from banneret.kernel.registry import rulebook
from banneret.kernel.rulebook import OptionError
from banneret.text.message import Message
from tests.armies.builders import GAMES, built, random_draft, random_edits

EACH = pytest.mark.parametrize("game", GAMES)


@pytest.mark.slow
@EACH
def test_a_draft_is_the_same_army_again(game: str) -> None:
    builder = built(game)
    for number in range(24):
        draft = random_draft(builder, number)
        assert builder.building.draft(builder.building.army(draft)) == draft
        sheet = builder.sheet(draft)
        assert sheet.legal
        assert sheet.draft == draft
        army = builder.building.army(draft)
        assert sum(group.cost for group in sheet.groups) == builder.maker.total(army)
        rows = [row for group in sheet.groups for outer in group.rows for row in (outer, *outer.inside)]
        assert sorted(row.at for row in rows) == sorted(at for at, _ in positions(draft))
        assert sum(row.leads for row in rows) == int(builder.building.leads)
        assert sheet.budgets[0].used <= sheet.budgets[0].limit == builder.maker.limit(army)


@EACH
def test_every_text_of_a_sheet_exists_in_every_language(game: str) -> None:
    builder = built(game)
    sheet = builder.sheet(random_draft(builder, 1))
    messages = [one.title for one in sheet.groups] + [one.title for one in builder.building.sections]
    messages += [one.title for one in sheet.budgets] + [one.title for one in sheet.figures]
    messages += [addition.name for addition in builder.additions(sheet.draft)]
    for language in ("en", "de", "hu"):
        texts = builder.maker.catalogue(language)
        assert [message.id for message in messages if texts.text(message.id) == ""] == []


@EACH
def test_what_is_offered_is_accepted_and_what_is_refused_breaks_that_rule(game: str) -> None:
    """The builder's offers agree with the check of whole lists, in lists that are half built."""
    builder = built(game)
    for number in range(4):
        draft = random_draft(builder, number)
        draft = builder.edit(draft, [RemoveCard(at=str(len(draft.entries) - 1))])
        before = list(builder.faults(draft))
        into = str(number % len(draft.entries))
        for one in builder.additions(draft, into):
            after = builder.faults(builder.edit(draft, one.edits))
            new = [fault for fault in after if fault not in before]
            assert bool(new) == bool(one.refused), one.card
            assert {fault.rule for fault in new} == {refused.rule for refused in one.refused}


@pytest.mark.slow
@EACH
def test_a_list_is_built_from_nothing_by_what_is_offered(game: str) -> None:
    """Adding only available cards leads to a legal army that uses most of its points."""
    builder = built(game)
    for faction in builder.maker.factions:
        draft = Draft(faction=faction, points=builder.maker.sizes[-1])
        while (fault := next(iter(builder.sheet(draft).faults), None)) is not None:
            draft = builder.edit(draft, fault.fixes[0])
        pick = random.Random(faction)
        while True:
            places = ["", *(str(index) for index in range(len(draft.entries)))]
            offered = [
                one for into in places for one in builder.additions(draft, into) if one.edits and not one.refused
            ]
            paid = [one for one in offered if one.cost]
            if not paid:
                break
            draft = builder.edit(draft, pick.choice(paid).edits)
            assert builder.sheet(draft).legal
        budget = builder.sheet(draft).budgets[0]
        assert budget.limit * 0.8 < budget.used <= budget.limit


@pytest.mark.slow
@EACH
def test_every_fix_leaves_fewer_faults(game: str) -> None:
    builder = built(game)
    fixed = 0
    for number in range(14):
        pick = random.Random(number)
        draft = random_draft(builder, number)
        for _ in range(2):
            draft = builder.edit(draft, random_edits(builder, draft, pick))
        sheet = builder.sheet(draft)
        for fault in sheet.faults:
            for fix in fault.fixes:
                assert len(builder.faults(builder.edit(draft, fix))) < len(sheet.faults)
                fixed += 1
    assert fixed > 8


@EACH
def test_starter_armies_are_legal_and_named(game: str) -> None:
    maker: ListMaker[object] | None = armies_of(rulebook(game))
    assert maker is not None
    texts = maker.catalogue("en")
    titles = [maker.title(one, texts) for one in maker.starters]
    assert len(set(titles)) == len(titles)
    assert [title for title, one in zip(titles, maker.starters, strict=True) if maker.check(one)] == []
    builder = built(game)
    drafts = [builder.building.draft(one) for one in maker.starters]
    for faction in maker.factions:
        assert sum(draft.faction == faction for draft in drafts) >= 3
    for draft, one in zip(drafts, maker.starters, strict=True):
        assert draft.name
        assert maker.total(one) >= maker.limit(one) * 0.95


@pytest.mark.slow
@EACH
def test_random_armies_contain_what_is_asked_for(game: str) -> None:
    builder = built(game)
    maker = builder.maker
    found = 0
    for number in range(20):
        faction = maker.factions[number % len(maker.factions)]
        cards = [one.card for one in builder.building.candidates(faction)]
        wanted = random.Random(number).sample(cards, 2)
        try:
            army = maker.random(number, faction, maker.sizes[-1], wanted)
        except ValueError:
            continue
        assert not maker.check(army)
        here = [entry.card for _, entry in positions(builder.building.draft(army))]
        assert set(wanted) <= set(here)
        found += 1
    assert found >= 10
    with pytest.raises(ValueError, match="nothing-like-it"):
        maker.random(1, maker.factions[0], maker.sizes[-1], ["nothing-like-it"])


def legality_agrees(game: str, changes: range) -> int:
    """Change lists at random; return how many were legal. Builder, commands and the setup of a match must agree."""
    builder = built(game)
    legal = 0
    draft = random_draft(builder, changes.start)
    for number in changes:
        pick = random.Random(number)
        if number % 3 == 0:
            draft = random_draft(builder, number)
        draft = builder.edit(draft, random_edits(builder, draft, pick))
        army = builder.building.army(draft)
        faults = builder.faults(draft)
        again = builder.maker.check(builder.maker.read(builder.maker.write(army, "json")))
        assert list(faults) == list(again)
        options = {"armies": [builder.maker.write(army, "short").strip(), "random"], "points": draft.points}
        if game == "runewars":
            options = {"armies": options["armies"], "size": "skirmish" if draft.points == 100 else "standard"}
        try:
            banneret.new_match(game, seats=2, seed=1, options=options)
            accepted = True
        except OptionError:
            accepted = False
        assert accepted == (not faults), (number, faults)
        legal += not faults
    return legal


@pytest.mark.slow
@EACH
def test_legality_agrees_everywhere(game: str) -> None:
    assert 5 < legality_agrees(game, range(60)) < 60


@pytest.mark.soak
@EACH
def test_legality_agrees_for_ten_thousand_changes(game: str) -> None:
    assert legality_agrees(game, range(1_000, 11_000)) > 500


def test_edits_that_cannot_be_applied_name_the_field() -> None:
    builder = built(GAMES[0])
    draft = random_draft(builder, 0)
    for edit, field in (
        (RemoveCard(at="77"), "at"),
        (SwapCard(at="0.55", card="x"), "at"),
        (AddCard(card="x", into="88"), "at"),
        (MoveCard(at="0", to=99), "to"),
    ):
        with pytest.raises(EditError, match=f"^{field}: "):
            builder.edit(draft, [edit])
    with pytest.raises(ValueError, match="points"):
        builder.edit(draft, [ChangeHead(points=999)])
    with pytest.raises(ValueError, match="no army lists"):
        armies.builder("thrones")


def test_a_list_without_a_commander_is_fixed_by_one() -> None:
    builder = built("icefire-s6")
    sheet = builder.sheet(Draft(faction="stark", points=40))
    first = sheet.faults[0]
    assert first.message == Message("fault.commander-missing")
    assert isinstance(first.fixes[0][-1], ChooseLeader)
    assert builder.sheet(builder.edit(sheet.draft, first.fixes[0])).legal


def test_the_copies_of_a_card_are_counted_and_its_formations_offered() -> None:
    builder = built("runewars")
    draft = builder.edit(
        Draft(faction="daqan-lords", points=200), [AddCard(card="spearmen", section="units", form="3x2")]
    )
    spearmen = next(one for one in builder.additions(draft) if one.card == "spearmen")
    assert spearmen.count == 1
    assert [form.form for form in spearmen.forms] == ["2x1", "2x2", "3x2", "3x3"]
    row = builder.sheet(draft).groups[0].rows[0]
    assert (row.form, row.cost) == ("3x2", 40)
    larger = builder.sheet(builder.edit(draft, [SwapCard(at="0", card="spearmen", form="3x3")])).groups[0].rows[0]
    assert (larger.form, larger.cost) == ("3x3", 59)
