"""A whole campaign kept in memory, as an honest server would keep it; and commands picked from what is legal."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from services.rpg_boundless.chapters.seats import OpenCampaign
from services.rpg_boundless.game import campaign
from services.rpg_boundless.settings import Settings
from services.rpg_boundless.state.campaign import CampaignState
from shared.kernel.audit import Report
from shared.kernel.game import SeatAsk
from shared.kernel.legal import Allowed
from shared.kernel.messages import Command
from shared.kernel.replay import union
from shared.kernel.samples import Field
from tests.rpg_boundless.play import listed
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
    return listed(journal.state, seat).allowed


def picked(entry: Allowed, choose: Choose) -> Command:
    """Pick a body of an entry: a value for each field, one of all that it allows; of a schema what stands there."""
    body = dict(entry.body)
    for name, field in entry.fields.items():
        if field.schema is None and (field.items is None or field.items.schema is None):
            body[name] = _value(field, choose)
    command: Command = msgspec.convert(body, COMMAND)
    return command


def _value(field: Field, choose: Choose) -> Any:  # noqa: ANN401 a value of a field
    if field.options is not None:
        return field.options[choose(len(field.options))]
    if field.items is not None:
        return _items(field, list(field.items.options or ()), choose)
    if field.least is not None and field.most is not None:
        return field.least + choose(min(field.most - field.least + 1, 8))
    return WORDS[choose(len(WORDS))]


def _items(field: Field, options: list[Any], choose: Choose) -> list[Any]:
    least = field.least or 0
    most = min(least + 3, least if field.most is None else field.most)
    count = least + choose(most - least + 1)
    if field.repeats:
        return [options[choose(len(options))] for _ in range(count)]
    return [options.pop(choose(len(options))) for _ in range(count)]
