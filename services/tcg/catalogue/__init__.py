"""Cards and the rule booklet's tables as data: the card language, its loader, card texts, and built-in cards."""
