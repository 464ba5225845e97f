"""Guests and accounts, credentials, rate limits."""
