"""Reading streams: pages of entries are fetched, checked against the hash chain, folded into state and cached."""
