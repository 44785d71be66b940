"""Text that needs little more than its encoding: plain, Org, CSV, JSON, subtitles."""
