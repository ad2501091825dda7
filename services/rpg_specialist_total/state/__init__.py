"""The state of a campaign. Fold functions compute it from the events of the campaign."""
