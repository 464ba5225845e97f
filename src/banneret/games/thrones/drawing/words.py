"""The few words of the drawing that are no names of components."""

from typing import Final

TITLE: Final = "A Game of Thrones: The Board Game"
ROUND: Final = "Round"
ROUND_OF: Final = "Round {round} of {rounds}"
STEPS: Final = {
    "westeros": "Westeros phase",
    "westeros-1": "Westeros phase: first card",
    "westeros-2": "Westeros phase: second card",
    "westeros-3": "Westeros phase: third card",
    "planning": "Planning phase: orders",
    "shortage": "Planning phase: orders are short",
    "raven": "Planning phase: the Messenger Raven",
    "raid": "Action phase: raids",
    "march": "Action phase: marches",
    "power": "Action phase: consolidating power",
    "clean-up": "Action phase: clean up",
    "over": "The match is over",
}
TRACKS: Final = {
    "iron-throne": (("Iron", "Throne"), "The Iron Throne token"),
    "fiefdoms": (("Fiefdoms",), "The Valyrian Steel Blade"),
    "kings-court": (("King's", "Court"), "The Messenger Raven"),
}
USED: Final = "used"
FRESH: Final = "ready"
SUPPLY: Final = "Supply"
SUPPLY_LEVEL: Final = "supply {level}: {houses}"
VICTORY: Final = "Castles"
VICTORY_OF: Final = "{count} castles and strongholds: {houses}"
WILDLINGS: Final = "Wildling threat"
WILDLINGS_NEXT: Final = "Next wildlings: {card}"
WESTEROS: Final = ("I", "II", "III")
DECK: Final = "{left} in deck, {used} used"
DECK_NEXT: Final = "next: {card}"
NO_CARD: Final = "\u2014"
NOT_ALLOWED: Final = "Not allowed this round:"
NOT_ALLOWED_ONE: Final = "not allowed this round: {order}"

BLOCKED: Final = "nobody may enter"
NEUTRAL: Final = "neutral force of strength {strength}"
HELD_BY: Final = "held by {house}"
GARRISON: Final = "garrison of strength {strength}"
POWER_OF: Final = "power token of {house}"
FACE_DOWN: Final = "an order face down"
ROUTED: Final = "routed"

POWER: Final = "power"
POOL: Final = "{count} more to gain"
CASTLES: Final = "castles"
LANDS: Final = "land areas"
SUPPLY_OF: Final = "supply"
STARS: Final = "stars"
FORFEITED: Final = "forfeited"
IN_HAND: Final = "in hand"
DISCARDED: Final = "discarded"
IN_PLAY: Final = "in play"

COMBAT: Final = "Combat: {target}"
COMBAT_FROM: Final = "from {origin} with {order}"
ATTACKER: Final = "Attacker"
DEFENDER: Final = "Defender"
WINNER: Final = "wins"
NOBODY: Final = "Nobody"
SUPPORTED_BY: Final = "Support: {areas}"
BLADE: Final = "Valyrian Steel Blade"
TIDES: Final = "Tides of Battle"

LEGEND_ICONS: Final = {
    "stronghold": "Stronghold",
    "castle": "Castle",
    "crest": "Home",
    "barrel": "Supply",
    "crown": "Power",
    "port": "Port",
    "garrison": "Garrison",
    "neutral": "Neutral force",
    "power": "Power token",
    "down": "Order, face down",
    "routed": "Routed",
    "river": "River: no crossing",
    "bridge": "Bridge",
}
