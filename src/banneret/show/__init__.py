"""What people are shown, as data: drawings, panels, placements."""
