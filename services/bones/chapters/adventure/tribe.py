"""The tribe of the adventure: who appears, whom its leader (the Matron) controls by magic, and what it sacrifices."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from services.bones.catalogue import HORDE_DIE
from services.bones.catalogue.adventure import Kin
from services.bones.chapters.adventure import adventures
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.magic import effects
from services.bones.chapters.magic.effects import EffectBegan, EffectEnded
from services.bones.chapters.people import characters, creatures
from services.bones.chapters.people.dice import dice_from
from services.bones.chapters.people.items import made_of
from services.bones.chapters.people.riding import Dismounted
from services.bones.chapters.rolls import wounds
from services.bones.chapters.tasks import tasks
from services.bones.context import CampaignContext
from services.bones.faces import BLANK
from services.bones.reading import printed
from services.bones.reading.adventure import book, chained, fate, in_reach, magic_died, spells, there
from services.bones.state.adventure import Fate
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature, Die, Item
from services.bones.state.magic import Casting, Effect, Theme
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.keeping import value_of_secret
from shared.kernel.campaign.roster import check_one_more
from shared.kernel.campaign.seats import entry_of
from shared.kernel.chapter import fold, follows, guard, judge_given, samples
from shared.kernel.messages import Event, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

# ---------------------------------------------------------------- refusals


class NoMoreOfThem(Refusal, rule="BN-CAMP-126"):
    """The catacombs do not have this many left of this kind, or all are dead: spawn at most the number in `needs`."""


class OutOfHerReach(Refusal, rule="BN-ADV-13"):
    """The Matron cannot control this creature: name one that is male on its sheet and can smell her."""


class ChainedToTheWall(Refusal, rule="BN-CAMP-197"):
    """The creature is chained to the wall and cannot leave: free it by a check of the wall's shackles first."""


# ---------------------------------------------------------------- commands


class SpawnOfAdventure(GameMasterCommand, frozen=True, kw_only=True):
    """Spawn creatures of one kind, with their items. The adventure limits how many of each kind can appear.

    All seats see the creatures and their names at once, even if the cast starts hidden in this campaign. So spawn them
    only when the characters meet them.
    """

    counts_as = "move"

    kin: Line
    count: Annotated[int, Meta(ge=1, le=creatures.AT_ONCE)] = 1


# ---------------------------------------------------------------- events


class KinAppeared(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A creature of the adventure appeared. It may wear armor that was taken from the characters. Rule: BN-CAMP-126."""

    reveals = True

    creature: str
    kin: str
    armor: str | None = None


class KinSacrificed(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A creature of this kind was sacrificed. `effect` is the effect that the sacrifice sustains.

    `creature` is None if the characters had not met it.

    Rule: BN-SAC-09, BN-R-293
    """

    reveals = True

    kin: str
    creature: str | None = None
    effect: str | None = None


# ---------------------------------------------------------------- judgement


@judge_given(adventures.playing)
def spawn_of_adventure(ctx: CampaignContext, command: SpawnOfAdventure) -> None:
    """Spawn creatures of one kind, with their items, if the adventure has enough of this kind left.

    Rule:    BN-ADV-07 to BN-ADV-15, BN-ADV-18, BN-R-137, BN-R-358, BN-CAMP-126
    Refuses: OneAdventure, NotKnownHere, NoMoreOfThem, TooManyHere
    """
    adventure, kin = adventures.playing(ctx.state), entry_of(book(ctx.state).kin_by_name, command.kin, "kin")
    left = adventure.stock.get(kin.name, 0)
    if command.count > left or fate(ctx.state, kin.name) == "dead":
        raise NoMoreOfThem(needs=f"at most {left}, and alive", has=command.count, field="count")
    check_one_more(ctx.state, "count", more=command.count)
    for _ in range(command.count):
        _appear(ctx, kin)


def _appear(ctx: CampaignContext, kin: Kin) -> None:
    """Add a creature of a kind. Some kinds wear armor that was taken from the characters, as long as any is left.

    Rule: BN-ADV-08, BN-ADV-09, BN-ADV-11 to BN-ADV-14, BN-R-050, BN-R-227
    """
    armor = next(iter(adventures.playing(ctx.state).armor), None) if kin.armor else None
    items = [new_thing(ctx, name) for name in (*kin.items, *((armor,) if armor else ()))]
    sort: Literal["cast", "horde"] = "horde" if kin.horde else "cast"
    name = f"{kin.name} {len(there(ctx.state, kin.name)) + 1}" if kin.each else kin.name
    made = Creature(
        id=adventures.playing(ctx.state).leader if kin.name == book(ctx.state).title.leader else ctx.new_id("creature"),
        seat=creatures.seat_of_cast(ctx, None), kind=sort, dice=dice_of_kin(ctx.state, kin), move=kin.move,
        sheet=replace(creatures.sheet_of(sort, name, description=kin.looks), gender=kin.gender),
        items={item.id: replace(item, ready=True) for item in items},
        themes=tuple(Theme(name=one.name, effect=one.effect, limitation=one.limitation) for one in kin.themes),
    )  # fmt: skip
    ctx.emit(characters.CreatureAppeared(creature=made))
    ctx.emit(KinAppeared(creature=made.id, kin=kin.name, armor=armor))
    if kin.wall:
        adventures.shackle(ctx, made.id, "captured", wall=True)


def new_thing(ctx: CampaignContext, name: str) -> Item:
    """Return a new item as the rule book prints it, even if the campaign has replaced its entry in the catalogue."""
    return made_of(ctx, printed.item(ctx.state, next(one for one in printed.data(ctx.state).items if one.name == name)))


def dice_of_kin(state: CampaignState, kin: Kin) -> tuple[Die, ...]:
    """Return the dice of a kind of creature.

    The rule book leaves out one face of the tribe's leader (the Matron), so the setting `matron_sixth_face` chooses it.

    Rule: BN-ADV-12, BN-R-050
    """
    if kin.horde:
        return (Die(faces=HORDE_DIE, of=creatures.HORDE),) * kin.horde
    sixth = state.settings.adventure.matron_sixth_face
    dice = dice_from(CampaignState(catalogue=state.catalogue), kin.dice, field="kin")
    return tuple(
        die if die.of else replace(die, faces=tuple(sixth if face == BLANK else face for face in die.faces))
        for die in dice
    )


def enchant(ctx: CampaignContext, kin: Kin) -> None:
    """Put all persons of this kind under the leader's controlling spell, which a check may break.

    Rule: BN-ADV-19, BN-CAMP-132
    """
    theme = book(ctx.state).title.theme
    for who in there(ctx.state, kin.name):
        spell = Effect(
            id=ctx.new_id("effect"), caster=adventures.playing(ctx.state).leader, theme=theme, what=kin.looks,
            kind="mind", successes=kin.stored, target=who, degree=kin.stored, lasts="blood",
        )  # fmt: skip
        ctx.emit(EffectBegan(effect=spell))


@follows
def _wake_on_foot(ctx: CampaignContext, event: adventures.AdventureLoaded) -> None:
    """Dismount the captives, who were brought in senseless, and end the effects that they held. Rule: BN-CAMP-193."""
    for who in event.characters if ctx.state.amended else ():
        if ctx.state.characters[who].mount:
            ctx.emit(Dismounted(creature=who))
        effects.end_held(ctx, who, None)


@follows
def _is_set_free(ctx: CampaignContext, event: adventures.FatesChanged) -> None:
    """End the controlling spells on persons whose fates changed, unless they died. Rule: BN-CAMP-128."""
    free = [one.person for one in value_of_secret(event.fates) or () if one.fate != "dead"]
    for key in (key for person in free for key in spells(ctx.state, person)):
        effects.end(ctx, key, "over")


@follows
def _is_free(ctx: CampaignContext, event: EffectEnded) -> None:
    """Set a person's fate to freed as soon as no spell controls that person. Rule: BN-ADV-19."""
    if event.why in {"countered", "resisted", "let go", "released"}:
        for kin in book(ctx.state).kin:
            met = there(ctx.state, kin.name) and not spells(ctx.state, kin.name)
            if kin.under and met and fate(ctx.state, kin.name) == kin.under:
                adventures.turn(ctx, Fate(person=kin.name, fate=kin.freed))


@follows
def _dies_with_her(ctx: CampaignContext, _: adventures.FatesChanged) -> None:
    """End the leader's effects if she died before she appeared and her magic ends with her. Rule: BN-CAMP-189."""
    if magic_died(ctx.state):
        leader = adventures.playing(ctx.state).leader
        effects.end_each(ctx, "caster died", lambda one: one.caster == leader)


def check_reach(ctx: CampaignContext, who: str, field: str) -> None:
    """Check that the Matron (the tribe's leader) can control a creature.

    Rule:    BN-ADV-13
    Refuses: NotKnownHere, OutOfHerReach
    """
    if not in_reach(ctx.state, ctx.character(who, field).id):
        raise OutOfHerReach(needs=book(ctx.state).title.genders, has=who, field=field)


@guard
def _stays_at_the_wall(ctx: CampaignContext, command: Declare | SetRoundTask) -> None:
    """Refuse movement and escapes of a creature that is chained to the wall. Rule: BN-CAMP-197.

    Refuses: ChainedToTheWall
    """
    leaves = command.doing == "move" if isinstance(command, Declare) else command.escapes
    if leaves and chained(ctx.state, command.creature):
        field = "doing" if isinstance(command, Declare) else "escapes"
        raise ChainedToTheWall(needs="a creature that is not chained to the wall", has=command.creature, field=field)


@guard
def _reaches(ctx: CampaignContext, command: tasks.CallTask | tasks.SetTask | Declare | SetRoundTask) -> None:
    """Check that the Matron (the tribe's leader) can control the targets of her magic.

    Rule:    BN-ADV-13
    Refuses: the refusals of `check_reach`
    """
    (who, casting), theme = _calls_on(ctx.state, command), book(ctx.state).title.theme
    if ctx.state.adventure and who == ctx.state.adventure.leader and casting and casting.theme == theme:
        terms = None if isinstance(command, Declare) else command.terms
        for one in command.targets if isinstance(command, Declare) else terms.minds if terms else ():
            check_reach(ctx, one, "targets" if terms is None else "terms")


def _calls_on(
    state: CampaignState, command: tasks.CallTask | tasks.SetTask | Declare | SetRoundTask
) -> tuple[str | None, Casting | None]:  # fmt: skip
    """Return the creature and the casting that a command names. Either is None if the command does not name it.

    If the command sets terms, return the creature and the casting of that task or fighter.
    """
    if isinstance(command, tasks.SetTask):
        task = state.tasks.get(command.task)
        return (task.creature, command.casting or task.casting) if task else (None, None)
    if isinstance(command, SetRoundTask):
        fighter = state.combat.fighters.get(command.creature) if state.combat else None
        said = fighter.declaration if fighter else None
        return command.creature, said.casting if said else None
    return command.creature, command.casting


def sacrifice(ctx: CampaignContext, kin: str, effect: str | None = None) -> None:
    """Kill a creature of this kind as a sacrifice, if there is one. Rule: BN-ADV-56, BN-ADV-88, BN-R-293."""
    unmet, state = adventures.playing(ctx.state).stock.get(kin, 0), ctx.state
    met = [who for who in there(state, kin) if not state.characters[who].dead and not state.waits_for(who)]
    if not unmet and not met:
        return
    ctx.emit(KinSacrificed(kin=kin, creature=None if unmet else met[0], effect=effect))
    if not unmet:
        wounds.kill(ctx, met[0], "sacrifice")


@follows
def _lasts(ctx: CampaignContext, event: EffectBegan) -> None:
    """Make the sacrifice that sustains a mind control which the Matron has just begun. Rule: BN-ADV-56, BN-R-293."""
    adventure, one, title = ctx.state.adventure, event.effect, book(ctx.state).title
    if adventure and (one.caster, one.theme, one.lasts) == (adventure.leader, title.theme, "held"):
        sacrifice(ctx, title.sacrifices, one.id)


# ---------------------------------------------------------------- fold


@fold
def _appeared(state: CampaignState, event: KinAppeared) -> CampaignState:
    if (now := state.adventure) is None:
        return state
    armor = list(now.armor)
    if event.armor in armor:
        armor.remove(event.armor)
    stock = {**now.stock, event.kin: now.stock.get(event.kin, 1) - 1}
    return adventures.change_adventure(
        state, stock=stock, kin={**now.kin, event.creature: event.kin}, armor=tuple(armor)
    )


@fold
def _sacrificed(state: CampaignState, event: KinSacrificed) -> CampaignState:
    if event.effect in state.effects:
        lasting = replace(state.effects[event.effect], lasts="blood")
        state = replace(state, effects={**state.effects, lasting.id: lasting})
    if state.adventure is None or event.creature is not None:
        return state
    stock = state.adventure.stock
    return adventures.change_adventure(state, stock={**stock, event.kin: stock.get(event.kin, 1) - 1})


# ---------------------------------------------------------------- samples


@samples
def _spawns(state: CampaignState, _: str) -> Samples[SpawnOfAdventure]:
    room = state.most_characters - len(state.characters) - len(state.prepared)
    for kin in book(state).kin_by_name:
        left = state.adventure.stock.get(kin, 0) if state.adventure else 0
        yield offer(SpawnOfAdventure, kin=kin, count=Field(least=1, most=max(1, min(left, creatures.AT_ONCE, room))))
