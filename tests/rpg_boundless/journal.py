"""A whole campaign kept in memory, as an honest server would keep it; and commands picked from what is legal."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from services.rpg_boundless.commands import OpenCampaign
from services.rpg_boundless.game import campaign
from services.rpg_boundless.settings import Settings
from services.rpg_boundless.state.campaign import CampaignState
from shared.kernel.audit import Report
from shared.kernel.game import SeatAsk
from shared.kernel.legal import Allowed
from shared.kernel.messages import Command
from shared.kernel.replay import union
from shared.kernel.samples import Field
from tests.support import journal as kept

SEATS: Final = (SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"), SeatAsk(seat="bob"))
COMMAND: Final[Any] = union(campaign.commands)
WORDS: Final = ("so be it", "again", "why not")
Choose = Callable[[int], int]


class Journal(kept.Journal[CampaignState]):
    """A campaign for a game master and two players."""

    def __init__(self, settings: Settings | None = None, *, seed: int = 1) -> None:
        """Open it; every seed is the number `seed` and those after it."""
        super().__init__(campaign, OpenCampaign(seats=SEATS, settings=settings or Settings()), seed=seed)


def audited(lines: list[bytes]) -> Report:
    """Audit an export of a campaign."""
    return kept.audited(campaign, lines)


def legal(journal: Journal, seat: str) -> tuple[Allowed, ...]:
    """List the game's commands a seat may send now."""
    role = journal.stream.seats[seat].role
    found: tuple[Allowed, ...] = campaign.legal(journal.state, seat, role).allowed
    return found


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
