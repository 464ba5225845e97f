"""Actions of combat units."""
