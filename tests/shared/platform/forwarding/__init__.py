"""Tests of forwarding requests from one server process to another."""
