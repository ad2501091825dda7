"""Details in a legal list: the reason why a body is refused, and the follow-up question of an allowed body."""

from __future__ import annotations

import msgspec
import pytest

from shared.kernel.chapter import judge, samples
from shared.kernel.context import Context
from shared.kernel.forbidden import MOST_BODIES, NO_ID, Blocked
from shared.kernel.legal import Wanted, legal
from shared.kernel.messages import Command, Seat
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Prompt, Sample, Samples
from shared.kernel.stream import SeatState, Stream
from tests.shared.kernel.kit import PARTS, Count, game_of

PROMPT = Prompt(kind="pay", name="coins", says="pay 2", choice=Field(items=Field(options=(1, 2, 3)), least=2, most=2))
MADE: list[int] = []
"""The cards for which a follow-up question has been built."""
HANDS: dict[int, range] = {1: range(3), 2: range(3, 5), 3: range(3, 100), 4: range(100), 5: range(4, 6)}
"""The cards to offer for each count in the state."""


class Lay(Command, frozen=True, kw_only=True):
    """Lay down a card."""

    counts_as = "move"

    card: int


class TooHigh(Refusal, rule="KIT-4"):
    """Cards numbered 2 and above are too high."""


class Torn(Refusal, rule="KIT-5"):
    """Card 3 is torn."""


@judge
def lay(ctx: Context[Count], command: Lay) -> None:  # noqa: ARG001 the state does not matter
    """Refuse high cards and torn cards."""
    if command.card == 3:
        raise Torn(needs="whole", has="torn")
    if command.card >= 2:
        raise TooHigh(needs=1, has=0)


@samples
def hand(state: Count, seat: Seat) -> Samples[Lay]:  # noqa: ARG001 any seat
    """Offer each card of the hand."""
    for card in HANDS[state.number]:
        yield Sample(command=Lay(card=card), prompts=lambda card=card: _questions(card))  # type: ignore[misc]


class Call(Command, frozen=True, kw_only=True):
    """Call a person."""

    counts_as = "move"

    whom: str


class Absent(Refusal, rule="KIT-6"):
    """The table has no person with this name."""


class Asleep(Refusal, rule="KIT-7"):
    """Bob is asleep."""


@judge
def call(ctx: Context[Count], command: Call) -> None:  # noqa: ARG001 the state does not matter
    """Refuse every call."""
    if command.whom == "bob":
        raise Asleep(has=command.whom)
    raise Absent(needs="a name", has=command.whom)


@samples
def names(state: Count, seat: Seat) -> Samples[Call]:  # noqa: ARG001 any seat
    """Offer nobody, an unknown name and Bob; the count in the state says how many of these to offer."""
    for whom in (NO_ID, "zoe", "bob")[: state.number]:
        yield Sample(command=Call(whom=whom))


def _questions(card: int) -> tuple[Prompt, ...]:
    MADE.append(card)
    return (PROMPT,) * card


GAME = game_of(*PARTS, Lay, TooHigh, Torn, lay, hand, Call, Absent, Asleep, call, names)


def blocked_at(number: int, command: str = "Lay") -> dict[str, Blocked]:
    """Return the blocked entries of a command at this count, by the rule that refuses them."""
    stream = Stream(id="kit.count:one", game=Count(number=number), opened=True, seats={"ann": SeatState("player")})
    return {one.rule: one for one in legal(GAME, stream, "ann", "player", wanted=Wanted(command=command)).blocked}


def laid(*cards: int) -> tuple[dict[str, object], ...]:
    """Return the bodies of commands that lay these cards."""
    return tuple({"type": "Lay", "card": card} for card in cards)


def test_one_body_is_refused_while_others_are_allowed() -> None:
    """If other bodies of a command are allowed, the command is allowed, and a reason lists only the refused body."""
    assert {"KIT-4": ((), laid(2))} == {rule: (one.commands, one.bodies) for rule, one in blocked_at(1).items()}


def test_each_refused_body_has_its_own_reason() -> None:
    """A command that is blocked for several reasons shows the first reason, and each refused body shows its own."""
    assert {"KIT-5": (("Lay",), laid(3)), "KIT-4": ((), laid(4))} == {
        rule: (one.commands, one.bodies) for rule, one in blocked_at(2).items()
    }


def test_one_reason_for_all_of_a_command_needs_no_bodies() -> None:
    """A command that is blocked for a single reason shows this reason once, without bodies."""
    assert {"KIT-4": (("Lay",), ())} == {rule: (one.commands, one.bodies) for rule, one in blocked_at(5).items()}


def test_an_id_that_does_not_exist_is_not_shown() -> None:
    """If a sample has an id that does not exist, the list shows the reason, without the id and without a body."""
    alone, among = blocked_at(1, "Call"), blocked_at(3, "Call")

    assert [(("Call",), "a name", None, ())] == [
        (one.commands, one.needs, one.has, one.bodies) for one in alone.values()
    ]
    assert [("zoe",), ("bob",)] == [tuple(body["whom"] for body in among[rule].bodies) for rule in ("KIT-6", "KIT-7")]
    assert NO_ID not in str([msgspec.to_builtins(one) for one in among.values()])


@pytest.mark.parametrize("number", [3, 4])
def test_the_refused_bodies_of_a_command_are_limited(number: int) -> None:
    """The limit applies to all refused bodies of a command together, whatever their reasons."""
    assert MOST_BODIES == sum(len(one.bodies) for one in blocked_at(number).values())


def test_a_follow_up_question_is_listed_with_its_command() -> None:
    """The kernel builds a follow-up question once for each allowed body, and for no refused body."""
    MADE.clear()
    stream = Stream(id="kit.count:one", game=Count(number=1), opened=True, seats={"ann": SeatState("player")})
    entries = legal(GAME, stream, "ann", "player", wanted=Wanted(command="Lay")).allowed

    assert [(), (PROMPT,)] == [entry.prompts for entry in entries]
    assert [0, 1] == MADE


def test_an_option_has_a_word_or_none_has() -> None:
    """If one option of a field has a display word, all options of the field must have one."""
    Field(items=Field(options=(0, 1), words=("draw", "invoke")), least=1, most=1).check()
    Field(options=(), words=()).check()
    for wrong in (Field(options=(0, 1), words=("draw",)), Field(least=1, words=("draw",))):
        with pytest.raises(ValueError, match="a word for each option"):
            wrong.check()
