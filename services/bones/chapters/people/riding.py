"""Riding: which creature rides which beast, and which beasts are trained for war."""

from __future__ import annotations

from services.bones.context import CampaignContext
from services.bones.reading.taking_part import share_escapes
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.samples import some
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Samples, offer

# ---------------------------------------------------------------- refusals


class NoMount(Refusal, rule="BN-MNT-04"):
    """This creature cannot serve as a mount: name a living beast on its feet, with dice left."""


class CannotRide(Refusal, rule="BN-CAMP-14"):
    """The rider or the mount is not free: name a standing rider, not a horde, that carries nobody, and a free mount.

    A creature that rides already has to dismount first.
    """


class DoesNotRide(Refusal, rule="BN-CAMP-14"):
    """The creature is not riding: name a creature that is."""


class InTheSaddle(Refusal, rule="BN-CAMP-75"):
    """This creature is riding or ridden, so it cannot lie down: ask the game master to let the rider dismount first."""


class TrainedSo(Refusal, rule="BN-CAMP-14"):
    """The beast's training for war is already set this way: send the other value."""


# ---------------------------------------------------------------- commands


class Mount(GameMasterCommand, frozen=True, kw_only=True):
    """Mount a creature on a beast that the game master says can be ridden.

    Any creature that fits on its back may ride it, even another beast, but not a horde. A mount trained for war gives
    its rider the edge in a fight only if the rider has a Riding icon.
    """

    counts_as = "move"

    creature: Id
    mount: Id


class Dismount(GameMasterCommand, frozen=True, kw_only=True):
    """Dismount a creature. If it leaves its mount in the air, let it fall with Fall, unless it lands."""

    counts_as = "move"

    creature: Id


class SetWarTraining(GameMasterCommand, frozen=True, kw_only=True):
    """Set whether a beast is trained for war."""

    counts_as = "referee"

    creature: Id
    war_trained: bool


# ---------------------------------------------------------------- events


class Mounted(Event, frozen=True, kw_only=True):
    """A creature mounted a beast."""

    creature: str
    mount: str


class Dismounted(Event, frozen=True, kw_only=True):
    """A creature dismounted and is on foot. Rule: BN-CAMP-74, BN-CAMP-195."""

    creature: str


class WarTrainingSet(Event, frozen=True, kw_only=True):
    """The war training of a beast was set."""

    creature: str
    war_trained: bool


# ---------------------------------------------------------------- judgement


def riders(state: CampaignState, mount: str) -> tuple[str, ...]:
    """Return the riders of a beast."""
    return in_order(one.id for one in state.characters.values() if one.mount == mount)


@judge
def let_mount(ctx: CampaignContext, command: Mount) -> None:
    """Mount a creature on a beast that the game master says can be ridden.

    Rule:    BN-MNT-04, BN-R-241, BN-R-364, BN-CAMP-14, BN-CAMP-74, BN-CAMP-75, BN-CAMP-196
    Refuses: NotKnownHere, NoMount, CannotRide
    """
    one, beast = ctx.character(command.creature, "creature"), ctx.character(command.mount, "mount")
    if beast.kind != "beast" or beast.down or beast.dead:
        raise NoMount(needs="a beast with dice left", has=beast.id, field="mount")
    if ctx.state.amended and _lies(ctx.state, beast):
        raise NoMount(needs="a beast on its feet", has=beast.id, field="mount")
    if one.mount:
        raise CannotRide(needs="Dismount", has=one.mount, field="creature")
    busy = one.kind == "horde" or riders(ctx.state, one.id) or one.id == beast.id
    if busy or one.down or one.dead or _lies(ctx.state, one):
        raise CannotRide(needs="a free creature on its feet", has=one.id, field="creature")
    carried = riders(ctx.state, beast.id)
    if beast.mount or carried:
        raise CannotRide(needs="a beast without a rider", has=beast.mount or carried, field="mount")
    ctx.emit(Mounted(creature=one.id, mount=beast.id))


def _lies(state: CampaignState, one: Creature) -> bool:
    """Return whether a creature is lying down, or has secretly declared that it will lie down. Rule: BN-CAMP-75."""
    fighter = state.combat.fighters.get(one.id) if state.combat else None
    said = fighter.declaration if fighter and not fighter.shown else None
    return one.prone or (said is not None and said.posture == "lie")


def unseat(ctx: CampaignContext, who: str) -> None:
    """Dismount a rider who lies down or is dead, and the riders of a beast that is dead or has no dice left.

    Rule: BN-CAMP-74, BN-CAMP-75, BN-CAMP-195
    """
    one = ctx.state.characters[who]
    off = riders(ctx.state, who) if one.down or one.dead else ()
    slips = one.mount and (one.prone or (one.dead and ctx.state.amended))
    for rider in (*off, *((who,) if slips else ())):
        ctx.emit(Dismounted(creature=rider))


@judge
def dismount(ctx: CampaignContext, command: Dismount) -> None:
    """Dismount a creature. Rule: BN-CAMP-14. Refuses: NotKnownHere, DoesNotRide."""
    one = ctx.character(command.creature, "creature")
    if one.mount is None:
        raise DoesNotRide(needs="a creature that rides", has=one.id, field="creature")
    ctx.emit(Dismounted(creature=one.id))


@judge
def set_war_training(ctx: CampaignContext, command: SetWarTraining) -> None:
    """Set whether a beast is trained for war.

    Rule:    BN-MNT-01, BN-R-241, BN-CAMP-14
    Refuses: NotKnownHere, NoMount, TrainedSo
    """
    one = ctx.character(command.creature, "creature")
    if one.kind != "beast":
        raise NoMount(needs="a beast", has=one.id, field="creature")
    if one.war_trained == command.war_trained:
        raise TrainedSo(needs=not one.war_trained, has=one.war_trained, field="war_trained")
    ctx.emit(WarTrainingSet(creature=one.id, war_trained=command.war_trained))


# ---------------------------------------------------------------- fold


@fold
def _mounted(state: CampaignState, event: Mounted) -> CampaignState:
    return share_escapes(state.change(event.creature, mount=event.mount), event.creature)


@fold
def _dismounted(state: CampaignState, event: Dismounted) -> CampaignState:
    return state.change(event.creature, mount=None)


@fold
def _trained(state: CampaignState, event: WarTrainingSet) -> CampaignState:
    return state.change(event.creature, war_trained=event.war_trained)


# ---------------------------------------------------------------- samples


@samples
def _mounts(state: CampaignState, _: str) -> Samples[Mount]:
    beasts = [who for who, one in state.characters.items() if one.kind == "beast"] or state.characters
    for beast in some(beasts):
        yield offer(Mount, creature=some(who for who in state.characters if who != beast), mount=beast)


@samples
def _others(state: CampaignState, _: str) -> Samples[Dismount | SetWarTraining]:
    yield offer(Dismount, creature=some(who for who, one in state.characters.items() if one.mount))
    for trained in (True, False):
        beasts = [who for who, one in state.characters.items() if one.kind == "beast" and one.war_trained != trained]
        named = some(beasts) if beasts else some(state.characters)[:1]
        yield offer(SetWarTraining, creature=named, war_trained=trained)
