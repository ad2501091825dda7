"""Commands over HTTP: how the server carries them out, tries them in a dry run, and opens streams."""
