"""Themes of magic: what somebody who wields it may do with it."""
