"""Reinforcement learning environments for Gymnasium and PettingZoo, and their parts.

Requires the extra `rl`. Importing it registers every game with Gymnasium and, if it is installed, with OpenSpiel.
"""

from importlib.util import find_spec

from banneret.encoding import Part
from banneret.rl.environments.process_vector import ProcessVectorEnv
from banneret.rl.environments.registration import environment_id, register_environments
from banneret.rl.environments.self_play import SelfPlayEnv
from banneret.rl.environments.simultaneous import SimultaneousEnv, parallel_env
from banneret.rl.environments.single import LearnerEnv
from banneret.rl.environments.turn_based import TurnBasedEnv, aec_env
from banneret.rl.environments.vector import LearnerVectorEnv
from banneret.rl.episode import Episode
from banneret.rl.menu import Menu
from banneret.rl.observations.action_rows import ActionRows
from banneret.rl.observations.observer import Observation, Observer
from banneret.rl.rewards import returns
from banneret.rl.task import Task, task_of

__all__ = [
    "ActionRows",
    "Episode",
    "LearnerEnv",
    "LearnerVectorEnv",
    "Menu",
    "Observation",
    "Observer",
    "Part",
    "ProcessVectorEnv",
    "SelfPlayEnv",
    "SimultaneousEnv",
    "Task",
    "TurnBasedEnv",
    "aec_env",
    "environment_id",
    "parallel_env",
    "register_environments",
    "returns",
    "task_of",
]

register_environments()
if find_spec("pyspiel") is not None:
    from banneret.rl import spiel as spiel  # registers the games
