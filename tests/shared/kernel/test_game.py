"""Games that consist of typed chapters.

If a part is missing or wrong, the game does not start, and the error names the part.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

import msgspec
import pytest
from msgspec import Struct

from shared.kernel.chance import ProbeTape
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.context import Context
from shared.kernel.game import Deciding, Documentation, GameIncomplete, fold_events
from shared.kernel.messages import Command, Notice, Role, Seat
from shared.kernel.refusals import NotForThisSeat, Refusal
from shared.kernel.samples import Samples
from shared.kernel.stream import SeatOpened
from tests.shared.kernel.kit import (
    PARTS,
    Add,
    Added,
    Count,
    OpenCount,
    TooMuch,
    add,
    added,
    additions,
    game_of,
    intent_of,
    open_count,
    without,
)


class OpenTwice(OpenCount, frozen=True, kw_only=True):
    """A second opening command, although a game may have only one."""


class Praised(Notice, frozen=True, kw_only=True):
    """An event that needs no fold."""


class CommandWithoutKind(Command, frozen=True, kw_only=True):
    """A command that does not declare its kind."""


class Unruly(Refusal):
    """This refusal has no rule id."""


class Change(Command, frozen=True, kw_only=True):
    """A base class of commands, which no chapter declares as a command."""

    counts_as = "move"


class Double(Change, frozen=True, kw_only=True):
    """A command derived from the base class."""


class Halve(Change, frozen=True, kw_only=True):
    """A command derived from the base class, with its own judge."""


class Other(Struct, frozen=True):
    """Another game's state."""


class OtherContext(Context[Count]):
    """Another game's context."""


@judge
def open_twice(ctx: Context[Count], command: OpenTwice) -> None:
    """Open the stream."""


@judge
def add_again(ctx: Context[Count], command: Add) -> None:
    """Judge a command that already has a judge."""


@judge
def judge_of_changes(ctx: Context[Count], command: Change) -> None:
    """Judge all commands that derive from a base class."""


@judge
def judge_of_halves(ctx: Context[Count], command: Halve) -> None:
    """Judge one command that derives from the base class."""


@samples
def samples_of_changes(state: Count, seat: Seat) -> Samples[Change]:  # noqa: ARG001 there are no samples
    """Offer no samples for the base class."""
    return ()


@fold
def fold_of_other(state: Other, event: Added) -> Other:  # noqa: ARG001 only its types matter
    """Fold an event into another game's state."""
    return state


@judge
def judge_of_other(ctx: Context[Other], command: Add) -> None:
    """Judge a command on another game's state."""


@judge
def judge_elsewhere(ctx: OtherContext, command: Add) -> None:
    """Judge a command in another game's context."""


@samples
def samples_of_other(state: Other, seat: Seat) -> Samples[Add]:  # noqa: ARG001 as above
    """Offer samples for another game's state."""
    return ()


@fold
def seat_opened(state: Count, event: SeatOpened) -> Count:  # noqa: ARG001 as above
    """Add the seat to the count."""
    return Count(number=state.number + 100)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (without(add), "no judge of Add"),
        (without(open_count), "no judge of OpenCount"),
        (without(additions), "no samples of Add"),
        (without(added), "no fold of Added"),
        ((*PARTS, CommandWithoutKind), "no kind of CommandWithoutKind (counts_as)"),
        ((*PARTS, Unruly), "no rule of Unruly"),
        ((*PARTS, add_again), "judge of Add is declared twice"),
        ((*PARTS, OpenTwice, open_twice), "one opening command at most is needed, and there are 2"),
        (without(Added), "fold of Added, which no chapter declares"),
        (without(Add), "judge of Add, which no chapter declares"),
        ((*without(added), fold_of_other), "fold_of_other takes a Other, and the game has a Count"),
        ((*without(add), judge_of_other), "judge_of_other takes a Other, and the game has a Count"),
        ((*without(add), judge_elsewhere), "judge_elsewhere takes a OtherContext, and the game has a Context"),
        ((*without(additions), samples_of_other), "samples_of_other takes a Other, and the game has a Count"),
    ],
)
def test_a_game_that_lacks_something_does_not_start_and_names_it(parts: Sequence[Any], message: str) -> None:
    """A game with a missing or wrong part does not start, and the error message names the part."""
    with pytest.raises(GameIncomplete) as found:
        game_of(*parts)

    assert message in str(found.value)


def test_a_function_for_a_base_class_serves_each_command_without_one_of_its_own() -> None:
    """A judge for a base class judges all commands that derive from it, except a command with a judge of its own.

    All of these commands share the samples of the base class, which is not a command itself.
    """
    game = game_of(*PARTS, Double, Halve, judge_of_changes, judge_of_halves, samples_of_changes)

    assert (judge_of_changes, judge_of_halves) == (game.judges[Double], game.judges[Halve])
    assert game.samples[Double] == game.samples[Halve] == samples_of_changes
    assert Change not in game.commands


def test_all_that_is_missing_is_named_at_once() -> None:
    """The error of a single failed start names all missing parts."""
    with pytest.raises(GameIncomplete) as found:
        game_of(OpenCount, Add, Added, TooMuch)

    assert str(found.value) == (
        "kit.count cannot start: no judge of OpenCount; no judge of Add; no samples of Add; no fold of Added"
    )


def test_a_game_is_what_its_chapters_declare() -> None:
    """A game consists of what its chapters declare, without any other list."""
    game = game_of(*PARTS)

    assert game.opening is OpenCount
    assert game.commands == (Add,)
    assert game.events == (Added,)
    assert game.judges == {OpenCount: open_count, Add: add}
    assert game.folds == {Added: added}
    assert game.initial == Count()


def test_a_notice_needs_no_fold_and_leaves_the_state_as_it_is() -> None:
    """A notice is an event that only informs its readers. It needs no fold, and leaves the state unchanged."""
    game = game_of(*PARTS, Praised)

    assert game.events == (Added, Praised)
    assert fold_events(game, Count(number=3), (Praised(), Added(number=2))) == Count(number=5)


def test_a_game_without_settings_needs_no_opening() -> None:
    """A game without an opening command gets a default one, which is named after the game's kind and has examples."""
    game = game_of(*without(OpenCount, open_count))
    opening = msgspec.convert(game.openings["two players"], game.opening)

    assert game.opening.__name__ == "OpenCount"
    assert [ask.seat for ask in opening.seats] == ["player-1", "player-2"]
    assert game.decide(intent_of(opening), Count(), ProbeTape()).events == []
    assert game.examples == {"Add": {"command": {"type": "Add", "number": 9}}}
    assert game_of(*PARTS, documentation=Documentation(examples={})).examples == {}


def test_a_game_may_fold_what_the_kernel_emits() -> None:
    """A game may fold an event of the kernel, although no chapter declares that event."""
    assert game_of(*PARTS, seat_opened).folds == {Added: added, SeatOpened: seat_opened}


def test_a_games_context_may_have_more_fields_than_the_kernels() -> None:
    """The context of a game may have additional fields; for example, the context of a job also has its simulation."""
    game = game_of(*without(add), judge_elsewhere, deciding=Deciding(context=partial(OtherContext)))

    assert type(game.decide(intent_of(Add()), Count(), ProbeTape())) is OtherContext


# ---------------------------------------------------------------- roles


class Lead(Command, frozen=True, kw_only=True):
    """A command that only a game master may send."""

    counts_as = "move"
    needs_role: ClassVar[Role] = "gm"


class Watch(Command, frozen=True, kw_only=True):
    """A command that any seat may send."""

    counts_as = "move"
    needs_role: ClassVar[Role] = "spectator"


class Tick(Command, frozen=True, kw_only=True):
    """A command that only the clock may send."""

    counts_as = "move"
    needs_role: ClassVar[Role] = "clock"


class NotTheLeader(Refusal, rule="KIT-2"):
    """Only a game master may send this command."""


@judge
def anything(ctx: Context[Count], command: Lead | Watch | Tick) -> None:
    """Accept any command."""


@samples
def nothing(state: Count, seat: Seat) -> Samples[Lead | Watch | Tick]:  # noqa: ARG001 as above
    """Offer nothing."""
    return ()


ROLES = (*PARTS, Lead, Watch, Tick, NotTheLeader, anything, nothing)
EVERYBODY: tuple[Role, ...] = ("spectator", "player", "gm", "clock")


@pytest.mark.parametrize(
    ("command", "may"),
    [
        (Watch(), {"spectator", "player", "gm", "clock"}),
        (Add(), {"player", "gm"}),
        (Lead(), {"gm"}),
        (Tick(), {"clock"}),
    ],
)
def test_a_command_names_the_role_it_needs(command: Command, may: set[Role]) -> None:
    """The kernel refuses a command to seats without the role that it needs.

    If a spectator sends a command of the game master, the refusal asks for the role of a player.
    """
    game = game_of(*ROLES)
    for role in EVERYBODY:
        intent = intent_of(command, role=role)
        if role in may:
            game.decide(intent, Count(), ProbeTape())
            continue
        with pytest.raises(NotForThisSeat) as refused:
            game.decide(intent, Count(), ProbeTape())
        plays = role in {"player", "gm"}
        lacks = "player" if type(command) is Lead and not plays else type(command).needs_role
        assert (refused.value.needs, refused.value.has) == (lacks, role)


def test_the_key_of_the_app_acts_as_anybody_but_the_clock() -> None:
    """The app's key may send every command except those of the clock, whatever the role of the named seat."""
    game = game_of(*ROLES)
    for command in (Watch(), Add(), Lead()):
        game.decide(intent_of(command, role="spectator", by="key:app"), Count(), ProbeTape())
    with pytest.raises(NotForThisSeat):
        game.decide(intent_of(Tick(), role="gm", by="key:app"), Count(), ProbeTape())


def test_a_game_words_its_own_refusals_of_roles() -> None:
    """A game may define its own refusal for each missing role; otherwise the kernel's refusal is used."""
    game = game_of(*ROLES, deciding=Deciding(wrong_role={"gm": NotTheLeader}))
    with pytest.raises(NotTheLeader):
        game.decide(intent_of(Lead()), Count(), ProbeTape())
    with pytest.raises(NotForThisSeat):
        game.decide(intent_of(Add(), role="spectator"), Count(), ProbeTape())


def test_before_and_after_run_around_every_judge_but_the_opening_s() -> None:
    """The hooks `before` and `after` run before and after each judge, except the judge of the opening."""
    seen: list[str] = []

    def before(ctx: Context[Count], command: Command) -> None:
        seen.append(f"before {type(command).__name__} at {ctx.state.number}")

    def after(ctx: Context[Count], command: Command) -> None:
        seen.append(f"after {type(command).__name__} at {ctx.state.number}")

    game = game_of(*PARTS, deciding=Deciding(before=before, after=after))
    game.decide(intent_of(OpenCount(seats=())), Count(), ProbeTape())
    game.decide(intent_of(Add(number=2)), Count(), ProbeTape())

    assert seen == ["before Add at 0", "after Add at 2"]


# ---------------------------------------------------------------- types: mypy warns where one of these is not needed


def test_the_types_of_a_chapter_are_checked_before_it_runs() -> None:
    """A game does not start unless the judges, folds and samples of a chapter use the chapter's own types."""

    @judge  # type: ignore[type-var]
    def judges_an_event(ctx: Context[Count], event: Added) -> None: ...

    @judge  # type: ignore[type-var]
    def has_no_context(state: Count, command: Add) -> None: ...

    @fold  # type: ignore[type-var]
    def folds_a_command(state: Count, command: Add) -> Count: ...  # type: ignore[empty-body]

    @fold  # type: ignore[misc]
    def folds_into_another(state: Count, event: Added) -> Other: ...  # type: ignore[empty-body]

    @judge
    def knows_its_types(ctx: Context[Count], command: Add) -> None:
        ctx.state.no_such_field  # type: ignore[attr-defined]  # noqa: B018
        command.no_such_field  # type: ignore[attr-defined]  # noqa: B018

    assert callable(knows_its_types)
