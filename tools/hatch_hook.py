"""Build hook: compiles the message catalogues, and, if asked for, the modules of the rules to machine code."""

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from compiling import REQUIRED, WANTED, compile_modules
from texts import catalogues, compile_catalogue


class Build(BuildHookInterface):
    """Compile every catalogue before building a wheel or an editable install, and the modules of a compiled wheel."""

    def dependencies(self) -> list[str]:
        return list(REQUIRED) if self._compiles() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        for source in catalogues(root):
            compile_catalogue(source)
        if self._compiles() and version != "editable":  # an editable install runs the sources
            self.folder = tempfile.TemporaryDirectory(prefix="banneret-")
            build_data["force_include"].update(compile_modules(root, Path(self.folder.name)))
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "folder"):
            self.folder.cleanup()

    def _compiles(self) -> bool:
        return self.target_name == "wheel" and bool(os.environ.get(WANTED))
