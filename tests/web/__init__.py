"""The page, in a real browser against a real server: what it shows, what it is told, and what it costs."""
