"""The SQLite file itself: connections, errors, lease, inspection, upgrades."""
