"""Code shared by tests in two or more folders."""
