"""One library: open and close, browse, rules, settings, and its recipe."""
