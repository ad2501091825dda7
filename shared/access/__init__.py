"""Who may do what: API keys of apps, tokens of seats, and what a request proves it is."""
