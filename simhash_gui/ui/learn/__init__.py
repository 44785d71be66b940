"""The classroom: stages that ask first, then show what the production code says, and why."""
