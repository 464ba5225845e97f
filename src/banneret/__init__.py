"""Engines for historical and fantasy conflict board games."""
