"""The servers in the rows about commands: ours, the echo with and without an append, and boardgame.io."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct

from .load import Answered, Load, put, request
from .ours import ROLL, ROLLED, TABLES, Ours, serving
from .peers.boardgame import Boardgame, NotHere, playing
from .peers.echo import Samples, echoing

MANY: Final = 32
WARM: Final = 0.5
FLOOR: Final = "echo + append"
GAME: Final = "boardgame.io"


class Echo(Struct, frozen=True):
    """A running echo server."""

    port: int
    pid: int

    def put(self, *, connections: int, seconds: float = 0, warm: float = 0, each: int = 0) -> Answered:
        """Send the load to this server."""
        requests = tuple(
            request("POST", f"/dice/v1/tables/{number:026x}/commands", body=ROLL, Prefer="return=minimal")
            for number in range(TABLES)
        )
        return put(
            Load(
                port=self.port, requests=requests, connections=connections, seconds=seconds, warm=warm, each=each,
                expect=ROLLED,
            )
        )  # fmt: skip


class Field(Struct, frozen=True, kw_only=True):
    """The measured servers: ours durable and relaxed, the echo with and without an append, and boardgame.io."""

    ours: Ours
    relaxed: Ours
    echo: Echo
    floor: Echo
    game: Boardgame | None
    absent: str = ""


@contextmanager
def gathered(folder: Path) -> Iterator[Field]:
    """Run all servers during the block. If boardgame.io is unavailable, `absent` says why."""
    with ExitStack() as stack:
        ours = stack.enter_context(serving(folder / "durable", "durable"))
        relaxed = stack.enter_context(serving(folder / "relaxed", "relaxed"))
        answer, record = ours.samples()
        samples = Samples(answer=answer, record=record)
        echo = Echo(*stack.enter_context(echoing(samples, None)))
        floor = Echo(*stack.enter_context(echoing(samples, ours.server.store.url)))
        game, absent = None, ""
        try:
            game = stack.enter_context(playing())
        except NotHere as why:
            absent = str(why)
        yield Field(ours=ours, relaxed=relaxed, echo=echo, floor=floor, game=game, absent=absent)
