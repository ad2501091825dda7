"""The state of a campaign, as structs; the folds of the chapters change it."""
