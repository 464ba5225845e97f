"""Planning: placing orders, too few of them, revealing, and the Messenger Raven."""

from collections import Counter
from typing import Any

import pytest

from banneret.games.thrones.actions import PlaceOrder
from banneret.games.thrones.content.components import ORDER, ORDER_COUNT
from banneret.games.thrones.rules.planning.planning import LISTED, OrderHand, PlaceChooser
from banneret.games.thrones.state import State
from banneret.kernel.choosers import Options
from banneret.kernel.drafts import fit
from banneret.kernel.match import Match
from tests.games.thrones.boards import ship, stack
from tests.games.thrones.scene import asked, options, order_in, play, refused, scene, seat_of, told

THREE = ("baratheon", "lannister", "stark")


@pytest.mark.rule(
    "thrones:planning.1", "thrones:planning.2", "thrones:planning.3", "thrones:planning.6", "thrones:planning.7",
    "thrones:port-orders.1", "thrones:garrison.1", "thrones:garrison.5", "thrones:terms.3",
)  # fmt: skip  # several to a line
def test_every_area_with_units_gets_one_order_and_all_are_revealed_together() -> None:
    """Land, sea and port with units get one each, a garrison none; nothing is on the board before all are in."""
    match = scene(
        "planning",
        houses=THREE,
        areas={
            "winterfell": {"garrison": 2},
            "karhold": stack("stark", footman=1),
            "winterfell-port": ship("stark"),
            "narrow-sea": ship("stark"),
            "lannisport": stack("lannister", footman=1),
        },
    )
    assert asked(match) == {"stark": "order", "lannister": "order"}
    assert refused(match, "stark: order winterfell defense-plus-one").rule == "thrones:planning.2"
    play(match, "stark: order narrow-sea raid")
    assert refused(match, "stark: order narrow-sea support-zero").rule == "thrones:planning.3"
    play(match, "stark: order winterfell-port defense-plus-one", "stark: order karhold march-zero")
    assert asked(match) == {"lannister": "order"}
    assert order_in(match, "karhold") is None
    play(match, "lannister: order lannisport consolidate-power")
    assert order_in(match, "karhold") == "march-zero"
    (revealed,) = told(match, "orders-revealed")
    assert revealed.orders == {
        "karhold": "march-zero",
        "lannisport": "consolidate-power",
        "narrow-sea": "raid",
        "winterfell-port": "defense-plus-one",
    }


@pytest.mark.rule(
    "thrones:planning.5", "thrones:special.1", "thrones:orders.8", "thrones:kings-court.1", "thrones:kings-court.3",
)  # fmt: skip  # several to a line
def test_ten_normal_orders_and_as_many_special_ones_as_stars() -> None:
    """With one star the second special order is refused; two tokens of a kind, one of each march."""
    areas = {a: stack("baratheon", footman=1) for a in ("kingswood", "crackclaw-point", "dragonstone", "blackwater")}
    match = scene("planning", houses=THREE, areas=areas, tracks={"kings-court": ["stark", "lannister", "baratheon"]})
    assert len(options(match, "baratheon")) == 4 * 11
    assert OrderHand(match.state, seat_of(match, "baratheon")).tokens_left() == 10 + 1
    play(match, "baratheon: order kingswood march-plus-one")
    assert len(options(match, "baratheon")) == 3 * 6
    assert refused(match, "baratheon: order blackwater special-raid").rule == "thrones:kings-court.3"
    play(match, "baratheon: order blackwater march-zero")
    assert refused(match, "baratheon: order dragonstone march-zero").rule == "thrones:orders.8"
    play(match, "baratheon: order dragonstone raid", "baratheon: order crackclaw-point raid")
    assert order_in(match, "crackclaw-point") == "raid"
    assert sum(ORDER_COUNT) == 15
    assert sorted(LISTED) == list(range(11))


@pytest.mark.parametrize(
    ("banned", "order", "rule"),
    [
        ("march-plus-one", "march-plus-one", "thrones:event.rains-of-autumn"),
        ("defense-plus-one", "defense-plus-one", "thrones:event.storm-of-swords"),
        ("special-raid", "special-raid", "thrones:event.sea-of-storms"),
        ("consolidate-power", "consolidate-power", "thrones:event.feast-for-crows"),
        ("support-zero", "support-zero", "thrones:event.web-of-lies"),
    ],
)
@pytest.mark.rule("thrones:ruling.9")
def test_banned_orders_are_refused_by_the_card_that_bans_them(banned: str, order: str, rule: str) -> None:
    """What a Westeros card bans is neither placed nor brought in by the raven."""
    areas = {"winterfell": stack("stark", footman=1), "karhold": stack("stark", footman=1)}
    match = scene("planning", areas=areas, banned=[banned], tracks={"kings-court": _first("stark")})
    assert refused(match, f"stark: order winterfell {order}").rule == rule
    play(match, "stark: order winterfell march-zero", "stark: order karhold march-minus-one")
    assert asked(match) == {"stark": "raven"}
    assert refused(match, f"stark: exchange winterfell {order}").rule == rule
    play(match, "stark: pass")
    assert match.state.banned == []


def _first(house: str) -> list[str]:
    others = ("baratheon", "lannister", "stark", "martell", "greyjoy", "tyrell")
    return [house, *(h for h in others if h != house)]


@pytest.mark.rule("thrones:planning.6")
def test_orders_are_confirmed_where_the_option_says_so() -> None:
    """With the option a house may take orders back until it says that it is ready."""
    areas = {"winterfell": stack("stark", footman=1), "karhold": stack("stark", footman=1)}
    match = scene("planning", areas=areas, confirm_orders=True)
    play(match, "stark: order winterfell march-zero", "stark: order karhold raid")
    assert options(match, "stark") == ["ready", "lift karhold", "lift winterfell"]
    assert refused(match, "stark: lift pyke").rule == "thrones:planning.2"
    play(match, "stark: lift winterfell", "stark: order winterfell march-zero")
    play(match, "stark: lift karhold", "stark: order karhold support-zero", "stark: ready")
    assert (order_in(match, "winterfell"), order_in(match, "karhold")) == ("march-zero", "support-zero")


# Too few orders

CROWD = ("karhold", "winterfell", "castle-black", "stony-shore", "white-harbor", "widows-watch", "moat-cailin")
BANNED = ["defense-plus-one", "defense-plus-two", "raid", "special-raid", "march-plus-one"]


def crowded(number: int) -> Match[State]:
    """Return a planning phase with this number of Stark areas, no stars for Stark, and two kinds of orders banned."""
    return scene(
        "planning",
        houses=("lannister", "stark", "baratheon", "greyjoy"),
        areas={a: stack("stark", footman=1) for a in CROWD[:number]} | {"lannisport": stack("lannister", footman=1)},
        banned=BANNED,
        tracks={"kings-court": ["lannister", "baratheon", "greyjoy", "stark"]},
    )


@pytest.mark.rule(
    "thrones:shortage.1", "thrones:shortage.2", "thrones:shortage.3", "thrones:ruling.25", "thrones:ruling.26",
    "thrones:secrets.1", "thrones:alliances.2",
)  # fmt: skip  # several to a line
def test_too_few_orders_are_placed_in_turn_order_face_down() -> None:
    """Without stars and with two kinds banned, six orders for seven areas: all place in turn order, one stays empty."""
    match = crowded(len(CROWD))
    assert [e.houses for e in told(match, "orders-are-short")] == [("stark",)]
    assert asked(match) == {"lannister": "order"}
    play(match, "lannister: order lannisport march-zero")
    assert asked(match) == {"stark": "order"}
    stark = seat_of(match, "stark")
    assert match.view([stark]).game.areas["lannisport"].order == "face-down"
    assert match.view([seat_of(match, "lannister")]).game.areas["lannisport"].order == "march-zero"
    hidden: list[Any] = [e for _, e in match.events_for([stark]) if type(e).__name__ == "OrdersPlaced"]
    assert [(e.areas, e.orders) for e in hidden] == [(("lannisport",), None)]
    left = list(CROWD)
    for _ in range(6):
        area = left.pop()
        chosen = next(line for line in options(match, "stark") if line.startswith(f"order {area} "))
        play(match, f"stark: {chosen}")
    placed = {a: order_in(match, a) for a in CROWD}
    assert Counter(placed.values())[None] == 1
    assert placed["karhold"] is None
    assert not any(match.state.face_down)
    assert "lannisport" in told(match, "orders-revealed")[0].orders


@pytest.mark.rule("thrones:shortage.1", "thrones:ruling.26")
def test_just_enough_orders_are_placed_by_all_at_once() -> None:
    """Six orders that are neither banned nor special for six areas are no shortage."""
    match = crowded(6)
    assert told(match, "orders-are-short") == []
    assert asked(match) == {"lannister": "order", "stark": "order"}


@pytest.mark.rule("thrones:planning.2")
def test_the_last_order_that_is_left_is_placed_without_a_question() -> None:
    """One area and one token: there is nothing to choose, but with two areas there still is."""
    match = scene("planning", houses=THREE, areas={"lannisport": stack("lannister", footman=1)})
    hand = OrderHand(match.state, seat_of(match, "lannister"))
    chooser = PlaceChooser(hand)
    assert chooser.only(Options(chooser)) is None
    hand.counts = [0] * len(hand.counts)
    hand.counts[ORDER["raid"]] = 1
    hand.kinds = 1 << ORDER["raid"]
    assert chooser.only(Options(chooser)) == PlaceOrder("lannisport", "raid")


# The raven


@pytest.mark.rule("thrones:raven.1", "thrones:raven.2", "thrones:raven.5", "thrones:planning.8", "thrones:ruling.9")
def test_the_raven_exchanges_an_own_order() -> None:
    """An own order is replaced by an unplaced one within the stars; an empty area or another's order is not."""
    match = scene(
        "raven",
        houses=THREE,
        areas={
            "winterfell": stack("stark", "march-zero", footman=1),
            "karhold": stack("stark", "special-raid", footman=1),
            "castle-black": stack("stark", footman=1),
            "lannisport": stack("lannister", "raid", footman=1),
        },
        tracks={"kings-court": ["stark", "lannister", "baratheon"]},
    )
    assert refused(match, "stark: exchange castle-black raid").rule == "thrones:raven.2"
    assert refused(match, "stark: exchange lannisport support-zero").rule == "thrones:raven.2"
    assert refused(match, "stark: exchange karhold march-zero").rule == "thrones:orders.8"
    assert refused(match, "stark: exchange karhold special-raid").reason.id == "refuse.raven.same-order"
    play(match, "stark: exchange karhold march-plus-one")
    assert order_in(match, "karhold") == "march-plus-one"
    assert [(e.old, e.new) for e in told(match, "order-exchanged")] == [("special-raid", "march-plus-one")]
    assert match.state.raven_used


@pytest.mark.rule("thrones:raven.2", "thrones:kings-court.1")
def test_the_raven_keeps_to_the_stars_counting_all_orders_on_the_board() -> None:
    """With its one star spent, only the special order itself can be exchanged for a special one."""
    match = scene(
        "raven",
        areas={
            "winterfell": stack("stark", "march-zero", footman=1),
            "karhold": stack("stark", "special-raid", footman=1),
        },
        tracks={"kings-court": _first("stark")},
        houses=("baratheon", "lannister", "stark", "martell", "greyjoy", "tyrell"),
    )
    assert "exchange winterfell march-plus-one" in options(match, "stark")  # three stars
    areas = {
        a: stack("stark", o, footman=1)
        for a, o in zip(CROWD, ("special-raid", "march-plus-one", "support-plus-one", "march-zero"), strict=False)
    }
    match = scene("raven", areas=areas, tracks={"kings-court": _first("stark")})
    assert refused(match, "stark: exchange stony-shore defense-plus-two").rule == "thrones:kings-court.3"
    assert "exchange karhold defense-plus-two" in options(match, "stark")


@pytest.mark.rule("thrones:raven.3", "thrones:raven.5")
def test_the_raven_looks_at_the_wildlings_in_secret() -> None:
    """The holder sees the card and puts it back; others hear that it went under, not what it was."""
    areas = {"karhold": stack("stark", "march-zero", footman=1)}
    match = scene("raven", tracks={"kings-court": _first("stark")}, areas=areas)
    top = match.state.wildlings.cards[0]
    play(match, "stark: look")
    stark, other = seat_of(match, "stark"), seat_of(match, "tyrell")
    assert match.view([stark]).asks[0].prompt.fields == {"card": top}
    play(match, "stark: under")
    assert match.state.wildlings.cards[-1] == top
    assert match.state.wildlings.known[-1] == 1 << stark
    seen: dict[int, list[Any]] = {
        s: [e for _, e in match.events_for([s]) if type(e).__name__ == "WildlingsSeen"] for s in (stark, other)
    }
    assert [e.card for e in seen[stark]] == [top]
    assert [e.card for e in seen[other]] == [None]
    assert [e.place for e in told(match, "wildlings-returned")] == ["under"]
    assert match.state.raven_used


@pytest.mark.rule("thrones:planning.8", "thrones:raven.1")
def test_the_raven_may_stay_unused() -> None:
    """Passing leaves the raven fresh."""
    areas = {"karhold": stack("stark", "march-zero", footman=1)}
    match = scene("raven", tracks={"kings-court": _first("stark")}, areas=areas)
    play(match, "stark: pass")
    assert not match.state.raven_used
    assert [e.house for e in told(match, "raven-unused")] == ["stark"]


def test_orders_are_a_draft_in_any_order_that_the_last_one_does_not_commit() -> None:
    areas = {"winterfell": stack("stark", footman=1), "karhold": stack("stark", footman=1)}
    match = scene("planning", houses=THREE, areas=areas | {"lannisport": stack("lannister", footman=1)})
    seat = seat_of(match, "stark")
    assert set(fit(match, seat, []).things) == {"area:karhold", "area:winterfell"}
    draft = fit(match, seat, ["order winterfell raid", "order karhold raid"])
    assert (draft.missing, draft.whole, draft.asks) == (0, True, ())
    assert asked(match)["stark"] == "order"
    twice = fit(match, seat, ["order winterfell raid", "order winterfell march-zero"])
    assert [(one.at, one.refusal.rule) for one in twice.faults] == [(1, "thrones:planning.3")]
    lannister = fit(match, seat, ["order lannisport raid"])
    assert lannister.faults[0].refusal.rule == "thrones:planning.2"
