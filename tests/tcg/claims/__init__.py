"""Compares each card's effects with the literal meaning of its printed text.

A claim is a change to the match that the text promises.
"""
