"""Code used by the tests of two or more folders."""
