"""The build's own step: a package is never built without its compiled message catalogues."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileTexts(BuildHookInterface):
    """Compile every catalogue before a wheel or an editable install is made."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        sys.path.insert(0, str(root / "tools"))
        from texts import catalogues, compile_catalogue  # noqa: PLC0415 - found only by the line above

        for source in catalogues(root):
            compile_catalogue(source)
