"""The rules of the match, one file a chapter."""
