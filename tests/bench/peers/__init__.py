"""The programs that we compare with."""
