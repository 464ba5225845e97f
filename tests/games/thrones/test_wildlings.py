"""Wildling attacks: bids, result, marker, the bidders named, the card and its place under the deck."""

import pytest

from banneret.games.thrones.content.components import WILDLING_CARDS
from banneret.kernel.pile import PUBLIC
from tests.games.thrones.phase import THREE, attack, card_of, stack, track
from tests.games.thrones.scene import SIX, asked, available, options, play, refused, told, units

SILENCE = "silence-at-the-wall"


@pytest.mark.rule("thrones:wildlings.4", "thrones:wildlings.5", "thrones:wildlings.6", "thrones:wildlings.8")
@pytest.mark.parametrize(("bids", "winner"), [((3, 1, 2), "nights-watch"), ((3, 1, 1), "wildlings")])
def test_the_sum_of_the_bids_decides(bids: tuple[int, int, int], winner: str) -> None:
    """Against strength 6 bids of 6 win and bids of 5 do not; all tokens bid are lost either way."""
    match = card_of(3, "wildlings-attack", threat=6, chance=[SILENCE])
    assert asked(match) == dict.fromkeys(THREE, "wildling-bid")
    play(match, *(f"{house}: bid {tokens}" for house, tokens in zip(THREE, bids, strict=True)))
    if winner == "wildlings":
        play(match, "baratheon: house stark")
    (shown,) = told(match, "wildling-bids")
    assert (shown.watch, shown.winner, shown.strength) == (sum(bids), winner, 6)
    assert [available(match, house) for house in THREE] == [5 - tokens for tokens in bids]


@pytest.mark.rule("thrones:wildlings.4", "thrones:terms.11")
def test_a_house_bids_what_is_available() -> None:
    """Tokens on the board cannot be bid, and nobody needs to bid."""
    areas = {"kings-landing": {"power": "stark"}}
    match = card_of(3, "wildlings-attack", seats={"stark": {"available": 2}}, areas=areas, chance=[SILENCE])
    assert options(match, "stark") == ["bid 0", "bid 1", "bid 2"]
    assert refused(match, "stark: bid 3").rule == "thrones:terms.11"


@pytest.mark.rule("thrones:wildlings.7", "thrones:ruling.16")
@pytest.mark.parametrize(("threat", "after"), [(2, 0), (4, 0), (6, 2), (12, 8)])
def test_after_a_win_of_the_wildlings_the_marker_goes_two_spaces_back(threat: int, after: int) -> None:
    """Two printed spaces are 4 points of strength, not below 0."""
    match = attack(SILENCE, {"stark": 1}, threat=threat)
    play(match, "baratheon: house baratheon")
    assert match.state.threat == after


@pytest.mark.rule("thrones:ruling.15", "thrones:wildlings.8")
def test_the_marker_goes_back_and_bids_are_lost_before_the_card_acts() -> None:
    """While the lowest bidder decides on Preemptive Raid, the marker is at 8 and no bid is left."""
    areas = {"dragonstone": stack("baratheon", footman=1)}
    match = attack("preemptive-raid", {"stark": 1, "lannister": 2}, areas=areas, threat=12)
    assert asked(match) == {"baratheon": "preemptive-raid"}
    assert match.state.threat == 8
    assert [available(match, house) for house in THREE] == [0, 0, 0]


@pytest.mark.rule("thrones:wildlings.7")
def test_after_a_win_of_the_nights_watch_the_marker_goes_to_0() -> None:
    """Wherever it was."""
    assert attack(SILENCE, {"stark": 7, "lannister": 3}, threat=10).state.threat == 0


@pytest.mark.rule("thrones:ruling.17", "thrones:wildling-results.5", "thrones:iron-throne.3")
def test_strength_0_needs_no_bids() -> None:
    """The Night's Watch wins with nothing, and the throne names the highest of the equal bidders."""
    match = attack("rattleshirts-raiders", {}, threat=0)
    assert asked(match) == {"baratheon": "highest-bidder"}
    play(match, "baratheon: house lannister")
    assert [(e.house, e.new) for e in told(match, "supply-moved")] == [("lannister", 3)]


@pytest.mark.rule("thrones:wildling-results.5", "thrones:ruling.14", "thrones:wildling-results.1")
def test_a_tie_is_settled_before_the_card_is_seen() -> None:
    """The holder of the Iron Throne names the lowest of the tied houses while the card is still face down."""
    tracks = {"iron-throne": ["lannister", "stark", "baratheon"]}
    match = attack("mammoth-riders", {"lannister": 3}, tracks=tracks)
    assert asked(match) == {"lannister": "lowest-bidder"}
    assert options(match, "lannister") == ["house baratheon", "house stark"]
    assert refused(match, "lannister: house lannister").rule == "thrones:wildling-results.5"
    assert told(match, "wildling-card") == []
    play(match, "lannister: house stark")
    assert [event.card for event in told(match, "wildling-card")] == ["mammoth-riders"]
    assert [(event.house, event.bidder) for event in told(match, "bidder-named")] == [("stark", "lowest")]


@pytest.mark.rule("thrones:wildling-results.4", "thrones:wildling-results.1")
def test_the_card_goes_under_the_deck_known_to_all() -> None:
    """It is the bottom card from then on; of the eight others nobody knows a place."""
    match = attack("crow-killers", {"stark": 6, "lannister": 1})
    assert match.state.wildlings.cards[-1] == "crow-killers"
    assert sorted(match.state.wildlings.cards) == sorted(WILDLING_CARDS)
    assert match.state.wildlings.known == [0] * 8 + [PUBLIC]


@pytest.mark.rule("thrones:wildling-results.3", "thrones:ruling.13", "thrones:wildling.mammoth-riders")
def test_the_lowest_bidder_first_then_the_others_in_turn_order() -> None:
    """Whatever its place, the lowest bidder loses units first."""
    areas = {f"{area}": stack(house, footman=3) for area, house in zip(HOMES, THREE, strict=True)}
    match = attack("mammoth-riders", {"baratheon": 2, "lannister": 1}, areas=areas)
    lost = [event.house for event in told(match, "unit-lost")]
    assert lost == ["stark"] * 3 + ["baratheon"] * 2 + ["lannister"] * 2


HOMES = ("dragonstone", "lannisport", "winterfell")


@pytest.mark.rule("thrones:ruling.13", "thrones:wildling.a-king-beyond-the-wall")
def test_the_turn_order_is_read_after_the_lowest_bidders_penalty() -> None:
    """Baratheon falls from the first place of the Iron Throne to the last; Lannister then acts before Stark."""
    match = attack("a-king-beyond-the-wall", {"lannister": 2, "stark": 1})
    assert track(match, 0) == ["lannister", "stark", "baratheon"]
    assert asked(match) == {"lannister": "fall-on-track"}
    play(match, "lannister: track fiefdoms")
    assert asked(match) == {"stark": "fall-on-track"}


@pytest.mark.rule("thrones:wildling-results.2", "thrones:wildling.skinchanger-scout")
def test_only_the_highest_bidder_is_rewarded() -> None:
    """The other houses keep what is left to them."""
    match = attack("skinchanger-scout", {"stark": 4, "lannister": 2}, seats={"baratheon": {"available": 3}})
    play(match, "baratheon: bid 0")
    assert [available(match, house) for house in THREE] == [3, 0, 4]


@pytest.mark.rule("thrones:ruling.24", "thrones:secure.10", "thrones:home.3", "thrones:ruling.66", "thrones:ports.1")
def test_losses_settle_areas_and_ports() -> None:
    """Lannisport, emptied of Stark's units, is Lannister's again, who may take the ships in its port."""
    areas = {
        "lannisport": stack("stark", footman=1),
        "lannisport-port": stack("stark", ship=2),
        "seagard": stack("stark", footman=1),
        "winterfell": {},
    }
    match = attack("mammoth-riders", {"baratheon": 2, "stark": 3}, areas=areas, threat=8)
    assert asked(match) == {"stark": "loss"}
    play(match, "stark: lose lannisport footman", "stark: lose seagard footman")
    assert asked(match) == {"lannister": "take-port"}
    play(match, "lannister: take-port lannisport-port 2")
    assert units(match, "lannisport-port") == {"ship": 2}
    assert match.state.power == [-1] * len(match.state.power)


@pytest.mark.rule("thrones:ruling.65", "thrones:ruling.24")
def test_ships_in_a_port_without_a_master_are_lost() -> None:
    """Old Town left without a unit is nobody's, and the ship in its port goes with it."""
    areas = {"oldtown": stack("stark", footman=1), "oldtown-port": stack("stark", ship=1)}
    areas |= {"karhold": stack("stark", footman=4)}
    match = attack("the-horde-descends", {"stark": 2}, areas=areas)
    play(match, "baratheon: house lannister", "stark: lose oldtown footman")
    assert units(match, "oldtown-port") == {}
    assert [event.port for event in told(match, "port-lost")] == ["oldtown-port"]


@pytest.mark.rule("thrones:ruling.24", "thrones:ruling.2", "thrones:aim.2", "thrones:end.5")
def test_a_loss_can_decide_the_match() -> None:
    """Stark gets Winterfell back as its seventh castle or stronghold when Lannister's only unit there dies."""
    castles = ("white-harbor", "moat-cailin", "seagard", "riverrun", "eyrie", "harrenhal")
    areas = {area: {"power": "stark"} for area in castles} | {"winterfell": stack("lannister", footman=1)}
    match = attack("the-horde-descends", {"stark": 2, "baratheon": 1}, areas=areas)
    assert match.outcome is not None
    assert (match.state.winner, match.state.reason) == (2, "seven-areas")


@pytest.mark.rule("thrones:ruling.81", "thrones:ruling.79")
def test_a_penalty_is_settled_as_a_whole() -> None:
    """The ship in port may be the third loss though its land is empty by then; a routed unit goes first."""
    areas = {
        "oldtown": {"house": "stark", "units": {"footman": 1}, "routed": {"footman": 1}},
        "oldtown-port": stack("stark", ship=2),
        "karhold": stack("stark", footman=3),
    }
    match = attack("mammoth-riders", {"baratheon": 2, "lannister": 1}, areas=areas)
    play(match, "stark: lose oldtown footman")
    assert units(match, "oldtown", routed=True) == {}
    assert units(match, "oldtown") == {"footman": 1}
    play(match, "stark: lose oldtown footman", "stark: lose oldtown-port ship")
    assert units(match, "karhold") == {"footman": 3}
    assert [event.ships for event in told(match, "port-lost")] == [1]


# Preemptive Raid: the second attack


@pytest.mark.rule("thrones:wildling.preemptive-raid", "thrones:ruling.18", "thrones:ruling.82")
def test_preemptive_raid_brings_a_second_attack_without_the_highest_bidder() -> None:
    """It has strength 6 and the next card; Stark, who bid most, bids no more and takes no penalty."""
    areas = {f"{area}": stack(house, footman=3) for area, house in zip(HOMES, THREE, strict=True)}
    seats = {house: {"available": 6} for house in THREE}
    match = attack("preemptive-raid", {}, areas=areas, seats=seats, chance=["mammoth-riders"])
    play(match, "stark: bid 3", "lannister: bid 2", "baratheon: bid 1")
    assert match.state.threat == 0
    assert asked(match) == {"baratheon": "wildling-bid", "lannister": "wildling-bid"}
    play(match, "lannister: bid 2", "baratheon: bid 3")
    assert match.state.threat == 0
    assert [(e.strength, e.rule) for e in told(match, "wildlings-attack")][1] == (6, "thrones:wildling.preemptive-raid")
    assert [event.house for event in told(match, "unit-lost")] == ["lannister"] * 3 + ["baratheon"] * 2
    assert units(match, "winterfell") == {"footman": 3}
    assert [available(match, house) for house in THREE] == [2, 2, 3]
    assert match.state.wildlings.cards[-2:] == ["mammoth-riders", "preemptive-raid"]
    assert match.state.wildlings.known[-2:] == [PUBLIC, PUBLIC]


@pytest.mark.rule("thrones:ruling.18")
def test_the_second_attack_can_be_won() -> None:
    """Then the highest of the houses left in gets the reward, and the marker stays at 0."""
    seats = {house: {"available": 9} for house in THREE}
    match = attack("preemptive-raid", {}, seats=seats, chance=["rattleshirts-raiders"])
    play(match, "stark: bid 7", "lannister: bid 0", "baratheon: bid 0")
    play(match, "lannister: bid 4", "baratheon: bid 2")
    assert [(e.house, e.new) for e in told(match, "supply-moved")] == [("lannister", 3)]
    assert match.state.threat == 0


@pytest.mark.rule("thrones:ruling.18", "thrones:wildling-results.5")
def test_the_excluded_house_still_settles_ties_with_the_throne() -> None:
    """Baratheon is left out of the second attack but holds the Iron Throne."""
    seats = {house: {"available": 6} for house in SIX}
    match = attack("preemptive-raid", {}, houses=SIX, seats=seats, chance=["silence-at-the-wall"])
    play(match, *(f"{house}: bid {6 if house == 'baratheon' else 0}" for house in SIX))
    play(match, *(f"{house}: bid 1" for house in SIX[1:]))
    assert asked(match) == {"baratheon": "lowest-bidder"}
    assert refused(match, "baratheon: house baratheon").rule == "thrones:wildling-results.5"
    play(match, "baratheon: house tyrell")
    assert [event.house for event in told(match, "bidder-named")] == ["baratheon", "tyrell"]
