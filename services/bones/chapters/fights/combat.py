"""A fight: its fighters, their reach and cover, and its end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Final, TypeAlias, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from services.bones.chapters.people.items import check_ready
from services.bones.context import CampaignContext
from services.bones.reading.taking_part import acts, fighters_roll, owes, ridden_with, share_escapes, there
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import NOTHING, Between, Combat, Fighter, Those
from services.bones.state.tasks import Light
from shared.kernel.campaign import authority, fights, forms, keeping, roster, seats
from shared.kernel.campaign.samples import some
from shared.kernel.chapter import fold, guard, judge, judge_given, samples
from shared.kernel.messages import Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

MAX_FIGHTERS: Final = 40
LIGHTS: Final[tuple[Light, ...]] = get_args(Light)

# ---------------------------------------------------------------- refusals


class RoundUnderWay(Refusal, rule="BN-CAMP-60"):
    """A round is under way: join the fight when the fighters next declare their tasks."""


class BetweenTwo(Refusal, rule="BN-CAMP-61"):
    """A pair of fighters is not valid: name two different fighters of this fight in each pair, and each pair once."""


class AllInOrder(Refusal, rule="BN-R-102"):
    """The order omits or repeats a fighter: name every fighter of the fight exactly once."""


class FledFromNobody(Refusal, rule="BN-CAMP-160"):
    """This fighter has not escaped anyone: in `caught`, name only fighters that have escaped an opponent."""


class SaidInSecret(Refusal, rule="BN-CAMP-62"):
    """The creature has a secret declaration or allotment: assign the creature to a seat after the reveal."""


# ---------------------------------------------------------------- commands


class Entrant(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A creature that enters a fight, and its side. A `surprised` creature makes no declaration in its first round."""

    creature: Id
    side: Line
    surprised: bool = False


Entrants: TypeAlias = Annotated[tuple[Entrant, ...], Meta(min_length=1, max_length=MAX_FIGHTERS)]
Pairs: TypeAlias = Annotated[tuple[Between, ...], Meta(max_length=200)]


class StartCombat(authority.GameMasterCommand, frozen=True, kw_only=True):
    """Start a fight: name its fighters, the light, and the distances and cover between them. Postures do not change."""

    counts_as = "move"

    fighters: Entrants
    light: Light = "bright"
    between: Pairs = ()


class JoinCombat(authority.GameMasterCommand, frozen=True, kw_only=True):
    """Add a creature to the fight."""

    counts_as = "move"

    creature: Id
    side: Line
    surprised: bool = False


class LeaveCombat(authority.GameMasterCommand, frozen=True, kw_only=True):
    """Remove a creature from the fight, because it fled, was carried off, or was left alone."""

    counts_as = "move"

    creature: Id


class SetScene(authority.GameMasterCommand, frozen=True, kw_only=True):
    """Change the scene: the light, distance and cover, the order of fighters, or which fighters are caught again.

    `order` is the sequence in which fighters of one group allot. `caught` ends the escapes of these fighters.
    """

    counts_as = "move"

    light: Light | None = None
    between: Pairs = ()
    order: Those | None = None
    caught: Those = ()


class EndCombat(authority.GameMasterCommand, frozen=True, kw_only=True):
    """End the fight: only this command does. Damage already dealt is still taken, and open attacks are dropped."""

    counts_as = "move"

    reason: Line | None = None


# ---------------------------------------------------------------- events


class CombatStarted(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A fight started."""

    combat: str
    fighters: tuple[Entrant, ...]
    light: Light = "bright"
    between: tuple[Between, ...] = ()


class CombatJoined(Event, frozen=True, kw_only=True):
    """A creature joined the fight."""

    fighter: Entrant


class CombatLeft(Event, frozen=True, kw_only=True):
    """A creature left the fight, and the dice that it rolled in this round were removed."""

    creature: str


class SceneSet(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The game master changed the scene of the fight."""

    light: Light | None = None
    between: tuple[Between, ...] = ()
    order: tuple[str, ...] | None = None
    caught: tuple[str, ...] = ()


class CombatEnded(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The fight ended. Postures, hindering dice, and ruined or thrown items stay as they are."""

    reason: str | None = None


# ---------------------------------------------------------------- judgement


def fight_of(state: CampaignState) -> Combat:
    """Return the current fight. Rule: AR-FIGHT-01. Refuses: NoFight."""
    if state.combat is None:
        raise fights.NoFight(needs="StartCombat", has=None)
    return state.combat


def fighter_of(state: CampaignState, who: str, field: str = "creature") -> Fighter:
    """Return a fighter of the current fight. Rule: AR-FIGHT-02. Refuses: NoFight, NotInFight."""
    fighters = fight_of(state).fighters
    if who not in fighters:
        raise fights.NotInFight(needs=fight_of(state).order, has=who, field=field)
    return fighters[who]


def check_may_roll(ctx: CampaignContext) -> None:
    """Check that the seat may roll the dice of the round. Rule: BN-R-351. Refuses: OnlyTheGameMaster."""
    fights = any(ctx.state.owner(one.id) == ctx.seat for one in there(ctx.state))
    if not (fights and fighters_roll(ctx.state)):
        seats.check_leads(ctx)


@guard
def check_assigned(ctx: CampaignContext, command: roster.AssignCharacter) -> None:
    """Refuse to assign a fighter to a seat while the fighter's declaration or allotment is secret.

    Rule:    BN-CAMP-62
    Refuses: SaidInSecret
    """
    combat = ctx.state.combat
    one = combat.fighters.get(command.character) if combat else None
    if combat and one and ((one.declared and not one.shown) or (one.allotted and one.id in combat.allotting)):
        raise SaidInSecret(needs=combat.stage, has=one.id, field="character")


@judge
def start_combat(ctx: CampaignContext, command: StartCombat) -> None:
    """Start a fight: name its fighters, the light, and the distances and cover between them.

    Rule:    BN-R-278
    Refuses: FightIsOn, NamedTwice, NotKnownHere, NotReady, AnswerFirst, BetweenTwo
    """
    if ctx.state.combat is not None:
        raise fights.FightIsOn(needs="no fight", has=ctx.state.combat.id)
    named = tuple(one.creature for one in command.fighters)
    seats.check_once(named, "fighters")
    for who in named:
        _check_free(ctx, who, "fighters")
    _check_pairs(named, command.between)
    fight = ctx.new_id("combat")
    ctx.emit(CombatStarted(combat=fight, fighters=command.fighters, light=command.light, between=command.between))


def _check_free(ctx: CampaignContext, who: str, field: str) -> None:
    """Check that a creature may join a fight.

    Rule:    BN-TASK-02, BN-CI-27
    Refuses: NotKnownHere, NotReady, AnswerFirst
    """
    check_ready(ctx.character(who, field), field)
    if waits := owes(ctx.state, who):
        raise fights.AnswerFirst(needs=waits, has=who, field=field)


def _check_pairs(named: tuple[str, ...], pairs: tuple[Between, ...]) -> None:
    """Check that each pair names two different fighters, and that no pair is listed twice.

    Rule:    BN-CAMP-61
    Refuses: BetweenTwo
    """
    said = [(one.attacker, one.target) for one in pairs]
    if len(set(said)) < len(said) or any(a == b or not {a, b} <= set(named) for a, b in said):
        raise BetweenTwo(needs=named, has=tuple(f"{a} to {b}" for a, b in said), field="between")


@judge_given(fight_of)
def join_combat(ctx: CampaignContext, command: JoinCombat) -> None:
    """Add a creature to the fight.

    Rule:    BN-CAMP-60
    Refuses: NoFight, InFightAlready, RoundUnderWay, TooManyHere, NotKnownHere, NotReady, AnswerFirst
    """
    combat = fight_of(ctx.state)
    if command.creature in combat.fighters:
        raise fights.InFightAlready(needs="another creature", has=command.creature, field="creature")
    if combat.stage != "declaring":
        raise RoundUnderWay(needs="declaring", has=combat.stage)
    seats.check_room(combat.fighters, MAX_FIGHTERS)
    _check_free(ctx, command.creature, "creature")
    entrant = Entrant(creature=command.creature, side=command.side, surprised=command.surprised)
    ctx.emit(CombatJoined(fighter=entrant))


@judge_given(fight_of)
def leave_combat(ctx: CampaignContext, command: LeaveCombat) -> None:
    """Remove a creature from the fight. Rule: BN-R-268, BN-CAMP-81. Refuses: NoFight, NotInFight."""
    fighter_of(ctx.state, command.creature)
    ctx.emit(CombatLeft(creature=command.creature))


@judge_given(fight_of)
def set_scene(ctx: CampaignContext, command: SetScene) -> None:
    """Change the scene: the light, distance and cover, the order of fighters, or which fighters are caught again.

    Rule:    BN-R-263, BN-R-102, BN-R-357, BN-CAMP-61, BN-CAMP-160
    Refuses: NoFight, BetweenTwo, AllInOrder, NamedTwice, NotInFight, FledFromNobody
    """
    combat = fight_of(ctx.state)
    _check_pairs(combat.order, command.between)
    if command.order is not None and sorted(command.order) != sorted(combat.order):
        raise AllInOrder(needs=combat.order, has=command.order, field="order")
    seats.check_once(command.caught, "caught")
    for who in (fighter_of(ctx.state, one, "caught").id for one in command.caught):
        if who not in (could := to_catch(ctx.state)):
            raise FledFromNobody(needs=could, has=who, field="caught")
    together = (other for who in command.caught for other in (who, *ridden_with(ctx.state, who)))
    ctx.emit(forms.form(SceneSet, command, caught=tuple(dict.fromkeys(together))))


def to_catch(state: CampaignState) -> tuple[str, ...]:
    """Return the fighters who have escaped an opponent and may be caught again. Rule: BN-CAMP-160."""
    fighters = {} if state.combat is None else state.combat.fighters
    return keeping.in_order(who for who, one in fighters.items() if one.fled or one.escaped or not state.form)


@judge_given(fight_of)
def end_combat(ctx: CampaignContext, command: EndCombat) -> None:
    """End the fight at any time. Rule: BN-R-278, BN-CAMP-81. Refuses: NoFight."""
    fight_of(ctx.state)
    ctx.emit(CombatEnded(reason=command.reason))


# ---------------------------------------------------------------- fold


@fold
def _started(state: CampaignState, event: CombatStarted) -> CampaignState:
    combat = Combat(
        id=event.combat, light=event.light, between=event.between,
        order=tuple(one.creature for one in event.fighters),
        fighters={one.creature: _fighter(state, one) for one in event.fighters},
    )  # fmt: skip
    return replace(state.raise_counter(event.combat), combat=combat, soaks=())


def _fighter(state: CampaignState, one: Entrant) -> Fighter:
    fresh = Fighter(id=one.creature, side=one.side, down=not acts(state, one.creature))
    return replace(fresh, declared=True, shown=True, declaration=NOTHING) if one.surprised else fresh


@fold
def _joined(state: CampaignState, event: CombatJoined) -> CampaignState:
    one, combat = event.fighter, state.combat
    if combat is None:
        return state
    fighters = {**combat.fighters, one.creature: _fighter(state, one)}
    return share_escapes(state.combat_put(fighters=fighters, order=(*combat.order, one.creature)), one.creature)


@fold
def _left(state: CampaignState, event: CombatLeft) -> CampaignState:
    combat, who = state.combat, event.creature
    if combat is None:
        return state
    found = without_tasks(state, (one.id for one in state.tasks.values() if one.fight and one.creature == who))
    return found.rolls_dropped(combat.fighters[who].rolls).combat_put(
        fighters=keeping.without(combat.fighters, who),
        order=tuple(one for one in combat.order if one != who),
        left=(*combat.left, who),
        between=tuple(one for one in combat.between if who not in (one.attacker, one.target)),
    )


@fold
def _scene_set(state: CampaignState, event: SceneSet) -> CampaignState:
    combat = state.combat
    if combat is None:
        return state
    pairs = {(one.attacker, one.target): one for one in (*combat.between, *event.between)}
    caught = {who: replace(combat.fighters[who], fled=(), escaped=()) for who in event.caught}
    changes: dict[str, Any] = {"between": tuple(pairs.values()), "fighters": {**combat.fighters, **caught}}
    return state.combat_put(**changes, light=event.light or combat.light, order=event.order or combat.order)


@fold
def _ended(state: CampaignState, _: CombatEnded) -> CampaignState:
    found = without_tasks(state, (one.id for one in state.tasks.values() if one.fight))
    fight = "" if state.combat is None else state.combat.id
    rolled = tuple(one.id for one in found.rolls.values() if one.of == fight)
    ground = {key: replace(item, beside=None) for key, item in found.ground.items()}
    upheld = {key: replace(effect, held=False) for key, effect in found.effects.items()}
    return replace(found.rolls_dropped(rolled), combat=None, ground=ground, effects=upheld)


def without_tasks(state: CampaignState, tasks: Iterable[str]) -> CampaignState:
    """Return the campaign without these tasks and their rolls."""
    gone = tuple(tasks)
    rolled = tuple(roll for task in gone for roll in state.tasks[task].rolls.values())
    return replace(state.rolls_dropped(rolled), tasks=keeping.without(state.tasks, *gone))


# ---------------------------------------------------------------- samples

PAIRS: Final = Field(items=Field(schema="Between"), most=200)


@samples
def _starts(state: CampaignState, _: str) -> Samples[StartCombat]:
    free = [who for who, one in state.characters.items() if one.ready and not owes(state, who)]
    entrants = Field(items=Field(schema="Entrant"), least=1, most=MAX_FIGHTERS)
    usual = _on_two_sides(_entrant(state, who) for who in some(free or state.characters)[:MAX_FIGHTERS])
    yield offer(StartCombat, fighters=(usual, entrants), light=LIGHTS, between=((), PAIRS))


def _on_two_sides(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """Return the entrants of a sample fight. If all are on one side, the first one fights against the others."""
    first, *others = found = tuple(entrants)
    if any(one.side != first.side for one in others):
        return found
    return (replace(first, side="one"), *(replace(one, side="two") for one in others))


def _entrant(state: CampaignState, who: str) -> Entrant:
    """Return an entrant of a sample fight: the players' creatures are on one side, all others on another."""
    owner = state.owner(who)
    return Entrant(creature=who, side="two" if owner is None or state.led_by(owner) else "one")


@samples
def _comes_and_goes(state: CampaignState, _: str) -> Samples[JoinCombat | LeaveCombat]:
    outside = some(who for who in state.characters if not state.in_combat(who))
    yield offer(JoinCombat, creature=outside, side=("one", TEXT), surprised=(False, True))
    yield offer(LeaveCombat, creature=some(one.id for one in there(state)))


@samples
def _scenes(state: CampaignState, _: str) -> Samples[SetScene | EndCombat]:
    named = tuple(one.id for one in there(state))
    everybody = Field(items=Field(options=named), least=len(named), most=len(named), ordered=True)
    of_them: dict[str, Any] = {"order": (None, everybody)} if named else {}
    if fled := to_catch(state):
        of_them["caught"] = ((), Field(items=Field(options=fled), most=len(fled)))
    yield offer(SetScene, light=(None, *LIGHTS), between=((), PAIRS), **of_them)
    yield offer(EndCombat, reason=(None, TEXT))
