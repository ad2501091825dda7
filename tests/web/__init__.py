"""The page in a real browser against a real server: what it shows, what it receives, and what it costs."""
