"""Registration of the games with Gymnasium: `my-game` is `gymnasium.make("banneret/MyGame-v0")`."""

from __future__ import annotations

import gymnasium

from banneret.kernel.registry import rulebook_ids


def environment_id(game: str) -> str:
    """Return the name of a game in Gymnasium's registry: `my-game` becomes `banneret/MyGame-v0`."""
    return f"banneret/{''.join(word[:1].upper() + word[1:] for word in game.split('-'))}-v0"


def register_environments() -> None:
    """Register all games that are currently known; call it again after `banneret.register`."""
    for game in rulebook_ids():
        name = environment_id(game)
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="banneret.rl.environments.single:LearnerEnv",
                vector_entry_point="banneret.rl.environments.vector:LearnerVectorEnv",
                kwargs={"game": game},
            )
