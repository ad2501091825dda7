"""Code that reads streams: it fetches pages of entries, checks their hash chain, and folds them into cached state."""
