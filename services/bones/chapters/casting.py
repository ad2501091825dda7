"""Magic is called on: how hard it is, how often it is safe, and what it costs beyond that."""
