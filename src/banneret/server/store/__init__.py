"""Storage: schema, entries, migrations, backups."""
