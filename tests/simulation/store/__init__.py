"""A simulated store: the commands that the services use, on dictionaries, with the services' own Lua library."""
