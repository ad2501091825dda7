"""Draws the pictures of link previews. Only pool processes import `drawing`, which needs Pillow."""
