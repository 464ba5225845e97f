"""The security page: every item of level 1 is there once, and every test that it names exists."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")

SECTIONS = {
    "1.2": (1, 5), "1.3": (1, 2), "1.5": (1, 1), "2.1": (1, 1), "2.2": (1, 2), "2.3": (1, 1), "3.2": (1, 2),
    "3.3": (1, 1), "3.4": (1, 2), "3.5": (1, 3), "4.1": (1, 1), "4.4": (1, 1), "5.2": (1, 2), "5.3": (1, 2),
    "6.1": (1, 1), "6.2": (1, 8), "6.3": (1, 2), "6.4": (1, 2), "7.2": (1, 4), "7.4": (1, 2), "8.1": (1, 1),
    "8.2": (1, 2), "8.3": (1, 1), "11.3": (1, 2), "11.4": (1, 1), "12.1": (1, 1), "12.2": (1, 2), "13.4": (1, 1),
    "14.2": (1, 1), "14.3": (1, 1), "15.1": (1, 1), "15.2": (1, 1), "15.3": (1, 1),
}  # fmt: skip  # several to a line
"""Section of ASVS 5.0.0 -> its first and last item of level 1; without chapters 9, 10 and 17, which do not apply."""


def test_every_item_of_level_1_is_answered_once_and_in_order() -> None:
    level_1 = PAGE.partition("### Level 1")[2].partition("### Level 2")[0]
    items = re.findall(r"^\| (\d+\.\d+\.\d+) \|", level_1, flags=re.MULTILINE)
    assert items == [f"{section}.{n}" for section, (first, last) in SECTIONS.items() for n in range(first, last + 1)]
    assert len(items) == 61


def test_every_open_item_of_level_2_has_a_reason() -> None:
    level_2 = PAGE.partition("### Level 2")[2]
    rows = re.findall(r"^\| ([\d., ]+) \| (.*) \|$", level_2, flags=re.MULTILINE)
    assert {"3.4.1", "6.2.12", "6.3.3", "7.3.2", "7.5.2"} <= {items for items, _ in rows}
    assert all(reason for _, reason in rows)


def test_the_tests_that_are_named_exist() -> None:
    named = set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE))
    assert len(named) > 40
    for file, name in sorted(named):
        assert re.search(rf"^(async )?def {name}\(", (ROOT / file).read_text("utf-8"), flags=re.MULTILINE), name
