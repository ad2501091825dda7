"""`arbiter` whose servers have no front: every command is answered by its route.

usage: python -m tests.support.past_the_front serve
"""

from __future__ import annotations

from functools import partial

from services.gateway import cli, servers
from services.gateway.app import serve

if __name__ == "__main__":
    setattr(servers, "serve", partial(serve, front=False))  # noqa: B010 a name that is imported there
    cli.main()
