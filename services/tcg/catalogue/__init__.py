"""Cards and the booklet's tables as data: the card language, its loader, its texts, and the starter cards."""
