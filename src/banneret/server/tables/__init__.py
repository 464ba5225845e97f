"""Tables: settings, seats, their rows, chat, read marks."""
