"""The components of the box, of skirmishes and of battle plans as cards."""

from __future__ import annotations

from banneret.games.battles.content import skirmish
from banneret.games.battles.content.components import BOX, RANKS, TOKENS
from banneret.games.battles.content.scenario_file import SCENARIOS
from banneret.games.battles.show.cards import BattlesCards
from tests.games.battles.scene import BOOK

ALL = {card.id: card for card in BattlesCards().all()}
TEXTS = BOOK.catalogue("en")


def test_every_component_has_a_card() -> None:
    parts = (BOX.units, BOX.commanders, BOX.cards, BOX.terrains, BOX.overlay.values())
    wanted = {part.id for group in parts for part in group}
    wanted |= {*SCENARIOS, *skirmish.SUMMARIES, "die", "momentum"}
    wanted |= {f"token:{token}" for token in TOKENS}
    wanted |= {f"keyword-{id}" for id in BOX.keywords}
    wanted |= {f"zone-{zone.id}" for zone in BOX.zones}
    wanted |= {f"setup-{card.id}" for card in skirmish.CARDS}
    assert wanted - set(ALL) == set()


def test_numbers_of_units_are_those_of_the_data() -> None:
    for unit in BOX.units:
        card = ALL[unit.id]
        assert [stat.value for stat in card.stats] == [
            f"{number}" for number in (unit.strength, unit.range, *(unit.move[rank] for rank in RANKS))
        ]
        assert [pool.dice["die"] for pool in card.attacks[0].pools] == [unit.dice[rank] for rank in RANKS]
        assert [pool.color for pool in card.attacks[0].pools] == list(RANKS)


def test_keywords_are_shown_with_their_value_and_link_to_their_rule() -> None:
    pursue = next(word for word in ALL["winterfell-riders"].keywords if word.id == "pursue")
    assert TEXTS.render(pursue.name) == "Pursue 2"
    assert pursue.rule == "battles:keyword.pursue"
    assert ALL[pursue.card].rules == ("battles:keyword.pursue",)


def test_a_leadership_card_shows_the_cost_of_each_command_and_its_tactic() -> None:
    card = next(one for one in BOX.cards if len(one.commands) == 2 and one.tactic is not None)
    shown = ALL[card.id]
    written = [TEXTS.render(text) for text in shown.texts]
    assert [f"{command.cost} command token" in text for command, text in zip(card.commands, written[::2], strict=True)]
    assert len(written) == 4
    assert len(shown.abilities) == 1


def test_a_commander_refers_to_the_unit_and_the_own_leadership_cards() -> None:
    for commander in BOX.commanders:
        related = ALL[commander.id].related
        assert commander.unit in related
        assert len([id for id in related if ALL[id].kind == "leadership-card"]) == 5


def test_the_die_shows_every_face() -> None:
    assert len(ALL["die"].faces) == BOX.die.sides
    assert {ALL[face].kind for face in BOX.die.faces} == {"die-face"}


def test_provenance_is_the_least_certain_origin() -> None:
    assert set(BOX.commanders[0].provenance.values()) == {"sourced", "project", "rulebook"}
    assert ALL[BOX.commanders[0].id].provenance == "project"


def test_cards_have_the_colors_of_their_house() -> None:
    assert all((card.tint is not None) == bool(card.faction) for card in ALL.values())
    assert ALL["winterfell-riders"].tint != ALL["lannisport-guard"].tint
