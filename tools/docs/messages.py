"""The message catalogue page: every message id with its English text."""

from __future__ import annotations

from pathlib import Path

from babel.messages.pofile import read_po

SOURCE = Path(__file__).parents[2] / "src" / "banneret"


def page() -> str:
    """Return the page in Markdown."""
    lines = [
        "# Message catalogue",
        "",
        "Every question, refusal, event and label is a message id with fields; a catalogue turns it into a sentence. "
        "This is the English one, which German and Hungarian translate.",
        "",
    ]
    for file in sorted(SOURCE.rglob("en/**/*.po")):
        package = ".".join(
            ("banneret", *file.relative_to(SOURCE).parts[: file.relative_to(SOURCE).parts.index("text")])
        )
        lines += [f"## {package}", "", "| id | text |", "| --- | --- |"]
        with file.open("rb") as stream:
            for message in read_po(stream):
                if message.id:
                    lines.append(f"| `{_cell(message.id)}` | {_cell(message.string)} |")
        lines.append("")
    return "\n".join(lines) + "\n"


def _cell(text: str | tuple[str, ...] | list[str] | None) -> str:
    text = text if isinstance(text, str) else " / ".join(text or ())
    for plain, escaped in (("|", "\\|"), ("<", "&lt;"), ("\n", " "), ("*", "\\*"), ("[", "\\[")):
        text = text.replace(plain, escaped)
    return text
