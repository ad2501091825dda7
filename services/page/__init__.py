"""The page at `/`: its sources, what is built of them, and the routes that serve it."""
