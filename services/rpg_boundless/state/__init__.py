"""The state of a campaign and how events change it: bookkeeping only."""
