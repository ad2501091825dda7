"""The cast (the game master's people), beasts and hordes: created from printed samples or from chosen dice."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

from msgspec import Meta
from msgspec.structs import replace

from services.bones.catalogue import HORDE_DIE, Run, Sample
from services.bones.chapters.people import characters, items
from services.bones.chapters.people.campaign import HUMAN, catalogue, sample, threat
from services.bones.chapters.people.dice import check_made_dice, dice_from
from services.bones.context import CampaignContext
from services.bones.reading import printed
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature, Die, NewCreature, Sheet
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.dealing import contents
from shared.kernel.campaign.keeping import value_of_secret
from shared.kernel.campaign.roster import check_one_more, playing, seat_for
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import entry_of, there_are
from shared.kernel.chapter import fold, hides, judge, judge_given, samples
from shared.kernel.messages import Event, Id, Line, Seat, Secret
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

AT_ONCE: Final = 20
ALIKE: Final = 10
"""The maximum number of dice in one run (a group of identical dice)."""
BEAST: Final = "Beast"
HORDE: Final = "Horde"

# ---------------------------------------------------------------- refusals


class NamedSo(Refusal, rule="BN-CAMP-164"):
    """Players already know the creature by this name: give another name."""


class SpawnedAsAThreat(Refusal, rule="BN-HORDE-04"):
    """A horde cannot be built like a single creature: spawn it with SpawnHorde."""


# ---------------------------------------------------------------- commands


class SpawnSample(GameMasterCommand, frozen=True, kw_only=True):
    """Spawn sample members of the cast, sample beasts or horses. A game master owns them unless a seat is named.

    If the cast starts hidden in this campaign, players do not see them, unless a player's seat is named.
    """

    counts_as = "move"

    sample: Line
    count: Annotated[int, Meta(ge=1, le=AT_ONCE)] = 1
    name: Line | None = None
    seat: Seat | None = None
    war_trained: bool = False


class BuildCreature(GameMasterCommand, frozen=True, kw_only=True):
    """Build a member of the cast or a beast from standard dice and from dice with custom faces.

    If the cast starts hidden in this campaign, players do not see it, unless a player's seat is named.
    """

    counts_as = "move"

    creature: NewCreature
    seat: Seat | None = None


class SpawnHorde(GameMasterCommand, frozen=True, kw_only=True):
    """Spawn a horde. Its kind of threat sets the number of its dice.

    If the cast starts hidden in this campaign, players do not see it, unless a player's seat is named.
    """

    counts_as = "move"

    threat: Line
    name: Line | None = None
    seat: Seat | None = None


class PrepareCreature(GameMasterCommand, frozen=True, kw_only=True):
    """Prepare a creature that players do not see.

    Until it is brought in or revealed, it can only oppose tasks with hidden terms.
    """

    counts_as = "aside"
    hides: ClassVar[tuple[str, ...]] = ("prepared",)

    prepared: NewCreature


class NamePrepared(GameMasterCommand, frozen=True, kw_only=True):
    """Show players the name of a prepared creature: its own name, or a name for what they believe it is.

    The creature's dice and items stay hidden until the game master shows them.
    """

    counts_as = "move"

    character: Id
    name: Line | None = None


@hides
def _starts_unseen(state: CampaignState, command: SpawnSample) -> tuple[str, ...]:
    """Return the fields to hide from players if the sample starts prepared. Rule: BN-R-342."""
    return ("sample", "name", "war_trained") if starts_prepared(state, command.seat) else ()


@hides
def _horde_unseen(state: CampaignState, command: SpawnHorde) -> tuple[str, ...]:
    """Return the fields to hide from players if the horde starts prepared. Rule: BN-R-342."""
    return ("threat", "name") if starts_prepared(state, command.seat) else ()


@hides
def _built_unseen(state: CampaignState, command: BuildCreature) -> tuple[str, ...]:
    """Return the fields to hide from players if the built creature starts prepared. Rule: BN-R-342."""
    return ("creature",) if starts_prepared(state, command.seat) else ()


# ---------------------------------------------------------------- events


class CreaturePrepared(Event, frozen=True, kw_only=True):
    """A game master prepared a creature that players do not see."""

    creature: str
    prepared: Secret[NewCreature]


class PreparedNamed(Event, frozen=True, kw_only=True):
    """Players learned the name of a prepared creature, and that it is there, but nothing else about it."""

    reveals = True

    creature: str
    name: str


# ---------------------------------------------------------------- judgement


def starts_prepared(state: CampaignState, seat: str | None) -> bool:
    """Return whether a creature built for a seat starts prepared, unseen by players. Rule: BN-R-342."""
    return state.settings.combat.cast_starts == "prepared" and (seat is None or state.led_by(seat))


def _prepare(ctx: CampaignContext, new: NewCreature) -> None:
    ctx.emit(CreaturePrepared(creature=ctx.new_id("creature"), prepared=ctx.secret(new)))


def sample_of(state: CampaignState, name: str) -> Sample:
    """Return a sample from the catalogue. The setting `default_horse_dice` decides the dice of a horse.

    Rule:    BN-R-202
    Refuses: NotKnownHere
    """
    own = any(one.name == name for one in state.data.creatures)
    return printed.horse(state) if name == printed.HORSE and not own else sample(state, name, "sample")


def dice_of_sample(state: CampaignState, found: Sample) -> tuple[Die, ...]:
    """Return the dice of a sample. Rule: BN-CAST-09, BN-BEAST-08. Refuses: DieOrFaces, NotKnownHere, OutOfRange."""
    dice = dice_from(state, found.dice, field="sample")
    return tuple(die if die.of else replace(die, faces=printed.faces(state, found, die.faces)) for die in dice)


def seat_of_cast(ctx: CampaignContext, named: str | None) -> str:
    """Return the seat that owns a new creature: the named seat, or else a game master's. Refuses: NotKnownHere."""
    usual = ctx.seat if ctx.state.led_by(ctx.seat) else ctx.state.game_masters[0]
    return seat_for(ctx, named or usual)


def sheet_of(kind: str, name: str, race: str | None = None, description: str | None = None) -> Sheet:
    """Return the sheet of a new creature."""
    usual = {"cast": HUMAN, "beast": BEAST, "horde": HORDE}[kind]
    return Sheet(name=name, race=race or usual, description=description or "")


def race_of(new: NewCreature) -> str:
    """Return the race whose icon is on a creature's dice. A beast has no racial icon and counts as Human."""
    return HUMAN if new.kind == "beast" else new.race or HUMAN


@judge
def spawn_sample(ctx: CampaignContext, command: SpawnSample) -> None:
    """Spawn sample members of the cast, sample beasts or horses.

    Rule:    BN-CAST-09, BN-BEAST-01, BN-R-342
    Refuses: NotKnownHere, TooManyHere, DieOrFaces, OutOfRange
    """
    found = sample_of(ctx.state, command.sample)
    dice = dice_of_sample(ctx.state, found)
    seat = seat_of_cast(ctx, command.seat)
    check_one_more(ctx.state, "count", more=command.count)
    name = command.name or found.name
    for number in range(1, command.count + 1):
        called = name if command.count == 1 else f"{name[:190]} {number}"
        if starts_prepared(ctx.state, command.seat):
            _prepare(ctx, _as_new(ctx.state, found, called, war_trained=command.war_trained))
            continue
        new = Creature(
            id=ctx.new_id("creature"), seat=seat, kind=found.kind, sheet=sheet_of(found.kind, called), dice=dice,
            move=found.move, flying=found.flying, war_trained=command.war_trained,
        )  # fmt: skip
        ctx.emit(characters.CreatureAppeared(creature=new))


def _as_new(state: CampaignState, found: Sample, name: str, *, war_trained: bool) -> NewCreature:
    """Convert a sample to the data of a built creature with the same dice. Rule: BN-R-342."""
    left, runs = list(dice_of_sample(state, found)), list[Run]()
    for run in found.dice:
        runs.append(run if left[0].of else Run(n=run.n, faces=left[0].faces))
        del left[: run.n]
    return NewCreature(
        name=name, kind=found.kind, dice=tuple(runs), move=found.move, flying=found.flying, war_trained=war_trained
    )  # fmt: skip


@judge
def build_creature(ctx: CampaignContext, command: BuildCreature) -> None:
    """Build a member of the cast or a beast from standard dice and from dice with custom faces.

    Rule:    BN-CAST-01, BN-CAST-09, BN-BEAST-02, BN-R-342
    Refuses: TooManyHere, and the refusals of `check_new`
    """
    check_one_more(ctx.state)
    check_new(ctx, command.creature, "creature")
    if starts_prepared(ctx.state, command.seat):
        _prepare(ctx, command.creature)
        return
    appear(ctx, None, command.creature, seat_of_cast(ctx, command.seat))


def check_new(ctx: CampaignContext, new: NewCreature, field: str) -> None:
    """Check the dice and items of a built creature.

    Rule:    BN-CAST-01, BN-R-313, BN-BEAST-02, BN-R-052
    Refuses: SpawnedAsAThreat, NotKnownHere, DieOrFaces, OutOfRange, DieNeeded, and the refusals of `check_made_dice`
    """
    if new.kind == "horde":
        raise SpawnedAsAThreat(needs="SpawnHorde", has=new.kind, field=field)
    race = race_of(new)
    check_made_dice(ctx.state, new.kind, dice_from(ctx.state, new.dice, race, field=field), race, field=field)
    for name in new.items:
        items.kind_of(ctx.state, name, field)


def appear(ctx: CampaignContext, who: str | None, new: NewCreature, seat: str) -> None:
    """Add a creature that has been checked to the campaign. Rule: BN-BEAST-03, BN-R-055."""
    made = _creature_without_items(ctx.state, who or ctx.new_id("creature"), new, seat)
    things = items.equip(ctx, new.items)
    ctx.emit(characters.CreatureAppeared(creature=replace(made, items={item.id: item for item in things})))


def _creature_without_items(state: CampaignState, who: str, new: NewCreature, seat: str) -> Creature:
    """Return a new creature without its items. Refuses: NotKnownHere, DieOrFaces, OutOfRange."""
    horde = sum(run.n for run in new.dice) * (Die(faces=HORDE_DIE, of=HORDE),)
    return Creature(
        id=who, seat=seat, kind=new.kind,
        dice=horde if new.kind == "horde" else dice_from(state, new.dice, race_of(new)),
        sheet=sheet_of(new.kind, new.name, new.race, new.description), move=new.move, flying=new.flying,
        war_trained=new.war_trained,
    )  # fmt: skip


def as_revealed(state: CampaignState, who: str, new: NewCreature) -> Creature:
    """Return a prepared creature as it will be once it is revealed. The first game master will own it.

    Rule:    BN-CAMP-166
    Refuses: NotKnownHere, DieOrFaces, OutOfRange, DieNeeded
    """
    made = _creature_without_items(state, who, new, state.game_masters[0])
    return replace(made, items={item.id: item for item in items.things_of(state, new.items)})


@judge
def spawn_horde(ctx: CampaignContext, command: SpawnHorde) -> None:
    """Spawn a horde. Rule: BN-HORDE-02, BN-HORDE-04, BN-HORDE-05, BN-R-342. Refuses: NotKnownHere, TooManyHere."""
    check_one_more(ctx.state)
    found = threat(ctx.state, command.threat, "threat")
    runs = tuple(Run(n=min(ALIKE, found.dice - made), faces=HORDE_DIE) for made in range(0, found.dice, ALIKE))
    new = NewCreature(name=command.name or found.name, kind="horde", dice=runs)
    seat = seat_of_cast(ctx, command.seat)
    if starts_prepared(ctx.state, command.seat):
        _prepare(ctx, new)
        return
    ctx.emit(
        characters.CreatureAppeared(creature=_creature_without_items(ctx.state, ctx.new_id("creature"), new, seat))
    )


@judge
def prepare_creature(ctx: CampaignContext, command: PrepareCreature) -> None:
    """Prepare a creature that players do not see.

    Rule:    AR-ROSTER-01
    Refuses: TooManyHere, and the refusals of `check_new`
    """
    check_one_more(ctx.state)
    check_new(ctx, command.prepared, "prepared")
    _prepare(ctx, command.prepared)


@judge_given(there_are("prepared", field="character"))
def name_prepared(ctx: CampaignContext, command: NamePrepared) -> None:
    """Show players the name of a prepared creature.

    Rule:    BN-CAMP-164, AR-FORK-14
    Refuses: NotKnownHere, ClosedOnThisFork, NamedSo
    """
    who = command.character
    found = entry_of(ctx.state.prepared, who, "character")
    name = command.name or contents(found, who, "character").name
    if ctx.state.named.get(who) == name:
        raise NamedSo(needs="another name", has=name, field="name")
    ctx.emit(PreparedNamed(creature=who, name=name))


# ---------------------------------------------------------------- fold


@fold
def _prepared(state: CampaignState, event: CreaturePrepared) -> CampaignState:
    counted = state.raise_counter(event.creature)
    return replace(counted, prepared={**state.prepared, event.creature: value_of_secret(event.prepared)})


@fold
def _named(state: CampaignState, event: PreparedNamed) -> CampaignState:
    return replace(state, named={**state.named, event.creature: event.name})


# ---------------------------------------------------------------- samples

NEW: Final = NewCreature(name="Ruffian", dice=(Run(n=2, die="Thug"),))


@samples
def _spawned(state: CampaignState, _: str) -> Samples[SpawnSample]:
    room = max(1, min(AT_ONCE, state.most_characters - len(state.characters) - len(state.prepared)))
    named = tuple(dict.fromkeys((*catalogue(state, "creatures"), printed.HORSE)))
    yield offer(
        SpawnSample, sample=named, count=Field(least=1, most=room), name=(None, TEXT),
        seat=(None, *playing(state)), war_trained=(False, True),
    )  # fmt: skip


@samples
def _built(state: CampaignState, _: str) -> Samples[BuildCreature | PrepareCreature]:
    new = (NEW, Field(schema="NewCreature"))
    yield offer(BuildCreature, creature=new, seat=(None, *playing(state)))
    yield offer(PrepareCreature, prepared=new)


@samples
def _hordes(state: CampaignState, _: str) -> Samples[SpawnHorde]:
    yield offer(SpawnHorde, threat=tuple(catalogue(state, "hordes")), name=(None, TEXT), seat=(None, *playing(state)))


@samples
def _names(state: CampaignState, _: str) -> Samples[NamePrepared]:
    yield offer(NamePrepared, character=some(state.prepared), name=("Something", TEXT))
    yield offer(NamePrepared, character=some(state.prepared))
