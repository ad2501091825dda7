"""The state of a match, and how events change it: bookkeeping only, in place."""
