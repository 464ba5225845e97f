"""Keywords, tokens, dice, morale cards, objectives, deployments and terrain as cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from banneret.games.runewars.attack_actions import shown
from banneret.games.runewars.content import card_texts
from banneret.games.runewars.content.components import Die, ManaToken, MoraleCard, Token, components
from banneret.games.runewars.content.tabletop import Deployment, Objective, TerrainSide, tabletop
from banneret.games.runewars.content.things import FACE
from banneret.games.runewars.show.cards.values import RULES, keyword, summary, valued
from banneret.show.card import Ability, Card, Face, Stat
from banneret.text.message import Message, msg

_ICONS: Final = {
    "hit": ("rw:78.0", "rw:7.9", "rw:20.3"),
    "surge": ("rw:31.0", "rw:31.1", "rw:31.1a"),
    "mortal-strike": ("rw:77.0", "rw:7.8"),
    "accuracy": ("rw:42.0", "rw:42.1"),
    "morale": ("rw:57.0", "rw:7.11"),
}
_RUNES: Final = ("stable", "unstable", "natural")
_RUNE_RULES: Final = ("rw:51.4", "rw:51.5", "rw:51.6")
_MANA_RULES: Final = ("rw:51.1", "rw:51.2")
_BANE_RULES: Final = {"blight": "rw:82.1a", "immobilize": "rw:82.1b", "panic": "rw:82.1c", "stun": "rw:82.1d"}


def table_cards() -> tuple[Card, ...]:
    """Return the cards of everything that belongs to no army."""
    found, table = components(), tabletop()
    sides = (side for piece in table.pieces.values() for side in (piece.defensive, piece.dangerous))
    return (
        *map(_keyword, RULES),
        *map(_token, found.tokens.values()),
        _ruled("straight", "template", ("rw:22.0", "rw:22.1", "rw:22.4")),
        *(_ruled(id, "icon", rules) for id, rules in _ICONS.items()),
        *map(_die, found.dice.values()),
        *(card for die in found.dice.values() for card in _die_faces(die)),
        *map(_rune, _RUNES),
        *map(_mana, found.mana.values()),
        *map(_morale, found.morale.values()),
        *map(_objective, table.objectives.values()),
        *map(_deployment, table.deployments.values()),
        *map(_terrain, sides),
    )


def _ruled(id: str, kind: str, rules: tuple[str, ...]) -> Card:
    return Card(id=id, title=msg(f"name.{id}"), kind=kind, texts=tuple(map(summary, rules)), rules=rules)


def _keyword(id: str) -> Card:
    rule = RULES[id]
    text = summary(rule) if rule else msg(f"text.keyword.{id}")
    rules = (rule,) if rule else ()
    return Card(id=f"keyword-{id}", title=msg(f"name.{id}"), kind="keyword", texts=(text,), rules=rules)


def _token(token: Token) -> Card:
    rule = _BANE_RULES.get(token.id)
    return Card(
        id=token.id,
        title=msg(f"name.{token.id}"),
        kind=token.kind,
        texts=(msg(card_texts.text_id(token.id)),),
        rules=() if rule is None else (rule,),
        provenance=token.provenance,
    )


def _die(die: Die) -> Card:
    faces = tuple(
        Face(glyphs=icons, text=msg(f"name.{FACE.format(die.id, number)}"))
        for number, icons in enumerate(die.faces, start=1)
    )
    return Card(id=die.id, title=msg(f"name.{die.id}"), kind="die", faces=faces, provenance=die.provenance)


def _die_faces(die: Die) -> Iterator[Card]:
    """Yield each face, by its number and, once for equal faces, by what it shows: answers name either."""
    faces = {FACE.format(die.id, number): icons for number, icons in enumerate(die.faces, start=1)}
    faces |= {shown(die.id, icons): icons for icons in die.faces}
    for id, icons in faces.items():
        rules = tuple(_ICONS[icon][0] for icon in dict.fromkeys(icons))
        yield Card(
            id=id,
            title=msg(f"name.{id}"),
            kind="die-face",
            faces=(Face(glyphs=icons, text=msg(f"name.{id}")),),
            texts=tuple(map(summary, rules)),
            rules=rules,
            related=(die.id, *dict.fromkeys(icons)),
            provenance=die.provenance,
        )


def _rune(rune: str) -> Card:
    texts = (msg("card.rune-in-texts", rune=rune), *map(summary, _RUNE_RULES))
    return Card(id=rune, title=msg(f"name.{rune}"), kind="rune", texts=texts, rules=_RUNE_RULES)


def _mana(token: ManaToken) -> Card:
    sides = (msg("card.side", number=number, runes=runes) for number, runes in enumerate(token.sides, start=1))
    return Card(
        id=token.id,
        title=msg(f"name.{token.id}"),
        kind="mana",
        texts=(*sides, *map(summary, _MANA_RULES)),
        rules=_MANA_RULES,
        related=tuple(dict.fromkeys(rune for side in token.sides for rune in side)),
        provenance=token.provenance,
    )


def _morale(card: MoraleCard) -> Card:
    return Card(
        id=card.id,
        title=msg(f"name.{card.id}"),
        kind="morale-card",
        subtitle=msg(f"name.{card.type}"),
        stats=(
            Stat("morale", msg("card.icons"), f"{card.icons}"),
            Stat("copies", msg("card.count"), f"{card.count}"),
        ),
        texts=(msg(card_texts.text_id(card.id)),),
        rules=("rw:58.3", "rw:58.5"),
        provenance=card.provenance,
        note=None if card.note is None else msg(card_texts.note_id(card.id)),
    )


def _objective(card: Objective) -> Card:
    parts = tuple(
        Ability(msg(f"card.{part}"), (msg(card_texts.part_id(card.id, part)),)) for part in card_texts.parts_of(card)
    )
    return Card(
        id=card.id,
        title=msg(f"name.{card.id}"),
        kind="objective",
        stats=(Stat("crown", msg("card.points"), f"{card.points}"),) if card.points else (),
        abilities=parts,
        rules=("rw:89.3", "rw:89.4"),
        provenance=card.provenance,
    )


def _deployment(card: Deployment) -> Card:
    own = card.areas_provenance == "project"
    return Card(
        id=card.id,
        title=msg(f"name.{card.id}"),
        kind="deployment",
        stats=(
            Stat("castle", msg("card.defensive"), f"{card.defensive}"),
            Stat("skull", msg("card.dangerous"), f"{card.dangerous}"),
        ),
        texts=(
            msg("card.deployment", defensive=card.defensive, dangerous=card.dangerous),
            *(() if card.red else (msg("card.usual-areas"),)),
        ),
        rules=("rw:13.1", "rw:13.2"),
        provenance=card.provenance,
        note=msg("card.areas") if own else None,
    )


def _terrain(side: TerrainSide) -> Card:
    words = tuple(
        keyword(one.keyword, None if one.value is None else valued(one.keyword, one.value)) for one in side.keywords
    )
    texts: Iterable[Message] = (summary(word.rule) for word in words)
    return Card(
        id=side.id,
        title=msg(f"name.{side.id}"),
        kind="terrain",
        stats=(Stat("trays", msg("card.capacity"), f"{side.capacity}"),),
        keywords=words,
        texts=(*texts, summary("rw:41.1"), summary("rw:41.1a")),
        rules=(*(word.rule for word in words), "rw:41.1", "rw:41.1a"),
        provenance=side.provenance,
    )
