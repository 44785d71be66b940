"""From text to tokens: language, script folding, and the words of each script."""
