"""The Westeros phase: cards, the wildling marker, and what the cards do."""

from typing import Any

import pytest

from banneret.games.thrones.content.components import ORDERS, WESTEROS_DECKS
from banneret.games.thrones.rules.westeros import westeros
from tests.games.thrones.phase import THREE, card_of, stack, supply_of, track
from tests.games.thrones.scene import asked, available, options, play, refused, scene, told, units

HOME = {"winterfell": stack("stark", footman=1)}


def phase(first: str, second: str, third: str, *more: str, **data: Any) -> Any:
    """Begin a Westeros phase that turns up these three cards, and `more` by shuffles."""
    return scene("westeros", houses=THREE, round=2, chance=[first, second, third, *more], **data)


def banned(match: Any) -> list[str]:
    """Return the orders that may not be placed."""
    return [ORDERS[order].id for order in match.state.banned]


@pytest.mark.rule("thrones:westeros.2", "thrones:westeros.3", "thrones:westeros.5", "thrones:event.last-days-of-summer")
def test_three_cards_are_turned_up_and_carried_out_in_their_order() -> None:
    """The marker goes one space for each of three icons: from 2 to 8; the cards leave their decks."""
    match = phase("last-days-of-summer", "last-days-of-summer", "web-of-lies", areas=HOME)
    assert match.state.threat == 8
    assert [event.card for event in told(match, "westeros-card")] == match.state.westeros
    assert [len(deck) for deck in match.state.decks] == [9, 9, 9]
    assert match.state.used == [["last-days-of-summer"], ["last-days-of-summer"], ["web-of-lies"]]
    assert asked(match) == {"stark": "order"}


def test_a_card_without_a_rule_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that the data have and the rules do not is never passed over."""
    monkeypatch.setattr(westeros, "BANS", {})
    with pytest.raises(LookupError, match="'web-of-lies'"):
        phase("last-days-of-summer", "last-days-of-summer", "web-of-lies", areas=HOME)


@pytest.mark.rule("thrones:westeros.3")
def test_no_icon_moves_nothing() -> None:
    """Cards without icons leave the marker where it is, and there is no event."""
    match = phase("mustering", "game-of-thrones", "put-to-the-sword")
    assert match.state.threat == 2
    assert told(match, "wildling-marker-moved") == []


@pytest.mark.rule("thrones:westeros.4", "thrones:wildlings.1", "thrones:wildlings.7")
def test_at_twelve_the_wildlings_attack_at_once() -> None:
    """From 10 three icons lead to 12, not beyond; the attack comes before the cards."""
    match = phase("a-throne-of-blades", "dark-wings-dark-words", "feast-for-crows", "silence-at-the-wall", threat=10)
    assert match.state.threat == 12
    assert asked(match) == dict.fromkeys(THREE, "wildling-bid")
    assert told(match, "westeros-card") == []
    play(match, "stark: bid 4", "lannister: bid 4", "baratheon: bid 4", "baratheon: house stark")
    assert match.state.threat == 0
    assert asked(match) == {"baratheon": "a-throne-of-blades"}


@pytest.mark.rule("thrones:wildling-results.6", "thrones:event.wildlings-attack", "thrones:wildlings.2")
def test_two_attacks_in_one_phase() -> None:
    """After an attack by the marker at 12, which goes back to 8, a Wildlings Attack card brings one of strength 8."""
    cards = ("last-days-of-summer", "last-days-of-summer", "wildlings-attack", "silence-at-the-wall")
    match = phase(*cards, "mammoth-riders", threat=10)
    play(match, "stark: bid 2", "lannister: bid 1", "baratheon: bid 0")
    assert match.state.threat == 8
    assert asked(match) == dict.fromkeys(THREE, "wildling-bid")
    play(match, "stark: bid 3", "lannister: bid 4", "baratheon: bid 1")
    assert [(e.strength, e.rule) for e in told(match, "wildlings-attack")] == [
        (12, "thrones:wildlings.1"),
        (8, "thrones:wildlings.2"),
    ]
    assert [event.winner for event in told(match, "wildling-bids")] == ["wildlings", "nights-watch"]


@pytest.mark.rule("thrones:event.winter-is-coming", "thrones:ruling.6", "thrones:ruling.7")
def test_winter_is_coming_shuffles_the_whole_deck() -> None:
    """Acting when its deck is due, it shuffles all ten cards; the new card moves the marker and is carried out."""
    used = [["supply", "winter-is-coming"], ["last-days-of-summer"], ["sea-of-storms"]]
    match = card_of(1, "winter-is-coming", used=used, chance=["winter-is-coming", "last-days-of-summer"], areas=HOME)
    assert match.state.threat == 4
    assert match.state.used[0] == ["last-days-of-summer"]
    assert match.state.westeros[0] == "last-days-of-summer"
    assert sorted([*match.state.decks[0].cards, "last-days-of-summer"]) == sorted(WESTEROS_DECKS[0])
    assert match.state.decks[0].known == [0] * 9
    assert [event.card for event in told(match, "deck-reshuffled")] == ["winter-is-coming", "last-days-of-summer"]


@pytest.mark.rule("thrones:ruling.7", "thrones:westeros.4")
def test_winter_is_coming_can_bring_an_attack_before_the_new_card() -> None:
    """At 10 the icon of A Throne of Blades brings an attack; only then does that card ask."""
    chance = ["a-throne-of-blades", "silence-at-the-wall"]
    match = card_of(1, "winter-is-coming", threat=10, chance=chance, seats={h: {"available": 0} for h in THREE})
    assert asked(match) == {"baratheon": "lowest-bidder"}
    play(match, "baratheon: house stark")
    assert match.state.threat == 8
    assert asked(match) == {"baratheon": "a-throne-of-blades"}


@pytest.mark.rule("thrones:ruling.7")
def test_winter_is_coming_counts_no_icon_when_turned_up() -> None:
    """While the three cards are turned up it has no icon; deck II may bring it, too."""
    match = phase("winter-is-coming", "winter-is-coming", "put-to-the-sword", "supply", "game-of-thrones")
    assert match.state.threat == 2
    assert match.state.westeros == ["supply", "game-of-thrones", "put-to-the-sword"]
    assert [event.card for event in told(match, "westeros-card")] == match.state.westeros


# Deck I


@pytest.mark.rule("thrones:event.a-throne-of-blades", "thrones:iron-throne.2")
def test_a_throne_of_blades_asks_the_holder_of_the_iron_throne() -> None:
    """Its holder chooses supply, mustering or nothing."""
    tracks = {"iron-throne": ["lannister", "stark", "baratheon"]}
    match = card_of(1, "a-throne-of-blades", areas=HOME, tracks=tracks)
    assert asked(match) == {"lannister": "a-throne-of-blades"}
    assert options(match, "lannister") == ["pass", "effect supply", "effect mustering"]
    assert refused(match, "lannister: effect clash-of-kings").rule == "thrones:event.a-throne-of-blades"
    supply = play(match.clone(), "lannister: effect supply")
    assert supply_of(supply, "stark") == 1
    assert asked(supply) == {"stark": "order"}
    mustering = play(match.clone(), "lannister: effect mustering")
    assert asked(mustering) == {"lannister": "muster"}
    nothing = play(match, "lannister: pass")
    assert supply_of(nothing, "stark") == 2
    assert asked(nothing) == {"stark": "order"}
    assert [event.effect for event in told(nothing, "effect-chosen")] == ["nothing"]


# Deck II


@pytest.mark.rule("thrones:event.dark-wings-dark-words", "thrones:kings-court.2")
def test_dark_wings_dark_words_asks_the_holder_of_the_raven() -> None:
    """Its holder chooses Clash of Kings, Game of Thrones or nothing."""
    tracks = {"kings-court": ["stark", "lannister", "baratheon"]}
    match = card_of(2, "dark-wings-dark-words", areas=HOME, tracks=tracks)
    assert options(match, "stark") == ["pass", "effect clash-of-kings", "effect game-of-thrones"]
    assert refused(match, "stark: effect supply").rule == "thrones:event.dark-wings-dark-words"
    clash = play(match.clone(), "stark: effect clash-of-kings")
    assert asked(clash) == dict.fromkeys(THREE, "track-bid")
    income = play(match.clone(), "stark: effect game-of-thrones")
    assert available(income, "stark") == 6
    assert available(play(match, "stark: pass"), "stark") == 5


@pytest.mark.rule("thrones:event.game-of-thrones", "thrones:trade.1", "thrones:secure.7")
def test_game_of_thrones_pays_icons_and_open_ports() -> None:
    """Icons of controlled areas and one token for each own port with a ship, if no enemy ship is in its sea."""
    areas = {
        "winterfell": stack("stark", footman=1),
        "winterfell-port": stack("stark", ship=2),
        "bay-of-ice": stack("stark", ship=1),
        "white-harbor": stack("stark", footman=1),
        "white-harbor-port": stack("stark", ship=1),
        "narrow-sea": stack("baratheon", ship=1),
        "kings-landing": {"power": "stark"},
        "stoney-sept": stack("lannister", footman=1),
    }
    match = card_of(2, "game-of-thrones", areas=areas)
    collected = {event.house: event.gained for event in told(match, "power-collected")}
    # Stark: Winterfell 1, King's Landing 2, port of Winterfell 1; the port of White Harbor is closed off.
    assert collected == {"baratheon": 1, "lannister": 1, "stark": 4}
    assert available(match, "stark") == 9
    del areas["narrow-sea"], areas["winterfell-port"]
    match = card_of(2, "game-of-thrones", areas=areas)
    assert {event.house: event.gained for event in told(match, "power-collected")}["stark"] == 4


@pytest.mark.rule("thrones:event.game-of-thrones", "thrones:ruling.12", "thrones:terms.8")
def test_game_of_thrones_pays_no_more_than_the_pool() -> None:
    """With 18 tokens available and one on the board a house gains one, whatever its icons say."""
    areas = {"kings-landing": {"power": "stark"}}
    match = card_of(2, "game-of-thrones", areas=areas, seats={"stark": {"available": 18}})
    assert available(match, "stark") == 19
    event = next(event for event in told(match, "power-collected") if event.house == "stark")
    assert (event.tokens, event.gained) == (3, 1)


# Deck III

DEFENSE = ["defense-plus-one", "defense-plus-two"]


@pytest.mark.rule("thrones:ruling.9")
@pytest.mark.parametrize(
    ("card", "orders"),
    [
        pytest.param("storm-of-swords", DEFENSE, marks=pytest.mark.rule("thrones:event.storm-of-swords")),
        pytest.param("rains-of-autumn", ["march-plus-one"], marks=pytest.mark.rule("thrones:event.rains-of-autumn")),
        pytest.param("sea-of-storms", ["raid", "special-raid"], marks=pytest.mark.rule("thrones:event.sea-of-storms")),
        pytest.param(
            "web-of-lies",
            ["support-zero", "support-plus-one"],
            marks=pytest.mark.rule("thrones:event.web-of-lies"),
        ),
        pytest.param(
            "feast-for-crows",
            ["consolidate-power", "special-consolidate-power"],
            marks=pytest.mark.rule("thrones:event.feast-for-crows"),
        ),
    ],
)
def test_a_ban_keeps_orders_out_of_the_planning_phase(card: str, orders: list[str]) -> None:
    """The orders of the card, special ones too, cannot be placed; all others can."""
    match = card_of(3, card, areas=HOME)
    assert banned(match) == orders
    placeable = [option.rpartition(" ")[2] for option in options(match, "stark")]
    assert sorted(placeable) == sorted(order.id for order in ORDERS if order.id not in orders)


@pytest.mark.rule("thrones:event.put-to-the-sword", "thrones:fiefdoms.2")
def test_put_to_the_sword_asks_the_holder_of_the_blade() -> None:
    """Its holder forbids defense orders, March +1 orders, or none."""
    tracks = {"fiefdoms": ["stark", "lannister", "baratheon"]}
    match = card_of(3, "put-to-the-sword", areas=HOME, tracks=tracks)
    assert options(match, "stark") == ["pass", "effect defense", "effect march-plus-one"]
    assert refused(match, "stark: effect supply").rule == "thrones:event.put-to-the-sword"
    assert banned(play(match.clone(), "stark: effect defense")) == DEFENSE
    assert banned(play(match.clone(), "stark: effect march-plus-one")) == ["march-plus-one"]
    assert banned(play(match, "stark: pass")) == []


@pytest.mark.rule("thrones:event.wildlings-attack", "thrones:wildlings.2", "thrones:wildlings.3")
def test_the_card_brings_an_attack_as_strong_as_the_marker() -> None:
    """With the marker at 4 the strength is 4; afterwards orders are placed."""
    match = card_of(3, "wildlings-attack", threat=4, areas=HOME, chance=["silence-at-the-wall"])
    play(match, "stark: bid 1", "lannister: bid 3", "baratheon: bid 0")
    assert [event.strength for event in told(match, "wildlings-attack")] == [4]
    assert asked(match) == {"stark": "order"}
    assert units(match, "winterfell") == {"footman": 1}
    assert track(match, 0) == list(THREE)
