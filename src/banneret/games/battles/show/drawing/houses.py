"""The panel of each House: points, tokens, commanders and cards; and the current attack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from banneret.games.battles.content.components import BOX, TOKENS
from banneret.games.battles.rules.victory.conditions import Term
from banneret.games.battles.show.drawing.cards import card_text
from banneret.games.battles.show.drawing.field import picture, unit_text
from banneret.games.battles.show.drawing.layout import Places
from banneret.games.battles.show.drawing.symbols import badge, command_token, crest, order_token
from banneret.games.battles.show.drawing.tracks import WIDTH
from banneret.games.battles.show.drawing.words import Words
from banneret.games.battles.view import BattlesView, CommanderView, HouseView, MusterView, UnitView
from banneret.hexes.layout import Point
from banneret.show.drawn_once import drawn_from, drawn_once
from banneret.show.svg import box, circle, fitting, group, named, path, text, title

TOP: Final = 162.0
STEP: Final = 238.0
HEIGHT: Final = 230.0
CARD_HEIGHT: Final = 62.0
TURN_HEIGHT: Final = 70.0


def houses(view: BattlesView, places: Places, words: Words) -> str:
    """Return the panels of both Houses."""
    panels = [
        _panel(
            house,
            found,
            view.muster.get(house),
            house in view.forfeited,
            places.left,
            TOP + k * STEP,
            words,
        )
        for k, (house, found) in enumerate(view.houses.items())
    ]
    return group(*panels, id="houses", aria_label=words("group.houses"))


@drawn_once
def _panel(
    house: str, found: HouseView, muster: MusterView | None, forfeited: bool, x: float, y: float, words: Words
) -> str:
    name = words.name(house) + (f" ({words('forfeited')})" if forfeited else "")
    name += f" ({words('passed')})" if found.passed else ""
    caption = f"{name}: {words('points', count=found.points)}; {words('command-tokens', count=found.command_tokens)}"
    return group(
        title(caption),
        box(x, y, WIDTH, HEIGHT, f"card hs-{house}", r=7, stroke_width=2.5),
        box(x, y, WIDTH, 34, f"h-{house}", r=7),
        box(x, y, 170, 34, "weave", r=7, fill=f"url(#weave-{house})"),
        circle(x + 20, y + 17, 15, f"h-{house}"),
        crest(house, (x + 20, y + 17), 26),
        text(x + 42, y + 17, name, fitting(name, 19, 220), f"hi-{house} name", anchor="start"),
        text(x + WIDTH - 14, y + 17, words("points", count=found.points), 17, f"hi-{house} strong", anchor="end"),
        _resources(house, found, x, y + 52, words),
        *(
            _commander(commander, house, x + 8 + k * 204, y + 72, words)
            for k, commander in enumerate(found.commanders[:3])
        ),
        _muster(muster, house, x + 8, y + 160, words) if muster is not None else "",
        *_hand(found, house, x + 8, y + 160, words),
        part=named("house", house),
    )


def _muster(muster: MusterView, house: str, x: float, y: float, words: Words) -> str:
    """Return what a House still has to place before a skirmish, in the place of its hand."""
    if not muster.units and not muster.pieces:
        return ""
    step = min(72.0, (WIDTH - 180) / max(1, len(muster.units)))
    waiting = [
        UnitView(
            hex="",
            house=house,
            unit=unit.unit,
            rank=unit.rank,
            figures=BOX.units[BOX.unit_number[unit.unit]].strength,
            active=True,
            commander=unit.commander,
        )
        for unit in muster.units
    ]
    left = words("to-place", count=len(waiting)) if waiting else ""
    caption = ", ".join(part for part in (left, *(words.name(piece) for piece in muster.pieces)) if part)
    return group(
        text(x, y + 6, caption, fitting(caption, 12.5, WIDTH - 130), "soft", anchor="start"),
        *(
            group(title(unit_text(unit, words)), picture(unit, words), at=at, scale=0.8)
            for k, unit in enumerate(waiting)
            for at in ((x + 26 + k * step, y + 40),)
        ),
        part=named("muster", house),
    )


def _resources(house: str, found: HouseView, x: float, y: float, words: Words) -> str:
    tokens = [
        group(
            title(words("pool", token=token, count=found.pool[token])),
            order_token(token, (0, 0), found.pool[token], found.accounted.get(token, 0)),
            at=(x + 24 + k * 44, y),
            part=named("token", token) if found.pool[token] else None,
            data_house=house,
        )
        for k, token in enumerate(token for token in TOKENS if token in found.pool)
    ]
    command = [command_token((x + WIDTH - 20 - k * 21, y), house) for k in range(found.command_tokens)]
    return group(
        *[part.replace('id="token:', f'id="{house}:token:', 1) for part in tokens],
        group(title(words("command-tokens", count=found.command_tokens)), *command) if command else "",
    )


@drawn_once
def _commander(commander: CommanderView, house: str, x: float, y: float, words: Words) -> str:
    card = BOX.commander[commander.id]
    name = words.name(commander.id)
    first, _, second = name.partition(", ")
    taken = commander.hex is None
    state = words("captured") if taken else commander.hex or ""
    if commander.committed:
        state += f", {words('committed')}"
    unit = words.rule_text(f"commander-card.{commander.id}-unit")
    commit = words.rule_text(f"commander-card.{commander.id}-commit")
    caption = "; ".join(part for part in (name, state, words("limit", count=card.command_limit), unit, commit) if part)
    slots = [
        command_token((18 + k * 22, 64), house, used=True)
        if k < commander.tokens
        else circle(18 + k * 22, 64, 8.5, "line s-soft", stroke_width=1.4, stroke_dasharray="3 2.4")
        for k in range(max(card.command_limit, commander.tokens))
    ]
    capture = words("capture-rating", count=card.capture_rating)
    return group(
        title(caption),
        box(0, 0, 198, 80, "page s-edge", r=6, stroke_width=1.2),
        text(8, 14, first, fitting(first, 15, 150), "ink name", anchor="start"),
        text(8, 31, second, fitting(second, 12, 182), "soft", anchor="start"),
        text(8, 47, state, fitting(state, 12, 182), "blood strong" if taken else "ink", anchor="start"),
        text(190, 64, capture, fitting(capture, 11.5, 90), "soft", anchor="end"),
        *slots,
        path("M0 0L198 80", "line s-blood", stroke_width=2) if taken else "",
        at=(x, y),
        part=named("commander", commander.id),
        class_="faint" if taken else None,
    )


def _hand(found: HouseView, house: str, x: float, y: float, words: Words) -> list[str]:
    count = len(found.hand)
    room = WIDTH - 118
    step = min(118.0, room / count) if count else room
    cards = [
        _card(card, found.tactics.get(card or "", ()), house, k, (x + k * step, y), step - 5, words)
        for k, card in enumerate(found.hand)
    ]
    piles = (words("deck", count=found.deck), words("discards", count=len(found.discards)))
    caption = ", ".join(words.name(card) for card in found.discards)
    return [
        *cards,
        group(
            title(f"{piles[1]}: {caption}" if caption else piles[1]),
            *(
                text(x + WIDTH - 22, y + 18 + k * 20, line, fitting(line, 12.5, 104), "soft", anchor="end")
                for k, line in enumerate(piles)
            ),
        ),
    ]


@drawn_once
def _card(
    card: str | None, tactic: Sequence[Term], house: str, place: int, at: Point, width: float, words: Words
) -> str:
    if card is None:
        back = box(0, 0, width, CARD_HEIGHT, f"h-{house} token", r=5) + crest(house, (width / 2, CARD_HEIGHT / 2), 30)
        return group(title(words("card-face-down")), back, at=at, part=named("back", house, str(place)))
    name = words.name(card)
    caption = card_text(card, tactic, words)
    costs = [
        circle(10 + k * 18, CARD_HEIGHT - 12, 7.5, f"h-{house} token")
        + text(10 + k * 18, CARD_HEIGHT - 12, str(command.cost), 10.5, f"hi-{house} strong")
        for k, command in enumerate(BOX.card[card].commands)
    ]
    sign = path("M0 -6L5 0L0 6L-5 0Z", "gold", transform=f"translate({width - 11:.1f} {CARD_HEIGHT - 12})")
    half = name.find(" ", len(name) // 2 - 2)
    lines = (name,) if half < 0 or len(name) < 13 else (name[:half], name[half + 1 :])
    return group(
        title(caption),
        box(0, 0, width, CARD_HEIGHT, "paper token", r=5),
        *(
            text(width / 2, 15 + k * 15, line, fitting(line, 13, width - 8), "token-ink strong")
            for k, line in enumerate(lines)
        ),
        *costs,
        sign if BOX.card[card].tactic is not None else "",
        at=at,
        part=named("card", card),
    )


@drawn_from("turn", "fight")
def turn(view: BattlesView, places: Places, words: Words, y: float) -> str:
    """Return the current turn: the card, and the attack with its dice; empty between turns."""
    if view.turn is None:
        return ""
    parts = [words("turn-of", house=view.turn.house)]
    if view.turn.card is not None:
        parts.append(words.name(view.turn.card))
    if view.turn.commander is not None:
        parts.append(words.person(view.turn.commander))
    line = " \u2013 ".join(parts)
    fight = view.fight
    drawn = [text(places.left + 40, y + 20, line, fitting(line, 15, WIDTH - 60), "ink strong", anchor="start")]
    if fight is not None:
        caption = words("attack", hex=fight.attacker, target=fight.target)
        caption += f", {words('flanking')}" if fight.flanking else ""
        caption += f": {words('hits', count=fight.hits)}" if fight.dice else ""
        drawn.append(text(places.left + 12, y + 46, caption, 14, "ink", anchor="start"))
        drawn += [order_token(face, (places.left + 330 + k * 36, y + 46)) for k, face in enumerate(fight.dice[:8])]
    return group(
        box(places.left, y, WIDTH, TURN_HEIGHT, "card s-gold", r=7, stroke_width=2),
        badge(view.turn.house, (places.left + 20, y + 20), 11),
        *drawn,
        id="turn",
        aria_label=words("group.turn"),
    )
