"""Runs `arbiter` with servers that have no front, the code that reads requests before the routes do.

usage: python -m tests.support.past_the_front serve
"""

from __future__ import annotations

from services.gateway import cli, extras

if __name__ == "__main__":
    extras.EXTRAS.discard("front")
    cli.main()
