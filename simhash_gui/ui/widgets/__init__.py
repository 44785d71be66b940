"""The pieces that pages are put together from."""
