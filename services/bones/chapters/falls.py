"""Falls, and the roll that softens them."""
