"""Compares the compiled wheel in a folder with the sources, and runs the tests of the rules with it.

    python -m tools.wheel_test FOLDER [--matches 20] [--bots 1] [--workers 2] [PYTEST_ARGUMENTS...]

The wheel is installed into a temporary environment, which takes all other packages from the one that runs this. First
the same matches are played with both (bench/digests.py): all questions, options, views, events and outcomes, and the
answers of bots, must be equal. Then two processes simulate matches, which are pickled on their way.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
FOLDERS: Final = ("tests/dice", "tests/hexes", "tests/plane", "tests/kernel", "tests/games")
RULES: Final = ("-m", "rule and not slow and not soak", *FOLDERS)

SIMULATED: Final = ("thrones", "battles", "icefire-s6", "runewars")


def installed(wheel: Path, folder: Path) -> Path:
    """Install a wheel into a new environment; return its Python."""
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    where = ["--python", str(python), "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", *where], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    others = next(path for path in sys.path if path.endswith("site-packages"))
    (packages / "others.pth").write_text(f"{others}\n")  # after this environment, so its banneret is the wheel's
    return python


def differences(compiled: Path, matches: int, bots: int) -> int:
    """Play the same matches compiled and interpreted; print how each game compares, and return how many differ."""
    command = [str(ROOT / "bench" / "digests.py"), "--matches", str(matches), "--bots", str(bots)]
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    apart = {"stdout": subprocess.PIPE, "text": True, "cwd": ROOT}
    first = subprocess.run([str(compiled), *command], env=plain, check=True, **apart).stdout  # type: ignore[call-overload]
    sources = plain | {"PYTHONPATH": str(ROOT / "src")}
    second = subprocess.run([sys.executable, *command], env=sources, check=True, **apart).stdout  # type: ignore[call-overload]
    different = 0
    for ours, theirs in zip(first.splitlines(), second.splitlines(), strict=True):
        (game, *ours_found, ours_seconds, _), (_, *theirs_found, theirs_seconds, _) = ours.split(), theirs.split()
        ratio = float(theirs_seconds) / float(ours_seconds)
        different += (equal := ours_found == theirs_found) is False
        print(f"    {game:<14}{'equal' if equal else 'DIFFERENT'}, {ratio:.2f} times as fast", flush=True)
    return different


def main() -> None:
    """Install the only compiled wheel in the folder, compare it with the sources, and run the tests with it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--matches", type=int, default=20, help="random matches to compare for each game")
    parser.add_argument("--bots", type=int, default=1, help="matches of bots to compare for each game")
    parser.add_argument("--workers", type=int, default=2, help="processes that run the tests")
    given, tests = parser.parse_known_args()
    wheels = [path for path in given.folder.glob("banneret-*.whl") if not path.name.endswith("-none-any.whl")]
    if len(wheels) != 1:
        raise SystemExit(f"There are {len(wheels)} compiled wheels in {given.folder}, not one.")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    with tempfile.TemporaryDirectory(prefix="banneret-") as folder:
        python = installed(wheels[0], Path(folder))
        asked = [str(python), "-c", "from banneret.compiled import compiled_modules as c; print(len(c()))"]
        answer = subprocess.run(asked, cwd=folder, env=environment, check=True, capture_output=True, text=True)
        count = int(answer.stdout)
        if not count:
            raise SystemExit(f"No module in {wheels[0]} is compiled for this Python.")
        print(f"==> {given.matches} random matches a game, compiled and interpreted", flush=True)
        if different := differences(python, given.matches, given.bots):
            raise SystemExit(f"{different} games differ between {count} compiled modules and their sources.")
        print("==> Simulations by two processes", flush=True)
        for game in SIMULATED:
            command = [str(python), "-m", "banneret", "simulate", game, "--games", "4", "--jobs", "2"]
            where = [*command, "--out", str(Path(folder, f"{game}.jsonl"))]
            subprocess.run(where, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
        print(f"==> Tests of the rules with {count} compiled modules (pytest)", flush=True)
        begun = time.monotonic()
        options = ["-q", "--no-cov", "-p", "no:cacheprovider", "--untraced-rules", "-n", str(given.workers)]
        code = subprocess.run(
            [str(python), "-m", "pytest", *options, *(tests or RULES)], cwd=ROOT, env=environment, check=False
        ).returncode
        print(f"{time.monotonic() - begun:.0f} s")
    raise SystemExit(code)


if __name__ == "__main__":
    main()
