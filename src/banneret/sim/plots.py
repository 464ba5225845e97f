"""The plots of a report as inline SVG: text remains text, and drawn in the page's text colour."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

INK: Final = "#010203"
"""Placeholder for the text colour, which depends on the theme of the page."""
ACCENT: Final = "#020304"
"""Placeholder for the accent colour."""

_STYLE: Final = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
}


class Bar(NamedTuple):
    """A value with its interval."""

    name: str
    value: float
    low: float
    high: float


def have_plots() -> bool:
    """Return whether matplotlib (extra `plots`) is installed."""
    try:
        import matplotlib.figure  # noqa: F401, PLC0415  # optional dependency
    except ModuleNotFoundError:
        return False
    return True


def intervals(id: str, title: str, bars: Sequence[Bar], label: str, *, percent: bool, mark: float | None = None) -> str:
    """Draw values with intervals, one per row; `mark` is a reference line."""
    with _style(id):
        figure, axes = _figure(0.9 + 0.34 * len(bars))
        rows = range(len(bars))
        factor = 100 if percent else 1
        values = [bar.value * factor for bar in bars]
        errors = [
            [max(0.0, bar.value - bar.low) * factor for bar in bars],
            [max(0.0, bar.high - bar.value) * factor for bar in bars],
        ]
        axes.errorbar(values, rows, xerr=errors, fmt="o", color=ACCENT, ecolor=ACCENT, capsize=4, markersize=5)
        if mark is not None:
            axes.axvline(mark * factor, color=INK, linewidth=1, linestyle=(0, (4, 4)))
        axes.set_yticks(rows, [bar.name for bar in bars])
        axes.set_ylim(len(bars) - 0.5, -0.5)
        if percent:
            axes.set_xlim(left=0)
        axes.set_xlabel(label)
        return _svg(id, title, figure)


def histogram(id: str, title: str, counts: Mapping[int, int], label: str) -> str:
    """Draw a histogram: one bar per number, or about twenty classes."""
    with _style(id):
        figure, axes = _figure(2.4)
        least, most = min(counts), max(counts)
        width = max(1, -(-(most - least + 1) // 20))
        classes = [0] * ((most - least) // width + 1)
        for number, count in counts.items():
            classes[(number - least) // width] += count
        middles = [least + at * width + (width - 1) / 2 for at in range(len(classes))]
        axes.bar(middles, classes, width=0.9 * width, color=ACCENT)
        if len(classes) <= 12 and width == 1:
            axes.set_xticks(middles, [str(int(middle)) for middle in middles])
        axes.set_xlabel(label)
        axes.set_ylabel("games")
        return _svg(id, title, figure)


def bars(id: str, title: str, values: Sequence[tuple[str, int]], label: str) -> str:
    """Draw a horizontal bar chart."""
    with _style(id):
        figure, axes = _figure(0.9 + 0.24 * len(values))
        rows = range(len(values))
        axes.barh(rows, [value for _, value in values], height=0.7, color=ACCENT)
        axes.set_yticks(rows, [name for name, _ in values])
        axes.set_ylim(len(values) - 0.5, -0.5)
        axes.set_xlabel(label)
        return _svg(id, title, figure)


def _style(id: str) -> Any:
    import matplotlib as mpl  # noqa: PLC0415  # optional dependency

    settings: Any = {**_STYLE, "svg.hashsalt": id}
    return mpl.rc_context(settings)


def _figure(height: float) -> tuple[Any, Any]:
    from matplotlib.figure import Figure  # noqa: PLC0415  # optional dependency

    figure = Figure(figsize=(5.6, height), layout="constrained")
    figure.patch.set_alpha(0)
    axes = figure.subplots()
    axes.patch.set_alpha(0)
    return figure, axes


def _svg(id: str, title: str, figure: Any) -> str:
    file = io.StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    text = file.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"\s*<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'(\sid="|href="#|url\(#)', rf"\g<1>{id}-", text)  # ids must be unique among the drawings on the page
    text = re.sub(r' (?:width|height)="[\d.]+pt"', "", text, count=2)
    text = text.replace(INK, "currentColor").replace(ACCENT, "var(--accent)")
    return text.replace("<svg ", f'<svg role="img" aria-label="{title}" ', 1).strip()
