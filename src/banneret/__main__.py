"""Run the `banneret` command with `python -m banneret`."""

from banneret.cli import main

if __name__ == "__main__":
    main()
