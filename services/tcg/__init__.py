"""Boundless TCG: a match of two to eight players, each with a savior, a main deck and a spirit deck."""
