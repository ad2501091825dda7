"""`arbiter` whose servers have no front: every command is answered by its route.

usage: python -m tests.support.past_the_front serve
"""

from __future__ import annotations

from functools import partial

from services.gateway import app, cli

if __name__ == "__main__":
    app.serve = partial(app.serve, front=False)
    cli.main()
