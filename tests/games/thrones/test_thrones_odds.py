"""The odds of combats are those of the rules: enumerated over cards and Tides, and played many times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from banneret import odds
from banneret.games.thrones.content.components import CARDS_OF, TIDES, TIDES_DECK
from banneret.games.thrones.odds.combat import LEFT_OUT
from banneret.games.thrones.state import State
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key
from banneret.odds import Odds
from tests.games.thrones.fights import fight, in_hand, stack
from tests.games.thrones.scene import SIX, asked, play, scene, seat_of, told
from tests.soaking import scale

AREAS: dict[str, Any] = {
    "lannisport": stack("lannister", "march-zero", footman=1, knight=1),
    "riverrun": stack("stark", footman=2),
}
HANDS = {"lannister": ["ser-gregor-clegane", "ser-kevan-lannister"], "stark": ["the-blackfish", "catelyn-stark"]}


def held(hands: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Describe seats that hold only these cards."""
    return {name: seat for house, cards in hands.items() for name, seat in in_hand(house, *cards).items()}


def chance_of(found: Odds, number: int = 0) -> float:
    return found.chances[number].chance


def end(match: Match[State]) -> tuple[bool, int]:
    """Answer with the first option to the end; return whether the attacker won, and the losses of the defender."""
    while match.asking:
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.options[0])
    (won,) = told(match, "combat-won")
    rules = ("thrones:casualties.4", "thrones:tides.7")
    lost = [one for one in told(match, "combat-unit-lost") if one.rule in rules]
    return won.winner == won.attacker, sum(one.house == won.defender for one in lost)


@pytest.mark.parametrize("card", HANDS["lannister"])
def test_a_card_is_enumerated_against_every_card_and_every_tide(card: str) -> None:
    """Each card of the opponent is equally likely; each deal of two Tides cards has its number in the deck."""
    deck = Counter(TIDES_DECK)
    expected: dict[tuple[bool, int], Fraction] = {}
    for other in HANDS["stark"]:
        for one, two in product(deck, deck):
            weight = deck[one] * (deck[two] - (one == two))
            match = fight(
                "lannisport",
                "riverrun",
                AREAS,
                tides_of_battle=True,
                seats=held(HANDS),
                chance=(one, two),
                blade_used=True,
            )
            play(match, f"lannister: card {card}", f"stark: card {other}")
            result = end(match)
            expected[result] = expected.get(result, Fraction(0)) + Fraction(weight, 2 * 24 * 23)
    match = fight("lannisport", "riverrun", AREAS, tides_of_battle=True, seats=held(HANDS), blade_used=True)
    (found,) = odds.of(match, seat_of(match, "lannister"), f"card {card}")
    assert chance_of(found) == pytest.approx(float(sum(chance for (won, _), chance in expected.items() if won)))
    for bar in found.spreads[0].bars:
        assert bar.chance == pytest.approx(float(sum(c for (_, lost), c in expected.items() if lost == bar.number)))
    assert len(found.chances) == 1 + len(HANDS["stark"])
    assert found.success == chance_of(found)  # of the attacker


def test_the_blade_is_used_where_it_wins() -> None:
    """Without Tides the holder of the blade wins a combat that it would lose by one."""
    tracks = {"fiefdoms": ["stark", "lannister", "baratheon", "martell", "greyjoy", "tyrell"]}
    hands = {"lannister": HANDS["lannister"], "stark": ["catelyn-stark"]}
    areas = AREAS | {"riverrun": stack("stark", footman=1, knight=2)}
    for used, won in ((False, 0.0), (True, 1.0)):
        match = fight("lannisport", "riverrun", areas, seats=held(hands), blade_used=used, tracks=tracks)
        (found,) = odds.of(match, seat_of(match, "lannister"), "card ser-gregor-clegane")
        assert chance_of(found) == won
    match = fight("lannisport", "riverrun", areas, seats=held(hands), blade_used=False, tracks=tracks)
    play(match, "lannister: card ser-gregor-clegane")
    assert asked(match) == {"stark": "blade"}
    weighed = [odds.of(match, seat_of(match, "stark"), do)[0] for do in ("pass", "yes")]
    assert [chance_of(one) for one in weighed] == [1.0, 0.0]
    assert [one.success for one in weighed] == [0.0, 1.0]  # of the defender


def test_a_single_card_of_the_opponent_is_not_told_apart() -> None:
    hands = HANDS | {"stark": ["the-blackfish"]}
    match = fight("lannisport", "riverrun", AREAS, seats=held(hands), blade_used=True)
    (found,) = odds.of(match, seat_of(match, "lannister"), "card ser-kevan-lannister")
    assert len(found.chances) == 1


STRENGTHS = Counter(TIDES[card].strength for card in TIDES_DECK)


def chances_of_redraw(behind: int, blade: int) -> tuple[Fraction, Fraction]:
    """Return how likely a holder who drew nothing wins with its card and the blade, and with another card.

    Without Tides it is this far behind; it wins ties.
    """
    left = STRENGTHS - Counter({0: 1})
    whole = sum(left.values())
    kept = sum(number for other, number in left.items() if blade >= behind + other)
    redrawn = sum(
        number * (more - (new == other))
        for other, number in left.items()
        for new, more in left.items()
        if new >= behind + other
    )
    return Fraction(kept, whole), Fraction(redrawn, whole * (whole - 1))


@pytest.mark.parametrize("holder", ["lannister", "stark"])
@pytest.mark.parametrize("behind", [0, 1, 2])
def test_another_tides_card_is_weighed_against_the_blade(holder: str, behind: int) -> None:
    """With the attacker 5 strong, the defender has as much more, or less, as the holder is behind."""
    defense = 5 + behind if holder == "lannister" else 5 - behind
    areas = AREAS | {"riverrun": stack("stark", footman=defense)}
    tracks = {"fiefdoms": [holder, *(house for house in SIX if house != holder)]}
    drawn = ("zero", "three") if holder == "lannister" else ("three", "zero")
    more: dict[str, Any] = {"seats": held(HANDS), "blade_used": False, "tracks": tracks, "tides_of_battle": True}
    match = fight("lannisport", "riverrun", areas, chance=drawn, **more)
    play(match, "lannister: card ser-kevan-lannister", "stark: card catelyn-stark")
    assert asked(match) == {holder: "redraw"}
    for answer, chance in zip(("pass", "yes"), chances_of_redraw(behind, 1), strict=True):
        (found,) = odds.of(match, seat_of(match, holder), answer)
        assert found.success == pytest.approx(float(chance))


def test_a_march_weighs_pending_support_and_hides_what_is_hidden() -> None:
    areas = AREAS | {"seagard": stack("greyjoy", "support-zero", footman=2)}
    match = scene(areas=areas, seats=held(HANDS))
    seat = seat_of(match, "lannister")
    if "start-march" in asked(match).values():
        play(match, "lannister: start lannisport")
    action = "march lannisport: footman knight > riverrun"
    (found,) = odds.of(match, seat, action)
    words = [one.what.id for one in found.chances]
    assert words == ["odds.chance.attacker-wins", "odds.chance.support-attacker", "odds.chance.support-defender"]
    assert chance_of(found, 2) <= chance_of(found) <= chance_of(found, 1)
    for seed in range(2):
        assert odds.of(match.imagine(seat, seed), seat, action) == (found,)
    assert odds.of(match, seat, "done") == ()


def test_pending_support_of_a_combatant_is_its_own() -> None:
    """The odds of a march differ by the support of other houses only, for which they say so."""
    areas = AREAS | {"seagard": stack("lannister", "support-zero", footman=2)}
    match = scene(areas=areas, seats=held(HANDS))
    if "start-march" in asked(match).values():
        play(match, "lannister: start lannisport")
    (found,) = odds.of(match, seat_of(match, "lannister"), "march lannisport: footman knight > riverrun")
    assert [one.what.id for one in found.chances] == ["odds.chance.attacker-wins"]


def test_support_that_was_given_stays_and_what_is_asked_for_is_weighed() -> None:
    """Baratheon has joined the attacker; Greyjoy, the last to be asked, may do so, stay away or help the defender."""
    areas = AREAS | {
        "riverrun": stack("stark", footman=4),
        "harrenhal": stack("baratheon", "support-zero", footman=2),
        "seagard": stack("greyjoy", "support-zero", footman=2),
    }
    hands = {"lannister": ["ser-kevan-lannister"], "stark": ["catelyn-stark"]}
    match = fight("lannisport", "riverrun", areas, seats=held(hands))
    answers = ("pass", "support seagard attacker", "support seagard defender")
    (first,) = odds.of(match, seat_of(match, "baratheon"), "pass")
    ids = [one.what.id for one in first.chances]
    assert ids == ["odds.chance.attacker-wins", "odds.chance.support-attacker", "odds.chance.support-defender"]
    assert [chance_of(first, number) for number in range(3)] == [1.0, 1.0, 0.0]
    won = {}
    for given in ("pass", "support harrenhal attacker"):
        asking = play(match.clone(), f"baratheon: {given}")
        assert asked(asking) == {"greyjoy": "support"}
        for answer in answers:
            (found,) = odds.of(asking, seat_of(match, "greyjoy"), answer)
            assert [one.what.id for one in found.chances] == ["odds.chance.attacker-wins"]
            assert found.success is None
            won[given, answer] = chance_of(found)
    # with Ser Kevan, whose footmen count twice, Lannister has 5 against 4; Greyjoy brings 2, Baratheon at least 2
    assert [won["pass", answer] for answer in answers] == [1.0, 1.0, 0.0]
    assert [won["support harrenhal attacker", answer] for answer in answers] == [1.0, 1.0, 1.0]


def test_a_card_that_acts_at_once_has_acted() -> None:
    """Mace Tyrell kills the footman: 6 against 5, instead of a tie that Lannister, higher on the track, would win."""
    areas = {
        "highgarden": stack("tyrell", "march-zero", footman=2),
        "searoad-marches": stack("lannister", footman=1, knight=2),
    }
    hands = {"tyrell": ["mace-tyrell", "ser-garlan-tyrell"], "lannister": ["ser-kevan-lannister"]}
    match = fight("highgarden", "searoad-marches", areas, seats=held(hands))
    (found,) = odds.of(match, seat_of(match, "tyrell"), "card mace-tyrell")
    assert chance_of(found) == 1.0
    assert end(play(match, "tyrell: card mace-tyrell"))[0]


def left_out(found: Odds) -> list[str]:
    return [f"{one.id} {one.fields['card']}" if "card" in one.fields else one.id for one in found.leaves_out]


def test_the_odds_say_what_they_leave_out() -> None:
    """Hidden cards as long as one is, and the cards of either hand that would replace another."""
    hands = HANDS | {"lannister": ["tyrion-lannister", "ser-kevan-lannister"]}
    match = scene(areas=AREAS, seats=held(hands))
    if "start-march" in asked(match).values():
        play(match, "lannister: start lannisport")
    (found,) = odds.of(match, seat_of(match, "lannister"), "march lannisport: footman knight > riverrun")
    assert left_out(found) == [
        "odds.omits.march", "odds.omits.replacing tyrion-lannister", "odds.omits.cards", "odds.omits.retreat",
    ]  # fmt: skip  # several to a line
    tracks = {"fiefdoms": ["stark", "lannister", "baratheon", "martell", "greyjoy", "tyrell"]}
    areas = AREAS | {"riverrun": stack("stark", footman=1, knight=2)}
    match = fight("lannisport", "riverrun", areas, seats=held(HANDS), blade_used=False, tracks=tracks)
    (found,) = odds.of(match, seat_of(match, "lannister"), "card ser-gregor-clegane")
    assert left_out(found) == ["odds.omits.cards", "odds.omits.retreat"]
    play(match, "lannister: card ser-gregor-clegane", "stark: card catelyn-stark")
    assert asked(match) == {"stark": "blade"}
    (found,) = odds.of(match, seat_of(match, "stark"), "yes")
    assert left_out(found) == ["odds.omits.retreat"]


def test_a_card_that_has_replaced_another_is_not_left_out_again() -> None:
    """Tyrion Lannister returns a card, and then only the next one is unknown."""
    hands = HANDS | {"lannister": ["tyrion-lannister", "ser-kevan-lannister"]}
    hands["stark"] = [*hands["stark"], "ser-rodrick-cassel"]
    areas = AREAS | {"riverrun": stack("stark", footman=1, knight=2)}
    match = fight("lannisport", "riverrun", areas, seats=held(hands), blade_used=True)
    (found,) = odds.of(match, seat_of(match, "lannister"), "card ser-kevan-lannister")
    assert "odds.omits.replacing tyrion-lannister" in left_out(found)
    play(match, "lannister: card tyrion-lannister", "stark: card catelyn-stark", "lannister: yes")
    assert asked(match) == {"stark": "house-card"}
    (found,) = odds.of(match, seat_of(match, "stark"), "card the-blackfish")
    assert left_out(found) == ["odds.omits.cards", "odds.omits.retreat"]


def test_no_odds_against_a_neutral_force() -> None:
    areas = {
        "reach": stack("tyrell", "march-zero", footman=2),
        "kingswood": stack("baratheon", "support-zero", knight=1),
        "kings-landing": {"neutral": 4},
    }
    match = play(scene(areas=areas), "tyrell: march reach: footman footman > kings-landing")
    assert asked(match) == {"baratheon": "support"}
    for answer in ("pass", "support kingswood attacker"):
        assert odds.of(match, seat_of(match, "baratheon"), answer) == ()


def test_a_case_has_at_most_five_units_of_a_kind() -> None:
    numbers = [field for field in odds.fields("thrones") if field.most is not None]
    assert len(numbers) == 8
    assert {(field.least, field.most) for field in numbers} == {(0, 5)}


def fights(wanted: int) -> list[tuple[Mapping[str, Any], Mapping[str, Sequence[str]]]]:
    """Return combats drawn at random: armies, and hands without cards that replace a card."""
    stream = Stream(derive_key("fights", 1))
    found: list[tuple[Mapping[str, Any], Mapping[str, Sequence[str]]]] = []
    for _ in range(wanted):
        armies = {
            "lannisport": stack("lannister", "march-zero", footman=1 + stream.below(3), knight=1 + stream.below(2)),
            "riverrun": stack("stark", footman=1 + stream.below(3), knight=1 + stream.below(2)),
        }
        hands: dict[str, Sequence[str]] = {}
        for house in ("lannister", "stark"):
            cards = [card for card in CARDS_OF[house] if card not in LEFT_OUT]
            drawn = [card for card in cards if stream.below(2)]
            hands[house] = drawn if len(drawn) > 1 else cards[:2]
        found.append((armies, hands))
    return found


def check(areas: Mapping[str, Any], hands: Mapping[str, Sequence[str]], many: int, seed: int) -> None:
    """Play combats with drawn enemy cards and Tides, and compare the part that is won."""
    match = fight("lannisport", "riverrun", areas, tides_of_battle=True, seats=held(hands), blade_used=True)
    seat, card = seat_of(match, "lannister"), hands["lannister"][0]
    (found,) = odds.of(match, seat, f"card {card}")
    stream, won = Stream(derive_key("played", seed)), 0
    for _ in range(many):
        twin = match.clone()
        twin.add_salt(stream.below(1 << 62).to_bytes(16, "big"))
        play(twin, f"lannister: card {card}", f"stark: card {stream.choice(hands['stark'])}")
        won += end(twin)[0]
    chance = chance_of(found)
    assert abs(won / many - chance) <= 5 * (chance * (1 - chance) / many) ** 0.5 + 1 / many, (areas, hands)


def test_combats_that_are_played_agree_with_their_odds() -> None:
    for number, (areas, hands) in enumerate(fights(2)):
        check(areas, hands, 60, number)


@pytest.mark.soak
def test_many_combats_that_are_played_agree_with_their_odds() -> None:
    for number, (areas, hands) in enumerate(fights(max(2, round(60 * scale())))):
        check(areas, hands, 10_000, number)


CASE = {
    "attacker": "lannister",
    "defender": "stark",
    "attacker-card": "ser-gregor-clegane",
    "defender-card": "the-blackfish",
    "defender-footman": "2",
    "defender-knight": "0",
}


@pytest.mark.parametrize("tides", ["no", "yes"])
@pytest.mark.parametrize("knights", [0, 1, 2])
def test_a_case_agrees_with_a_match(tides: str, knights: int) -> None:
    """The same armies and cards have the same odds without a match."""
    given = CASE | {"tides": tides, "defender-knight": str(knights)}
    found = odds.case("thrones", given)
    areas = {
        "lannisport": stack("lannister", "march-zero", footman=1, knight=1),
        "riverrun": stack("stark", footman=2, knight=knights) if knights else stack("stark", footman=2),
    }
    hands = {"lannister": ["ser-gregor-clegane", "ser-kevan-lannister"], "stark": ["the-blackfish"]}
    match = fight("lannisport", "riverrun", areas, seats=held(hands), tides_of_battle=tides == "yes", blade_used=True)
    (known,) = odds.of(match, seat_of(match, "lannister"), "card ser-gregor-clegane")
    assert found.chances[0] == known.chances[0]
    assert found.spreads == known.spreads


def test_a_case_without_cards_takes_all_of_them() -> None:
    given = {name: value for name, value in CASE.items() if not name.endswith("card")}
    every = [
        odds.case("thrones", given | {"attacker-card": one, "defender-card": other}).chances[0].chance
        for one, other in product(CARDS_OF["lannister"], CARDS_OF["stark"])
    ]
    assert odds.case("thrones", given).chances[0].chance == pytest.approx(sum(every) / len(every))


def test_support_defense_and_the_blade_change_a_case() -> None:
    plain = odds.case("thrones", CASE).chances[0].chance
    assert plain == 1.0
    assert odds.case("thrones", CASE | {"defender-support": "3", "defense": "defense-plus-two"}).chances[0].chance == 0
    even = CASE | {"defender-footman": "5", "defender-knight": "1", "attacker-support": "1"}
    with_blade = [odds.case("thrones", even | {"blade": side}).chances[0].chance for side in ("attacker", "defender")]
    assert with_blade[0] >= with_blade[1]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"defender": "lannister"}, "lannister does not fight itself"),
        ({"attacker-card": "catelyn-stark"}, "catelyn-stark is no card of lannister"),
        ({"defender-footman": "0"}, "the defender has no units"),
    ],
)
def test_an_impossible_case_is_refused(given: dict[str, str], words: str) -> None:
    with pytest.raises(odds.CaseError, match=words):
        odds.case("thrones", CASE | given)
