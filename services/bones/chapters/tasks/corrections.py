"""Corrections by the game master. Each correction records its reason."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from services.bones.chapters.people import riding
from services.bones.chapters.people.items import check_answered, open_questions
from services.bones.chapters.tasks import recovery
from services.bones.context import CampaignContext
from services.bones.reading import damage, effects
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import MOST_COINS, MOST_DICE, Count, Creature, DieNumbers
from services.bones.state.tasks import Metres
from shared.kernel.campaign import authority, fights, keeping, seats
from shared.kernel.campaign.samples import some
from shared.kernel.chapter import fold, follows, judge, samples
from shared.kernel.messages import Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

MOST_SPIFFS: Final = 1000
MOST_SESSIONS: Final = 100
MOST_DAYS: Final = 1_000_000
MOST_METRES: Final = 100_000
DURING_NO_ROLL: Final = ("lost", "dead")
"""Fields that cannot be corrected while a roll is open, since they decide which dice count."""
KEPT: Final = ("lost", "beyond", "dead", "prone", "airborne", "coins", "banked")
"""Fields that a correction replaces with the value in the command."""

# ---------------------------------------------------------------- refusals


class NothingToCorrect(Refusal, rule="BN-R-315"):
    """The command changes nothing that this creature has: name a field to change, and spiffs only for a character."""


class StillBeyondLife(Refusal, rule="BN-R-315"):
    """This creature has too much damage to live: to revive it, set `lost`, and `beyond` below its number of dice."""


class NoSuchInjury(Refusal, rule="BN-SHEET-01"):
    """This injury is not possible: name each lost die once, and give `beyond` only to one creature without dice."""


class GivenForAnEffect(Refusal, rule="BN-SAC-04"):
    """This die was sacrificed for an effect that still lasts: release the effect, or keep the die in `lost`."""


# ---------------------------------------------------------------- commands


class ChangeCreature(authority.Override, frozen=True, kw_only=True):
    """Correct the recorded state of a creature. Fields left out keep their value. Rolled faces cannot be changed.

    `lost` lists the numbers of its lost dice, and `beyond` is its damage in excess of its dice, if all are lost. This
    damage ends as soon as `lost` leaves it a die. `banked` is the number of sessions not yet spent on an icon: they
    earn icons as the next session is recorded. `gone` lists items and hindering dice to remove. Nothing makes it fall:
    a flier that lost its wings stays in the air until `airborne` or the command `Fall` brings it down. A rider that is
    now dead or prone, and the rider of a beast that is now dead or without dice, dismounts, also without a fall. The
    treatment of a creature that is now dead ends. A revived follower serves again, even beside one that replaced it.
    """

    creature: Id
    lost: DieNumbers | None = None
    beyond: Annotated[int, Meta(ge=0, lt=MOST_DICE)] | UnsetType = UNSET
    dead: bool | None = None
    prone: bool | None = None
    airborne: Metres | None = None
    coins: Count | None = None
    spiffs: Annotated[int, Meta(ge=0, le=MOST_SPIFFS)] | None = None
    banked: Annotated[int, Meta(ge=0, le=MOST_SESSIONS)] | None = None
    gone: Annotated[tuple[Id, ...], Meta(max_length=MOST_DICE)] = ()


class ChangeTime(authority.Override, frozen=True, kw_only=True):
    """Correct the day and hour of the campaign."""

    day: Annotated[int, Meta(ge=1, le=MOST_DAYS)]
    hour: Annotated[int, Meta(ge=0, lt=recovery.HOURS)] = 0


# ---------------------------------------------------------------- events


class CreatureCorrected(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The game master corrected the state of a creature.

    `seat` names the player whose spiffs were set, if seats own spiffs.
    """

    creature: str
    reason: str
    lost: tuple[int, ...] | None = None
    beyond: int | None = None
    dead: bool | None = None
    prone: bool | None = None
    airborne: int | None = None
    coins: int | None = None
    spiffs: int | None = None
    banked: int | None = None
    gone: tuple[str, ...] = ()
    seat: str | None = None


class TimeCorrected(Event, frozen=True, kw_only=True):
    """The game master corrected the day and hour."""

    day: int
    hour: int
    reason: str


# ---------------------------------------------------------------- judgement


@judge
def change_creature(ctx: CampaignContext, command: ChangeCreature) -> None:
    """Correct the recorded state of a creature.

    Rule:    BN-R-315, BN-CAMP-34, BN-CAMP-211
    Refuses: NotKnownHere, ReasonNeeded, AnswerFirst, NothingToCorrect, NoSuchInjury, NamedTwice, GivenForAnEffect
    """
    one = ctx.character(command.creature, "creature")
    reason = seats.reason_for(command.reason)
    if not ctx.state.amended:
        command = replace(command, beyond=command.beyond or UNSET)
    if command == ChangeCreature(creature=one.id, reason=reason):
        raise NothingToCorrect(needs="something to set", has=one.id)
    if command.spiffs is not None and not one.plays:
        raise NothingToCorrect(needs="a character", has=one.kind, field="spiffs")
    check_answered(ctx.state, one.id, "creature", falling=True)
    for name in DURING_NO_ROLL:
        if getattr(command, name) is not None and (rolls := open_rolls(ctx.state, one.id)):
            raise fights.AnswerFirst(needs=rolls, has=one.id, field=name)
    seats.check_once(command.gone, "gone")
    for key in command.gone:
        seats.entry_of({**one.items, **one.hindering}, key, "gone")
    _check_injury(ctx.state, one, command)
    kept = effects.sacrificed_dice(ctx.state, one.id)
    if command.lost is not None and not {*kept} <= {*command.lost}:
        raise GivenForAnEffect(needs=damage.numbers(kept), has=damage.numbers(command.lost), field="lost")
    said = {name: getattr(command, name) for name in (*KEPT, "spiffs", "gone")}
    said["beyond"] = None if command.lost is None and command.beyond is UNSET else _beyond(ctx.state, one, command)
    shared = command.spiffs is not None and ctx.state.settings.spiffs.spiffs_owner == "player"
    ctx.emit(CreatureCorrected(**said, creature=one.id, reason=reason, seat=one.seat if shared else None))


def open_rolls(state: CampaignState, who: str) -> tuple[str, ...]:
    """Return a creature's unsettled rolls, and the tasks in which it has rolled dice in secret as an opponent."""
    unseen = [task.id for task in state.tasks.values() if task.unseen_opponent == who]
    return keeping.in_order([*(roll.id for roll in state.rolls.values() if roll.creature == who), *unseen])


def _beyond(state: CampaignState, one: Creature, command: ChangeCreature) -> int:
    """Return a creature's excess damage after a correction. A creature with a die left has none. Rule: BN-CAMP-211."""
    stays = state.amended and (command.lost is None or len(command.lost) == len(one.dice))
    return command.beyond or (one.beyond if stays and command.beyond is UNSET else 0)


def _check_injury(state: CampaignState, one: Creature, command: ChangeCreature) -> None:
    """Check the injury that a correction sets.

    Rule:    BN-SHEET-01, BN-DMG-03, BN-CAMP-211
    Refuses: NoSuchInjury, StillBeyondLife, OutOfRange
    """
    there, beyond = tuple(range(1, len(one.dice) + 1)), _beyond(state, one, command)
    lost = one.lost if command.lost is None and state.amended else command.lost or ()
    if len(set(lost)) < len(lost) or not {*lost} <= {*there}:
        raise NoSuchInjury(needs=damage.numbers(there), has=damage.numbers(lost), field="lost")
    if command.beyond and (len(lost) < len(there) or one.kind == "horde"):
        raise NoSuchInjury(needs=f"lost of {damage.numbers(there)}", has=command.beyond, field="beyond")
    seats.check_within(command.beyond or 0, 0, len(there) - 1, "beyond")
    if command.dead is False and (command.lost is None or state.amended) and beyond >= len(there):
        raise StillBeyondLife(needs=f"lost, and beyond of at most {len(there) - 1}", has=one.beyond, field="lost")


@judge
def change_time(ctx: CampaignContext, command: ChangeTime) -> None:
    """Correct the day and hour of the campaign. Rule: BN-R-315. Refuses: ReasonNeeded."""
    ctx.emit(TimeCorrected(day=command.day, hour=command.hour, reason=seats.reason_for(command.reason)))


@follows
def _rides_no_more(ctx: CampaignContext, event: CreatureCorrected) -> None:
    """Dismount riders who can no longer ride after a correction. Rule: BN-CAMP-74, BN-CAMP-75."""
    riding.unseat(ctx, event.creature)


@follows
def _is_dead(ctx: CampaignContext, event: CreatureCorrected) -> None:
    if event.dead:
        recovery.end_treatment_of_the_dead(ctx, event.creature)


# ---------------------------------------------------------------- fold


@fold
def _corrected(state: CampaignState, event: CreatureCorrected) -> CampaignState:
    one = state.characters[event.creature]
    said = {name: value for name in KEPT if (value := getattr(event, name)) is not None}
    if event.dead is not None:
        said |= {"died": state.session, "mending": 0} if event.dead else {"died": None}
    items, hindering = keeping.without(one.items, *event.gone), keeping.without(one.hindering, *event.gone)
    whole = {"treatment": None, "treated": 0, "rested": 0} if event.lost == () else {}
    changed = state.change(one.id, items=items, hindering=hindering, **said, **whole)
    if event.spiffs is None:
        return changed
    if event.seat is None:
        return changed.change(one.id, spiffs=event.spiffs)
    return replace(changed, spiffs={**changed.spiffs, event.seat: event.spiffs})


@fold
def _time_corrected(state: CampaignState, event: TimeCorrected) -> CampaignState:
    return replace(state, day=event.day, hours=event.hour)


# ---------------------------------------------------------------- samples


FREE: Final = {
    "prone": Field(options=(None, True, False)),
    "airborne": Field(least=0, most=MOST_METRES),
    "coins": Field(least=0, most=MOST_COINS),
    "banked": Field(least=0, most=MOST_SESSIONS),
    "reason": TEXT,
}
"""Fields that may be corrected for any creature."""


def _of(one: Creature, kept: tuple[int, ...]) -> Samples[ChangeCreature | ChangeTime]:
    """Yield sample corrections of one creature: its dice, items, spiffs and death."""
    usual, every = ChangeCreature(creature=one.id, reason="a slip"), tuple(range(1, len(one.dice) + 1))
    carried = (*keeping.in_order(one.items), *keeping.in_order(one.hindering))
    gone = {"gone": Field(items=Field(options=carried), least=1, most=len(carried))} if carried else {}
    spiffs = {"spiffs": Field(least=0, most=MOST_SPIFFS)} if one.plays else {}
    said: dict[str, Any] = {**FREE, **gone, **spiffs, "dead": Field(options=(None, True, False))}
    lost = Field(items=Field(options=every), least=0, most=len(every))
    yield offer(replace(usual, lost=kept), **{**said, "lost": (kept, every) if kept else lost})
    if len(every) > 1 and one.kind != "horde":
        more = {"lost": replace(lost, least=len(every)), "beyond": Field(least=1, most=len(every) - 1)}
        yield offer(replace(usual, lost=every, beyond=1), **{**said, **more})
    said["dead"] = (None, True, False)
    yield offer(replace(usual, dead=True), **{**said, "dead": (True, False)})
    if gone:
        yield offer(replace(usual, gone=carried[:1]), **said)
    if spiffs:
        yield offer(replace(usual, spiffs=0), **said)


@samples
def _corrects(state: CampaignState, _: str) -> Samples[ChangeCreature | ChangeTime]:
    free = some(who for who in state.characters if not open_questions(state, who, falling=True))
    for name, value in (("prone", True), ("airborne", 0), ("coins", 0), ("banked", 0)):
        usual = replace(ChangeCreature(creature=free[0], reason="a slip"), **{name: value})
        said = {**FREE, "prone": Field(options=(True, False))} if name == "prone" else FREE
        yield offer(usual, creature=Field(options=free), **said)
    for who in free:
        yield from _of(state.characters[who], effects.sacrificed_dice(state, who)) if who in state.characters else ()
    days, hours = Field(least=1, most=MOST_DAYS), Field(least=0, most=recovery.HOURS - 1)
    yield offer(ChangeTime(day=1, reason="a slip"), day=days, hour=hours, reason=TEXT)
