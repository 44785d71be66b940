"""The Compare page: two documents, their bits, texts and measures."""
