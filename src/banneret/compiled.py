"""Hints for mypyc in the sources, and which modules it has compiled. This module itself is never compiled.

`mypyc_attr` is that of `mypy_extensions`, which only the compiler needs: interpreted, it does nothing.
"""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

__all__ = ["compiled_modules", "mypyc_attr"]

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(*_attributes: str, **_values: Any) -> Any:
        """Return a decorator that changes nothing."""
        return lambda decorated: decorated


_ROOT: Final = Path(__file__).parent


def compiled_modules() -> list[str]:
    """List the modules of this package that this Python imports as machine code, without importing them.

    An extension module next to a source file is the one imported, but only if it is made for this version of Python.
    """
    names = set()
    for file in _ROOT.rglob("*"):
        suffix = next((suffix for suffix in EXTENSION_SUFFIXES if file.name.endswith(suffix)), "")
        stem = file.name.removesuffix(suffix)
        if suffix and stem.isidentifier() and not stem.endswith("__mypyc"):
            names.add(".".join([_ROOT.name, *file.parent.relative_to(_ROOT).parts, stem]))
    return sorted(names)
