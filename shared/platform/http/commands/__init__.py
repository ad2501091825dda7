"""Commands over HTTP: carry them out, try them in a dry run, and open streams."""
