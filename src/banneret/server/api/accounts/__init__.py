"""People: accounts, passkeys, e-mail links, notifications, blocks."""
