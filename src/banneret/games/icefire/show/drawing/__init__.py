"""Drawing the table of A Song of Ice & Fire: layers as SVG, made from a view alone."""
