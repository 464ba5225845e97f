"""Print the test files that concern what was changed since `main`, for `make check`.

Usage: python -m tools.changed_tests [COMMIT]

A changed test file concerns itself. A changed module of the package concerns the test files that import it, or, if
none does, the test folder with the nearest name. Tests in a browser take too long, unless they were changed themselves.
Uncommitted and untracked files count as changed. On `main` itself, the last commit is looked at.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = Path("src/banneret")
SLOW = Path("tests/page")
ALWAYS = (Path("tests/test_language.py"), Path("tests/test_names_no_game.py"))
"""They read all files within seconds."""


def changed(base: str | None = None) -> set[Path]:
    """Return the paths of files that differ from the merge base with `base`, `main` or the parent commit."""
    base = base or _base()
    differing = _git("diff", "--name-only", base) + _git("ls-files", "--others", "--exclude-standard")
    return {Path(name) for name in differing}


def _base() -> str:
    head, main = (_git("rev-parse", "--verify", "--quiet", name) for name in ("HEAD", "main"))
    if not main or head == main:
        return "HEAD~1"
    return _git("merge-base", "HEAD", "main")[0]


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode and "--quiet" not in arguments:
        raise SystemExit(f"git {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout.split("\n")[:-1]


def concerned_by(paths: Iterable[Path], root: Path = ROOT) -> set[Path]:
    """Return the test files and folders that concern these files, relative to `root`."""
    texts = {file.relative_to(root): file.read_text() for file in sorted((root / "tests").rglob("test_*.py"))}
    changed_tests = {path for path in paths if path in texts}
    found = {path for path in ALWAYS if path in texts}
    for path in paths:
        if path in texts:
            continue
        if path.parts[0] == "tests":
            found |= set(_importing(path.with_suffix(""), texts)) or {path.parent} & {file.parent for file in texts}
        elif path.is_relative_to(PACKAGE):
            found |= set(_importing(path.relative_to("src").with_suffix(""), texts)) or _nearest(path, root)
    return changed_tests | {path for path in found if not path.is_relative_to(SLOW)}


def _importing(module: Path, texts: dict[Path, str]) -> Iterator[Path]:
    """Yield the test files that import a module, by its whole name or from its package."""
    parts = module.parts[:-1] if module.name == "__init__" else module.parts
    whole, package = ".".join(parts), ".".join(parts[:-1])
    lines = [rf"(from|import) {re.escape(whole)}\b(?!\.)"]
    if package:
        lines.append(rf"from {re.escape(package)} import (\([^)]*|[^\n]*)\b{re.escape(parts[-1])}\b")
    pattern = re.compile("|".join(lines))
    return (file for file, text in texts.items() if pattern.search(text))


def _nearest(path: Path, root: Path) -> set[Path]:
    """Return the deepest test folder whose name is that of a folder around a module."""
    for folder in path.relative_to(PACKAGE).parents:
        if folder != Path() and (root / "tests" / folder).is_dir():
            return {"tests" / folder}
    return set()


if __name__ == "__main__":
    print(*sorted(map(str, concerned_by(changed(sys.argv[1] if len(sys.argv) > 1 else None)))))
