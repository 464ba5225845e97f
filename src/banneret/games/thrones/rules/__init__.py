"""The rules of Thrones; each module holds one chapter of the rulebook."""
