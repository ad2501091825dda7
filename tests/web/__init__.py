"""Tests of the page in a real browser against a real server: what it shows and receives, and how fast it is."""
