"""Pages of the documentation site that are generated from the code."""
