"""Run the notebooks of the documentation and save their outputs: `make notebooks`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"


def executed(file: Path) -> Any:  # nbformat has no types
    """Return the notebook with all cells run. Raises CellExecutionError."""
    notebook = nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]  # nbformat has no types
    NotebookClient(notebook, timeout=280, kernel_name="python3", coalesce_streams=True).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            if "text/plain" in output.get("data", {}):
                output["data"]["text/plain"] = re.sub(r" at 0x[0-9a-f]+", "", output["data"]["text/plain"])
    return notebook


def texts(notebook: Any) -> list[str]:
    """Return all text output of the cells."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return [str(output.get("text") or output.get("data", {}).get("text/plain", "")) for output in outputs]


if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*.ipynb")):
        nbformat.write(executed(path), path)  # type: ignore[no-untyped-call]  # nbformat has no types
        print(path.name)
