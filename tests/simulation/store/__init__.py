"""A model of the store: the commands that the services use, over dictionaries, with the services' own Lua library."""
