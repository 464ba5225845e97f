"""The layers of the drawing of A Song of Ice & Fire as SVG, made from a view only."""
