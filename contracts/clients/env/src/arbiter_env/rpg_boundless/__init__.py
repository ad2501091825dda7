"""The environment of Boundless: heroes against enemies that follow a script."""
