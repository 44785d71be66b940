"""What a page may ask for: library, jobs, reads. Only here do threads meet Qt."""
