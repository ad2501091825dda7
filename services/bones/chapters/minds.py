"""Magic that reaches for a mind: resistance, degrees of control, and orders."""
