"""Write the table of settings in docs/server.md anew, from the settings themselves."""

import ast
from itertools import pairwise
from pathlib import Path

import msgspec

from banneret.server import settings as module
from banneret.server.settings import PREFIX, Settings

PAGE = Path(__file__).parents[1] / "docs" / "server.md"
BEGIN, END = "<!-- settings: tools/settings_table.py writes this table -->\n", "<!-- end of settings -->\n"


def explained() -> dict[str, str]:
    """Return what stands below each setting in the source."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    body = next(node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Settings")
    found = {}
    for node, after in pairwise(body):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            said = after.value if isinstance(after, ast.Expr) else None
            found[node.target.id] = str(said.value) if isinstance(said, ast.Constant) else ""
    return found


def shown(value: object) -> str:
    """Return a default as TOML has it."""
    if value == "":
        return "empty"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"`{list(value)}`" if isinstance(value, tuple) else f"`{value}`"


def table() -> str:
    """Return the table, in Markdown."""
    said = explained()
    lines = ["| setting | variable | default | meaning |", "| --- | --- | --- | --- |"]
    for field in msgspec.structs.fields(Settings):
        meaning = " ".join(said[field.name].split())
        lines.append(f"| `{field.name}` | `{PREFIX}{field.name.upper()}` | {shown(field.default)} | {meaning} |")
    return "\n".join(lines) + "\n"


def page(text: str) -> str:
    """Return the page with the table as it is to be."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{table()}{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
