"""The parts of the drawing of a match of Thrones; `banneret.games.thrones.draw` puts them together."""
