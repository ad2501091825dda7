"""What Arbiter does in a second, beside what others do in the same second on the same machine."""
