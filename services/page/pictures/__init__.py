"""Draw pictures for link previews. Only pool processes import `drawing`, which needs Pillow."""
