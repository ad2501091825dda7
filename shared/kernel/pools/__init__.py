"""Dice pools: dice that are rolled together, each kind with its exact odds."""
