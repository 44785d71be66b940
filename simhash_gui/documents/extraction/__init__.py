"""Reads documents in worker processes, within limits of time and memory."""
