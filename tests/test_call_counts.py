"""A gate for speed that does not depend on the load of the machine."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
TOLERANCE: Final = 1.05


def test_no_workload_needs_more_calls_than_recorded() -> None:
    """Counted in a process of its own, because caches are filled by what ran before."""
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONHASHSEED": "0"}
    command = [sys.executable, str(ROOT / "bench/call_counts.py")]
    counted = json.loads(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)
    recorded = json.loads((ROOT / "tests/golden/calls.json").read_text())
    assert counted.keys() == recorded.keys()
    slower = {name: (recorded[name], calls) for name, calls in counted.items() if calls > TOLERANCE * recorded[name]}
    assert not slower, "these need more calls (recorded, now); if they must, run bench/call_counts.py --write"
