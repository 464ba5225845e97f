"""The reference of the server's settings, generated from their definitions."""

from __future__ import annotations

import ast
from itertools import pairwise
from pathlib import Path

import msgspec

from banneret.server import settings as module
from banneret.server.settings import PREFIX, Settings

INTRODUCTION = f"""# Settings reference

Generated from the code. A setting is read from the environment (`{PREFIX}...`), from one TOML file
(`banneret serve --config FILE`), or has its default. The [guide](../server.md) explains how to use them.

"""


def page() -> str:
    """Return the page in Markdown."""
    meanings = explained()
    lines = ["| setting | variable | default | meaning |", "| --- | --- | --- | --- |"]
    for field in msgspec.structs.fields(Settings):
        meaning = " ".join(meanings[field.name].split())
        lines.append(f"| `{field.name}` | `{PREFIX}{field.name.upper()}` | {shown(field.default)} | {meaning} |")
    return INTRODUCTION + "\n".join(lines) + "\n"


def explained() -> dict[str, str]:
    """Return the docstring of each setting."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    body = next(node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Settings")
    found = {}
    for node, after in pairwise(body):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            meaning = after.value if isinstance(after, ast.Expr) else None
            found[node.target.id] = str(meaning.value) if isinstance(meaning, ast.Constant) else ""
    return found


def shown(value: object) -> str:
    """Return a default value in TOML notation."""
    if value == "":
        return "empty"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"`{list(value)}`" if isinstance(value, tuple) else f"`{value}`"
