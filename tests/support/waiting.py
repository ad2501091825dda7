"""A process that does nothing until its standard input ends or a signal stops it."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    sys.stdin.read()
