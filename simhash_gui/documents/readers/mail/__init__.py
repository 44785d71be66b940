"""Mail: messages, mailboxes and web pages saved as MHTML."""
