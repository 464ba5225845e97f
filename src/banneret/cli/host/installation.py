"""What is installed: Python, compiled or interpreted modules, and the optional extras."""

from __future__ import annotations

import platform
import re
from importlib.metadata import PackageNotFoundError, distribution, requires
from typing import Final

from banneret import __version__
from banneret.cli.consoles import out
from banneret.compiled import compiled_modules

_NAME: Final = re.compile(r"[\w.-]+")
_EXTRA: Final = re.compile(r"""extra == ["']([\w.-]+)["']""")


def report() -> None:
    """Print what is installed, in lines like those of the checks."""
    for what, detail in installation():
        out().print(f"ok   {what}: {detail}", soft_wrap=True)


def installation() -> list[tuple[str, str]]:
    """Describe what is installed: subjects with descriptions."""
    return [
        ("python", f"{platform.python_implementation()} {platform.python_version()} on {_machine()}."),
        ("banneret", f"{__version__}, {_modules(compiled_modules())}"),
        ("extras", _extras()),
    ]


def _machine() -> str:
    return f"{platform.system()} {platform.machine()}".strip()


def _modules(compiled: list[str]) -> str:
    if not compiled:
        return "interpreted: no module is compiled. A wheel for this platform is faster."
    parts = sorted({".".join(name.split(".")[1 : 3 if name.startswith("banneret.games.") else 2]) for name in compiled})
    return f"compiled: {len(compiled)} modules of {', '.join(parts)}."


def _extras() -> str:
    try:
        wanted = _wanted(requires("banneret") or [])
    except PackageNotFoundError:
        return "unknown: banneret is not installed, but imported from a folder."
    lacking = {name: _missing(packages) for name, packages in sorted(wanted.items())}
    installed = [name for name, names in lacking.items() if not names]
    absent = [f"{name} (without {', '.join(names)})" for name, names in lacking.items() if names]
    return f"installed: {', '.join(installed) or 'none'}; not installed: {', '.join(absent) or 'none'}."


def _wanted(requirements: list[str]) -> dict[str, list[tuple[str, bool]]]:
    """Return the packages of each extra, and whether only some platforms need them."""
    found: dict[str, list[tuple[str, bool]]] = {}
    for line in requirements:
        extra, name = _EXTRA.search(line), _NAME.match(line)
        if extra and name:
            found.setdefault(extra[1], []).append((name[0], " and " in line))
    return found


def _missing(packages: list[tuple[str, bool]]) -> list[str]:
    """Return the packages that are not installed. Those of some platforms count if an extra has no others."""
    needed = [name for name, limited in packages if not limited] or [name for name, _ in packages]
    return sorted({name for name in needed if not _is_installed(name)})


def _is_installed(package: str) -> bool:
    try:
        distribution(package)
    except PackageNotFoundError:
        return False
    return True
