"""Supply: what counts as an army, the limits, and fitting armies to them."""

from itertools import product

import pytest

from banneret.games.thrones.content.board import AREA, LAND_AREAS
from banneret.games.thrones.rules.supply import army_sizes, fits, fits_after, growth, largest_remains
from tests.games.thrones.phase import attack, card_of, stack, state_of, supply_of
from tests.games.thrones.scene import asked, options, play, refused, seat_of, told, units

LANNISTER = {
    "twins": stack("lannister", footman=3, knight=1),
    "harrenhal": stack("lannister", footman=2, knight=1),
    "lannisport": stack("lannister", footman=1, knight=1),
    "stoney-sept": stack("lannister", footman=2),
    "searoad-marches": stack("lannister", footman=1),
    "riverrun": stack("greyjoy", footman=1),
    "seagard": stack("greyjoy", footman=1),
}
FIVE = ("lannister", "greyjoy", "stark", "baratheon", "tyrell")


@pytest.mark.rule("thrones:event.supply", "thrones:supply.1", "thrones:supply.3", "thrones:ruling.8", "thrones:terms.1")
def test_the_rulebooks_example_of_supply() -> None:
    """Lannister falls from 5 to 3, so of armies of 4, 3, 2 and 2 one unit goes in the Twins and one in Harrenhal."""
    match = card_of(1, "supply", houses=FIVE, areas=LANNISTER, seats={"lannister": {"supply": 5}})
    assert supply_of(match, "lannister") == 3
    assert asked(match) == {"lannister": "supply-loss"}
    assert options(match, "lannister") == [
        "lose harrenhal footman",
        "lose harrenhal knight",
        "lose twins footman",
        "lose twins knight",
    ]
    play(match, "lannister: lose twins footman", "lannister: lose harrenhal footman")
    assert army_sizes(match.state, seat_of(match, "lannister")) == [3, 2, 2, 2]
    assert "supply-loss" not in asked(match).values()
    assert [(e.area, e.unit, e.rule) for e in told(match, "unit-lost")] == [
        ("twins", "footman", "thrones:supply.3"),
        ("harrenhal", "footman", "thrones:supply.3"),
    ]


@pytest.mark.rule("thrones:ruling.8", "thrones:supply.3")
def test_no_unit_is_lost_needlessly() -> None:
    """A loss that would be needless in the end is refused, also after the first loss; so are units not there."""
    match = card_of(1, "supply", houses=FIVE, areas=LANNISTER, seats={"lannister": {"supply": 5}})
    for line in ("lose lannisport knight", "lose stoney-sept footman", "lose searoad-marches footman"):
        assert refused(match, f"lannister: {line}").rule == "thrones:ruling.8"
    assert refused(match, "lannister: lose twins ship").rule == "thrones:supply.3"
    assert refused(match, "lannister: lose riverrun footman").rule == "thrones:supply.3"
    play(match, "lannister: lose twins knight")
    # 3, 3, 2, 2 are left: one of the two armies of three is one too large
    assert options(match, "lannister")[-1] == "lose twins footman"
    play(match, "lannister: lose twins footman")
    assert army_sizes(match.state, seat_of(match, "lannister")) == [3, 2, 2, 2]


@pytest.mark.rule("thrones:ruling.8")
def test_two_smaller_armies_may_go_instead_of_one_larger() -> None:
    """Armies of 2, 2, 2 at supply 0 lose one unit anywhere; 3, 2, 2 lose two units, but never three."""
    areas = {name: stack("stark", footman=n) for name, n in {"karhold": 3, "moat-cailin": 2, "twins": 2}.items()}
    match = card_of(1, "supply", areas=areas | {"winterfell": stack("lannister", footman=1)})
    assert supply_of(match, "stark") == 0
    assert options(match, "stark") == ["lose karhold footman", "lose moat-cailin footman", "lose twins footman"]
    play(match, "stark: lose twins footman")
    assert army_sizes(match.state, seat_of(match, "stark")) == [2, 2]  # Karhold was the only way left


@pytest.mark.parametrize("supply", range(7))
def test_what_is_left_is_as_much_as_fits(supply: int) -> None:
    """What may be left fits, one unit more of any army does not, and nothing else has these two qualities."""
    sizes = (4, 3, 3, 2, 2, 2)
    found = set(largest_remains(sizes, supply))
    for after in product(*(range(size + 1) for size in sizes)):
        fit = fits(tuple(sorted(after, reverse=True)), supply)
        more = [(*after[:i], n + 1, *after[i + 1 :]) for i, n in enumerate(after) if n < sizes[i]]
        largest = fit and not any(fits(tuple(sorted(m, reverse=True)), supply) for m in more)
        assert (after in found) == largest


@pytest.mark.rule("thrones:event.supply", "thrones:terms.12")
def test_armies_are_fitted_in_turn_order_after_all_markers() -> None:
    """All supply tokens move before the first unit is lost; then the house first in turn order loses units."""
    areas = {
        "karhold": stack("stark", footman=4),
        "stoney-sept": stack("lannister", footman=3),
        "winterfell": stack("baratheon", footman=1),
    }
    order = {"iron-throne": ["stark", "baratheon", "lannister"]}
    seats = {"stark": {"supply": 6}, "lannister": {"supply": 1}}
    match = card_of(1, "supply", areas=areas | {"lannisport": stack("stark", knight=1)}, tracks=order, seats=seats)
    moved = [(e.house, e.old, e.new) for e in told(match, "supply-moved")]
    assert moved == [("stark", 6, 2), ("baratheon", 2, 2), ("lannister", 1, 0)]
    lost = [(e.house, e.area) for e in told(match, "unit-lost")]
    assert lost == [("stark", "karhold"), ("lannister", "stoney-sept")]


@pytest.mark.rule("thrones:supply.1", "thrones:ruling.74")
def test_the_supply_token_stops_at_six() -> None:
    """Nine supply icons are worth no more than six."""
    rich = ("blackwater", "highgarden", "lannisport", "searoad-marches", "riverrun", "seagard")
    match = card_of(1, "supply", areas={area: stack("stark", footman=1) for area in rich} | {"winterfell": {}})
    assert supply_of(match, "stark") == 6
    assert supply_of(match, "lannister") == 0


@pytest.mark.rule("thrones:supply.1", "thrones:home.1", "thrones:control.1")
def test_icons_count_in_areas_held_by_token_or_crest() -> None:
    """A power token and the home crest keep the supply icons of their areas; an enemy in the home takes them."""
    match = card_of(1, "supply", areas={"blackwater": {"power": "stark"}, "dragonstone": stack("lannister", footman=1)})
    assert [supply_of(match, house) for house in ("stark", "baratheon", "lannister")] == [3, 0, 3]


PRINTED = ((2, 2), (3, 2), (3, 2, 2), (3, 2, 2, 2), (3, 3, 2, 2), (4, 3, 2, 2), (4, 3, 2, 2, 2))
"""The armies at each place of the printed track, written down apart from the data."""


@pytest.mark.rule("thrones:supply.2", "thrones:supply.4", "thrones:terms.1")
@pytest.mark.parametrize(("supply", "limits"), [*enumerate(PRINTED)])
def test_the_limits_of_each_place(supply: int, limits: tuple[int, ...]) -> None:
    """Each place of the track allows its armies, smaller ones and any single units, and no unit more anywhere."""
    state = state_of({}, seats={"stark": {"supply": supply}})

    def allowed(*sizes: int) -> bool:
        return fits_after(state, 2, dict(zip(LAND_AREAS, sizes, strict=False)))

    assert allowed(*limits)
    assert allowed(1, *limits, 1, 1)
    assert not allowed(*limits, 2)
    for i in range(len(limits)):
        assert allowed(*limits[:i], limits[i] - 1, *limits[i + 1 :])
        assert not allowed(*limits[:i], limits[i] + 1, *limits[i + 1 :])


@pytest.mark.rule("thrones:terms.1", "thrones:ports.3", "thrones:muster-ships.4", "thrones:supply.5")
def test_armies_stand_on_land_at_sea_and_in_port() -> None:
    """Two or more units in one area are an army, routed ones too; a fleet and a port are areas of their own."""
    areas = {
        "winterfell": {"house": "stark", "units": {"footman": 1}, "routed": {"knight": 1, "footman": 1}},
        "winterfell-port": stack("stark", ship=2),
        "bay-of-ice": stack("stark", ship=1),
        "white-harbor": {"house": "stark", "units": {"siege-engine": 1, "knight": 1}},
    }
    assert army_sizes(state_of(areas), 2) == [3, 2, 2]


@pytest.mark.rule("thrones:supply.6", "thrones:supply.7")
def test_the_limit_is_that_of_the_token() -> None:
    """Icons won or lost since do not matter; moves that would break the limit of the token do."""
    areas = {"winterfell": stack("stark", footman=3), "karhold": stack("stark", footman=2)}
    state = state_of(areas, seats={"stark": {"supply": 1}})
    winterfell, karhold = AREA["winterfell"], AREA["karhold"]
    assert fits_after(state, 2, {})
    assert fits_after(state, 2, {winterfell: 2, karhold: 3})
    assert not fits_after(state, 2, {winterfell: 4, karhold: 1})
    assert not fits_after(state, 2, {AREA["twins"]: 2})
    assert growth((3, 2), 1) == (True, False, False, False)
    assert growth((2, 2), 1) == (True, False, True)
    assert growth((), 0) == (True, True)


@pytest.mark.rule("thrones:supply.6", "thrones:wildling.rattleshirts-raiders")
def test_another_effect_than_the_card_moves_the_token_too() -> None:
    """Rattleshirt's Raiders fit armies to the lowered token though no icon was lost."""
    areas = {"winterfell": stack("stark", footman=3), "karhold": stack("stark", footman=2)}
    match = attack("rattleshirts-raiders", {"baratheon": 1, "lannister": 1}, areas=areas)
    assert supply_of(match, "stark") == 0
    assert units(match, "winterfell") == {"footman": 2}
