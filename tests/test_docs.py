"""The documentation is true: its code runs, its commands exist, its data parses, its links resolve."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from banneret.kernel.registry import rulebook
from tools.docs.command_line import commands

ROOT = Path(__file__).parent.parent
PAGES = sorted(p for p in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


GENERATED = {
    "docs/pictures/layers.svg",
    *(f"docs/reference/{name}.md" for name in ("command-line", "http", "messages", "settings")),
}
"""Files that only the site has; tools/docs generates them."""


def _blocks(page: Path, language: str = "python") -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text("utf-8"), flags=re.DOTALL)


@pytest.mark.parametrize("page", [p for p in PAGES if _blocks(p) and p.name != "CONTRIBUTING.md"], ids=lambda p: p.name)
def test_the_code_of_a_page_runs_and_prints_what_it_says(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A comment behind a `print` is what it prints, where it stands in the form of a result."""
    scope: dict[str, Any] = {}
    for block in _blocks(page):
        exec(compile(block, str(page), "exec"), scope)  # noqa: S102  # our own page
        printed = capsys.readouterr().out.splitlines()
        said = [m.group(1).strip() for m in re.finditer(r"^print\(.*\)\s+# (.*)$", block, flags=re.MULTILINE)]
        exact = {
            "round 1 stark",
            "order thrones:planning.2",
            "True",
            "thrones:planning.2",
            "{1: ()}",
            "ready",
            "deciding",
            "None",
        }
        assert [s for s in said if s in exact] == [p for p in printed if p in exact]


def _command_lines(page: Path) -> list[list[str]]:
    """Return the words of each call of `banneret` in the page's shell blocks, without redirections and comments."""
    lines = [line for block in _blocks(page, "sh") for line in block.replace("\\\n", " ").splitlines()]
    calls = [re.split(r" [>|] ", line)[0] for line in lines if re.match(r"\S*banneret ", line)]
    words = [shlex.split(call, comments=True) for call in calls]
    called = [[word for word in line if "=" not in word or word.startswith("-")] for line in words]
    return [line[1:] for line in called if line and line[0].rpartition("/")[2] == "banneret"]


@pytest.mark.parametrize("page", [p for p in PAGES if _command_lines(p)], ids=lambda p: p.name)
def test_the_commands_of_a_page_exist_with_their_options(page: Path) -> None:
    known = dict(commands())
    for line in _command_lines(page):
        if line == ["--version"]:
            continue
        name = next((n for n in (" ".join(["banneret", *line[:size]]) for size in (2, 1)) if n in known), None)
        assert name, f"no such command: {line}"
        options = {o for p in known[name].params for o in (*p.opts, *p.secondary_opts)} | {"--help"}
        unknown = {word for word in line if word.startswith("--")} - options
        assert not unknown, f"{line}: {unknown}"


@pytest.mark.parametrize(("language", "parse"), [("toml", tomllib.loads), ("json", json.loads)])
def test_the_data_in_the_pages_parses(language: str, parse: Callable[[str], Any]) -> None:
    blocks = [(page, block) for page in PAGES for block in _blocks(page, language)]
    assert blocks
    for page, block in blocks:
        try:
            parse(block)
        except ValueError as error:
            pytest.fail(f"{page.name}: {error}: {block[:80]}")


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        if not target.startswith(("http://", "https://")):
            path = (page.parent / target).resolve()
            assert path.exists() or path.relative_to(ROOT).as_posix() in GENERATED, f"{page.name}: {target}"


def test_the_rulings_on_battles_of_westeros_tell_rules_as_the_index_does() -> None:
    page = (ROOT / "docs" / "rulings" / "battles.md").read_text("utf-8")
    rows = re.findall(r"^\| `(battles:[^`]+)` \| (\w+) \| (.*?) \| ", page, flags=re.MULTILINE)
    assert len(rows) > 70
    index = rulebook("battles").rules()
    assert [(id, index[id].provenance, index[id].summary) for id, _, _ in rows] == rows
