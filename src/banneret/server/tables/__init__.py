"""Tables: seats, chat, summaries, read marks."""
