"""The rules of Thrones, one module a chapter of the rulebook."""
