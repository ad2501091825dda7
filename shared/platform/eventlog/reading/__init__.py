"""Reading streams: fetches pages of entries, checks their hash chain, folds them into state and caches the state."""
