"""The two editions: Season 6 is the base, and the 2021 edition lists only its differences."""

from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from banneret.games.icefire.content.datafile import DataFile
from banneret.text.rules_index import Rule, RuleIndex

Edition: TypeAlias = Literal["icefire-s6", "icefire-2021"]

SEASON_6: Final = "icefire-s6"
EDITION_2021: Final = "icefire-2021"
EDITIONS: Final[tuple[Edition, ...]] = (SEASON_6, EDITION_2021)
FAQ: Final = "2021-S02"
"""The publisher's FAQ, published after the German rulebook: an option of the 2021 edition."""


class Change(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One difference of the 2021 edition.

    `switch` is its number among the 26 major differences (minor ones have none), `drops` lists rules of Season 6 that
    do not apply, `adds` lists the edition's own rules, and `faq` names the publisher's FAQ that reverts the change.
    """

    name: Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    switch: Annotated[int, Meta(ge=1, le=26)] | None = None
    drops: tuple[str, ...] = ()
    adds: tuple[str, ...] = ()
    faq: Literal["2021-S02"] | None = None


def changes() -> tuple[Change, ...]:
    """Return all differences of the 2021 edition.

    Raises `DataError` if a change names an unknown rule, if a rule is dropped or added twice, or if no change adds one
    of the 2021 rules.
    """
    return _read(DataFile.read("edition2021/changes.toml"))


@cache
def rule_index(edition: Edition, *, faq: bool | None = False) -> RuleIndex:
    """Return the rules of an edition in rulebook order; `faq` applies the publisher's FAQ 2021-S02 to the 2021 edition.

    With None, return both the rules with the FAQ and those without it, for callers that must be able to name any of
    them. Raises ValueError for Season 6 with the FAQ, which Season 6 already includes.
    """
    base = _base()
    if edition == SEASON_6:
        if faq:
            raise ValueError(
                f"edition {edition}: the FAQ {FAQ} is an option of {EDITION_2021}; Season 6 already includes it"
            )
        return base
    own = _own()
    in_force = [change for change in changes() if not (faq and change.faq == FAQ)]
    dropped = {id for change in in_force if faq is not None or change.faq is None for id in change.drops}
    instead: dict[str, list[Rule]] = {}  # inserted in place of this rule of Season 6
    besides: dict[str, list[Rule]] = {}  # appended to this chapter
    for change in in_force:
        for id in change.adds:
            chapter = _chapter(id)
            place = next((old for old in change.drops if _chapter(old) == chapter), None)
            rules = besides.setdefault(chapter, []) if place is None else instead.setdefault(place, [])
            rules.append(own[id])
    merged: list[Rule] = []
    for chapter, rules_there in groupby(base, key=lambda rule: _chapter(rule.id)):
        for rule in rules_there:
            if rule.id not in dropped:
                merged.append(rule)
            merged += instead.get(rule.id, [])
        merged += besides.get(chapter, [])
    return RuleIndex(merged)


def _read(file: DataFile) -> tuple[Change, ...]:
    file.keys("change")
    read = file.entries("change", Change, by="name")
    base, own = _base(), _own()
    seen: set[str] = set()
    for change in read:
        for field, ids, index in (("drops", change.drops, base), ("adds", change.adds, own)):
            for id in ids:
                file.one_of(change.name, field, id, index)
                if id in seen:
                    file.fail(change.name, field, f"'{id}' is already in another change")
                seen.add(id)
    for rule in own:
        if rule.id not in seen:
            file.fail("whole file", "adds", f"'{rule.id}' is a 2021 rule that no change adds")
    return read


def _chapter(id: str) -> str:
    return id.partition(":")[2].partition(".")[0].removesuffix("-2021")


@cache
def _base() -> RuleIndex:
    return _load("rules.toml")


@cache
def _own() -> RuleIndex:
    return _load("edition2021/rules.toml")


def _load(name: str) -> RuleIndex:
    return RuleIndex.load(files("banneret.games.icefire").joinpath("data", *name.split("/")).read_text("utf-8"), name)
