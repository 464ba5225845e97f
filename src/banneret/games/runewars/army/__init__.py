"""Army lists: checking, reading, writing, random lists."""
