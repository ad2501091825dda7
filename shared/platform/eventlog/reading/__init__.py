"""Reading streams: entries are read in pages, checked against the hash chain, folded into state and cached."""
