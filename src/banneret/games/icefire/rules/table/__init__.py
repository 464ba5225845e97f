"""Units on the table: ground, sight, engagement, zones, conditions."""
