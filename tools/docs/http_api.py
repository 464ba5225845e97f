"""The HTTP reference, generated from `docs/openapi.json`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

SOURCE = Path(__file__).parents[2] / "docs" / "openapi.json"
METHODS = ("get", "post", "put", "patch", "delete")


def page() -> str:
    """Return the page in Markdown."""
    api = msgspec.json.decode(SOURCE.read_bytes())
    lines = [
        "# HTTP reference",
        "",
        "Generated from [openapi.json](../openapi.json), which any OpenAPI tool reads. "
        "The [guide](../api.md) explains authentication, live updates and errors.",
        "",
    ]
    by_tag: dict[str, list[tuple[str, str, dict[str, Any]]]] = {}
    for path, item in api["paths"].items():
        for method in METHODS:
            if method in item:
                by_tag.setdefault(_tag(item[method]), []).append((method, path, item[method]))
    for tag in sorted(by_tag):
        lines += [f"## {tag}", ""]
        for method, path, operation in by_tag[tag]:
            lines += _operation(method, path, operation)
    return "\n".join(lines) + "\n"


def _tag(operation: dict[str, Any]) -> str:
    return str((operation.get("tags") or ["other"])[0]).capitalize()


def _operation(method: str, path: str, operation: dict[str, Any]) -> list[str]:
    lines = [f"### `{method.upper()} {path}`", ""]
    lines += [*(text for key in ("summary", "description") if (text := _one_line(operation.get(key, "")))), ""]
    parameters = operation.get("parameters", [])
    if parameters:
        lines += ["| parameter | in | required | meaning |", "| --- | --- | --- | --- |"]
        lines += [
            f"| `{p['name']}` | {p['in']} | {'yes' if p.get('required') else 'no'} "
            f"| {_one_line(p.get('description', ''))} |"
            for p in parameters
        ] + [""]
    body = operation.get("requestBody", {}).get("content", {})
    if body:
        lines += [f"Body: {', '.join(f'`{kind}` {_schema(of)}' for kind, of in body.items())}", ""]
    lines += ["| status | answer |", "| --- | --- |"]
    for status, response in sorted(operation.get("responses", {}).items()):
        kinds = ", ".join(_schema(of) for of in response.get("content", {}).values())
        lines.append(f"| {status} | {_one_line(response.get('description', ''))} {kinds} |")
    return [*lines, ""]


def _schema(content: dict[str, Any]) -> str:
    reference = content.get("schema", {}).get("$ref", "")
    return f"`{reference.rpartition('/')[2]}`" if reference else ""


def _one_line(text: str) -> str:
    return " ".join(str(text).split()).replace("|", "\\|")
