"""`arbiter` with servers that have no front: the route answers every command.

usage: python -m tests.support.past_the_front serve
"""

from __future__ import annotations

from functools import partial

from services.gateway import app, cli

if __name__ == "__main__":
    app.serve = partial(app.serve, front=False)
    cli.main()
