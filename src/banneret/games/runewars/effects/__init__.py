"""The registry of card effects and what they change; the handlers are in `abilities`."""
