"""Characters: how a player or the game master creates one and writes its sheet."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from services.bones.catalogue import PRINTED
from services.bones.chapters.people.campaign import item_kind
from services.bones.chapters.people.dice import START, check_dice
from services.bones.context import CampaignContext
from services.bones.reading import printed
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import WALKS, Creature, Die, Sheet, Text
from shared.kernel.campaign.keeping import without
from shared.kernel.campaign.roster import check_one_more, playing, seat_for
from shared.kernel.campaign.samples import mine
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id, Line, Seat
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

Equipment: TypeAlias = Annotated[tuple[Line, ...], Meta(max_length=40)]
"""Names of items in the catalogue."""

# ---------------------------------------------------------------- refusals


class NothingWritten(Refusal, rule="BN-CAMP-54"):
    """The command changes nothing on the sheet: give a name, an age or another field."""


# ---------------------------------------------------------------- commands


class CreateCharacter(Command, frozen=True, kw_only=True):
    """Create a character with four dice. It belongs to your own seat unless you name another one.

    The character can be played once its equipment is agreed.
    """

    counts_as = "move"

    sheet: Sheet
    dice: Annotated[tuple[Die, ...], Meta(min_length=1, max_length=10)]
    equipment: Equipment = ()
    seat: Seat | None = None


class WriteSheet(Command, frozen=True, kw_only=True):
    """Write on the sheet of your own character. Fields left out keep their value. Race and dice cannot change."""

    counts_as = "aside"

    creature: Id
    name: Line | None = None
    age: Line | None = None
    gender: Line | None = None
    description: Text | None = None
    back_story: Text | None = None
    other_equipment: Text | None = None


# ---------------------------------------------------------------- events


class CreatureAppeared(Event, frozen=True, kw_only=True):
    """A creature joined the campaign: a character, a member of the cast, a beast or a horde.

    Rule: BN-CAST-01, BN-BEAST-01
    """

    reveals = "gm"  # a game master may have prepared the creature in secret

    creature: Creature


class SheetWritten(Event, frozen=True, kw_only=True):
    """Fields of a creature's sheet were changed."""

    creature: str
    sheet: Sheet


# ---------------------------------------------------------------- judgement


@judge
def create_character(ctx: CampaignContext, command: CreateCharacter) -> None:
    """Create a character with four dice, which belongs to the sender's seat unless the command names another one.

    Rule:    BN-DICE-07, BN-R-213
    Refuses: NotYours, NotKnownHere, TooManyHere, and the refusals of `check_dice`
    """
    seat = seat_for(ctx, command.seat)
    check_equipment(ctx, command.equipment)
    check_dice(ctx.state, command.dice, command.sheet.race, new=True)
    check_one_more(ctx.state)
    appear(ctx, seat, sheet=command.sheet, dice=command.dice, asked=command.equipment)


def check_equipment(ctx: CampaignContext, names: tuple[str, ...]) -> None:
    """Check that the catalogue has these items. Rule: BN-CI-27. Refuses: NotKnownHere."""
    for name in names:
        item_kind(ctx.state, name, "equipment")


def appear(ctx: CampaignContext, seat: str, **made: Any) -> None:  # noqa: ANN401 fields of a creature
    """Create a character, which cannot play until its equipment is agreed. Rule: BN-CI-27."""
    new = Creature(id=ctx.new_id("creature"), seat=seat, kind="character", move=WALKS, ready=False, **made)
    ctx.emit(CreatureAppeared(creature=new))


@judge
def write_sheet(ctx: CampaignContext, command: WriteSheet) -> None:
    """Write on the sheet of your own character.

    Rule:    BN-CAMP-04, BN-CAMP-54
    Refuses: NotKnownHere, NotYours, NothingWritten
    """
    one = ctx.own(command.creature, "creature")
    said = {name: text for name in WRITTEN if (text := getattr(command, name)) is not None}
    if not said:
        raise NothingWritten(needs=WRITTEN, has=())
    ctx.emit(SheetWritten(creature=one.id, sheet=replace(one.sheet, **said)))


WRITTEN: Final = ("name", "age", "gender", "description", "back_story", "other_equipment")

# ---------------------------------------------------------------- fold


@fold
def _appeared(state: CampaignState, event: CreatureAppeared) -> CampaignState:
    one = event.creature
    counted = state.raise_counter(one.id, *one.items, *one.hindering)
    there = {**state.characters, one.id: one}
    return replace(counted, characters=there, prepared=without(state.prepared, one.id))


@fold
def _written(state: CampaignState, event: SheetWritten) -> CampaignState:
    return state.change(event.creature, sheet=event.sheet)


# ---------------------------------------------------------------- samples

NEW: Final = Sheet(name="Ash")
DICE: Final = tuple(Die(faces=die.faces) for die in PRINTED.dice if die.name == "Fighter") * START


def things_of(state: CampaignState) -> Field:
    """Return the sample field for the equipment of a new character: at most 40 items from the rule book."""
    names = tuple(one.name for one in printed.data(state).items)
    return Field(items=Field(options=names), least=0, most=40, repeats=True)


@samples
def _made(state: CampaignState, seat: str) -> Samples[CreateCharacter]:
    seats = Field(options=playing(state) if state.led_by(seat) else (seat,))
    dice = Field(items=Field(schema="Die"), least=START, most=START, ordered=True, repeats=True)
    sheet, things = Field(schema="Sheet"), things_of(state)
    yield offer(CreateCharacter, sheet=(NEW, sheet), dice=(DICE, dice), equipment=((), things), seat=(None, seats))


@samples
def _written_on(state: CampaignState, seat: str) -> Samples[WriteSheet]:
    for who in mine(state, seat):
        sheet = state.characters[who].sheet if who in state.characters else None
        for name in WRITTEN:
            text = getattr(sheet, name, None) or "a new text"
            said = {**dict.fromkeys(WRITTEN, (None, TEXT)), name: (text, TEXT)}
            yield offer(WriteSheet, creature=(who,), **said)
