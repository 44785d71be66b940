"""Reviewing in the window: verdicts, the plan, the journal. The Clusters page shows them."""
