"""The `banneret` command: standard output is data, standard error is messages and progress.

It ends with 0 if all is well, 1 if something failed, 2 if it was called wrongly, 130 if Ctrl-C ended it.
"""

from banneret.cli.app import main

__all__ = ["main"]
