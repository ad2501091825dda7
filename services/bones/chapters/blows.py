"""Attacks against defence, and the damage of a round."""
