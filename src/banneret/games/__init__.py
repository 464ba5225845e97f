"""The games: one folder each; none imports another. Importing this package registers their rulebooks."""

from banneret.games.battles.rulebook import BattlesRulebook
from banneret.games.icefire.rulebook import Icefire2021Rulebook, IcefireRulebook
from banneret.games.runewars.rulebook import RunewarsRulebook
from banneret.games.thrones.rulebook import ThronesRulebook
from banneret.kernel.rulebook import register

register(ThronesRulebook())
register(BattlesRulebook())
register(IcefireRulebook())
register(Icefire2021Rulebook())
register(RunewarsRulebook())
