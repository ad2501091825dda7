"""Extras are optional parts of the server. Each extra registers itself with the core, which never imports it."""
