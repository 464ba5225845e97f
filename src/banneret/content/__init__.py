"""Data files, data packs and army lists, as every game reads them."""
