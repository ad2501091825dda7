"""The rules of Boundless, one file a chapter."""
