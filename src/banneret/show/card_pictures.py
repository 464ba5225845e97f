"""Pictures of cards: an emblem in the colors of a faction, a unit on its tray, or the face of a die or dial.

A game names the emblem of each faction, kind, keyword and single card in its `data/card-pictures.toml`.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

import msgspec

from banneret.show.card import Card
from banneret.show.svg import number, tag

WIDTH, HEIGHT = 180, 80
"""Size of a picture; the middle is at 0, 0."""
RAYS: Final = 28
"""Number of rays behind an emblem."""
EMBLEM: Final = 512.0
"""Side of the square on which emblems are drawn."""
_PAPER: Final = ("#ddd0ae", "#2b2418")
"""The field and the ink of cards without a faction."""
_GRASS: Final = ("#a9b47d", "#94a36b", "#6f8050")
"""The ground under a unit, the hill behind it, and the blades of grass."""


class Faction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The color of a faction, that of letters on it, and its emblem."""

    id: str
    fill: str
    ink: str
    emblem: str


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The emblem of a kind, of a keyword among the cards of a kind, or of a card.

    Cards of a kind with `related` have the emblem of the last related card that has its own.
    """

    id: str
    emblem: str
    kind: str = ""
    related: bool = False


class Styles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `data/card-pictures.toml`."""

    faction: tuple[Faction, ...] = ()
    kind: tuple[Named, ...] = ()
    keyword: tuple[Named, ...] = ()
    card: tuple[Named, ...] = ()


class Face(NamedTuple):
    """A face of a die or a dial: background color, foreground color, and a number beside the emblem."""

    fill: str
    ink: str
    number: str = ""


class OnGround(Hashable, Protocol):
    """A thing that is drawn on the ground, such as a unit."""

    def drawn(self, fill: str, ink: str, wide: float, deep: float) -> str:
        """Return the thing around the origin in the colors of its faction, within a width and a depth."""
        ...


Look: TypeAlias = OnGround | Face | None
"""Content of a picture besides the emblem."""


class CardPictures:
    """The pictures of a game's cards."""

    def __init__(self, package: str, look: Callable[[Card], Look] = lambda _: None) -> None:
        """Load the styles of a game's package; `look` returns the content of a picture besides the emblem."""
        content = files(package).joinpath("data", "card-pictures.toml").read_text("utf-8")
        styles = msgspec.convert(tomllib.loads(content), Styles)
        self.factions: Mapping[str, Faction] = {one.id: one for one in styles.faction}
        self._kinds = {one.id: one.emblem for one in styles.kind}
        self._related = {one.id for one in styles.kind if one.related}
        self._keywords = {(one.kind, one.id): one.emblem for one in styles.keyword}
        self._cards = {one.id: one.emblem for one in styles.card}
        self._look = look

    def styled(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Return cards with the tints of their factions, and marked as pictured if they have an emblem."""
        return tuple(
            msgspec.structs.replace(card, tint=self._tint(card), pictured=bool(self.emblem_of(card))) for card in cards
        )

    def emblem_of(self, card: Card) -> str:
        """Return the emblem of a card: its own, or that of a keyword, a related card or its kind; empty if none."""
        own = self._cards.get(card.id, "")
        by_keyword = (self._keywords.get((card.kind, keyword.id), "") for keyword in card.keywords)
        by_related = (self._cards.get(id, "") for id in reversed(card.related) if card.kind in self._related)
        return own or next(filter(None, (*by_keyword, *by_related)), "") or self._kinds.get(card.kind, "")

    def icons(self, kind: str, size: float) -> dict[str, str]:
        """Return the emblems, in the color of the text, of the cards whose ids begin with a kind: `action:march`."""
        named = {id: sign for id, sign in self._cards.items() if id.startswith(f"{kind}:")}
        return {id: emblem(sign, size, "currentColor") for id, sign in named.items()}

    def picture(self, card: Card) -> str:
        """Return the picture of a card as a complete SVG."""
        faction = self.factions.get(card.faction)
        tint = _PAPER if faction is None else (faction.fill, faction.ink)
        crest = "" if faction is None else faction.emblem
        return _drawn(self.emblem_of(card), tint, crest, self._look(card))

    def _tint(self, card: Card) -> tuple[str, str] | None:
        faction = self.factions.get(card.faction)
        return card.tint if faction is None else (faction.fill, faction.ink)


@lru_cache(maxsize=1024)
def _drawn(sign: str, tint: tuple[str, str], crest: str, look: Look) -> str:
    fill, ink = tint
    if isinstance(look, Face):
        layers = _field(_PAPER[0]) + _disc(sign, look)
    elif look is not None:
        layers = _ground() + look.drawn(fill, ink, WIDTH * 0.82, HEIGHT - 10)
    else:
        layers = _field(fill) + (_rays(ink) if crest else "") + emblem(sign, 62, ink)
    small = emblem(crest, 17, ink, at=(WIDTH / 2 - 14, 14 - HEIGHT / 2)) if crest else ""
    return tag(
        "svg",
        layers,
        small,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{number(-WIDTH / 2)} {number(-HEIGHT / 2)} {WIDTH} {HEIGHT}",
    )


def emblem(id: str, size: float, color: str, at: tuple[float, float] = (0, 0)) -> str:
    """Return an emblem around a point."""
    scale = size / EMBLEM
    moved = f"translate({number(at[0] - size / 2)} {number(at[1] - size / 2)}) scale({scale:.4f})"
    return tag("path", d=emblems()[id], fill=color, transform=moved)


@cache
def emblems() -> Mapping[str, str]:
    """Return the shapes of all emblems by id."""
    content: dict[str, list[dict[str, Any]]] = tomllib.loads(
        files("banneret.show").joinpath("emblems.toml").read_text("utf-8")
    )
    return {one["id"]: one["shape"] for one in content["emblem"]}


def _ground() -> str:
    blades = "".join(f"M{x} {y}l-2 -5M{x} {y}v-6M{x} {y}l2 -5" for x, y in ((-74, -14), (-58, 26), (62, -20), (76, 22)))
    return (
        _field(_GRASS[0])
        + tag(
            "path", d=f"M{-WIDTH / 2:g} 14Q-30 -12 30 12T{WIDTH / 2:g} 2V{HEIGHT / 2:g}H{-WIDTH / 2:g}Z", fill=_GRASS[1]
        )
        + tag("path", d=blades, stroke=_GRASS[2], stroke_width=1.2, fill="none")
    )


def _disc(sign: str, face: Face) -> str:
    """Return the face of a die or a dial as a disc."""
    disc = tag("circle", cx=0, cy=0, r=34, fill=face.fill, stroke="#1a140c", stroke_width=2.5)
    if not face.number:
        return disc + emblem(sign, 42, face.ink)
    label = tag(
        "text", face.number, x=-17, y=9, fill=face.ink, font_size=27, font_weight=800, text_anchor="middle",
        font_family="Georgia, serif",
    )  # fmt: skip  # several to a line
    return (
        disc + tag("path", d="M0 -34V34", stroke=face.ink, stroke_width=2) + label + emblem(sign, 26, face.ink, (16, 0))
    )


def _field(color: str) -> str:
    return _box(-WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT, 0, fill=color)


def _rays(ink: str) -> str:
    """Return rays behind an emblem."""
    step = 2 * math.pi / RAYS
    ways = [
        f"M0 0L{number(WIDTH * math.cos(at))} {number(WIDTH * math.sin(at))}"
        f"L{number(WIDTH * math.cos(at + step / 2))} {number(WIDTH * math.sin(at + step / 2))}Z"
        for at in (step * ray for ray in range(RAYS))
    ]
    return tag("path", d="".join(ways), fill=ink, opacity=0.1)


def _box(x: float, y: float, width: float, height: float, r: float, **more: str | float) -> str:
    return tag("rect", x=x, y=y, width=width, height=height, rx=r, **more)
