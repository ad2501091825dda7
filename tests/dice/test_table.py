"""The commands of a dice table and their effects."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from services.dice.chapters.rolls import DiceRolled, OnlyForOneself, Roll, RollAsk
from services.dice.chapters.secrets import (
    MAX_SECRETS,
    NotSecret,
    NotYourSecret,
    RevealRoll,
    RollRevealed,
    SecretForSeveralSeats,
    TooManySecrets,
)
from services.dice.chapters.symbol_sets import DefineDice, DiceDefined, ForgetDice
from services.dice.chapters.table import Closing, OnlyTheGameMaster, OnlyWatches, OpenTable, TableOpened, TableTooOld
from services.dice.chapters.voids import RollUnknown, RollVoided, VoidAlready, VoidRoll
from services.dice.game import table
from services.dice.notation.notation import Notation
from services.dice.notation.refusals import NotationUnclear, TooManyDice
from services.dice.state import RECENT, DiceSet, Outcome, Rolled, What
from services.dice.views.table import SeenRoll
from shared.kernel.chance import Faces, TableTape
from shared.kernel.messages import Command, Secret
from shared.kernel.pools.character import CharacterDice, IconDie
from shared.kernel.pools.flip import FlipTotal
from shared.kernel.pools.luck import LuckPool
from shared.kernel.pools.position import PositionPool
from shared.kernel.pools.symbols import SymbolDice, SymbolPool
from shared.kernel.pools.task_sides import TaskDie, TaskSide, Way
from shared.kernel.pools.tasks import TaskDice
from shared.kernel.refusals import FaceImpossible, FacesLeft, FacesMissing, SeatUnknown
from tests.dice.scenes import COIN, D20, SEATS, public_roll, roll, secret_roll, showing, table_opened
from tests.dice.throwing import legal
from tests.support.spec import Spec

# ---------------------------------------------------------------- opening and ending


@pytest.mark.rule("DI-TABLE-01")
def test_a_table_opens_with_a_title() -> None:
    """Opening a table needs only a title. Its other settings have defaults."""
    Spec(table).given(*SEATS).when(OpenTable(seats=(), title="Friday")).then(TableOpened(title="Friday"))


@pytest.mark.rule("DI-TABLE-01", "DI-TABLE-06", "DI-TABLE-07")
def test_a_table_may_have_an_end() -> None:
    """A table closes after a number of rolls or at a maximum age, which is recorded as a time."""
    asked = OpenTable(seats=(), closes_after=Closing(rolls=3, milliseconds=500))
    Spec(table).when(asked, at=1000).then(TableOpened(closes_at_roll=3, closes_at=1500))


@pytest.mark.rule("DI-TABLE-06")
def test_a_table_closes_with_the_batch_that_reaches_its_limit() -> None:
    """The last batch of a table is rolled completely, even past the limit of rolls."""
    spec = table_opened(TableOpened(closes_at_roll=3))
    spec.when(roll(D20, D20), faces=Faces(1, 2)).take_events()
    assert not table.timing.over(spec.state)
    spec.when(roll(D20, D20), faces=Faces(3, 4)).take_events()
    assert table.timing.over(spec.state)
    assert spec.state.rolls == 4
    assert not table.timing.over(table_opened().given(public_roll(1)).state)


@pytest.mark.rule("DI-TABLE-07")
def test_a_table_refuses_rolls_from_its_maximum_age_on() -> None:
    """One millisecond before its maximum age the table accepts a roll, and at that age it refuses one."""
    spec = table_opened(TableOpened(closes_at=5000))
    spec.when(roll(D20), seat="ann", at=5000).then_refused(TableTooOld, has=5000)
    spec.when(roll(D20), seat="ann", at=4999, faces=Faces(7)).then(public_roll(7))


# ---------------------------------------------------------------- rolling


@pytest.mark.rule("DI-ROLL-01", "DI-ROLL-02")
def test_rolls_are_numbered_in_order_in_one_event() -> None:
    """The event of a command records all rolls in order, each with its id, seat, purpose and notation."""
    asked = Roll(rolls=(RollAsk(what=D20, purpose="to hit"), RollAsk(what=Notation(text="1d6"), purpose="damage")))
    table_opened().given(public_roll(1), public_roll(2, 2)).when(asked, seat="ann", faces=Faces(13, 4)).then(
        DiceRolled(
            rolls=(
                Rolled(number=3, who="ann", what=D20, purpose="to hit"),
                Rolled(number=4, who="ann", what=Notation(text="1d6"), purpose="damage"),
            ),
            outcomes=(showing(13), showing(4, "1d6")),
        )
    )


@pytest.mark.rule("DI-ROLL-01")
def test_a_batch_has_one_to_a_hundred_rolls() -> None:
    """A command with no roll, or with more than a hundred, does not match the schema."""
    one = {"what": {"throw": "Notation", "text": "1d4"}}
    command = msgspec.convert({"type": "Roll", "rolls": [one] * 100}, Roll)
    assert len(table_opened().when(command, faces=Faces(*[1] * 100)).take_events()) == 1
    for wrong in (0, 101):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"type": "Roll", "rolls": [one] * wrong}, Roll)


FIGHTER = IconDie(name="fighter", faces=((), ("sword",), ("sword", "sword"), ("shield",), ("boot",), ("sword",)))
SIDE = TaskSide(dice=(TaskDie(faces=((Way(successes=1),), (), (), (), (), (Way(successes=2),))),))
KINDS: list[tuple[What, tuple[int, ...]]] = [
    (Notation(text="2d6!+1d4"), (6, 1, 3, 4)),
    (SymbolPool(dice=(SymbolDice(die=COIN, count=2),)), (1, 2)),
    (PositionPool(dice=2), (5, 6)),
    (LuckPool(dice=2, luck=1), (6, 1, 10)),
    (FlipTotal(dice=2, luck=1, percentile=True), (2, 9, 5, 4, 1)),
    (CharacterDice(dice=(FIGHTER,), counts=("sword",), difficulty="easy"), (3, 1, 6)),
    (TaskDice(ours=SIDE, theirs=(SIDE,), challenge=2), (1, 6, 2, 3)),
]


@pytest.mark.rule("DI-ROLL-03")
@pytest.mark.parametrize(("what", "faces"), KINDS, ids=lambda value: type(value).__name__)
def test_every_kind_of_roll_accepts_faces_from_a_real_table(what: What, faces: tuple[int, ...]) -> None:
    """The game master enters faces in rolling order. The table refuses missing, extra and impossible faces."""
    spec = table_opened()
    spec.when(roll(what), faces=TableTape(faces[:-1])).then_refused(FacesMissing)
    spec.when(roll(what), faces=TableTape((*faces, 1))).then_refused(FacesLeft)
    spec.when(roll(what), faces=TableTape((101, *faces[1:]))).then_refused(FaceImpossible)
    spec.when(roll(what), faces=Faces(*faces))
    by_script = spec.take_events()
    again = table_opened().when(roll(what), faces=TableTape(faces)).take_events()
    assert again == by_script


@pytest.mark.rule("DI-ROLL-03")
def test_kinds_has_every_kind_of_roll() -> None:
    """`KINDS` has an example of every kind of roll."""
    assert {type(what) for what, _ in KINDS} == set(get_args(What))
    assert len(get_args(Outcome)) == len(get_args(What))


@pytest.mark.rule("DI-LIMIT-02")
def test_the_rolls_of_a_command_share_one_limit() -> None:
    """The table accepts five of the largest rolls in one command, but not one die more."""
    large = Notation(text="1000d6")
    table_opened().when(roll(*[large] * 5), faces=Faces(*[1] * 5000)).take_events()
    table_opened().when(roll(*[large] * 5, PositionPool(dice=0))).then_refused(TooManyDice, has=5001)


@pytest.mark.rule("DI-NOT-02")
def test_an_invalid_notation_is_refused_and_nothing_is_rolled() -> None:
    """If any notation of a batch is invalid, even the last one, no roll of the batch is made."""
    table_opened().when(roll(D20, Notation(text="1d")), faces=Faces()).then_refused(NotationUnclear)


# ---------------------------------------------------------------- who may


@pytest.mark.rule("DI-TABLE-02")
def test_a_player_rolls_for_itself_and_the_game_master_for_anyone() -> None:
    """A player rolls only for the player's own seat.

    The game master and the app roll for any existing seat.
    """
    for_bob = Roll(rolls=(RollAsk(what=D20, who="bob"),))
    table_opened().when(for_bob, seat="ann").then_refused(OnlyForOneself, needs="ann", has="bob")
    table_opened().when(for_bob, seat="bob", faces=Faces(3)).then(public_roll(3, who="bob"))
    table_opened().when(for_bob, seat="gm", faces=Faces(3)).then(public_roll(3, who="bob"))
    table_opened().when(for_bob, seat="ann", app=True, faces=Faces(3)).then(public_roll(3, who="bob"))
    table_opened().when(Roll(rolls=(RollAsk(what=D20, who="eve"),)), seat="gm").then_refused(SeatUnknown)


@pytest.mark.rule("DI-TABLE-03")
@pytest.mark.parametrize("seat", ["spectator", "clock"])
def test_a_spectator_does_not_roll(seat: str) -> None:
    """The table refuses rolls by a spectator or the clock."""
    table_opened().when(roll(D20), seat=seat).then_refused(OnlyWatches)


@pytest.mark.rule("DI-TABLE-04")
@pytest.mark.parametrize(
    "command", [VoidRoll(roll=1, reason="no"), DefineDice(name="coins", dice=(COIN,)), ForgetDice(name="coins")]
)
def test_players_neither_void_rolls_nor_store_named_dice(command: Command) -> None:
    """Only the game master and the app may void rolls and store named dice."""
    known = DiceDefined(name="coins", set=DiceSet(dice=(COIN,)))
    table_opened().given(public_roll(1), known).when(command, seat="ann").then_refused(OnlyTheGameMaster)
    assert table_opened().given(public_roll(1), known).when(command, seat="ann", app=True).take_events()


# ---------------------------------------------------------------- voiding and looking


def outcome_of(face: int, *, secret: bool = False, void: str | None = None) -> SeenRoll:
    """Return the visible outcome of one die."""
    return SeenRoll(
        number=1, who="ann", what=D20, outcome=showing(face), secret=secret, void=void,
        rendered=f"1d20: ({face}) = {face}", crit=face == 20, fumble=face == 1,
    )  # fmt: skip


@pytest.mark.rule("DI-VOID-01", "DI-VOID-03")
def test_a_voided_roll_stays_visible() -> None:
    """A voided roll stays in the view with its reason, and cannot be voided again."""
    void = VoidRoll(roll=1, reason="the die fell off the table")
    spec = (
        table_opened().given(public_roll(20)).when(void).then(RollVoided(roll=1, reason="the die fell off the table"))
    )
    void_roll = outcome_of(20, void="the die fell off the table")
    assert table.view(spec.state, "bob").recent == (void_roll,)
    spec.when(void).then_refused(VoidAlready)


@pytest.mark.rule("DI-VOID-02")
@pytest.mark.parametrize("number", [2, 9])
def test_only_a_roll_that_was_made_is_voided(number: int) -> None:
    """The table refuses to void a roll with an unknown id."""
    table_opened().given(public_roll(20)).when(VoidRoll(roll=number, reason="no")).then_refused(RollUnknown)


@pytest.mark.rule("DI-TABLE-05")
def test_the_view_shows_the_last_fifty_rolls() -> None:
    """The view shows the last fifty rolls, oldest first, and the number of all rolls ever made."""
    state = table_opened().given(*(public_roll(number % 20 + 1, number) for number in range(1, RECENT + 2))).state
    view = table.view(state, "ann")
    assert [seen.number for seen in view.recent] == list(range(2, RECENT + 2))
    assert (view.rolls, view.title) == (RECENT + 1, "Friday")


# ---------------------------------------------------------------- secrets


@pytest.mark.rule("DI-SECRET-01")
def test_only_its_seat_and_the_game_master_see_a_secret_roll() -> None:
    """Only its seat and the game master see a secret roll and its draws. Other seats see only that a roll was made."""
    tape = Faces(17)
    spec = table_opened().when(roll(D20, secret=True), seat="ann", faces=tape).then(secret_roll(17))
    assert [audience for audience, _ in tape.taken] == [("ann", "gm")]
    secret = SeenRoll(number=1, who="ann", what=D20, secret=True)
    shown = outcome_of(17, secret=True)
    assert table.view(spec.state, "bob").recent == (secret,)
    assert table.view(spec.state, "ann").recent == (shown,)
    assert table.view(spec.state, "gm").recent == (shown,)
    assert table.view(spec.state, None).recent == (shown,)
    assert table.secrecy.has_hidden_draws(spec.state)


@pytest.mark.rule("DI-SECRET-01")
@pytest.mark.parametrize("seat", ["bob", "spectator"])
def test_other_seats_cannot_tell_secret_rolls_apart(seat: str) -> None:
    """Two tables that differ only in the outcome of a secret roll look the same to other seats."""
    low, high = table_opened().given(secret_roll(1)).state, table_opened().given(secret_roll(20)).state
    assert table.view(low, seat) == table.view(high, seat)
    assert legal(low, seat, "player") == legal(high, seat, "player")


@pytest.mark.rule("DI-SECRET-01")
def test_a_redacted_log_folds_without_the_outcome() -> None:
    """A redacted copy of the log folds to a table with the secret roll, but without its outcome."""
    sealed = secret_roll(17)
    assert isinstance(sealed.outcomes, Secret)
    closed = msgspec.structs.replace(sealed, outcomes=Secret(audience=("ann", "gm"), digest="ab"))
    spec = table_opened().given(closed)
    assert table.view(spec.state, "ann").recent == (SeenRoll(number=1, who="ann", what=D20, secret=True),)
    spec.when(RevealRoll(roll=1), seat="ann").then_refused(NotSecret)


@pytest.mark.rule("DI-SECRET-02", "DI-SECRET-03")
def test_a_seat_that_sees_a_secret_may_reveal_it() -> None:
    """A seat that can see a secret roll can reveal it, once, and the roll is then public."""
    reveal = RevealRoll(roll=1)
    table_opened().given(secret_roll(17)).when(reveal, seat="bob").then_refused(NotYourSecret)
    table_opened().given(secret_roll(17)).when(reveal, seat="gm").then(RollRevealed(roll=1, outcome=showing(17)))
    table_opened().given(secret_roll(17)).when(reveal, seat="bob", app=True).then(
        RollRevealed(roll=1, outcome=showing(17))
    )
    spec = (
        table_opened().given(secret_roll(17)).when(reveal, seat="ann").then(RollRevealed(roll=1, outcome=showing(17)))
    )
    spec.when(reveal, seat="ann").then_refused(NotSecret)
    assert not table.secrecy.has_hidden_draws(spec.state)
    assert table.view(spec.state, "bob").recent == (outcome_of(17),)


@pytest.mark.rule("DI-SECRET-03")
def test_only_a_secret_roll_can_be_revealed() -> None:
    """The table refuses to reveal a public roll, or a roll that does not exist."""
    table_opened().given(public_roll(17)).when(RevealRoll(roll=1), seat="ann").then_refused(NotSecret)
    table_opened().when(RevealRoll(roll=1)).then_refused(NotSecret)


@pytest.mark.rule("DI-SECRET-04")
def test_a_table_has_a_limit_of_secret_rolls() -> None:
    """At the limit of secret rolls, the table refuses another one, but accepts a public roll."""
    many = DiceRolled(
        rolls=tuple(Rolled(number=number, who="ann", what=D20) for number in range(1, MAX_SECRETS + 1)),
        outcomes=Secret(audience=("ann", "gm"), value=(showing(1),) * MAX_SECRETS),
    )
    spec = table_opened().given(many)
    spec.when(roll(D20, secret=True), seat="ann").then_refused(TooManySecrets, has=MAX_SECRETS + 1)
    spec.when(roll(D20), seat="ann", faces=Faces(2)).then(public_roll(2, MAX_SECRETS + 1))


@pytest.mark.rule("DI-SECRET-05")
def test_a_secret_command_rolls_for_one_seat() -> None:
    """The table refuses a secret command with rolls for two seats, because neither may see the other's roll."""
    asks = tuple(RollAsk(what=D20, who=who) for who in ("ann", "bob"))
    table_opened().when(Roll(rolls=asks, secret=True)).then_refused(SecretForSeveralSeats, has=("ann", "bob"))
    table_opened().when(Roll(rolls=asks[:1], secret=True), faces=Faces(5)).then(secret_roll(5))
