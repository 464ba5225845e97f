"""Layers and parts of the drawing; `banneret.games.thrones.show.draw` combines them."""
