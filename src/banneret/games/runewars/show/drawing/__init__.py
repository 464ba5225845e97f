"""Drawing the Runewars table: layers as SVG, made from a view alone."""
