"""Generated pages of the documentation site."""
