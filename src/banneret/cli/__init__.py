"""The `banneret` command: data goes to standard output, messages and progress to standard error.

Exit status: 0 on success, 1 on failure, 2 on wrong usage, 130 after Ctrl-C.
"""

from banneret.cli.app import main

__all__ = ["main"]
