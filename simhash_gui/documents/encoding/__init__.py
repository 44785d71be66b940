"""From bytes to characters: is it text, in which encoding, and how sure we are."""
