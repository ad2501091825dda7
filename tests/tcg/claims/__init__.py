"""Compares each card's effects with what its printed text literally says.

A claim is a change to the match that the text promises.
"""
