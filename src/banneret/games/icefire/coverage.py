"""Report of an edition's cards and abilities, and of the code and tests for each."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import msgspec

from banneret.games.icefire.abilities import registration as loading
from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import Edition
from banneret.games.icefire.content.languages import catalogue
from banneret.games.icefire.effects import registry
from banneret.show.terminal import CardList
from banneret.text.catalogue import Catalogue

_WORD: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class AbilityReport(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An ability as written by `--json`; with `--coverage`, whether it has code and which tests name it."""

    id: str
    name: str
    code: bool | None = None
    tests: list[str] | None = None
    asserted: str | None = None
    """A test that fails if the ability does nothing."""


class CardReport(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card as written by `--json`."""

    id: str
    name: str
    kind: str
    faction: str
    abilities: list[AbilityReport]
    code: bool | None = None
    """Whether a card with a text of its own, such as a Tactics card or a non-combat unit, has code."""
    tests: list[str] | None = None
    asserted: str | None = None
    """A test that fails if the card does nothing."""
    later: int | None = None
    """Later season whose values the card has, if those of the edition are unknown."""


def card_list(edition: Edition, language: str, *, coverage: bool) -> CardList:
    """Return the cards of an edition. Raise FileNotFoundError if the tests are not available."""
    found = list(_reports(edition, language, coverage=coverage))
    lines = []
    for card in found:
        later = f" (values of season {card.later})" if card.later else ""
        lines.append(f"{card.id}  {card.name} ({card.kind}, {card.faction}){later}{_status(card)}")
        lines += [f"       {ability.name}{_status(ability)}" for ability in card.abilities]
    return CardList(found, lines, _summary(found) if coverage else "")


def _summary(found: list[CardReport]) -> str:
    parts: list[AbilityReport | CardReport] = [one for card in found for one in card.abilities]
    parts += [card for card in found if card.code is not None]
    played = sum(one.code is True for one in parts)
    asserted = sum(one.asserted is not None for one in parts)
    tested = sum(bool(one.tests) for one in parts)
    return (
        f"{len(found)} cards with {len(parts)} abilities and texts: {played} have code, {asserted} are asserted (a "
        f"test fails if they do nothing), {tested - asserted} touched (a test runs or names them), "
        f"{len(parts) - tested} not"
    )


def _status(one: AbilityReport | CardReport) -> str:
    if one.code is None and one.tests is None:
        return ""
    has = [] if one.code is None else ["code" if one.code else "NO CODE"]
    if one.tests is not None:
        has.append(f"{len(one.tests)} test{'' if len(one.tests) == 1 else 's'}")
    return ": " + ", ".join([*has, *(["asserted"] if one.asserted else [])])


def _reports(edition: Edition, language: str, *, coverage: bool) -> Iterator[CardReport]:
    box, texts = components(edition), catalogue(language)
    there = registry.registered() if coverage and loading.LOADED else set()
    named = _named_by_tests() if coverage else {}
    ran, asserted = (_recorded("card-tests.json"), _recorded("card-asserted.json")) if coverage else ({}, {})

    def tests_of(id: str) -> list[str] | None:
        return sorted({*named.get(id, ()), *ran.get(id, ())}) if coverage else None

    def ability(id: str) -> AbilityReport:
        code = id in there if coverage else None
        name = _name(texts, f"ability.{id}", id)
        return AbilityReport(id=id, name=name, code=code, tests=tests_of(id), asserted=asserted.get(id))

    kinds: Iterable[tuple[str, dict[str, Any]]] = (
        ("unit", box.units),
        ("attachment", box.attachments),
        ("non-combat unit", box.ncus),
        ("tactics", box.tactics),
    )
    for kind, all_of_it in kinds:
        for id, card in sorted(all_of_it.items()):
            acts = coverage and kind in ("non-combat unit", "tactics")
            yield CardReport(
                id=id,
                name=_name(texts, f"name.{id}", id),
                kind=kind,
                faction=box.faction.get(id, "neutral"),
                abilities=[ability(one) for one in getattr(card, "abilities", ()) if isinstance(one, str)],
                code=id in there if acts else None,
                tests=tests_of(id),
                asserted=asserted.get(id) if acts else None,
                later=box.later_season(id) or None,
            )


def _name(texts: Catalogue, id: str, fallback: str) -> str:
    return texts.text(id) if id in texts else fallback


def _recorded(name: str) -> dict[str, Any]:  # a JSON file
    """Return what `tools/disable_icefire_handlers.py` has recorded for each ability and card."""
    file = files("banneret.games.icefire").joinpath("data", name)
    found: dict[str, Any] = msgspec.json.decode(file.read_bytes()) if file.is_file() else {}
    return found


def _named_by_tests() -> dict[str, list[str]]:
    """Return the tests that name something, by its id: literally or by a constant of the tests."""
    root = Path(__file__).parents[4]
    modules = sorted((root / "tests" / "games" / "icefire").glob("*.py"))
    if not modules:
        raise FileNotFoundError("tests are named in a checkout of the project alone; this is an installed package")
    trees = {file: ast.parse(file.read_text("utf-8")) for file in modules}
    constants = {
        name.id: set(_words(line.value))
        for tree in trees.values()
        for line in tree.body
        if isinstance(line, ast.Assign | ast.AnnAssign) and line.value is not None
        for name in _targets(line)
    }
    found: dict[str, list[str]] = {}
    for file, tree in trees.items():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                words = set(_words(node))
                for name in ast.walk(node):
                    if isinstance(name, ast.Name):
                        words |= constants.get(name.id, set())
                for word in sorted(words):
                    found.setdefault(word, []).append(f"{file.relative_to(root).as_posix()}::{node.name}")
    return found


def _targets(line: ast.Assign | ast.AnnAssign) -> Iterator[ast.Name]:
    for target in line.targets if isinstance(line, ast.Assign) else [line.target]:
        yield from (one for one in ast.walk(target) if isinstance(one, ast.Name))


def _words(node: ast.AST) -> Iterator[str]:
    for one in ast.walk(node):
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield from _WORD.findall(one.value)
