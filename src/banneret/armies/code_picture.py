"""QR codes of links to army lists."""

from __future__ import annotations

import io

import segno

LONGEST = 1_200
"""Maximum number of characters in a QR code that phones can read from a screen."""


def code_picture(text: str) -> str:
    """Return a QR code of a text as SVG. Raises ValueError if the text is too long."""
    if len(text) > LONGEST:
        raise ValueError(f"text: has {len(text)} characters; a QR code has at most {LONGEST}")
    written = io.BytesIO()
    segno.make_qr(text, error="m").save(written, kind="svg", border=2, xmldecl=False, svgns=True, omitsize=True)
    return written.getvalue().decode()
