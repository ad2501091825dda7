"""A command over HTTP: carried out, tried dry, or answered before Litestar routes it."""
