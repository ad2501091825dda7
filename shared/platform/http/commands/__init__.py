"""Commands over HTTP: carrying them out, trying them in a dry run, and opening streams."""
