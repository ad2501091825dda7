"""Hindering dice: poison and flames on a creature, which it must roll until they are removed."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from services.bones.chapters.rolls.wounds import DamageTaken, check_alive, deal
from services.bones.context import CampaignContext
from services.bones.faces import BLANK, SIDES
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Hindering, HinderingKind
from services.bones.state.rolls import Shown
from services.bones.state.wounds import Source
from shared.kernel.campaign import authority, fights, seats
from shared.kernel.campaign.keeping import in_order, without
from shared.kernel.campaign.samples import NOBODY, likely, some
from shared.kernel.chapter import fold, follows, judge, samples
from shared.kernel.messages import Event, Id, Line, Notice
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

MAX_HINDERING: Final = 10
"""The maximum number of hindering dice of a creature."""
ICON: Final = {"poison": "Poison", "flaming": "Flaming"}
STRENGTHS: Final = ("weak", "average", "strong")

Strength: TypeAlias = Literal["weak", "average", "strong"]
Icons: TypeAlias = Annotated[int, Meta(ge=1, le=SIDES)]

# ---------------------------------------------------------------- refusals


class PoisonHasIntensity(Refusal, rule="BN-HIND-05"):
    """This intensity is not valid: give weak, average or strong for poison, or the number of flame faces for fire."""


class TheDeadBearNone(Refusal, rule="BN-CAMP-08"):
    """This creature is dead or a broken horde, and cannot have hindering dice: name a living creature."""


class NoHinderingDie(Refusal, rule="BN-HIND-07"):
    """The creature has no such hindering die: name a die that hinders the creature."""


# ---------------------------------------------------------------- commands


class GiveHindering(authority.GameMasterCommand, frozen=True, kw_only=True):
    """Poison a creature, or set it aflame.

    For poison, `intensity` is weak, average or strong. For a flaming die, it is the number of flame faces. If it is
    left out, the usual intensity applies.
    """

    counts_as = "move"

    creature: Id
    kind: HinderingKind
    intensity: Strength | Icons | None = None


class RemedyHindering(authority.GameMasterCommand, frozen=True, kw_only=True):
    """Remove a poison or flaming die. `remedy` says what removed it."""

    counts_as = "move"

    creature: Id
    die: Id
    remedy: Line


class OrderHinderingRoll(authority.GameMasterCommand, frozen=True, kw_only=True):
    """Roll hindering dice of a creature outside any task: the named dice, or all of them."""

    counts_as = "move"

    creature: Id
    dice: Annotated[tuple[Id, ...], Meta(max_length=MAX_HINDERING)] = ()


# ---------------------------------------------------------------- events


class HinderingGiven(Event, frozen=True, kw_only=True):
    """A creature was poisoned or set aflame and received this hindering die."""

    creature: str
    die: Hindering


class HinderingRemedied(Event, frozen=True, kw_only=True):
    """A hindering die was removed from a creature."""

    creature: str
    die: str
    remedy: str


class HinderingRolled(Notice, frozen=True, kw_only=True):
    """Hindering dice of a creature were rolled outside any task."""

    creature: str
    dice: tuple[Shown, ...]


# ---------------------------------------------------------------- judgement


def give(ctx: CampaignContext, who: str, kind: HinderingKind, intensity: Strength | int | None = None) -> None:
    """Give a creature another hindering die, unless it is dead or already has the maximum.

    Rule: BN-HIND-03, BN-HIND-04, BN-HIND-05, BN-CAMP-87, BN-R-062, BN-R-063
    """
    one = ctx.state.characters[who]
    past = one.dead or (one.kind == "horde" and one.down)
    if len(one.hindering) < MAX_HINDERING and not past:
        faces = faces_of(ctx.state, kind, intensity)
        ctx.emit(HinderingGiven(creature=who, die=Hindering(id=ctx.new_id(kind), kind=kind, faces=faces)))


@follows
def _comes_with_damage(ctx: CampaignContext, event: DamageTaken) -> None:
    """Give a creature the hindering dice that came with damage. Rule: BN-ABIL-02, BN-ABIL-07, BN-R-182."""
    for kind in event.gives:
        give(ctx, event.creature, kind)


def faces_of(state: CampaignState, kind: HinderingKind, intensity: Strength | int | None) -> tuple[str, ...]:
    """Return the faces of a hindering die. Rule: BN-HIND-04, BN-HIND-05, BN-R-062, BN-R-063."""
    dice = state.settings.dice
    if not isinstance(intensity, int):
        poison: int = getattr(dice.poison_intensities, intensity or "average")
        intensity = poison if kind == "poison" else dice.flaming_die_icons
    return (*[ICON[kind]] * intensity, *[BLANK] * (SIDES - intensity))


@judge
def give_hindering(ctx: CampaignContext, command: GiveHindering) -> None:
    """Poison a creature, or set it aflame.

    Rule:    BN-HIND-03, BN-HIND-05
    Refuses: NotKnownHere, TheDeadBearNone, PoisonHasIntensity, TooManyHere
    """
    one = check_alive(ctx, command.creature, refusal=TheDeadBearNone)
    if command.kind != "poison" and isinstance(command.intensity, str):
        raise PoisonHasIntensity(needs=f"1 to {SIDES}", has=command.intensity, field="intensity")
    seats.check_room(one.hindering, MAX_HINDERING, "creature")
    give(ctx, one.id, command.kind, command.intensity)


@judge
def remedy_hindering(ctx: CampaignContext, command: RemedyHindering) -> None:
    """Remove a poison or flaming die. Rule: BN-HIND-10, BN-R-065. Refuses: NotKnownHere."""
    one = ctx.character(command.creature, "creature")
    seats.entry_of(one.hindering, command.die, "die")
    ctx.emit(HinderingRemedied(creature=one.id, die=command.die, remedy=command.remedy))


@judge
def order_hindering_roll(ctx: CampaignContext, command: OrderHinderingRoll) -> None:
    """Roll hindering dice of a creature outside any task: the named dice, or all of them.

    Rule:    BN-HIND-07, BN-HIND-08, BN-R-064, BN-R-237
    Refuses: NotKnownHere, TheDeadBearNone, NamedTwice, NoHinderingDie, AnswerFirst
    """
    one = check_alive(ctx, command.creature, refusal=TheDeadBearNone)
    seats.check_once(command.dice, "dice")
    for die in command.dice:
        seats.entry_of(one.hindering, die, "dice")
    if not one.hindering:
        raise NoHinderingDie(needs="a poison or flaming die", has=one.id, field="creature")
    if waits := in_order(key for key, wound in ctx.state.wounds.items() if wound.creature == one.id):
        raise fights.AnswerFirst(needs=waits, has=one.id, field="creature")
    dice = in_order(command.dice or one.hindering)
    faces = ctx.chance.roll("hindering dice", SIDES, len(dice))
    shown = tuple(
        Shown(die=die, kind="hindering", face=one.hindering[die].faces[face - 1])
        for die, face in zip(dice, faces, strict=True)
    )
    ctx.emit(HinderingRolled(creature=one.id, dice=shown))
    hits: list[Source] = [one.hindering[each.die].kind for each in shown if each.face != BLANK]
    for kind in hits if ctx.state.settings.dice.hindering_dice_stack else hits[:1]:
        deal(ctx, one.id, 1, kind)


# ---------------------------------------------------------------- fold


@fold
def _given(state: CampaignState, event: HinderingGiven) -> CampaignState:
    borne = {**state.characters[event.creature].hindering, event.die.id: event.die}
    return state.raise_counter(event.die.id).change(event.creature, hindering=borne)


@fold
def _remedied(state: CampaignState, event: HinderingRemedied) -> CampaignState:
    return state.change(event.creature, hindering=without(state.characters[event.creature].hindering, event.die))


# ---------------------------------------------------------------- samples


@samples
def _gives(state: CampaignState, _: str) -> Samples[GiveHindering]:
    faces = tuple(range(1, SIDES + 1))
    for who in some(state.characters):
        yield offer(GiveHindering(creature=who, kind="poison"), intensity=Field(options=(None, *STRENGTHS, *faces)))
        yield offer(GiveHindering(creature=who, kind="flaming"), intensity=Field(options=(None, *faces)))


@samples
def _hindered(state: CampaignState, _: str) -> Samples[RemedyHindering | OrderHinderingRoll]:
    for who in likely(
        some(state.characters), lambda one: one in state.characters and bool(state.characters[one].hindering)
    ):
        borne = in_order(state.characters[who].hindering) if who in state.characters else ()
        yield offer(RemedyHindering, creature=who, die=borne or (NOBODY,), remedy=("an antidote", TEXT))
        named = {"dice": Field(items=Field(options=borne), least=0, most=len(borne))} if borne else {}
        yield offer(OrderHinderingRoll(creature=who), **named)
