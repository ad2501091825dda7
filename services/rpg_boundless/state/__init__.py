"""The state of a campaign, as structs. The fold functions of the chapters change it."""
