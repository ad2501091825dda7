"""Secret fields of commands: their declaration, and who may read them."""

from collections.abc import Sequence
from typing import ClassVar

from shared.kernel.chapter import fold, hides, judge, samples
from shared.kernel.context import Context
from shared.kernel.game_parts import Secrecy
from shared.kernel.messages import Audience, Command, Event, Seat
from shared.kernel.samples import Samples
from tests.shared.kernel.kit import (
    PARTS,
    Add,
    Count,
    game_of,
    intent_of,
)


class Whisper(Command, frozen=True, kw_only=True):
    """Say something to the game master alone."""

    counts_as = "move"
    hides: ClassVar[tuple[str, ...]] = ("text",)

    text: str = ""
    loud: bool = False


class Heard(Event, frozen=True, kw_only=True):
    """The game master heard a whisper."""


@judge
def whisper(ctx: Context[Count], command: Whisper) -> None:  # noqa: ARG001 only the readers of the command matter
    """Whisper a text to the game master."""
    ctx.emit(Heard())


@fold
def heard(state: Count, event: Heard) -> Count:  # noqa: ARG001 as above
    """Leave the state unchanged."""
    return state


@samples
def whispers(state: Count, seat: Seat) -> Samples[Whisper]:  # noqa: ARG001 as above
    """Offer nothing."""
    return ()


@hides
def whispered(state: Count, command: Whisper) -> Sequence[str]:
    """Hide the text, unless it is said aloud or the count is above 5."""
    return () if command.loud or state.number > 5 else Whisper.hides


WHISPERS = (*PARTS, Whisper, Heard, whisper, heard, whispers)


def leaders(state: Count, seat: Seat) -> Audience:  # noqa: ARG001 the state does not matter
    """Return the audience of a secret: the sending seat and the game master."""
    return (seat, "gm")


def test_a_command_names_its_secret_fields_and_the_game_their_readers() -> None:
    """By default, only the sending seat may read the secret fields of a command; a game may define other readers."""
    whisper_it, add_it = intent_of(Whisper(text="psst")), intent_of(Add())

    assert game_of(*WHISPERS).hides(whisper_it, Count()) == {"text": ("ann",)}
    assert game_of(*WHISPERS, secrecy=Secrecy(audience=leaders)).hides(whisper_it, Count()) == {"text": ("ann", "gm")}
    assert game_of(*WHISPERS).hides(add_it, Count()) == {}


def test_secret_fields_may_depend_on_the_command_and_the_state() -> None:
    """A function of the game may decide which fields of a command are secret, instead of the command's class."""
    game = game_of(*WHISPERS, whispered, secrecy=Secrecy(audience=leaders))

    assert game.hides(intent_of(Whisper()), Count()) == {"text": ("ann", "gm")}
    assert game.hides(intent_of(Whisper(loud=True)), Count()) == {}
    assert game.hides(intent_of(Whisper()), Count(number=6)) == {}
