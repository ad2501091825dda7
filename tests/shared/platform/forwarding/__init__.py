"""Tests of requests that one server process forwards to another."""
