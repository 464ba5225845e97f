"""The contrast of texts on the board with their halo, or with the pixels under them."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page

LEAST: Final = 4.5
_TEXTS: Final = (Path(__file__).parent / "contrast.js").read_text("utf-8")
_HIDE: Final = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("svg.drawing text { visibility: hidden !important }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
_SHOW: Final = "() => { document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1); }"
_UNDER: Final = """async ([picture, boxes]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const drawn = canvas.getContext("2d", { willReadFrequently: true });
    drawn.drawImage(image, 0, 0);
    const part = (one) => (one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4);
    return boxes.map(([x, y, w, h]) => {
        const [left, top, wide, high] = [Math.round(x), Math.round(y), Math.ceil(w), Math.ceil(h)];
        const { data } = drawn.getImageData(left, top, wide, high);
        const found = [];
        for (let i = 0; i < data.length; i += 4) {
            found.push(0.2126 * part(data[i]) + 0.7152 * part(data[i + 1]) + 0.0722 * part(data[i + 2]));
        }
        found.sort((one, other) => one - other);
        return found[found.length >> 1];
    });
}"""


def faint_texts(page: Page) -> list[str]:
    """Return the texts of the board whose contrast is too small: with their halo, or the median under them."""
    texts: list[dict[str, Any]] = page.evaluate(_TEXTS)
    bare = [one for one in texts if one["halo"] is None]
    page.evaluate(_HIDE)
    picture = base64.b64encode(page.screenshot()).decode()
    page.evaluate(_SHOW)
    blank = page.context.new_page()  # the security policy of the page keeps it from reading pictures
    under = blank.evaluate(_UNDER, [picture, [one["box"] for one in bare]])
    blank.close()
    found = {one["text"]: _contrast(_luminance(one["fill"]), light) for one, light in zip(bare, under, strict=True)}
    found |= {
        one["text"]: _contrast(_luminance(one["fill"]), _luminance(one["halo"]))
        for one in texts
        if one["halo"] is not None
    }
    return [f"{text}: {contrast:.1f}" for text, contrast in found.items() if contrast < LEAST]


def _luminance(colour: str) -> float:
    """Return the relative luminance of a colour as browsers write it, such as "rgb(34, 26, 14)"."""
    red, green, blue = (float(part) / 255 for part in colour.partition("(")[2].rstrip(")").split(",")[:3])
    parts = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in (red, green, blue)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def _contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
