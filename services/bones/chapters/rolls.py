"""Rolls: all dice at once, then rerolls, poison and flames, and successes that are bought or given away."""
