"""Make the small fonts in `web/src/fonts` that hold the letters of Hungarian which the fonts of the page lack.

The page loads the Latin parts of two open fonts from npm packages. Their extended parts are 20 to 33 KB each, of which
Hungarian needs four letters. Their license reserves the font's name, so the parts are renamed.

    pip install fonttools brotli
    python tools/fonts.py
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).parents[1] / "web"
LETTERS: Final = "ŐőŰű"
FACES: Final = (("alegreya", "Banneret Serif", (800,)), ("source-sans-3", "Banneret Sans", (400, 600)))
NAMES: Final = (1, 3, 4, 6, 16, 25)
"""Numbers of the names in a font that are or contain its family."""


def main() -> None:
    """Write the fonts."""
    subset = import_module("fontTools.subset")  # not a dependency

    (WEB / "src" / "fonts").mkdir(exist_ok=True)
    for package, family, weights in FACES:
        for weight in weights:
            source = WEB / f"node_modules/@fontsource/{package}/files/{package}-latin-ext-{weight}-normal.woff2"
            options = subset.Options(flavor="woff2", layout_features=["kern"], name_IDs=list(NAMES))
            font = subset.load_font(str(source), options)
            for number in NAMES:
                font["name"].setName(family, number, 3, 1, 0x409)
            subsetter = subset.Subsetter(options)
            subsetter.populate(text=LETTERS)
            subsetter.subset(font)
            subset.save_font(font, str(WEB / f"src/fonts/{package}-hungarian-{weight}.woff2"), options)


if __name__ == "__main__":
    main()
