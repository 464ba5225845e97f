"""The games, one package each; games do not import each other. Entry points in pyproject.toml list their rulebooks."""
