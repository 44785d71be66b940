"""What a manuscript says about itself: tampering, quotations and citations, parts and chapters."""
