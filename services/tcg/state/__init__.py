"""The state of a match and how events change it, in place. No decisions are made here."""
