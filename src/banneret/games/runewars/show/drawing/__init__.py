"""Drawing the table of Runewars: layers as SVG, made from a view alone."""
