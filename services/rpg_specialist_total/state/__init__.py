"""The state of a campaign, which folds compute from its events."""
