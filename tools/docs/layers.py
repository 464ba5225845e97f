"""A drawing of the package's layers, generated from the import contract and the imports."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "banneret"
WIDTH, ROW, BOX, GAP, TOP = 860, 96, 52, 14, 16


class Box(NamedTuple):
    """A package in the drawing; all measures in pixels."""

    x: float
    y: float
    width: float


def floors() -> list[list[str]]:
    """Return the packages of each layer from the top, as listed in the import contract in pyproject.toml."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["id"] == "layers")
    named = [re.findall(r"\w+", layer) for layer in layers]
    return [[name for name in names if modules(name)] for names in named if any(map(modules, names))]


def modules(package: str) -> list[Path]:
    """Return the modules of a top-level package or module."""
    if (SOURCE / f"{package}.py").exists():
        return [SOURCE / f"{package}.py"]
    return sorted((SOURCE / package).rglob("*.py"))


def imports() -> Counter[tuple[str, str]]:
    """Count the imports between top-level packages."""
    found: Counter[tuple[str, str]] = Counter()
    names = {name for floor in floors() for name in floor}
    for name in names:
        for file in modules(name):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("banneret."):
                    target = (node.module or "").split(".")[1]
                    if target in names and target != name:
                        found[name, target] += 1
    return found


def drawing() -> str:
    """Return the drawing as SVG; it uses the colours of the surrounding page."""
    boxes: dict[str, Box] = {}
    for row, floor in enumerate(floors()):
        width = (WIDTH - GAP * (len(floor) + 1)) / len(floor)
        width = min(width, 260)
        left = (WIDTH - len(floor) * width - (len(floor) - 1) * GAP) / 2
        for column, name in enumerate(floor):
            boxes[name] = Box(left + column * (width + GAP), TOP + row * ROW, width)
    height = TOP + len(floors()) * ROW
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        'aria-label="Packages by layer; arrows are imports, which only point down">',
        "<style>text{font:600 15px system-ui,sans-serif;fill:#1d2733}.n{font-weight:400;font-size:12px;fill:#4a5868}"
        "rect{fill:#eef1f4;stroke:#8795a5}path{fill:none;stroke:#5a7fb0;opacity:.55}"
        "@media(prefers-color-scheme:dark){text{fill:#e8ecf1}.n{fill:#b5c0cc}rect{fill:#27313d;stroke:#6d7c8d}}</style>",
    ]
    for (source, target), count in sorted(imports().items()):
        parts.append(_arrow(boxes[source], boxes[target], count))
    for name, box in boxes.items():
        middle = box.x + box.width / 2
        parts.append(f'<rect x="{box.x:.0f}" y="{box.y}" width="{box.width:.0f}" height="{BOX}" rx="6"/>')
        parts.append(f'<text x="{middle:.0f}" y="{box.y + 23}" text-anchor="middle">{name}</text>')
        size = len(modules(name))
        parts.append(
            f'<text class="n" x="{middle:.0f}" y="{box.y + 41}" text-anchor="middle">'
            f"{size} module{'' if size == 1 else 's'}</text>"
        )
    return "\n".join([*parts, "</svg>"])


def _arrow(source: Box, target: Box, count: int) -> str:
    x1, y1 = source.x + source.width / 2, source.y + BOX
    x2, y2 = target.x + target.width / 2, target.y
    weight = min(1 + count**0.5 / 4, 6)
    return (
        f'<path d="M{x1:.0f} {y1} C{x1:.0f} {y1 + 34} {x2:.0f} {y2 - 34} {x2:.0f} {y2}" stroke-width="{weight:.1f}"/>'
    )
