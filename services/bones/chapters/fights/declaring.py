"""Declaring: the one task of each fighter in a round, hidden until all fighters have declared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from services.bones.chapters.fights.casting_in_fights import CASTING, castings, check_magic
from services.bones.chapters.fights.combat import fight_of, fighter_of
from services.bones.chapters.people import closed, riding
from services.bones.chapters.people.handling import ItemReadied, MovementTaken, check_weapons, in_hand, weapons_of
from services.bones.chapters.tasks import tasks
from services.bones.chapters.tasks.terms import check_may_try
from services.bones.context import CampaignContext
from services.bones.reading.adventure import targets_of_theme
from services.bones.reading.casting_in_fights import mixes
from services.bones.reading.magic import wields
from services.bones.reading.taking_part import acts, helpless, is_cast, pending, pending_first, targets, there
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import Combat, Declaration, Doing, Fighter, Posture, Those
from services.bones.state.creatures import Creature
from services.bones.state.magic import Casting
from services.bones.state.tasks import SkillName, Weapons
from shared.kernel.campaign import forms, keeping, seats
from shared.kernel.campaign.samples import NOBODY
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id, Line, Secret
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Choice, Field, Samples, offer

ANY_SKILL: Final = Field(options=(None, *tasks.SKILLS))
NO_MAGIC: Final = Field(options=tuple(skill for skill in (None, *tasks.SKILLS) if skill != "Magic"))
PARTS: Final[Mapping[Doing, frozenset[str]]] = {
    "fight": frozenset({"weapons", "unarmed", "targets", "posture"}),
    "magic": frozenset({"casting", "aim", "holds", "weapons", "targets", "posture"}),
    "other": frozenset({"weapons", "skill", "aim", "casting", "posture"}),
    "move": frozenset({"posture"}),
    "coup_de_grace": frozenset({"weapons", "target", "posture"}),
    "nothing": frozenset({"posture"}),
}
"""The fields that each kind of task may have."""

# ---------------------------------------------------------------- refusals


class DeclarationsAreIn(Refusal, rule="BN-CMB-02", bars="command"):
    """Declarations are closed: declare at the beginning of a round, before the dice are rolled."""


class OneTaskEach(Refusal, rule="BN-CMB-01"):
    """The fighter has already declared, or was surprised and does nothing in its first round: name another fighter."""


class NothingLeft(Refusal, rule="BN-DMG-02"):
    """The fighter is incapacitated or dead and cannot declare: name a fighter with a die left."""


class CastDeclareFirst(Refusal, rule="BN-R-103"):
    """The cast declares first in this campaign: wait for the cast's declarations."""


class NoPartOfThisTask(Refusal, rule="BN-TASK-13"):
    """This field does not belong to the declared task: leave it out, or declare another kind of task."""


class AimNeeded(Refusal, rule="BN-TASK-01"):
    """The aim is missing: say what the creature tries to do."""


class NotCarried(Refusal, rule="BN-R-265"):
    """The creature does not carry this weapon: name a weapon that it carries."""


class EmptyHandsNeeded(Refusal, rule="BN-R-249"):
    """The creature is to fight Unarmed but names weapons: leave `weapons` empty."""


class NoTarget(Refusal, rule="BN-CMB-19"):
    """You named a fighter that cannot be a target: name others from `needs`, but not the acting creature itself."""


class NotDownBefore(Refusal, rule="BN-R-277"):
    """This creature cannot be given a coup de grace: name an adjacent one that had no dice when the round began."""


class HordeAttacks(Refusal, rule="BN-HORDE-01"):
    """A horde can only attack targets or do nothing: leave out weapons, Unarmed, a posture and any other task."""


class PostureIsThat(Refusal, rule="BN-R-262"):
    """The creature is already in this posture, or would rise and move in one round: choose another posture or task."""


# ---------------------------------------------------------------- commands


class Declare(Command, frozen=True, kw_only=True):
    """Declare what a creature does in this round. The declaration becomes public when all have declared.

    `fight` takes `weapons` (none for bare hands), `unarmed` for that skill, and `targets`, which may be left open.
    `magic` takes a `casting` with an `aim`, or `holds` an effect. `other` is a task with an `aim`, `move` is faster
    movement, and `coup_de_grace` takes a `target`. The declaration of a creature under a magic order is marked with the
    order, and the game master makes sure that the order is carried out. To cast at a mind, declare `other` with the
    skill Magic.
    """

    counts_as = "move"
    hides = ("doing", "weapons", "unarmed", "targets", "skill", "aim", "target", "posture", "casting", "holds")
    creature: Id
    doing: Doing
    weapons: Weapons = ()
    unarmed: bool = False
    targets: Those = ()
    skill: SkillName | None = None
    aim: Line | None = None
    target: Id | None = None
    posture: Posture | None = None
    casting: Casting | None = None
    holds: Id | None = None


# ---------------------------------------------------------------- events


class Told(Struct, frozen=True, kw_only=True):
    """The declaration of one fighter."""

    creature: str
    declaration: Declaration


class Declared(Event, frozen=True, kw_only=True):
    """A fighter declared its task. Other seats learn the task when all fighters have declared."""

    creature: str
    declaration: Secret[Declaration]


class DeclarationsRevealed(Event, frozen=True, kw_only=True):
    """The declarations of these fighters became public. `all_in` says that all fighters have declared."""

    reveals = True

    declarations: tuple[Told, ...]
    all_in: bool


class PostureChanged(Event, frozen=True, kw_only=True):
    """A creature lay down or rose."""

    creature: str
    prone: bool


# ---------------------------------------------------------------- judgement


@judge
def declare(ctx: CampaignContext, command: Declare) -> None:
    """Declare what a creature does in this round.

    Rule:    BN-CMB-01, BN-CMB-02, BN-R-103, BN-R-280
    Refuses: NotYours, and all refusals of the checks
    """
    who = command.creature
    one = ctx.own(who, "creature")
    check_may_declare(ctx.state, fight_of(ctx.state), fighter_of(ctx.state, who))
    said = forms.form(Declaration, command)
    _check_parts(ctx.state, said)
    _check_horde(one, said)
    check_magic(ctx, who, said)
    _check_carried(ctx, one, said)
    _check_aimed(ctx.state, who, said)
    _check_posture(ctx.state, one, said)
    readers = tuple(sorted({one.seat, *ctx.state.game_masters}))
    ctx.emit(Declared(creature=who, declaration=ctx.secret(said, readers)))


def check_may_declare(state: CampaignState, combat: Combat, fighter: Fighter) -> None:
    """Check that a fighter may declare. Refuses: DeclarationsAreIn, OneTaskEach, NothingLeft, CastDeclareFirst."""
    if combat.stage != "declaring":
        raise DeclarationsAreIn(needs="declaring", has=combat.stage)
    if fighter.declared:
        raise OneTaskEach(needs="a fighter who has not declared", has=fighter.id, field="creature")
    if not acts(state, fighter.id):
        raise NothingLeft(needs="a die left", has=fighter.id, field="creature")
    if not is_cast(state, fighter.id) and (first := pending_first(state)):
        raise CastDeclareFirst(needs=first, has=fighter.id, field="creature")


def _check_parts(state: CampaignState, said: Declaration) -> None:
    """Check that a declaration has the fields that its task needs, and no others.

    Rule:    BN-TASK-13, BN-TASK-01, BN-R-118
    Refuses: NoPartOfThisTask, AimNeeded
    """
    parts = PARTS[said.doing] - ({"weapons"} if said.doing == "magic" and not mixes(state) else set())
    for name in Declaration.__struct_fields__:
        if name != "doing" and name not in parts and getattr(said, name):
            raise NoPartOfThisTask(needs=tuple(sorted(parts)), has=said.doing, field=name)
    if said.doing == "other" and said.aim is None:
        raise AimNeeded(needs="an aim", field="aim")


def _check_horde(one: Creature, said: Declaration) -> None:
    """Check the declaration of a horde. Rule: BN-HORDE-01, BN-R-283. Refuses: HordeAttacks."""
    named = (said.weapons, said.unarmed, said.posture)
    if one.kind == "horde" and (said.doing not in ("fight", "nothing") or any(named)):
        raise HordeAttacks(needs="fight or nothing", has=said.doing, field="doing")
    if one.kind == "horde" and said.doing == "fight" and not said.targets:
        raise HordeAttacks(needs="targets", field="targets")


def _check_carried(ctx: CampaignContext, one: Creature, said: Declaration) -> None:
    """Check that a creature carries the declared weapons and may use them.

    Rule:    BN-R-265, BN-R-249, BN-R-011
    Refuses: NotCarried, EmptyHandsNeeded, NoPartOfThisTask, the refusals of `check_weapons` and `check_may_try`
    """
    rules = ctx.state.settings.combat
    if missing := tuple(key for key in said.weapons if key not in one.items):
        raise NotCarried(needs=keeping.in_order(one.items), has=missing, field="weapons")
    drawn = {key: replace(item, ready=item.ready or key in said.weapons) for key, item in one.items.items()}
    check_weapons(ctx.state, replace(one, items=drawn), said.weapons, fights=said.doing != "other")
    if said.unarmed and said.weapons and rules.unarmed_needs_empty_hands:
        raise EmptyHandsNeeded(needs="no weapon", has=said.weapons, field="weapons")
    if said.unarmed:
        check_may_try(ctx, one.id, "Unarmed", "unarmed")
    if said.doing == "coup_de_grace" and said.weapons and not rules.coup_de_grace_roll:
        raise NoPartOfThisTask(needs="target", has=said.doing, field="weapons")


def _check_aimed(state: CampaignState, who: str, said: Declaration) -> None:
    """Check the targets that a fighter declared.

    Rule:    BN-CMB-19, BN-CMB-20, BN-R-277
    Refuses: NamedTwice, NoTarget, NotDownBefore
    """
    seats.check_once(said.targets, "targets")
    if wrong := tuple(one for one in said.targets if one not in targets(state, who)):
        raise NoTarget(needs=targets(state, who), has=wrong, field="targets")
    if said.doing == "coup_de_grace" and said.target not in helpless(state, who):
        needs = helpless(state, who) or "an adjacent creature that had no dice left when the round began"
        raise NotDownBefore(needs=needs, has=said.target, field="target")


def _check_posture(state: CampaignState, one: Creature, said: Declaration) -> None:
    """Check the change of posture that a fighter declared.

    Rule:    BN-R-262, BN-CAMP-67, BN-CAMP-75, BN-CAMP-196
    Refuses: PostureIsThat, MovementTaken, InTheSaddle
    """
    if said.posture == "lie" and (ridden := one.mount or _carries(state, one)):
        raise riding.InTheSaddle(needs="Dismount", has=ridden, field="posture")
    if fighter_of(state, one.id).picked and (said.posture or said.doing == "move"):
        raise MovementTaken(needs="the movement of the round", has=said.posture or said.doing, field="creature")
    if said.posture and (said.posture == "rise") != one.prone:
        raise PostureIsThat(needs="lie" if not one.prone else "rise", has=said.posture, field="posture")
    if said.posture == "rise" and said.doing == "move":
        raise PostureIsThat(needs="the movement of the round", has=said.doing, field="posture")


def _carries(state: CampaignState, one: Creature) -> tuple[str, ...]:
    """Return the riders who prevent a creature from lying down. Rule: BN-CAMP-196."""
    return riding.riders(state, one.id) if state.amended else ()


def reveal(ctx: CampaignContext) -> None:
    """Make declarations public when they are due. Postures change only then. Rule: BN-R-103, BN-R-262."""
    state = ctx.state
    due = [one for one in there(state) if one.declared and not one.shown]
    shown = tuple(Told(creature=one.id, declaration=closed.as_players_learn(state, one.id, one.said)) for one in due)
    ctx.emit(DeclarationsRevealed(declarations=shown, all_in=not pending(state)))
    for one in shown:
        if one.declaration.posture is not None:
            ctx.emit(PostureChanged(creature=one.creature, prone=one.declaration.posture == "lie"))
        carried = ctx.state.characters[one.creature].items
        for weapon in one.declaration.weapons:
            if weapon in carried and not carried[weapon].ready:
                ctx.emit(ItemReadied(creature=one.creature, item=weapon))


# ---------------------------------------------------------------- fold


@fold
def _declared(state: CampaignState, event: Declared) -> CampaignState:
    return state.fighter_put(event.creature, declared=True, declaration=keeping.value_of_secret(event.declaration))


@fold
def _revealed(state: CampaignState, event: DeclarationsRevealed) -> CampaignState:
    for one in event.declarations:
        state = closed.show_declaration(state, one.creature, one.declaration)
    return state.combat_put(stage="terms") if event.all_in else state


@fold
def _posture_changed(state: CampaignState, event: PostureChanged) -> CampaignState:
    return state.change(event.creature, prone=event.prone)


# ---------------------------------------------------------------- samples


def _own(state: CampaignState, seat: str) -> tuple[str, ...]:
    """Return the fighters for whom a seat must declare.

    If there are none, return another fighter, so that the server refuses the sample command and gives the reason.
    """
    all_ = tuple(one.id for one in there(state))
    own = tuple(who for who in all_ if state.led_by(seat) or state.owner(who) == seat)
    return tuple(who for who in own if who in pending(state)) or own[:1] or all_[:1] or (NOBODY,)


@samples
def _declares(state: CampaignState, seat: str) -> Samples[Declare]:
    for who in _own(state, seat):
        one = state.characters.get(who)
        ways, arms, is_horde = _postures(state, one), weapons_of(one), one is not None and one.kind == "horde"
        yield from () if is_horde or one is None else _fights(state, who)
        yield offer(Declare(creature=who, doing="nothing"), posture=ways)
        if one is None:
            continue
        if is_horde:
            named = targets(state, who) or (NOBODY,)
            several = Field(items=Field(options=named), least=1, most=len(named))
            yield offer(Declare, creature=who, doing="fight", targets=(named[:1], several))
            continue
        for body in castings(state, who):
            magic = Declare(creature=who, doing="magic", **body)
            more = {"aim": ("it burns", TEXT), "casting": (magic.casting, CASTING)} if magic.casting else {}
            aimed = targets_of_theme(state, who, magic.casting.theme if magic.casting else "", targets(state, who))
            yield offer(magic, targets=id_list(aimed), posture=ways, **more)
            if magic.casting:
                by_magic = Declare(creature=who, doing="other", skill="Magic", **body)
                yield offer(by_magic, weapons=arms, posture=ways, **more)
        other = Declare(creature=who, doing="other", aim="it tries")
        yield offer(other, weapons=arms, skill=NO_MAGIC if wields(state, who) else ANY_SKILL, aim=TEXT, posture=ways)
        yield offer(Declare(creature=who, doing="move"), posture=_postures(state, one, rising=False))
        for target in helpless(state, who):
            yield offer(Declare(creature=who, doing="coup_de_grace", target=target), weapons=arms, posture=ways)


def _fights(state: CampaignState, who: str) -> Samples[Declare]:
    one, named = state.characters.get(who), id_list(targets(state, who))
    for bare in (False, True):
        held = () if bare or one is None else in_hand(state, one)
        fights = Declare(creature=who, doing="fight", weapons=held, unarmed=bare)
        first = (held, *(two for two in weapons_of(one) if two != held))
        yield offer(fights, weapons=first, targets=named, posture=_postures(state, one))


def _postures(state: CampaignState, one: Creature | None, *, rising: bool = True) -> Field:
    """Return the postures that a creature may declare: lying down if it stands, rising if it lies down."""
    stands = one is not None and not one.prone and bool(_carries(state, one))
    if one is None or one.kind == "horde" or one.mount or stands or fighter_of(state, one.id).picked:
        return Field(options=(None,))
    return Field(options=(None, "rise" if one.prone else "lie") if rising or not one.prone else (None,))


def id_list(ids: Iterable[str]) -> Choice:
    """Return the sample values of a field that lists ids: an empty list, or any of these ids."""
    return ((), Field(items=Field(options=found), most=len(found))) if (found := tuple(ids)) else ((),)
