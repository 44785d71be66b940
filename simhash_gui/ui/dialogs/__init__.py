"""Windows that stand beside the main one: settings, shortcuts, about, one document."""
