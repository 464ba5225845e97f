"""MkDocs hook that adds the generated pages to the site, without writing to `docs/`."""

from __future__ import annotations

import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))  # MkDocs loads this file by path

from tools.docs import command_line, http_api, layers, messages, settings  # noqa: E402 - found by the line above


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a file for each generated page and drawing."""
    generated = {
        "reference/command-line.md": command_line.page(),
        "reference/http.md": http_api.page(),
        "reference/messages.md": messages.page(),
        "reference/settings.md": settings.page(),
        "pictures/layers.svg": layers.drawing(),
    }
    for uri, content in generated.items():
        files.append(File.generated(config, uri, content=content))
    return files
