"""The Planning phase."""
