"""The parts of the drawing of a battle."""
