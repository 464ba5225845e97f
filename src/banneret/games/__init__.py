"""The games: one folder each; none imports another. Entry points in pyproject.toml name their rulebooks."""
