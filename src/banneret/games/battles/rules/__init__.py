"""The rules of Battles of Westeros, one module per chapter of its rulebook."""
