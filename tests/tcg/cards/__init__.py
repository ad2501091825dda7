"""Cards as data: what loads, what is refused, what is printed."""
