"""The report of an arena: a self-contained page with a table for every plot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from banneret.kernel.registry import rulebook
from banneret.sim import plots
from banneret.sim.arena_outcome import Arena
from banneret.sim.plots import Bar
from banneret.sim.results import Row, Sample, Taken, shown_bot
from banneret.sim.timings import Timing, shown_ms
from banneret.text.catalogue import Catalogue

_SHOWN_TROUBLES: Final = 50
_BARS: Final = range(5, 46)
"""With this many values, a plot is shown beside the table."""

_CSS: Final = """
:root { color-scheme: light dark; --text: #1c1c1c; --back: #fdfdfb; --line: #c9c9c2; --accent: #1f5f8b; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e8e6e1; --back: #17191c; --line: #4a4d52; --accent: #7ab8e6; }
}
body { color: var(--text); background: var(--back); font: 1rem/1.5 system-ui, sans-serif;
  margin: 0 auto; max-width: 72rem; padding: 1rem; }
h1, h2 { line-height: 1.2; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1.2rem; list-style: none; padding: 0; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.both { display: flex; flex-wrap: wrap; gap: 1rem 2rem; align-items: flex-start; }
.plot { flex: 1 1 24rem; max-width: 36rem; margin: 0; }
.plot svg { width: 100%; height: auto; }
.table { flex: 1 1 24rem; overflow: auto; max-height: 32rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding-bottom: .3rem; }
th, td { padding: .15rem .7rem .15rem 0; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child, td.text { text-align: left; }
td.text { white-space: normal; }
"""


def report_html(shown: Arena) -> str:
    """Return the report as an HTML page.

    The same arena gives the same bytes with the same version of matplotlib, except for the section on times.
    """
    book = rulebook(shown.plan.rulebook)
    try:
        texts = book.catalogue("en")
    except FileNotFoundError:
        texts = Catalogue("en", [])
    sections = [
        ("bots", "Bots", _bots(shown)),
        ("houses", "Houses", _group(shown, "house", texts)),
        ("seats", "Seats", _group(shown, "seat", texts)),
        ("bots-in-houses", "Bots in houses", _bots_in_houses(shown, texts)),
        ("lengths", "Lengths and endings", _lengths(shown, texts)),
        ("choices", "Choices", _choices(shown.taken)),
        ("timings", "Time and memory", _timings(shown.timings)),
        ("troubles", "Troubles", _troubles(shown)),
    ]
    links = "".join(f'<li><a href="#{id}">{title}</a></li>' for id, title, _ in sections)
    body = "".join(
        f'<section aria-labelledby="{id}"><h2 id="{id}">{title}</h2>{text}</section>' for id, title, text in sections
    )
    plan = shown.plan
    title = f"Arena: {escape(book.title)}"
    names = ", ".join(escape(shown_bot(name)) for name in plan.bots)
    options = ", ".join(f"{escape(name)}: {escape(str(value))}" for name, value in (plan.options or {}).items())
    intro = f"{shown.played} of {shown.games} games of {plan.seats} seats, from seed {plan.seed}; bots: {names}" + (
        f"; options: {options}" if options else ""
    )
    lacks = "" if plots.have_plots() else "<p>Install matplotlib (the extra plots) to include plots.</p>"
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_CSS}</style></head>'
        f"<body><header><h1>{title}</h1><p>{intro}. {_fair(shown)}</p>{lacks}"
        f'<nav aria-label="Sections"><ul>{links}</ul></nav></header><main>{body}</main></body></html>\n'
    )


def _fair(shown: Arena) -> str:
    entries = len(shown.plan.bots)
    if shown.played == shown.games and shown.games % entries == 0:
        return "Every bot played every seat equally often."
    return "Not every bot played every seat equally often: the games do not make full rotations, or some failed."


def _table(caption: str, head: Sequence[str], rows: Iterable[Sequence[object]], text: Sequence[int] = ()) -> str:
    lines = []
    for row in rows:
        cells = "".join(
            f'<td class="text">{escape(str(cell))}</td>' if at in text else f"<td>{escape(str(cell))}</td>"
            for at, cell in enumerate(row[1:], 1)
        )
        lines.append(f'<tr><th scope="row">{escape(str(row[0]))}</th>{cells}</tr>')
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    return (
        f'<div class="table" role="region" aria-label="{escape(caption)}" tabindex="0"><table>'
        f"<caption>{escape(caption)}</caption><thead><tr>{heads}</tr></thead><tbody>{''.join(lines)}</tbody></table></div>"
    )


def _beside(plot: str, table: str) -> str:
    figure = f'<figure class="plot">{plot}</figure>' if plot else ""
    return f'<div class="both">{figure}{table}</div>'


_HEAD: Final = ("played", "wins", "share", "95% interval", "mean place")


def _cells(row: Row) -> tuple[object, ...]:
    return row.played, row.wins, f"{row.share:.1%}", f"{row.low:.1%} to {row.high:.1%}", f"{row.place:.2f}"


def _wins_plot(id: str, title: str, named: Sequence[tuple[str, Row]], seats: int) -> str:
    if not named or not plots.have_plots():
        return ""
    bars = [Bar(name, row.share, row.low, row.high) for name, row in named]
    return plots.intervals(id, title, bars, "wins, % (dashes: chance)", percent=True, mark=1 / seats)


def _bots(shown: Arena) -> str:
    rows = [(shown_bot(row.bot), row) for row in shown.rows if row.group == "bot"]
    replaced = shown.replaced
    lines = [(name, *_cells(row), *((replaced[row.bot],) if replaced else ())) for name, row in rows]
    table = _table("Wins of bots", ("bot", *_HEAD, *(("replaced",) if replaced else ())), lines)
    page = _beside(_wins_plot("plot-bots", "Share of wins of each bot", rows, shown.plan.seats), table)
    rated = [
        Bar(name, row.mu, row.mu - 2 * row.sigma, row.mu + 2 * row.sigma)
        for name, row in rows
        if row.mu is not None and row.sigma is not None
    ]
    if len(rated) > 1:
        drawn = ""
        if plots.have_plots():
            drawn = plots.intervals("plot-ratings", "Rating of each bot", rated, "rating, ± 2 sigma", percent=False)
        numbers = ((bar.name, f"{bar.value:.2f}", f"{bar.low:.2f} to {bar.high:.2f}") for bar in rated)
        page += _beside(drawn, _table("Ratings", ("bot", "rating", "± 2 sigma"), numbers))
    return page


def _group(shown: Arena, group: str, texts: Catalogue) -> str:
    rows = [
        (texts.name(row.house) if group == "house" else f"seat {row.seat}", row)
        for row in shown.rows
        if row.group == group
    ]
    table = _table(f"Wins by {group}", (group, *_HEAD), ((name, *_cells(row)) for name, row in rows))
    return _beside(_wins_plot(f"plot-{group}", f"Share of wins by {group}", rows, shown.plan.seats), table)


def _bots_in_houses(shown: Arena, texts: Catalogue) -> str:
    rows = (
        (f"{shown_bot(row.bot)}, {texts.name(row.house)}", *_cells(row))
        for row in shown.rows
        if row.group == "bot in house"
    )
    return _beside("", _table("Wins of bots by house", ("bot, house", *_HEAD), rows))


def _lengths(shown: Arena, texts: Catalogue) -> str:
    page = ""
    for name, found in (("rounds", shown.rounds), ("decisions", shown.decisions)):
        if found is not None:
            drawn = (
                plots.histogram(f"plot-{name}", f"Games by {name}", found.counts, name) if plots.have_plots() else ""
            )
            page += _beside(drawn, _length_table(name, found))
    ends = ((texts.name(reason), count, f"{count / shown.played:.1%}") for reason, count in shown.endings.items())
    return page + _beside("", _table("Endings", ("ending", "games", "share"), ends))


def _length_table(name: str, found: Sample) -> str:
    lines: list[Sequence[object]] = [
        ("least", found.least),
        ("median", found.median),
        ("mean", f"{found.mean:.1f}"),
        ("most", found.most),
    ]
    if len(found.counts) <= 20:
        lines += [(f"games of {number}", count) for number, count in found.counts.items()]
    return _table(f"Length in {name}", ("", name), lines)


def _choices(taken: Sequence[Taken]) -> str:
    page = "<p>Questions with a single possible answer are not counted.</p>"
    actions = sorted(((one.action, one.count) for one in taken if not one.field), key=lambda item: -item[1])
    page += _counted("plot-actions", "Answers by kind", actions)
    groups: dict[str, list[tuple[str, int]]] = {}
    for one in taken:
        if one.field:
            groups.setdefault(f"{one.action}: {one.field}", []).append((one.value, one.count))
    for number, (name, values) in enumerate(groups.items()):
        inner = _counted(f"plot-choice-{number}", f"{name}", values)
        page += f"<details><summary>{escape(name)} ({len(values)})</summary>{inner}</details>"
    return page


def _counted(id: str, title: str, values: Sequence[tuple[str, int]]) -> str:
    total = sum(count for _, count in values)
    table = _table(title, ("value", "chosen", "share"), ((v, count, f"{count / total:.1%}") for v, count in values))
    drawn = plots.bars(id, title, values, "times chosen") if len(values) in _BARS and plots.have_plots() else ""
    return _beside(drawn, table)


def _timings(rows: Sequence[Timing]) -> str:
    lines = (
        (
            shown_bot(row.bot),
            row.decisions,
            *(shown_ms(time) for time in (row.median_ms, row.p99_ms, row.longest_ms)),
            shown_ms(row.seconds * 1000),
            f"{row.memory_mb:.0f} MB" + ("" if row.alone else " (shared)"),
        )
        for row in rows
    )
    head = ("bot", "decisions", "median", "99% within", "longest", "total", "memory")
    intro = (
        "<p>Measured during the games, so values differ between runs. Memory is the peak of the process: bots from "
        "files and packages have their own, the others share one with the match.</p>"
    )
    return intro + _beside("", _table("Time and memory per decision", head, lines))


def _troubles(shown: Arena) -> str:
    if not shown.troubles:
        return "<p>No game failed, and no bot was replaced.</p>"
    intro = (
        f"<p>Failed games: {len(shown.failed)}. Bots replaced by random for the rest of a game because they failed: "
        f"{sum(shown.replaced.values())}. The first {_SHOWN_TROUBLES} problems are listed; all are in "
        "troubles.jsonl.</p>"
    )
    rows = (
        (one.game, shown_bot(one.bot), "" if one.seat < 0 else one.seat, one.kind, one.answers, one.detail)
        for one in shown.troubles[:_SHOWN_TROUBLES]
    )
    return intro + _table("Troubles", ("game", "bot", "seat", "kind", "after answers", "details"), rows, text=(5,))
