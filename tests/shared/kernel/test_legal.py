"""Commands of the kernel in a seat's legal list: the kernel accepts the allowed ones and refuses the blocked ones."""

from itertools import product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from shared.kernel.chance import ProbeTape
from shared.kernel.context import FirstEvent, Intent
from shared.kernel.legal import Allowed, Asking, check_offered, legal
from shared.kernel.messages import Command, Event, Role
from shared.kernel.refusals import Refusal
from shared.kernel.replay import union
from shared.kernel.samples import Field
from shared.kernel.stream import (
    KERNEL_COMMANDS,
    UNDO_COMMANDS,
    AddSalt,
    Close,
    OpenSeat,
    RotateSeed,
    Stream,
    commands_of,
    decide,
)
from tests.support.kernel_toy import GAMBIT, GambitState, Gambling, Reveal, Table, Throw

SALT = "5a" * 32
SEATS: dict[str, Role] = {"gm": "gm", "ann": "player", "eve": "spectator"}
MOMENTS = {
    "fresh": Table.opened(),
    "salted": Table.opened(AddSalt(salt=SALT)),
    "drawn": Table.opened(Throw()),
    "hiding": Table.opened(Throw(hidden=(1,))),
    "revealed": Table.opened(Throw(hidden=(1,)), Reveal()),
    "rotated": Table.opened(Throw(), RotateSeed()),
    "crowded": Table.opened(*(OpenSeat(seat=f"seat-{number}") for number in range(60))),
    "closed": Table.opened(Close()),
}
KERNEL = {kind.__name__ for kind in commands_of(GAMBIT) if kind in KERNEL_COMMANDS}


def accepts(stream: Stream[GambitState], seat: str, command: Command) -> bool:
    """Return whether the kernel accepts a seat's command, decided up to the first draw."""
    intent = Intent(id="x", seat=seat, role=SEATS[seat], at=9999, by=f"seat:{seat}@0", command=command)
    try:
        decide(GAMBIT, stream, intent, ProbeTape())
    except Refusal:
        return False
    except Exception as stopped:  # noqa: BLE001 the dry run may stop at a draw
        return type(stopped).__name__ == "FirstDraw"
    return True


def of_schema(field: Field) -> str:
    """Return a value that matches the schema of a field in the contract."""
    return "Ylva the Grey" if field.schema == "SeatName" else SALT


def bodies(entry: Allowed) -> list[dict[str, object]]:
    """Return every body of an entry: all combinations of its fields' options, with a sample value for each text."""
    choices = [
        [(name, value) for value in (field.options or (("so be it",) if field.text else (of_schema(field),)))]
        for name, field in entry.fields.items()
    ]
    return [entry.body | dict(choice) for choice in product(*choices)]


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("seat", SEATS)
def test_every_body_that_is_allowed_is_accepted(moment: str, seat: str) -> None:
    """The kernel accepts every listed body, with each option of its fields."""
    stream = MOMENTS[moment].stream
    for entry in legal(GAMBIT, stream, seat, SEATS[seat]).allowed:
        for body in bodies(entry):
            command = msgspec.convert(body, union((*GAMBIT.commands, *KERNEL_COMMANDS)))
            assert accepts(stream, seat, command), body


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("seat", SEATS)
def test_every_kernel_command_is_allowed_or_blocked(moment: str, seat: str) -> None:
    """Each command of the kernel is listed exactly once, and each blocked command names the rule that blocks it."""
    listing = legal(GAMBIT, MOMENTS[moment].stream, seat, SEATS[seat])
    names = [entry.command for entry in listing.allowed] + [
        name for entry in listing.blocked for name in entry.commands
    ]
    of_game = {kind.__name__ for kind in GAMBIT.commands}
    blocked = [entry for entry in listing.blocked if not of_game.issuperset(entry.commands)]
    assert sorted(names) == sorted(KERNEL | of_game)
    assert all(entry.rule.startswith("AR-") and entry.says for entry in blocked)


@pytest.mark.parametrize(
    ("moment", "seat", "blocked"),
    [
        ("fresh", "gm", {}),
        ("salted", "gm", {"AddSalt": "AR-SEED-04"}),
        ("salted", "ann", {"OpenSeat": "AR-SEAT-04", "RotateSeed": "AR-SEAT-04", "Close": "AR-SEAT-04"}),
        ("drawn", "gm", {"AddSalt": "AR-SEED-03"}),
        ("hiding", "gm", {"AddSalt": "AR-SEED-03", "RotateSeed": "AR-SEED-05"}),
        ("rotated", "gm", {}),
        ("crowded", "gm", {"OpenSeat": "AR-SEAT-03"}),
    ],
)
def test_blocked_commands_name_their_rule(moment: str, seat: str, blocked: dict[str, str]) -> None:
    """Exactly the commands that the rules forbid at that moment are blocked, and each names its rule."""
    listing = legal(GAMBIT, MOMENTS[moment].stream, seat, SEATS[seat])
    rules = {name: entry.rule for entry in listing.blocked for name in entry.commands}
    never = {kind.__name__: "AR-UNDO-02" for kind in UNDO_COMMANDS} | {"SendChat": "AR-CHAT-01"}
    assert {name: rule for name, rule in rules.items() if name in KERNEL} == blocked | never


def test_after_the_end_everything_is_blocked() -> None:
    """After the end of the stream, all commands of the game and of the kernel are blocked."""
    listing = legal(GAMBIT, MOMENTS["closed"].stream, "gm", "gm")
    assert listing.allowed == ()
    assert {name for entry in listing.blocked for name in entry.commands} == KERNEL | {
        kind.__name__ for kind in GAMBIT.commands
    }
    assert {entry.rule for entry in listing.blocked} == {"AR-STREAM-03"}


@pytest.mark.parametrize("seat", SEATS)
def test_every_command_of_the_game_has_a_sample(seat: str) -> None:
    """The game offers a sample of each command in every state."""
    for table in MOMENTS.values():
        check_offered(GAMBIT, table.stream, seat, SEATS[seat])


@given(taken=st.sets(st.integers(0, 12), max_size=12))
def test_the_seat_that_is_offered_is_free(taken: set[int]) -> None:
    """The legal list offers to open a seat under a free name, whatever names are taken."""
    table = Table.opened(*(OpenSeat(seat=f"seat-{number}") for number in taken))
    (offer,) = (e for e in legal(GAMBIT, table.stream, "gm", "gm").allowed if e.command == "OpenSeat")
    assert offer.body["seat"] not in table.stream.seats


def test_a_legal_list_reveals_nothing() -> None:
    """Building a legal list changes nothing in the stream, and building it again has the same result."""
    stream = MOMENTS["fresh"].stream
    assert legal(GAMBIT, stream, "gm", "gm") == legal(GAMBIT, stream, "gm", "gm")
    assert stream == Table.opened().stream


class Trial(Gambling):
    """A context that ends the decision of a command at its first event."""

    def emit(self, event: Event) -> None:  # noqa: ARG002 as in the base class
        """End the decision."""
        raise FirstEvent


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("seat", SEATS)
def test_a_list_by_trials_is_the_list_by_whole_decisions(
    moment: str, seat: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If judges refuse nothing after their first event, a legal list that stops each decision there is complete."""
    stream = MOMENTS[moment].stream
    decided = legal(GAMBIT, stream, seat, SEATS[seat])
    monkeypatch.setattr(GAMBIT, "deciding", replace(GAMBIT.deciding, trial=Trial))
    assert decided == legal(GAMBIT, stream, seat, SEATS[seat])
    assert Asking.of(GAMBIT, stream, seat, SEATS[seat]).trial is not None
