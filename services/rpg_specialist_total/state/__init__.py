"""The state of a campaign, which is folded from its events."""
