"""Text that needs little more than its encoding: plain, CSV, JSON, subtitles."""
