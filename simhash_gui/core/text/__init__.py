"""What two texts share: shingles, sketches, passages, edit share, and the class that follows."""
