"""What docs/api.md says of the interface is what the interface does."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import msgspec

from banneret.server.api.openapi_forms import MEANING
from banneret.server.problems import STATUS
from banneret.server.settings import Settings

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


def rows(name: str) -> list[list[str]]:
    """Return the rows of a table of the text, without its head."""
    part = TEXT.split(f"<!-- {name}: ")[1].split(f"<!-- end of {name} -->")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_kind_of_problem_is_told_with_its_status() -> None:
    told = {kind.strip("`"): (int(status), meaning) for kind, status, meaning in rows("problems")}
    assert told == {kind: (STATUS[kind], MEANING[kind]) for kind in STATUS}


def test_every_rate_is_told_with_its_default() -> None:
    defaults = Settings()
    told = {setting.strip("`"): int(figure) for _, figure, setting in rows("rates")}
    names = {name for name in Settings.__struct_fields__ if name.startswith("rate_")}
    assert told == {name: getattr(defaults, name) for name in names}
    assert f"`sockets_per_person` ({defaults.sockets_per_person})" in TEXT


def test_every_close_code_is_told() -> None:
    live: Any = sys.modules["banneret.server.api.matches.live"]  # the package has its handler under this name
    constants = {value for name, value in vars(live).items() if name.isupper() and type(value) is int and value > 1000}
    assert {int(code) for code, *_ in rows("close codes")} == constants
    assert f"every {live.IDLE_SECONDS:.0f} seconds" in TEXT
    assert f"or {live.BAD_MESSAGES} messages" in TEXT


def test_every_operation_that_is_named_is_there() -> None:
    described = msgspec.json.decode((ROOT / "docs" / "openapi.json").read_bytes())
    paths = {path for path, methods in described["paths"].items() for _ in methods}
    plain = {re.sub(r"\{\w+\}", "{}", path.removeprefix("/api/v1")) for path in paths}
    for method, path in re.findall(r"`(GET|POST|PUT|DELETE)\s+(/[\w/{}.-]+|\.\.\.[\w/{}-]+)", TEXT):
        named = re.sub(r"\{\w+\}", "{}", path.replace("...", "/tables/{}").removeprefix("/api/v1"))
        assert named in plain or named == "/tables/{}/live", f"{method} {path}"
