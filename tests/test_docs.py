"""The documentation is true: its code runs, its links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from banneret.kernel.rulebook import rulebook

ROOT = Path(__file__).parent.parent
PAGES = sorted(p for p in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def _blocks(page: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), flags=re.DOTALL)


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
        }
        assert [s for s in said if s in exact] == [p for p in printed if p in exact]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        if not target.startswith(("http://", "https://")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_rulings_on_battles_of_westeros_tell_rules_as_the_index_does() -> None:
    page = (ROOT / "docs" / "rulings" / "battles.md").read_text("utf-8")
    rows = re.findall(r"^\| `(battles:[^`]+)` \| (\w+) \| (.*?) \| ", page, flags=re.MULTILINE)
    assert len(rows) > 70
    index = rulebook("battles").rules()
    assert [(id, index[id].provenance, index[id].summary) for id, _, _ in rows] == rows
