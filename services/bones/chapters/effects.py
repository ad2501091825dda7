"""Effects of magic that go on: they are held, stand against other magic, and end."""
