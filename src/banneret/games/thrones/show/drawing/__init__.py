"""The parts of the drawing of a match of Thrones; `banneret.games.thrones.show.draw` puts them together."""
