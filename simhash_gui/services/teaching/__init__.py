"""What the classroom shows: the laboratory of search methods, and texts traced for the stages."""
