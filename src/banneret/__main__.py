"""`python -m banneret` is the `banneret` command."""

from banneret.cli import main

if __name__ == "__main__":
    main()
