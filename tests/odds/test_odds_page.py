"""The example on the page about odds prints what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "odds.md"


def test_the_example_prints_what_the_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), flags=re.DOTALL)
    exec(compile(block, str(PAGE), "exec"), {})  # noqa: S102  # our own page
    assert capsys.readouterr().out.splitlines() == re.findall(r"^print\(.*\)\s+# (.*)$", block, flags=re.MULTILINE)
