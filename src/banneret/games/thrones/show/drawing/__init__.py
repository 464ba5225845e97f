"""Parts of the drawing; `banneret.games.thrones.show.draw` combines them."""
