"""The two editions: Season 6 is the base, and the edition of 2021 says what it does otherwise, and nothing else."""

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
"""The publisher's FAQ that the German book precedes: an option of the edition of 2021."""


class Change(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing that the edition of 2021 does otherwise.

    `switch` is its number among the 26 great differences (the small ones have none), `drops` are rules of Season 6 that
    do not hold, `adds` rules of its own, and `faq` names the publisher's FAQ that takes the change back.
    """

    name: Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    switch: Annotated[int, Meta(ge=1, le=26)] | None = None
    drops: tuple[str, ...] = ()
    adds: tuple[str, ...] = ()
    faq: Literal["2021-S02"] | None = None


def changes() -> tuple[Change, ...]:
    """Everything that the edition of 2021 does otherwise.

    Raises `DataError` for a change that names rules there are not, a rule dropped or added twice, or one of the rules
    of 2021 that no change adds.
    """
    return _read(DataFile.read("edition2021/changes.toml"))


@cache
def rule_index(edition: Edition, *, faq: bool | None = False) -> RuleIndex:
    """The rules of an edition in the order of the book; `faq` adds the publisher's FAQ 2021-S02 to that of 2021.

    None: the rules with the FAQ and those without it, for whoever has to name any of them. Raises ValueError if Season
    6 is asked for with the FAQ: it has its changes already.
    """
    base = _base()
    if edition == SEASON_6:
        if faq:
            raise ValueError(
                f"edition {edition}: the FAQ {FAQ} is an option of {EDITION_2021}; Season 6 has it already"
            )
        return base
    own = _own()
    in_force = [change for change in changes() if not (faq and change.faq == FAQ)]
    dropped = {id for change in in_force if faq is not None or change.faq is None for id in change.drops}
    instead: dict[str, list[Rule]] = {}  # at the place of this rule of Season 6
    besides: dict[str, list[Rule]] = {}  # at the end of this chapter
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
                    file.fail(change.name, field, f"'{id}' is in another change too")
                seen.add(id)
    for rule in own:
        if rule.id not in seen:
            file.fail("whole file", "adds", f"'{rule.id}' of the rules of 2021 is in no change")
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
