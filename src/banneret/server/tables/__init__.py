"""Tables: settings, seats, database rows, chat, read marks."""
