"""Requests that one server process forwards to another."""
