"""Dataset card of an exported data set, in the format of Hugging Face."""

from __future__ import annotations

from typing import Final

from banneret.rl.observations.observer import Observer

COLUMNS: Final = (
    ("match", "hash of the match's record"),
    ("decision", "number of the entry in the record, from 0"),
    ("seat, seats", "the seat that answers, and the number of seats"),
    ("kind, rule", "kind of the question, and the rule that asks it"),
    ("observation", "what the seat knows: the parts below, one after the other"),
    ("options", "the options of the question, a row of features for each"),
    ("count", "number of options; a mask has this many ones"),
    ("choice", "index of the answer in the options, or -1 for a place on the table that was not suggested"),
    ("answer", "the answer in notation"),
    ("events, rules", "numbers of the events that followed at once, and the rules that they cite"),
    ("place, win", "place of the seat at the end from 1, and its share of the win; null if the match has no end"),
    ("view", "what the seat may know as JSON, if it was exported"),
)


def card(observer: Observer, matches: int, rows: int, *, view: bool) -> str:
    """Return the dataset card in Markdown."""
    book = observer.book
    columns = [f"| `{name}` | {about} |" for name, about in COLUMNS if view or name != "view"]
    parts = [
        f"| `{part.name}` | {'x'.join(map(str, part.shape))} | {part.low} to {part.high} | {part.about} |"
        for part in observer.parts
    ]
    features = [
        f"| {number} | `{column.name}` | {column.about} |" for number, column in enumerate(observer.actions.columns)
    ]
    return "\n".join(
        [
            "---",
            f"pretty_name: Decisions in {book.title}",
            "configs:",
            "  - config_name: default",
            "    data_files: data/*.parquet",
            "---",
            "",
            f"# Decisions in {book.title}",
            "",
            f"{rows} decisions of {matches} matches, exported by banneret under the rules `{book.id}` {book.version}."
            " Decisions with a single option are not recorded, and answers that were taken back are left out.",
            "",
            "| column | contents |",
            "| --- | --- |",
            *columns,
            "",
            "## Parts of an observation",
            "",
            "| part | shape | range | contents |",
            "| --- | --- | --- | --- |",
            *parts,
            "",
            "## Features of an option",
            "",
            "| column | name | contents |",
            "| --- | --- | --- |",
            *features,
            "",
        ]
    )
