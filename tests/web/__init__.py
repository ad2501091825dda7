"""Tests of the page in a real browser against a real server: what the page shows and receives, and how fast it is."""
