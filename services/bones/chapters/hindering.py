"""Poison and flames: dice that a creature bears until there is a remedy."""
