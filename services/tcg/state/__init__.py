"""The state of a match, and the functions with which events change it in place. No decisions are made here."""
