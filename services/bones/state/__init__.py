"""The state of a campaign."""
