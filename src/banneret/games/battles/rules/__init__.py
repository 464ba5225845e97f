"""The rules of Battles of Westeros, one module a chapter of its rulebook."""
