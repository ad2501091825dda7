"""Dice pools: dice that are rolled together. Each kind of pool can compute its exact odds."""
