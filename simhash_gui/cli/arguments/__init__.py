"""What every command takes: the parser, options that several share, and each command's own.

All of it is made for ``--help`` too, so it imports settings and recipes, and no other service.
"""
