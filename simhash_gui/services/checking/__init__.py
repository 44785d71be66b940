"""One text against a library: where does it come from?"""
