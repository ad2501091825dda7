"""The arithmetic of dice: what is written, what is thrown, and what it comes to."""
