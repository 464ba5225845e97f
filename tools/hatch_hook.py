"""Build hook that compiles the message catalogues, so that no package is built without them."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileTexts(BuildHookInterface):
    """Compile every catalogue before building a wheel or an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        sys.path.insert(0, str(root / "tools"))
        from texts import catalogues, compile_catalogue  # noqa: PLC0415 - found only by the line above

        for source in catalogues(root):
            compile_catalogue(source)
