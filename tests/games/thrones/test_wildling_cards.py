"""The nine wildling cards, after a win of the wildlings and after one of the Night's Watch."""

from typing import Any

import pytest

from banneret.games.thrones.content.components import CARDS
from banneret.games.thrones.rules.westeros.wildling_choosers import LOSE_TWO_UNITS, PreemptiveRaidChooser
from tests.games.thrones.fights import discards, hand
from tests.games.thrones.phase import THREE, attack, stack, supply_of, track
from tests.games.thrones.scene import SIX, asked, available, holder, options, play, refused, told, units

BIDS = {"baratheon": 2, "lannister": 1}
"""The wildlings win, Stark is the lowest bidder."""
WIN = {"stark": 5, "lannister": 1}
"""The Night's Watch wins, Stark is the highest bidder."""


def cards(house: str, *kept: str) -> dict[str, Any]:
    """Describe a hand of these cards; the others are discarded."""
    return {
        "hand": list(kept),
        "discards": [id for id, card in CARDS.items() if card.house == house and id not in kept],
    }


# Silence at the Wall


@pytest.mark.rule("thrones:wildling.silence-at-the-wall")
@pytest.mark.parametrize("bids", [BIDS, WIN])
def test_silence_at_the_wall_does_nothing(bids: dict[str, int]) -> None:
    """Regardless of the winner, nobody loses or gains anything but the bids."""
    areas = {"winterfell": stack("stark", footman=1)}
    match = attack("silence-at-the-wall", bids, areas=areas)
    assert units(match, "winterfell") == {"footman": 1}
    assert [supply_of(match, house) for house in THREE] == [2, 2, 2]
    assert asked(match) == {"stark": "order"}


# Preemptive Raid (its reward: test_wildlings.py)

TRACKS = {
    "iron-throne": ["baratheon", "stark", "lannister", "martell", "greyjoy", "tyrell"],
    "fiefdoms": ["stark", "baratheon", "lannister", "martell", "greyjoy", "tyrell"],
    "kings-court": ["baratheon", "lannister", "martell", "greyjoy", "tyrell", "stark"],
}
ALL_BUT_STARK = {house: 1 for house in SIX if house != "stark"}


ONE_UNIT: dict[str, Any] = {"winterfell": stack("stark", footman=1)}


@pytest.mark.rule("thrones:wildling.preemptive-raid")
def test_preemptive_raid_takes_two_units_or_two_places() -> None:
    """The lowest bidder chooses: two units, in one place or in two, or two places on its best track."""
    areas = {"winterfell": stack("stark", footman=2), "twins": stack("stark", knight=1)}
    data: dict[str, Any] = {"areas": areas, "houses": SIX, "tracks": TRACKS, "threat": 12}
    match = attack("preemptive-raid", ALL_BUT_STARK, **data)
    assert asked(match) == {"stark": "preemptive-raid"}
    assert options(match, "stark") == ["effect units", "effect track"]
    assert refused(match, "stark: effect supply").rule == "thrones:wildling.preemptive-raid"
    fallen = play(match.clone(), "stark: effect track")
    assert track(fallen, 1) == ["baratheon", "lannister", "stark", "martell", "greyjoy", "tyrell"]
    assert (track(fallen, 0), track(fallen, 2)) == (TRACKS["iron-throne"], TRACKS["kings-court"])
    assert [(e.track, e.place) for e in told(fallen, "track-moved")] == [("fiefdoms", 3)]
    play(match, "stark: effect units", "stark: lose winterfell footman", "stark: lose twins knight")
    assert units(match, "winterfell") == {"footman": 1}
    assert units(match, "twins") == {}
    assert {event.house for event in told(match, "unit-lost")} == {"stark"}


@pytest.mark.rule("thrones:ruling.84", "thrones:wildling.preemptive-raid")
def test_a_house_without_units_falls_by_preemptive_raid() -> None:
    """With one unit it may lose that; without any there is nothing to choose."""
    data: dict[str, Any] = {"houses": SIX, "tracks": TRACKS, "threat": 12}
    one = attack("preemptive-raid", ALL_BUT_STARK, areas={"winterfell": stack("stark", footman=1)}, **data)
    assert options(one, "stark") == ["effect units", "effect track"]
    play(one, "stark: effect units")
    assert units(one, "winterfell") == {}
    none = attack("preemptive-raid", ALL_BUT_STARK, areas={}, **data)
    assert [(e.track, e.place) for e in told(none, "track-moved")] == [("fiefdoms", 3)]
    assert PreemptiveRaidChooser(has_units=False).refusal(LOSE_TWO_UNITS) is not None


@pytest.mark.rule("thrones:ruling.19", "thrones:iron-throne.3")
def test_the_throne_settles_which_track_is_highest() -> None:
    """Second on two tracks, Stark falls on the one that Baratheon names; a third track is not to be named."""
    tracks = TRACKS | {"fiefdoms": ["baratheon", "stark", "lannister", "martell", "greyjoy", "tyrell"]}
    match = attack("preemptive-raid", ALL_BUT_STARK, houses=SIX, areas=ONE_UNIT, tracks=tracks, threat=12)
    play(match, "stark: effect track")
    assert asked(match) == {"baratheon": "best-track"}
    assert options(match, "baratheon") == ["track iron-throne", "track fiefdoms"]
    assert refused(match, "baratheon: track kings-court").rule == "thrones:ruling.19"
    play(match, "baratheon: track iron-throne")
    assert track(match, 0) == ["baratheon", "lannister", "martell", "stark", "greyjoy", "tyrell"]


@pytest.mark.rule("thrones:ruling.19")
def test_there_is_no_place_behind_the_last() -> None:
    """From the last but one a house falls one place; a house last everywhere may choose the track all the same."""
    low = {name: [h for h in SIX if h not in ("stark", "tyrell")] + ["stark", "tyrell"] for name in TRACKS}
    low["iron-throne"] = [*(h for h in SIX if h not in ("stark", "tyrell", "greyjoy")), "stark", "greyjoy", "tyrell"]
    match = attack("preemptive-raid", ALL_BUT_STARK, houses=SIX, areas=ONE_UNIT, tracks=low, threat=12)
    play(match, "stark: effect track")
    assert track(match, 0)[3:] == ["greyjoy", "tyrell", "stark"]
    last = {name: [*(h for h in SIX if h != "stark"), "stark"] for name in TRACKS}
    match = attack("preemptive-raid", ALL_BUT_STARK, houses=SIX, areas=ONE_UNIT, tracks=last, threat=12)
    play(match, "stark: effect track", "baratheon: track fiefdoms")
    assert track(match, 1) == last["fiefdoms"]


# Crow Killers


@pytest.mark.rule("thrones:wildling.crow-killers")
def test_crow_killers_turn_knights_into_footmen() -> None:
    """All of the lowest bidder's, two of each other house, which chooses them; with two or fewer all."""
    areas = {
        "winterfell": stack("stark", knight=2, footman=1),
        "twins": stack("stark", knight=1),
        "lannisport": stack("lannister", knight=2),
        "harrenhal": stack("lannister", knight=1),
        "stoney-sept": stack("lannister", footman=1),
        "dragonstone": stack("baratheon", knight=1),
    }
    match = attack("crow-killers", BIDS, areas=areas)
    assert units(match, "winterfell") == {"footman": 3}
    assert units(match, "twins") == {"footman": 1}
    assert units(match, "dragonstone") == {"footman": 1}
    assert options(match, "lannister") == ["knight harrenhal", "knight lannisport"]
    assert refused(match, "lannister: knight winterfell").rule == "thrones:wildling.crow-killers"
    play(match, "lannister: knight lannisport", "lannister: knight lannisport")
    assert units(match, "lannisport") == {"footman": 2}
    assert units(match, "harrenhal") == {"knight": 1}
    assert told(match, "unit-lost") == []


FULL = {
    "karhold": stack("stark", footman=3),
    "moat-cailin": stack("stark", footman=3),
    "white-harbor": stack("stark", footman=3),
}


@pytest.mark.rule("thrones:ruling.23", "thrones:limits.1", "thrones:ruling.24")
def test_a_knight_without_a_footman_to_replace_it_dies() -> None:
    """With nine of ten footmen on the board one knight of two is replaced; Stark picks the one that dies."""
    areas = FULL | {"winterfell": stack("stark", knight=1), "twins": stack("stark", knight=1)}
    match = attack("crow-killers", BIDS, areas=areas)
    assert options(match, "stark") == ["lose twins knight", "lose winterfell knight"]
    assert refused(match, "stark: lose karhold footman").reason.id == "refuse.loss.other-kind"
    play(match, "stark: lose twins knight")
    assert units(match, "twins") == {}
    assert units(match, "winterfell") == {"footman": 1}


@pytest.mark.rule("thrones:ruling.23", "thrones:wildling.crow-killers")
def test_others_without_footmen_choose_who_dies_and_who_is_replaced() -> None:
    """Of Stark's three knights two are concerned: one dies, one becomes the last footman, one stays."""
    areas = FULL | {"winterfell": stack("stark", knight=2), "twins": stack("stark", knight=1)}
    match = attack("crow-killers", {"baratheon": 2, "stark": 1}, areas=areas)
    play(match, "stark: lose winterfell knight", "stark: knight twins")
    assert units(match, "winterfell") == {"knight": 1}
    assert units(match, "twins") == {"footman": 1}


@pytest.mark.rule("thrones:wildling.crow-killers", "thrones:ruling.80")
def test_a_routed_knight_becomes_a_routed_footman() -> None:
    """Should one ever be routed, it stays so; an upright knight is replaced first."""
    areas = {"winterfell": {"house": "stark", "units": {"knight": 1}, "routed": {"knight": 1}}}
    match = attack("crow-killers", BIDS, areas=areas)
    assert units(match, "winterfell") == {"footman": 1}
    assert units(match, "winterfell", routed=True) == {"footman": 1}


@pytest.mark.rule("thrones:wildling.crow-killers", "thrones:limits.1")
def test_crow_killers_reward_up_to_two_knights() -> None:
    """The highest bidder turns up to two footmen into knights, anywhere, while it has knights left."""
    areas = {
        "winterfell": stack("stark", footman=2),
        "twins": stack("stark", footman=1, knight=3),
        "karhold": stack("stark", engines=1),
    }
    match = attack("crow-killers", WIN, areas=areas | {"lannisport": stack("lannister", footman=1)})
    assert options(match, "stark") == ["pass", "knight twins", "knight winterfell"]
    for place in ("lannisport", "karhold", "dragonstone"):
        assert refused(match, f"stark: knight {place}").rule == "thrones:wildling.crow-killers"
    match = attack("crow-killers", WIN, areas=areas)
    one = play(match.clone(), "stark: knight winterfell", "stark: pass")
    assert units(one, "winterfell") == {"footman": 1, "knight": 1}
    play(match, "stark: knight winterfell", "stark: knight twins")
    assert units(match, "twins") == {"knight": 4}
    assert asked(match) == {"stark": "order"}
    areas["twins"] = stack("stark", footman=1, knight=4)
    match = attack("crow-killers", WIN, areas=areas)
    play(match, "stark: knight winterfell")  # the fifth and last knight
    assert asked(match) == {"stark": "order"}


# Rattleshirt's Raiders


@pytest.mark.rule("thrones:wildling.rattleshirts-raiders", "thrones:ruling.21", "thrones:ruling.74")
def test_rattleshirts_raiders_lower_supply() -> None:
    """Two places for the lowest bidder, whose armies fit before the others move; one for them, not below 0."""
    areas = {"winterfell": stack("stark", footman=3), "lannisport": stack("lannister", footman=3)}
    seats = {"stark": {"supply": 2}, "lannister": {"supply": 1}, "baratheon": {"supply": 0}}
    match = attack("rattleshirts-raiders", BIDS, areas=areas, seats=seats)
    assert [supply_of(match, house) for house in THREE] == [0, 0, 0]
    moved, lost = told(match, "supply-moved"), told(match, "unit-lost")
    assert [(event.house, event.new) for event in moved] == [("stark", 0), ("baratheon", 0), ("lannister", 0)]
    story = [t.event for t in match.events if t.event in moved or t.event in lost]
    assert story == [moved[0], lost[0], moved[1], moved[2], lost[1]]
    assert units(match, "winterfell") == {"footman": 2}


@pytest.mark.rule("thrones:wildling.rattleshirts-raiders", "thrones:supply.3", "thrones:ruling.8")
def test_rattleshirts_raiders_let_the_owner_choose() -> None:
    """At supply 0 of armies of 2, 2 and 2 one unit goes where Stark likes."""
    areas = {area: stack("stark", footman=1, knight=1) for area in ("winterfell", "twins", "karhold")}
    match = attack("rattleshirts-raiders", BIDS, areas=areas, seats={"stark": {"supply": 2}})
    assert asked(match) == {"stark": "supply-loss"}
    play(match, "stark: lose twins knight")
    assert units(match, "twins") == {"footman": 1}


@pytest.mark.rule("thrones:wildling.rattleshirts-raiders", "thrones:ruling.74")
@pytest.mark.parametrize(("before", "after"), [(2, 3), (6, 6)])
def test_rattleshirts_raiders_raise_the_highest_bidders_supply(before: int, after: int) -> None:
    """One place up, but never above 6."""
    match = attack("rattleshirts-raiders", WIN, seats={"stark": {"supply": before}})
    assert [supply_of(match, house) for house in THREE] == [2, 2, after]


# Massing on the Milkwater

STARK = ("eddard-stark", "robb-stark", "greatjon-umber", "roose-bolton", "ser-rodrick-cassel")


@pytest.mark.rule("thrones:wildling.massing-on-the-milkwater")
def test_massing_on_the_milkwater_takes_the_strongest_cards() -> None:
    """The lowest bidder discards all cards of its highest printed strength; the others one card each they choose."""
    seats = {
        "stark": cards("stark", "robb-stark", "greatjon-umber", "roose-bolton", "ser-rodrick-cassel", "catelyn-stark"),
        "baratheon": cards("baratheon", "patchface"),
    }
    best = {card.strength for card in CARDS.values() if card.house == "stark"}
    assert max(best) == 4
    match = attack("massing-on-the-milkwater", BIDS, seats=seats)
    strongest = max(CARDS[card].strength for card in seats["stark"]["hand"])
    left = [card for card in seats["stark"]["hand"] if CARDS[card].strength < strongest]
    assert sorted(hand(match, "stark")) == sorted(left)
    assert hand(match, "baratheon") == ["patchface"]  # a single card stays
    assert asked(match) == {"lannister": "discard-card"}
    assert refused(match, "lannister: card patchface").rule == "thrones:wildling.massing-on-the-milkwater"
    play(match, "lannister: card tywin-lannister")
    assert discards(match, "lannister") == ["tywin-lannister"]
    assert len(hand(match, "lannister")) == 6


@pytest.mark.rule("thrones:ruling.20", "thrones:wildling.massing-on-the-milkwater")
@pytest.mark.parametrize("kept", [("roose-bolton", "greatjon-umber"), ("eddard-stark",)])
def test_a_hand_of_one_strength_stays(kept: tuple[str, ...]) -> None:
    """The hand may not become empty."""
    assert len({CARDS[card].strength for card in kept}) == 1
    match = attack("massing-on-the-milkwater", BIDS, seats={"stark": cards("stark", *kept)})
    assert sorted(hand(match, "stark")) == sorted(kept)


@pytest.mark.rule("thrones:wildling.massing-on-the-milkwater")
def test_massing_on_the_milkwater_gives_the_discard_pile_back() -> None:
    """The highest bidder has all seven cards in hand again, in their order."""
    match = attack("massing-on-the-milkwater", WIN, seats={"stark": cards("stark", "robb-stark")})
    assert hand(match, "stark") == [id for id, card in CARDS.items() if card.house == "stark"]
    assert discards(match, "stark") == []
    assert len(hand(match, "lannister")) == 7
    match = attack("massing-on-the-milkwater", WIN)
    assert told(match, "cards-recovered") == []


# A King Beyond the Wall


@pytest.mark.rule("thrones:wildling.a-king-beyond-the-wall", "thrones:tracks.1")
def test_a_king_beyond_the_wall_sends_houses_to_the_end() -> None:
    """The lowest bidder on all tracks; the others in turn order on Fiefdoms or King's Court, not the Iron Throne."""
    bids = {"stark": 2, "lannister": 1}
    match = attack("a-king-beyond-the-wall", bids)
    assert [track(match, number) for number in range(3)] == [["lannister", "stark", "baratheon"]] * 3
    assert options(match, "lannister") == ["track fiefdoms", "track kings-court"]
    assert refused(match, "lannister: track iron-throne").rule == "thrones:wildling.a-king-beyond-the-wall"
    play(match, "lannister: track fiefdoms", "stark: track kings-court")
    assert track(match, 0) == ["lannister", "stark", "baratheon"]
    assert track(match, 1) == ["stark", "baratheon", "lannister"]
    assert track(match, 2) == ["lannister", "baratheon", "stark"]


@pytest.mark.rule("thrones:wildling.a-king-beyond-the-wall", "thrones:tracks.2")
def test_a_king_beyond_the_wall_lets_the_highest_bidder_lead_a_track() -> None:
    """Stark goes to the first place of the Fiefdoms and has the blade as it was, used or fresh."""
    match = attack("a-king-beyond-the-wall", WIN, blade_used=True)
    assert options(match, "stark") == ["track iron-throne", "track fiefdoms", "track kings-court"]
    play(match, "stark: track fiefdoms")
    assert track(match, 1) == ["stark", "baratheon", "lannister"]
    assert track(match, 0) == ["baratheon", "lannister", "stark"]
    assert [(event.track, event.house, event.place) for event in told(match, "track-moved")] == [
        ("fiefdoms", "stark", 1)
    ]
    assert match.state.blade_used


# Mammoth Riders


@pytest.mark.rule("thrones:wildling.mammoth-riders", "thrones:terms.10")
def test_mammoth_riders_kill_three_and_two() -> None:
    """Three units of the lowest bidder, two of each other house, anywhere; all of a house that has fewer."""
    areas = {
        "winterfell": stack("stark", footman=1, knight=1),
        "bay-of-ice": stack("stark", ship=2),
        "lannisport": stack("lannister", footman=1),
        "dragonstone": stack("baratheon", footman=2, engines=1),
    }
    match = attack("mammoth-riders", BIDS, areas=areas)
    assert options(match, "stark") == ["lose winterfell footman", "lose winterfell knight", "lose bay-of-ice ship"]
    assert refused(match, "stark: lose dragonstone footman").rule == "thrones:wildling-results.3"
    play(match, "stark: lose bay-of-ice ship", "stark: lose winterfell footman", "stark: lose bay-of-ice ship")
    play(match, "baratheon: lose dragonstone footman", "baratheon: lose dragonstone siege-engine")
    assert units(match, "winterfell") == {"knight": 1}
    assert units(match, "dragonstone") == {"footman": 1}
    assert units(match, "lannisport") == {}
    assert len(told(match, "unit-lost")) == 6


@pytest.mark.rule("thrones:wildling.mammoth-riders")
def test_mammoth_riders_give_one_card_back() -> None:
    """The highest bidder may take one card of its discard pile; with no discards nothing is asked."""
    seats = {"stark": cards("stark", *STARK)}
    match = attack("mammoth-riders", WIN, seats=seats)
    assert options(match, "stark") == ["pass", *(f"card {card}" for card in seats["stark"]["discards"])]
    assert refused(match, "stark: card eddard-stark").rule == "thrones:wildling.mammoth-riders"
    back = seats["stark"]["discards"][0]
    taken = play(match.clone(), f"stark: card {back}")
    assert back in hand(taken, "stark")
    assert discards(taken, "stark") == seats["stark"]["discards"][1:]
    play(match, "stark: pass")
    assert len(hand(match, "stark")) == 5
    areas = {"winterfell": stack("stark", footman=1)}
    assert asked(attack("mammoth-riders", WIN, areas=areas)) == {"stark": "order"}


# The Horde Descends


@pytest.mark.rule("thrones:wildling.the-horde-descends", "thrones:ruling.22")
def test_the_horde_descends_on_one_castle() -> None:
    """The lowest bidder loses two units of one castle area that has two; ships in its port are elsewhere."""
    areas = {
        "winterfell": stack("stark", footman=1),
        "winterfell-port": stack("stark", ship=2),
        "white-harbor": stack("stark", footman=1, knight=1),
        "white-harbor-port": stack("stark", ship=1),
        "moat-cailin": stack("stark", footman=3),
        "karhold": stack("stark", footman=2),
        "lannisport": stack("lannister", footman=1, knight=1),
        "stoney-sept": stack("lannister", footman=1),
    }
    match = attack("the-horde-descends", BIDS, areas=areas)
    assert options(match, "stark") == [
        "lose moat-cailin footman",
        "lose white-harbor footman",
        "lose white-harbor knight",
    ]
    for place in ("karhold footman", "winterfell footman", "winterfell-port ship"):
        assert refused(match, f"stark: lose {place}").rule == "thrones:wildling.the-horde-descends"
    three = play(match.clone(), "stark: lose moat-cailin footman")
    assert units(three, "moat-cailin") == {"footman": 1}
    play(match, "stark: lose white-harbor knight")  # the other unit there goes with it
    assert (units(match, "white-harbor"), holder(match, "white-harbor")) == ({}, None)
    assert units(match, "white-harbor-port") == {}  # without its castle the ship is lost
    assert units(match, "moat-cailin") == {"footman": 3}
    play(match, "lannister: lose stoney-sept footman")
    assert units(match, "lannisport") == {"footman": 1, "knight": 1}


@pytest.mark.rule("thrones:ruling.22")
def test_without_such_a_castle_any_two_units_go() -> None:
    """A single unit in each castle is not enough; then the choice is free."""
    areas = {
        "winterfell": stack("stark", footman=1),
        "winterfell-port": stack("stark", ship=2),
        "karhold": stack("stark", footman=2),
    }
    match = attack("the-horde-descends", BIDS, areas=areas)
    play(match, "stark: lose winterfell-port ship", "stark: lose karhold footman")
    assert units(match, "winterfell-port") == {"ship": 1}
    assert units(match, "karhold") == {"footman": 1}
    assert asked(match) == {"stark": "order"}


@pytest.mark.rule("thrones:wildling.the-horde-descends", "thrones:mustering.2")
def test_the_horde_descends_lets_the_highest_bidder_muster() -> None:
    """In one castle or stronghold area of its choice, by the usual rules, or not at all."""
    areas = {"winterfell": stack("stark", footman=1), "white-harbor": stack("stark", footman=1)}
    match = attack("the-horde-descends", WIN, areas=areas)
    assert options(match, "stark") == ["pass", "area white-harbor", "area winterfell"]
    assert refused(match, "stark: area lannisport").rule == "thrones:wildling.the-horde-descends"
    assert refused(match, "stark: area karhold").reason.id == "refuse.muster.no-castle"
    assert asked(play(match.clone(), "stark: pass")) == {"stark": "order"}
    play(match, "stark: area winterfell")
    other = refused(match, "stark: muster white-harbor: footman > white-harbor")
    assert other.rule == "thrones:wildling.the-horde-descends"
    play(match, "stark: muster winterfell: knight > winterfell")
    assert units(match, "winterfell") == {"footman": 1, "knight": 1}
    assert asked(match) == {"stark": "order"}


# Skinchanger Scout


@pytest.mark.rule("thrones:wildling.skinchanger-scout", "thrones:wildlings.8")
def test_skinchanger_scout_takes_available_tokens() -> None:
    """After the bids are paid the lowest bidder loses all that is left, each other house two, or what it has."""
    seats = {"stark": {"available": 7}, "baratheon": {"available": 6}, "lannister": {"available": 3}}
    areas = {"kings-landing": {"power": "stark"}}
    match = attack("skinchanger-scout", {}, seats=seats, areas=areas)
    play(match, "baratheon: bid 3", "lannister: bid 2", "stark: bid 0")
    assert [available(match, house) for house in THREE] == [1, 0, 0]
    assert [(e.house, e.tokens) for e in told(match, "power-lost")] == [
        ("stark", 7),
        ("baratheon", 2),
        ("lannister", 1),
    ]
    assert match.state.power.count(2) == 1


@pytest.mark.rule("thrones:wildling.skinchanger-scout", "thrones:wildlings.8")
def test_skinchanger_scout_gives_the_bid_back() -> None:
    """The highest bidder has all tokens of this bid again."""
    seats = {house: {"available": 6} for house in THREE}
    match = attack("skinchanger-scout", {}, seats=seats)
    play(match, "stark: bid 5", "lannister: bid 1", "baratheon: bid 0")
    assert [available(match, house) for house in THREE] == [6, 5, 6]
    assert [(e.house, e.tokens) for e in told(match, "bid-returned")] == [("stark", 5)]
