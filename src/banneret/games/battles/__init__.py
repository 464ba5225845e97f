"""BattleLore: Battles of Westeros: hexes, commanders and morale; Stark against Lannister."""
