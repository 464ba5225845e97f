"""The players' side: the panel of each house, its cards, and the current combat."""

from __future__ import annotations

from banneret.games.thrones.content.components import (
    CARDS,
    CARDS_OF,
    ORDER,
    ORDERS,
    TIDES,
    UNITS,
    VICTORY_AREAS,
    HouseCard,
)
from banneret.games.thrones.show.drawing.symbols import (
    BARREL,
    CASTLE,
    CROWN,
    SKULL,
    STAR,
    SWORD,
    TOWER,
    crest,
    order_token,
    unit,
)
from banneret.games.thrones.show.drawing.tracks import LEFT, WIDTH
from banneret.games.thrones.show.drawing.words import Words, in_two
from banneret.games.thrones.view import CombatView, HouseView, SideView, ThronesView
from banneret.show.drawn_once import drawn_once
from banneret.show.svg import box, circle, fitting, group, named, path, text, title

TOP, STEP, HEIGHT = 514.0, 134.0, 126.0
CARD_WIDTH, CARD_HEIGHT = 91.0, 78.0
COMBAT_TOP, COMBAT_HEIGHT = 1330.0, 256.0
IN_HAND = "in-hand"


def houses(view: ThronesView, words: Words) -> str:
    """Return the panels of all houses, in the order of their seats."""
    panels = [
        _panel(house, found, house in view.forfeited, TOP + k * STEP, words)
        for k, (house, found) in enumerate(view.houses.items())
    ]
    return group(*panels, id="houses", aria_label=words("group.houses"))


@drawn_once
def _panel(house: str, found: HouseView, out: bool, y: float, words: Words) -> str:  # a key
    name = words.name(house) + (f" ({words('forfeited')})" if out else "")
    cards = sorted(CARDS_OF[house], key=lambda card: -CARDS[card].strength)
    held = ", ".join(words.name(card) for card in cards if card in found.hand)
    counts = ", ".join(
        (
            f"{words('power')} {found.available}",
            f"{words('supply-of')} {found.supply}",
            f"{words('castles')} {found.fortified}",
            words("lands", count=found.land_areas),
        )
    )
    return group(
        title(f"{name}: {counts}; {words('in-hand')}: {held}"),
        box(LEFT, y, WIDTH, HEIGHT, "card s-edge", r=7, stroke_width=5),
        box(LEFT, y, WIDTH, HEIGHT, f"card hs-{house}", r=7, stroke_width=2.5),
        box(LEFT, y, WIDTH, 38, f"h-{house}", r=7),
        box(LEFT, y, 190, 38, "weave", r=7, fill=f"url(#weave-{house})"),
        circle(LEFT + 22, y + 19, 17, f"h-{house}"),
        crest(house, (LEFT + 22, y + 19), 29),
        text(LEFT + 46, y + 19, name, 19, f"hi-{house} name", anchor="start"),
        *_counts(house, found, y + 19, words),
        *(
            _card(CARDS[card], LEFT + 6 + k * (CARD_WIDTH + 3.4), y + 43, _whereabouts(card, found), words)
            for k, card in enumerate(cards)
        ),
        part=named("house", house),
        class_="faint" if out else None,
    )


def _whereabouts(card: str, found: HouseView) -> str:
    if card in found.hand:
        return IN_HAND
    return "discarded" if card in found.discards else "in-play"


def _counts(house: str, found: HouseView, y: float, words: Words) -> list[str]:
    """Power, supply, castles, land areas and stars of a house, each as a picture and a number."""
    ink = f"hi-{house}"
    power = f"{words('power')}: {found.available}; {words('pool', count=found.pool)}"
    rows = (
        (CROWN, str(found.available), power),
        (BARREL, str(found.supply), f"{words('supply-of')}: {found.supply}"),
        (CASTLE, f"{found.fortified}/{VICTORY_AREAS}", f"{words('castles')}: {found.fortified}"),
        (STAR, str(found.stars), f"{words('stars')}: {found.stars}"),
    )
    parts = []
    for k, (shape, count, told) in enumerate(rows):
        x = LEFT + 310 + k * 74
        picture = group(path(shape, ink, transform="scale(1.2)"), at=(x, y))
        parts.append(group(title(told), picture, text(x + 15, y, count, 18, f"{ink} strong", anchor="start")))
    lands = words("lands", count=found.land_areas)
    parts.append(text(LEFT + WIDTH - 10, y, lands, fitting(lands, 13, 108), ink, anchor="end"))
    return parts


def _card(card: HouseCard, x: float, y: float, where: str, words: Words) -> str:
    """A house card; a card that is not in hand is pale with a dashed edge."""
    held, name = where == IN_HAND, words.name(card.id)
    lines = in_two(name)
    says = words.says(f"card.{card.id}") if card.summary else ""
    edge = f"hs-{card.house}" if held else "s-edge"
    icons = [SWORD] * card.swords + [TOWER] * card.towers
    return group(
        title(f"{name} ({card.strength}), {words(where)}. {says}".rstrip(". ")),
        box(
            x,
            y,
            CARD_WIDTH,
            CARD_HEIGHT,
            f"page {edge}",
            r=5,
            stroke_width=2 if held else 1.5,
            stroke_dasharray=None if held else "4 3",
        ),
        circle(x + 16, y + 17, 12.5, f"h-{card.house} token"),
        text(x + 16, y + 17, str(card.strength), 16, f"hi-{card.house} strong"),
        *(
            group(path(icon, "ink", transform="scale(0.95)"), at=(x + 40 + k * 15, y + 17))
            for k, icon in enumerate(icons)
        ),
        path(f"M{x + 36:g} {y + 13:g}h44m-44 4h44m-44 4h28", "line s-soft", stroke_width=1.3) if card.summary else "",
        *(
            text(x + CARD_WIDTH / 2, y + 46 + k * 16, line, fitting(line, 13, CARD_WIDTH - 8), "ink strong")
            for k, line in enumerate(lines)
        ),
        class_=None if held else "faint",
        part=named("house-card", card.id),
    )


@drawn_once
def combat_panel(fight: CombatView | None, tides: bool, words: Words) -> str:
    """Return the current combat: the sides, their strength and cards."""
    if fight is None:
        return ""
    march = ORDERS[ORDER[fight.march]]
    origin = words("combat-from", origin=fight.origin, order=fight.march)
    y = COMBAT_TOP
    army = [
        unit(fight.attacker.house, kind, fight.units[kind], (LEFT + WIDTH - 34 - k * 36, y + 26))
        for k, kind in enumerate(kind for kind in UNITS if fight.units.get(kind))
        if fight.attacker.house
    ]
    return group(
        box(LEFT - 4, y - 2, WIDTH + 8, COMBAT_HEIGHT, "page", r=7),
        box(LEFT, y, WIDTH, COMBAT_HEIGHT - 4, "card s-blood", r=7, stroke_width=3),
        text(LEFT + 52, y + 18, words("combat", target=fight.target), 19, "ink name", anchor="start"),
        text(LEFT + 52, y + 40, origin, 14, "soft", anchor="start"),
        order_token(march, fight.attacker.house, (LEFT + 27, y + 28)),
        *army,
        _side(fight.attacker, "attacker", LEFT + 10, fight.winner, tides, words),
        _side(fight.defender, "defender", LEFT + WIDTH / 2 + 6, fight.winner, tides, words),
        part=named("panel", "combat"),
    )


def _side(side: SideView, role: str, x: float, winner: str | None, tides: bool, words: Words) -> str:
    y, width = COMBAT_TOP + 58, WIDTH / 2 - 16
    house = side.house
    fill, ink = (f"h-{house}", f"hi-{house}") if house else ("neutral", "paper")
    name = words.name(house) if house else words("nobody")
    told = f"{words(role)}: {name}" + (f" \u2014 {words('winner')}" if winner == role else "")
    return group(
        box(x, y, width, 36, fill, r=5),
        crest(house, (x + 19, y + 18), 27) if house else "",
        text(x + 38, y + 18, told, fitting(told, 15.5, width - 84), f"{ink} strong", anchor="start"),
        text(x + width - 12, y + 18, str(side.strength), 25, f"{ink} strong", anchor="end"),
        *_played(side, x, y + 46, tides, words),
        *_lines(words("supported-by", areas=side.supports), x, y + 140) if side.supports else (),
        part=named("side", role),
    )


def _played(side: SideView, x: float, y: float, tides: bool, words: Words) -> list[str]:
    """The house card, the blade and the Tides of Battle card of a side."""
    parts = [box(x, y, CARD_WIDTH, CARD_HEIGHT, "line s-edge", r=5, stroke_width=1.5, stroke_dasharray="4 3")]
    if side.card is not None:
        # The same card is in its house's panel, which owns the id.
        parts.append(_card(CARDS[side.card], x, y, IN_HAND, words).replace(f'id="house-card:{side.card}"', "", 1))
    if side.blade:
        blade = group(path(SWORD, "token-ink", transform="scale(1.4)"), at=(x + 188, y + 20))
        parts.append(group(title(words("blade")), circle(x + 188, y + 20, 16, "star token"), blade))
    if tides:
        parts.append(_tides(side.tides, x + 104, y, words("tides")))
    return parts


def _tides(card: str | None, x: float, y: float, told: str) -> str:
    edge = box(x, y, 56, CARD_HEIGHT, "page s-edge", r=5, stroke_width=1.5, stroke_dasharray=None if card else "4 3")
    if card is None:
        return group(title(told), edge)
    shown = TIDES[card]
    icons = [SWORD] * shown.swords + [TOWER] * shown.towers + [SKULL] * shown.skulls
    return group(
        title(told),
        edge,
        text(x + 28, y + 25, str(shown.strength), 24, "ink strong"),
        *(
            group(path(icon, "ink", transform="scale(1.3)"), at=(x + 28 + k * 16, y + 56))
            for k, icon in enumerate(icons)
        ),
    )


def _lines(told: str, x: float, y: float, most: int = 46) -> tuple[str, ...]:
    """Break a sentence into lines of limited length."""
    lines = [""]
    for word in told.split(" "):
        if len(lines[-1]) + len(word) > most:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return tuple(text(x, y + k * 16, line, 13, "soft", anchor="start") for k, line in enumerate(lines[:3]))
