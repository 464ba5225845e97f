"""The rule index: every rule of a rulebook under an id that code, refusals, events and tests cite."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from banneret.text.catalogue import Catalogue

RuleStatus: TypeAlias = Literal["played", "component", "table", "planned"]
Provenance: TypeAlias = Literal["rulebook", "sourced", "inferred", "project"]

RULE_ID = re.compile(r"[a-z][a-z0-9-]*:[a-z0-9][a-z0-9-]*\.[a-z0-9]+(?:-[a-z0-9]+)*")

_FIELD = re.compile(r" - at `\$\.(?P<field>\w+)[^`]*`$|(?:missing required|contains unknown) field `(?P<name>\w+)`")

_CITED: Final = {
    "cited.rule": "{section}, rule {number}",
    "cited.ruling": "{section}, ruling {number}",
    "cited.page": "{cited} (p. {page})",
}

_Text: TypeAlias = Annotated[str, msgspec.Meta(min_length=1)]


class Rule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule. `page` is None where the rulebook does not print the rule (cards, our rulings).

    `status`: *played* by the program; about a *component*, or the *table* people sit at; or *planned*, not played yet.

    `provenance` is the source of a rule, for games whose rulebook is not fully available: the rulebook itself, another
    public source, inferred from what is known, or decided by this project. `sensitive` marks an inferred or project
    rule whose alternatives change the win rates of a scenario by more than five percentage points.
    """

    id: str
    section: _Text
    page: Annotated[int, msgspec.Meta(ge=1)] | None = None
    summary: _Text
    status: RuleStatus
    reason: _Text | None = None
    ruling: bool = False
    provenance: Provenance | None = None
    sensitive: bool = False


class RuleIndexError(ValueError):
    """An invalid entry in a rule index."""

    def __init__(self, source: str, entry: str, field: str, problem: str) -> None:
        super().__init__(f"{source}: {entry}: {field}: {problem}")
        self.source = source
        self.entry = entry
        self.field = field
        self.problem = problem


class RuleIndex:
    """The rules of one or more rulebooks, in rulebook order."""

    def __init__(self, rules: Iterable[Rule], cited: Mapping[str, str] = _CITED) -> None:
        """Create an index of the rules; `cited` holds the citation templates."""
        self._rules = {rule.id: rule for rule in rules}
        self._cited = cited

    @classmethod
    def load(cls, text: str, source: str) -> "RuleIndex":
        """Read an index from TOML; `source` is the file name used in errors."""
        try:
            content = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise RuleIndexError(source, "whole file", "syntax", str(error)) from error
        for key in content:
            if key != "rule":
                raise RuleIndexError(source, "whole file", key, "is unknown; an index contains only [[rule]] entries")
        entries = content.get("rule")
        if not isinstance(entries, list) or not entries:
            raise RuleIndexError(source, "whole file", "rule", "has no entries")
        places: dict[str, int] = {}
        rules: list[Rule] = []
        for number, raw in enumerate(entries, start=1):
            rule = _read_rule(raw, number, source)
            if rule.id in places:
                entry = f"entry {number} ({rule.id})"
                raise RuleIndexError(source, entry, "id", f"is already used by entry {places[rule.id]}")
            places[rule.id] = number
            rules.append(rule)
            if (rule.provenance is None) != (rules[0].provenance is None):
                entry = f"entry {number} ({rule.id})"
                problem = "is missing in some entries; either all or none must have it"
                raise RuleIndexError(source, entry, "provenance", problem)
        return cls(rules)

    def __getitem__(self, id: str) -> Rule:
        return self._rules[id]

    def __contains__(self, id: object) -> bool:
        return id in self._rules

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __len__(self) -> int:
        return len(self._rules)

    def get(self, id: str) -> Rule | None:
        return self._rules.get(id)

    def search(self, text: str) -> list[Rule]:
        """Return the rules containing all words: matches in the id first, then section, summary, and all combined."""
        words = text.casefold().split()
        if not words:
            return []
        ranked: list[tuple[int, Rule]] = []
        for rule in self:
            fields = [field.casefold() for field in (rule.id, rule.section, rule.summary)]
            fields.append(" ".join(fields))
            rank = next((n for n, field in enumerate(fields) if all(word in field for word in words)), None)
            if rank is not None:
                # Rank an exact id first: a search for "clash.1" would otherwise list clash.10 and the like before it.
                ranked.append((-1 if words == [fields[0]] else rank, rule))
        return [rule for _, rule in sorted(ranked, key=lambda found: found[0])]

    def citation(self, id: str) -> str:
        """Return a rule's citation for people: "Retreats and Routing, rule 3 (p. 21)"."""
        rule = self[id]
        number = id.rpartition(".")[2]
        cited = rule.section
        if number[0].isdecimal():  # cards are cited by name, which ends their section
            cited = self._cited["cited.ruling" if rule.ruling else "cited.rule"].format(section=cited, number=number)
        return cited if rule.page is None else self._cited["cited.page"].format(cited=cited, page=rule.page)

    def texts(self) -> dict[str, str]:
        """Return every text of this index by message id: the English source; translations are in `rules.po`.

        `rule.<id>` is a summary, `reason.<id>` why the rule is not played, `section.<name>` the name of a section.
        """
        texts = dict(self._cited)
        for rule in self:
            texts[f"section.{rule.section}"] = rule.section
            texts[f"rule.{rule.id}"] = rule.summary
            if rule.reason is not None:
                texts[f"reason.{rule.id}"] = rule.reason
        return texts

    def translated(self, texts: Catalogue) -> "RuleIndex":
        """Return this index translated by a catalogue; texts missing there stay in the original."""
        rules = [
            msgspec.structs.replace(
                rule,
                section=texts.text(f"section.{rule.section}", rule.section),
                summary=texts.text(f"rule.{rule.id}", rule.summary),
                reason=None if rule.reason is None else texts.text(f"reason.{rule.id}", rule.reason),
            )
            for rule in self
        ]
        return RuleIndex(rules, {id: texts.text(id, text) for id, text in self._cited.items()})


# `raw` is untyped TOML; the conversion checks it.
def _read_rule(raw: Any, number: int, source: str) -> Rule:
    entry = f"entry {number}"
    if isinstance(raw, dict) and isinstance(raw.get("id"), str):
        entry = f"{entry} ({raw['id']})"
    try:
        rule = msgspec.convert(raw, Rule)
    except msgspec.ValidationError as error:
        found = _FIELD.search(str(error))
        field = (found["field"] or found["name"]) if found else "entry"
        raise RuleIndexError(source, entry, field, str(error)) from error
    if not RULE_ID.fullmatch(rule.id):
        raise RuleIndexError(source, entry, "id", f"'{rule.id}' does not have the form game:section.number")
    if rule.status != "played" and rule.reason is None:
        raise RuleIndexError(source, entry, "reason", f"is missing, but the status '{rule.status}' needs one")
    if rule.sensitive and rule.provenance not in ("inferred", "project"):
        raise RuleIndexError(source, entry, "sensitive", "requires the provenance 'inferred' or 'project'")
    return rule
