"""The server: tables, people, live play, storage. Needs the extra `[server]`."""
