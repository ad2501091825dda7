"""A whole campaign kept in memory, as an honest server would keep it; and commands picked from what is legal."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from services.rpg_boundless.commands import OpenCampaign
from services.rpg_boundless.game import campaign
from services.rpg_boundless.settings import Settings
from services.rpg_boundless.state.campaign import CampaignState
from shared.audit import Report, audit
from shared.decider import Allowed, Field, Intent, SeatAsk
from shared.messages import Command, Event
from shared.record import NO_HEAD, Record, export_line, write
from shared.replay import Reader, union
from shared.stream import Close, Stream, settle, tape_for

NAME: Final = "rpg_boundless.campaign:one"
RULESET: Final = "test"
KEY: Final = b"\x11" * 32
READER: Final = Reader(campaign)
SEATS: Final = (SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"), SeatAsk(seat="bob"))
COMMAND: Final[Any] = union(campaign.commands)
WORDS: Final = ("so be it", "again", "why not")
Choose = Callable[[int], int]


class Journal:
    """A campaign: commands go in, the log comes out."""

    def __init__(self, settings: Settings | None = None, *, seed: int = 1) -> None:
        """Open a campaign for a game master and two players; every seed is the number `seed` and those after it."""
        self.stream: Stream[CampaignState] = Stream(id=NAME, game=campaign.initial, tenant="tenant")
        self.records: list[Record] = []
        self.heads: list[bytes] = []
        self.events: list[Event] = []
        self._seed = seed
        self.send(OpenCampaign(seats=SEATS, settings=settings or Settings()))

    @property
    def state(self) -> CampaignState:
        """Give the campaign as it is."""
        return self.stream.game

    def send(self, command: Command, seat: str = "gm") -> tuple[Event, ...]:
        """Carry out a command of a seat; give its events."""
        held = self.stream.seats.get(seat)
        intent = Intent(
            id=f"i{len(self.records)}",
            seat=seat,
            role=held.role if held else "gm",
            at=1000 + len(self.records),
            by=f"seat:{seat}@0" if held else "key:app",
            command=command,
        )
        settled = settle(campaign, self.stream, intent, tape_for(self.stream, intent, self._fresh))
        record = write(
            stream=NAME, version=settled.after.version, intent=intent, hidden=settled.hidden,
            ruleset=RULESET, taken=settled.taken, events=settled.events, key=KEY,
        )  # fmt: skip
        self.heads.append(record.head_after(self.heads[-1] if self.heads else NO_HEAD))
        self.records.append(record)
        self.stream = settled.after
        self.events += settled.events
        return settled.events

    def close(self) -> None:
        """End the campaign; its seed is revealed."""
        self.send(Close(reason="the evening is over"))

    def lines(self) -> list[bytes]:
        """Export the log, open to all once it is closed."""
        return [
            export_line(record, head, None, opened=self.stream.closed)
            for record, head in zip(self.records, self.heads, strict=True)
        ]

    def replayed(self) -> Stream[CampaignState]:
        """Fold the stored records anew."""
        empty: Stream[CampaignState] = Stream(id=NAME, game=campaign.initial)
        stored = ((record.public, [part.data for part in record.parts]) for record in self.records)
        return READER.fold(empty, stored)

    def _fresh(self) -> bytes:
        self._seed += 1
        return self._seed.to_bytes(32, "big")


def audited(lines: list[bytes]) -> Report:
    """Audit an export of a campaign."""
    return audit(lines, reader_for=lambda _: READER)


def legal(journal: Journal, seat: str) -> tuple[Allowed, ...]:
    """List the game's commands a seat may send now."""
    role = journal.stream.seats[seat].role
    return campaign.legal(journal.state, seat, role).allowed


def picked(entry: Allowed, choose: Choose) -> Command:
    """Pick a body of an entry: a value for each field, one of all that it allows."""
    body = dict(entry.body)
    for name, field in entry.fields.items():
        body[name] = _value(field, choose)
    command: Command = msgspec.convert(body, COMMAND)
    return command


def _value(field: Field, choose: Choose) -> Any:  # noqa: ANN401 a value of a field
    if field.options is not None:
        return field.options[choose(len(field.options))]
    if field.least is not None and field.most is not None:
        return field.least + choose(min(field.most - field.least + 1, 8))
    return WORDS[choose(len(WORDS))]
