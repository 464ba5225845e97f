"""The siege: A Storm of Swords."""
