"""Compare screenshots of tables with those of another commit by pixels: `make screenshots`. Requires chromium.

Both commits are built and served in the same run, and show the same positions of every game: the first question of seat
0, its first question in a fight, and the end; on a desktop and a phone, in light and dark. The pictures of both commits
and their differences are written to `build/screenshots/`, and the share of pixels that differ is printed.

    python -m tools.screenshots                       # the parent commit, all games
    python -m tools.screenshots --against v1.0 battles
"""

from __future__ import annotations

import argparse
import base64
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from tools.serving import browser, enter, free_port, wait
from tools.shown_matches import GAMES, Shown, played, tables_of

ROOT: Final = Path(__file__).parents[1]
TARGET: Final = ROOT / "build" / "screenshots"
WINDOWS: Final = {"desktop": (1360, 860), "phone": (390, 844)}
_COMPARE: Final = """async ([before, after]) => {
    const [one, other] = await Promise.all([before, after].map(async (data) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [image.width, image.height];
        const drawn = canvas.getContext("2d");
        drawn.drawImage(image, 0, 0);
        return { canvas, drawn, pixels: drawn.getImageData(0, 0, image.width, image.height) };
    }));
    let differing = 0;
    const [a, b] = [one.pixels.data, other.pixels.data];
    for (let i = 0; i < b.length; i += 4) {
        const far = Math.max(Math.abs(a[i] - b[i]), Math.abs(a[i + 1] - b[i + 1]), Math.abs(a[i + 2] - b[i + 2])) > 8;
        if (far) differing += 1;
        const grey = 160 + (b[i] + b[i + 1] + b[i + 2]) / 8;
        [b[i], b[i + 1], b[i + 2]] = far ? [200, 0, 60] : [grey, grey, grey];
    }
    other.drawn.putImageData(other.pixels, 0, 0);
    return [(400 * differing) / b.length, other.canvas.toDataURL("image/png").split(",")[1]];
}"""


def main() -> None:
    """Build and serve both commits, and compare what they show."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="games to compare; by default all")
    parser.add_argument("--against", default="HEAD~1", help="the commit to compare with")
    wanted = parser.parse_args()
    matches = {game: played(game) for game in wanted.games or GAMES}
    shutil.rmtree(TARGET, ignore_errors=True)
    with (
        built(wanted.against) as other,
        served(other) as before,
        served(ROOT) as after,
        sync_playwright() as playwright,
    ):
        started = browser(playwright)
        for name, url in (("before", before), ("after", after)):
            take(started, url, matches, TARGET / name)
        compare(started)
        started.close()


@contextmanager
def built(commit: str) -> Iterator[Path]:
    """Check a commit out beside this one and build its page and texts."""
    with tempfile.TemporaryDirectory() as folder:
        there = Path(folder) / "commit"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", there, commit], cwd=ROOT, check=True)
        try:
            (there / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
            subprocess.run(["npx", "vite", "build", "--logLevel", "error"], cwd=there / "web", check=True)
            texts = [str(file) for file in (there / "src").rglob("*.po")]
            subprocess.run([sys.executable, "tools/texts.py", *texts], cwd=there, check=True)
            yield there
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", there], cwd=ROOT, check=True)


@contextmanager
def served(root: Path) -> Iterator[str]:
    """Serve a checkout from an empty folder; yield its address."""
    rates = {f"BANNERET_RATE_{name}": "100000" for name in ("ANSWERS", "READS", "REPLAYS", "SIGNING")}
    environment = os.environ | rates | {"BANNERET_LOG_LEVEL": "error", "PYTHONPATH": str(root / "src")}
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        server = subprocess.Popen(
            [sys.executable, "-m", "banneret", "serve", "--port", str(port)],
            cwd=folder,
            env=environment,
            stdout=subprocess.DEVNULL,
        )
        try:
            wait(f"http://127.0.0.1:{port}/readyz")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(20)


def take(browser: Browser, url: str, matches: dict[str, Shown], folder: Path) -> None:
    """Take the screenshots of a server."""
    folder.mkdir(parents=True)
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme, reduced_motion="reduce", locale="en-GB")
        page = context.new_page()
        enter(page, url)
        for game, match in matches.items():
            for state, path in tables_of(page, url, game, match).items():
                for window, (width, height) in WINDOWS.items():
                    page.set_viewport_size({"width": width, "height": height})
                    page.goto(url + path)
                    page.locator(".drawing[aria-busy=false]").wait_for()
                    page.wait_for_load_state("networkidle")
                    page.wait_for_timeout(1000)  # bots decide
                    page.screenshot(path=folder / f"{game}-{state}-{window}-{scheme}.png", animations="disabled")
        context.close()


def compare(browser: Browser) -> None:
    """Write the differences of pictures, and print the share of pixels that differ."""
    (TARGET / "difference").mkdir()
    page = browser.new_page()
    for after in sorted((TARGET / "after").iterdir()):
        before = TARGET / "before" / after.name
        if not before.exists():
            print(f"{after.stem:<40} new")
            continue
        data = [base64.b64encode(file.read_bytes()).decode() for file in (before, after)]
        share, picture = page.evaluate(_COMPARE, data)
        (TARGET / "difference" / after.name).write_bytes(base64.b64decode(picture))
        print(f"{after.stem:<40} {share:5.1f} %")


if __name__ == "__main__":
    main()
