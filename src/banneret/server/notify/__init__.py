"""Notices by e-mail and webhook."""
