"""A running match: questions, answers, sockets, drafts, chat, replay."""
