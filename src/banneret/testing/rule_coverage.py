"""The code that implements each rule, found by the rule ids cited in it."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from banneret.text.rules_index import RuleIndex

CITATION = re.compile(r"\b[a-z0-9-]+:[a-z0-9-]+\.[a-z0-9-]+\b")

_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
_BLOCKS: Final = (ast.stmt, ast.excepthandler, ast.match_case)


class CodePlace(msgspec.Struct, frozen=True):
    """A function; its first line is that of its first decorator, as in its code object."""

    file: str  # below the package's folder, with forward slashes
    function: str
    first_line: int
    last_line: int


class UnknownCitation(msgspec.Struct, frozen=True):
    """An id with the form of the index's ids that is not in the index."""

    file: str
    line: int
    id: str


def load_rules(package_dir: Path) -> RuleIndex:
    """Return all rules of the `rules.toml` files below the folder as one index."""
    files = sorted(package_dir.rglob("rules.toml"))
    return RuleIndex(
        rule
        for file in files
        for rule in RuleIndex.load(file.read_text(encoding="utf-8"), file.relative_to(package_dir).as_posix())
    )


def cited_rules(package_dir: Path, index: RuleIndex | None = None) -> dict[str, list[CodePlace]]:
    """Return every cited rule with the functions that cite it, sorted.

    An id in a docstring, comment or string belongs to the innermost function around it, and in a comment right above
    a function to that function. Outside functions it does not count, as code that runs on import proves no rule.
    """
    rules = load_rules(package_dir) if index is None else index
    cited: dict[str, set[CodePlace]] = {}
    for _, lines, owners in _sources(package_dir):
        for number, line in enumerate(lines, start=1):
            place = owners.get(number)
            if place is None:
                continue
            for id in CITATION.findall(line):
                if id in rules:
                    cited.setdefault(id, set()).add(place)
    return {id: sorted(cited[id], key=lambda place: (place.file, place.first_line)) for id in sorted(cited)}


def unknown_citations(package_dir: Path, index: RuleIndex | None = None) -> list[UnknownCitation]:
    """Return the citations with the prefix of an indexed game that are not in the index, most likely typing errors."""
    rules = load_rules(package_dir) if index is None else index
    games = {rule.id.partition(":")[0] for rule in rules}
    return [
        UnknownCitation(file, number, id)
        for file, lines, _ in _sources(package_dir)
        for number, line in enumerate(lines, start=1)
        for id in CITATION.findall(line)
        if id not in rules and id.partition(":")[0] in games
    ]


def _sources(package_dir: Path) -> Iterator[tuple[str, list[str], Mapping[int, CodePlace]]]:
    """Yield the files that cite anything, each with its lines and the functions they belong to."""
    for path in sorted(package_dir.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if not CITATION.search(text):
            continue
        file = path.relative_to(package_dir).as_posix()
        yield file, _lines(text), _owners(text, file)


def _lines(text: str) -> list[str]:
    return text.split("\n")  # unlike Python's parser, splitlines() also splits at form feeds


@cache
def _owners(text: str, file: str) -> Mapping[int, CodePlace]:
    lines = _lines(text)
    owners: dict[int, CodePlace] = {}
    for function, qualname in _functions(ast.parse(text, filename=file), ""):
        first = min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])
        last = function.end_lineno or function.lineno
        place = CodePlace(file, qualname, first, last)
        start = first
        while start > 1 and lines[start - 2].lstrip().startswith("#"):
            start -= 1
        # Outer functions come before inner ones, so that the innermost function wins.
        for number in range(start, last + 1):
            owners[number] = place
    return owners


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[_Function, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _Function):
            qualname = prefix + child.name
            yield child, qualname
            yield from _functions(child, f"{qualname}.<locals>.")
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")
        elif isinstance(child, _BLOCKS):  # expressions contain no functions with citations
            yield from _functions(child, prefix)
