"""`banneret rules`: search the rule index; show code, tests and provenance of each rule."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
from rich.text import Text

import banneret
from banneret.cli.consoles import fail, note, out
from banneret.kernel.rulebook import Rulebook
from banneret.testing.rule_coverage import CodePlace, cited_rules
from banneret.text.rules_index import Provenance, Rule, RuleIndex

_FROM: Final[dict[Provenance, str]] = {
    "rulebook": "from the rulebook",
    "sourced": "sourced elsewhere",
    "inferred": "inferred",
    "project": "decided by this project",
}
_SENSITIVE: Final = "guess that changes a scenario's results by more than 5 percentage points"


class RuleReport(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A rule in the output of `--json`; `code` and `tests` with `--coverage`, `provenance` if the game has it."""

    id: str
    citation: str
    summary: str
    status: str
    reason: str | None = None
    provenance: Provenance | None = None
    sensitive: bool = False
    code: list[str] | None = None
    tests: list[str] | None = None
    asserted: str | None = None
    """The test that failed when a fault was planted in the rule's code."""


def rules(
    book: Rulebook[Any],
    text: str,
    *,
    coverage: bool = False,
    provenance: bool = False,
    as_json: bool = False,
    language: str = "en",
) -> None:
    """List the rules that contain all the given words, or all rules."""
    index = book.rules(language)
    found = index.search(text) if text.strip() else list(index)
    if not found:
        fail(f"no rule of {book.id} contains all of these words: {text}")
    code: dict[str, list[CodePlace]] = {}
    tests: dict[str, list[str]] = {}
    asserted: dict[str, str] = {}
    if coverage:
        code = cited_rules(Path(str(banneret.__file__)).parent, index)
        tests = rule_tests(book)
        asserted = asserted_rules(book)
    reports = [_report(index, rule, code, tests, asserted, coverage=coverage) for rule in found]
    if as_json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(reports), indent=2).decode() + "\n")
        return
    if provenance and found[0].provenance is None:
        note(f"The rule index of {book.id} has no sources: all rules are from its rulebook.")
        provenance = False
    _show(reports, coverage=coverage, provenance=provenance)


def rule_tests(book: Rulebook[Any]) -> dict[str, list[str]]:
    """Return the tests of each rule from the game's committed file, which all editions share."""
    file = _data_file(book, "rule-tests.json")
    if file.is_file():
        return msgspec.json.decode(file.read_bytes(), type=dict[str, list[str]])
    note(f"No data/rule-tests.json for {book.id}, so no tests are shown; `make rules` creates it.")
    return {}


def asserted_rules(book: Rulebook[Any]) -> dict[str, str]:
    """Return the test of each asserted rule from the game's committed file, if it has one (see `tools/asserted.py`)."""
    file = _data_file(book, "rule-asserted.json")
    return msgspec.json.decode(file.read_bytes(), type=dict[str, str]) if file.is_file() else {}


def _data_file(book: Rulebook[Any], name: str) -> Path:
    return Path(str(sys.modules[type(book).__module__].__file__)).parent / "data" / name


def _report(
    index: RuleIndex,
    rule: Rule,
    code: dict[str, list[CodePlace]],
    tests: dict[str, list[str]],
    asserted: dict[str, str],
    *,
    coverage: bool,
) -> RuleReport:
    return RuleReport(
        id=rule.id,
        citation=index.citation(rule.id),
        summary=rule.summary,
        status=rule.status,
        reason=rule.reason,
        provenance=rule.provenance,
        sensitive=rule.sensitive,
        code=[f"{p.file}:{p.first_line} {p.function}" for p in code.get(rule.id, [])] if coverage else None,
        tests=tests.get(rule.id, []) if coverage else None,
        asserted=asserted.get(rule.id),
    )


def _show(reports: list[RuleReport], *, coverage: bool, provenance: bool) -> None:
    console = out()
    for rule in reports:
        line = Text(rule.id, "bold").append(f"  {rule.citation}", "default not bold")
        if rule.status != "played":
            line.append(f"  ({rule.status}: {rule.reason})", "dim not bold")
        if provenance and rule.provenance is not None:
            line.append(f"  [{rule.provenance}]", "cyan not bold")
        if provenance and rule.sensitive:
            line.append(f"  {_SENSITIVE}", "yellow not bold")
        console.print(line, soft_wrap=True)
        console.print(f"    {rule.summary}", soft_wrap=True)
        if coverage and rule.status == "played":
            for place in rule.code or []:
                console.print(f"    code  {place}", style="dim", soft_wrap=True)
            for test in rule.tests or []:
                by = "  (fails if the code is wrong)" if test == rule.asserted else ""
                console.print(f"    test  {test}{by}", style="dim", soft_wrap=True)
            if missing := _missing(rule):
                console.print(f"    {missing}", style="red", soft_wrap=True)
    if coverage:
        _show_totals(reports)
    if provenance:
        _show_provenance(reports)


def _missing(rule: RuleReport) -> str:
    lacks = [word for word, found in (("code", rule.code), ("test", rule.tests)) if not found]
    return f"NO {' AND NO '.join(lacks).upper()}" if lacks else ""


def _show_totals(reports: list[RuleReport]) -> None:
    played = [rule for rule in reports if rule.status == "played"]
    code = sum(bool(rule.code) for rule in played)
    tests = sum(bool(rule.tests) for rule in played)
    both = sum(bool(rule.code and rule.tests) for rule in played)
    planned = sum(rule.status == "planned" for rule in reports)
    other = len(reports) - len(played) - planned
    console = out()
    console.print()
    summary = f"{len(reports)} rules: {len(played)} played, {other} about components or the table"
    console.print(f"{summary}, {planned} not played yet" if planned else summary)
    console.print(
        f"Played rules: {code} with code, {tests} with a test, {both} with both, {len(played) - both} incomplete"
    )
    asserted = sum(rule.asserted is not None for rule in played)
    console.print(
        f"Tests: {asserted} rules asserted (one fails if a fault is planted in the code), {tests - asserted} touched "
        f"(one runs the code), {len(played) - tests} not",
        soft_wrap=True,
    )


def _show_provenance(reports: list[RuleReport]) -> None:
    counted = Counter(rule.provenance for rule in reports)
    parts = [f"{counted[one]} {_FROM[one]}" for one in get_args(Provenance) if counted[one]]
    sensitive = sum(rule.sensitive for rule in reports)
    console = out()
    console.print()
    console.print(f"{len(reports)} rules: {', '.join(parts)}", soft_wrap=True)
    console.print(f"{sensitive} marked: {_SENSITIVE}", soft_wrap=True)
