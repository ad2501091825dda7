"""What one seat may see of a campaign: all but what is prepared or not declared yet, every field always there."""

from __future__ import annotations

from msgspec import Struct

from services.bones.catalogue import Data
from services.bones.chapters.allotting import due
from services.bones.chapters.blows import waiting
from services.bones.chapters.rolling import asked
from services.bones.reading.fighting import Gives, Way, bonus, ways
from services.bones.reading.taking_part import pending, pending_first
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import (
    Aimed,
    Allotment,
    Between,
    Combat,
    CombatStage,
    Declaration,
    Fighter,
    Put,
    Stand,
)
from services.bones.state.creatures import (
    Creature,
    CreatureKind,
    Die,
    Hindering,
    Item,
    NewCreature,
    Path,
    Service,
    Sheet,
    Treatment,
)
from services.bones.state.drafts import Draft
from services.bones.state.rolls import Roll, Shown
from services.bones.state.spiffs import SpiffUse
from services.bones.state.tasks import Circumstances, Light, Making, Opponent, OutOfSight, Result, Task, Terms
from services.bones.state.wounds import Fallen, Healing, Wound
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.seen import Chosen, each, form, settings_in_force
from shared.kernel.campaign.state import Proposal
from shared.kernel.messages import Seat


class SeenDie(Die, frozen=True, kw_only=True, omit_defaults=False):
    """A die by its number; lost: injury has taken it for now."""

    number: int
    lost: bool


class SeenItem(Item, frozen=True, kw_only=True, omit_defaults=False):
    """Something somebody has, or that lies about."""


class SeenSheet(Sheet, frozen=True, kw_only=True, omit_defaults=False):
    """What is written of somebody besides dice."""


class SeenPath(Path, frozen=True, kw_only=True, omit_defaults=False):
    """How a Cold Iron character came to be."""


class SeenCreature(Struct, frozen=True, kw_only=True):
    """A creature: its sheet, its dice with those that are lost, what it carries, bears and has earned."""

    id: str
    seat: str
    kind: CreatureKind
    sheet: SeenSheet
    dice: tuple[SeenDie, ...]
    dice_left: int
    lost: tuple[int, ...]
    beyond: int
    incapacitated: bool
    dead: bool
    died: int | None
    hindering: tuple[Hindering, ...]
    items: tuple[SeenItem, ...]
    move: str
    flying: str | None
    airborne: int
    prone: bool
    mount: str | None
    war_trained: bool
    master: str | None
    service: Service | None
    coins: int
    large: int
    spiffs: int
    rested: int
    treatment: Treatment | None
    treated: int
    mending: int
    banked: int
    icons: int
    since_ten: int
    automatic: int
    ready: bool
    asked: tuple[str, ...]
    path: SeenPath | None


class SeenPrepared(Struct, frozen=True, kw_only=True):
    """Somebody whom the game master keeps ready."""

    id: str
    prepared: NewCreature | None


class SeenGives(Gives, frozen=True, kw_only=True, omit_defaults=False):
    """So many successes, and what they may be put to."""


class SeenWay(Way, frozen=True, kw_only=True, omit_defaults=False):
    """A way in which a face may be read in a fight."""

    gives: tuple[SeenGives, ...] = ()


class SeenShown(Shown, frozen=True, kw_only=True, omit_defaults=False):
    """A die of a roll and the face it shows; in a fight the ways in which it may be put, by their number from 0."""

    ways: tuple[SeenWay, ...]


class SeenRoll(Roll, frozen=True, kw_only=True, omit_defaults=False):
    """A roll that is not used yet. `bonus`: bought, received and automatic successes, in a fight."""

    dice: tuple[SeenShown, ...]
    bonus: int


class SeenCircumstances(Circumstances, frozen=True, kw_only=True, omit_defaults=False):
    """What makes a roll easier or harder."""


class SeenOpponent(Opponent, frozen=True, kw_only=True, omit_defaults=False):
    """Who opposes a task."""

    circumstances: SeenCircumstances = SeenCircumstances()


class SeenTerms(Terms, frozen=True, kw_only=True, omit_defaults=False):
    """What the game master says of a task."""

    opponents: tuple[SeenOpponent, ...] = ()
    circumstances: SeenCircumstances = SeenCircumstances()


class SeenOutOfSight(OutOfSight, frozen=True, kw_only=True):
    """What the game master rolled out of sight."""

    roll: SeenRoll | None = None


class SeenDice(Struct, frozen=True, kw_only=True):
    """So many dice that will fall: of a creature, or challenge dice where there is none."""

    creature: str | None
    count: int


class SeenTask(Task, frozen=True, kw_only=True, omit_defaults=False):
    """A task that is not settled; hidden terms and what was rolled out of sight are the game master's.

    `dice`: what will fall once it is rolled, in the order in which faces are entered.
    """

    dice: tuple[SeenDice, ...]
    terms: SeenTerms | None = None
    unseen: SeenOutOfSight | None = None


class SeenMaking(Making, frozen=True, kw_only=True, omit_defaults=False):
    """Something made, whose maker has not said how it is better than others."""


class SeenFall(Fallen, frozen=True, kw_only=True, omit_defaults=False):
    """A fall that may be softened."""


class SeenDraft(Draft, frozen=True, kw_only=True, omit_defaults=False):
    """A Cold Iron character on its way."""


class SeenResult(Result, frozen=True, kw_only=True, omit_defaults=False):
    """What a task came to."""


class SeenWound(Wound, frozen=True, kw_only=True, omit_defaults=False):
    """Damage that is not taken yet."""


class SeenUse(SpiffUse, frozen=True, kw_only=True, omit_defaults=False):
    """A use of spiffs that waits for the game master."""


class SeenBetween(Between, frozen=True, kw_only=True, omit_defaults=False):
    """What lies between two who fight."""


class SeenDeclaration(Declaration, frozen=True, kw_only=True, omit_defaults=False):
    """What somebody does in the round."""


class SeenAimed(Aimed, frozen=True, kw_only=True, omit_defaults=False):
    """So many successes against a target."""


class SeenPut(Put, frozen=True, kw_only=True, omit_defaults=False):
    """Where the successes of a die go."""

    attack: tuple[SeenAimed, ...] = ()


class SeenAllotment(Allotment, frozen=True, kw_only=True, omit_defaults=False):
    """What goes to attack and to defence."""

    puts: tuple[SeenPut, ...] = ()


class SeenFighter(Fighter, frozen=True, kw_only=True, omit_defaults=False):
    """One who takes part in a fight; what it has declared or allotted is told when all have."""

    declaration: SeenDeclaration | None = None
    terms: SeenTerms | None = None
    allotment: SeenAllotment | None = None
    stands: tuple[Stand, ...] = ()


class SeenCombat(Struct, frozen=True, kw_only=True):
    """A fight: its round, what it waits for, and who takes part.

    `groups`: who allots together, of which `group` does so now, from 0; `awaited`: whose declaration, allotment or
    choice of defence it waits for; in other stages nobody's.
    """

    id: str
    round: int
    stage: CombatStage
    light: Light
    order: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    group: int
    awaited: tuple[str, ...]
    between: tuple[SeenBetween, ...]
    fighters: tuple[SeenFighter, ...]


class CampaignView(Struct, frozen=True, kw_only=True):
    """A campaign as a seat sees it; everything in the order in which it was made.

    `waiting`: the rolls, wounds, dice that come back and uses of spiffs that have to be answered.
    """

    title: str | None
    settings: Chosen
    data: Data
    day: int
    hours: int
    session: int
    logged: int
    characters: tuple[SeenCreature, ...]
    prepared: tuple[SeenPrepared, ...]
    drafts: tuple[SeenDraft, ...]
    ground: tuple[SeenItem, ...]
    rolls: tuple[SeenRoll, ...]
    tasks: tuple[SeenTask, ...]
    results: tuple[SeenResult, ...]
    makings: tuple[SeenMaking, ...]
    falls: tuple[SeenFall, ...]
    wounds: tuple[SeenWound, ...]
    healings: tuple[Healing, ...]
    uses: tuple[SeenUse, ...]
    spiffs: dict[str, int]
    back_stories: tuple[str, ...]
    combat: SeenCombat | None
    proposals: tuple[Proposal, ...]
    waiting: tuple[str, ...]


def view(state: CampaignState, seat: Seat | None) -> CampaignView:
    """Show a campaign to a seat, or to the app (None). Rule: AR-ROSTER-01, BN-R-256, BN-R-314, BN-SHEET-03."""
    leads = seat is None or state.led_by(seat)
    prepared = in_order(state.prepared) if leads else ()
    return CampaignView(
        title=state.title,
        settings=settings_in_force(state.settings),
        data=state.data,
        day=state.day,
        hours=state.hours,
        session=state.session,
        logged=state.logged,
        characters=tuple(_creature(state.characters[one]) for one in in_order(state.characters)),
        prepared=tuple(SeenPrepared(id=one, prepared=state.prepared[one]) for one in prepared),
        drafts=each(SeenDraft, state.drafts),
        ground=each(SeenItem, state.ground),
        rolls=tuple(_roll(state, state.rolls[one]) for one in in_order(state.rolls)),
        tasks=tuple(_task(state, state.tasks[one], leads=leads) for one in in_order(state.tasks)),
        results=tuple(_result(state.results[one], leads=leads) for one in in_order(state.results)),
        makings=each(SeenMaking, state.makings),
        falls=each(SeenFall, state.falls),
        wounds=each(SeenWound, state.wounds),
        healings=each(Healing, state.healings),
        uses=each(SeenUse, state.uses),
        spiffs=state.spiffs,
        back_stories=state.back_stories,
        combat=None if state.combat is None else _combat(state, state.combat, seat),
        proposals=each(Proposal, state.proposals),
        waiting=state.waiting,
    )


def _creature(one: Creature) -> SeenCreature:
    dice = tuple(
        form(SeenDie, die, number=number, lost=number in one.lost) for number, die in enumerate(one.dice, start=1)
    )
    return form(
        SeenCreature, one, dice=dice, dice_left=len(one.left), incapacitated=one.down and not one.dead,
        hindering=each(Hindering, one.hindering), items=each(SeenItem, one.items), sheet=form(SeenSheet, one.sheet),
        path=None if one.path is None else form(SeenPath, one.path),
    )  # fmt: skip


def _roll(state: CampaignState, roll: Roll) -> SeenRoll:
    """Show a roll, in a fight with what each die may be put to. Rule: BN-CMB-04 to BN-CMB-07, BN-CMB-21."""
    fights = state.combat is not None and roll.of == state.combat.id and roll.creature in state.combat.fighters
    dice = tuple(
        form(SeenShown, die, ways=tuple(map(_way, ways(state, roll.creature, roll, die))) if fights else ())
        for die in roll.dice
    )
    return form(SeenRoll, roll, dice=dice, bonus=bonus(state, roll).count if fights else 0)


def _way(one: Way) -> SeenWay:
    return form(SeenWay, one, gives=tuple(form(SeenGives, given) for given in one.gives))


def _task(state: CampaignState, task: Task, *, leads: bool) -> SeenTask:
    """Show a task. Rule: BN-R-256, BN-CAMP-07."""
    dice = tuple(SeenDice(creature=who, count=count) for who, count in asked(state, task, leads=leads))
    if task.hidden and not leads:
        return form(SeenTask, task, dice=dice, terms=None, unseen=None)
    unseen = task.unseen
    if unseen is not None:
        unseen = form(SeenOutOfSight, unseen, roll=None if unseen.roll is None else _roll(state, unseen.roll))
    return form(SeenTask, task, dice=dice, terms=_terms(task.terms), unseen=unseen)


def _result(result: Result, *, leads: bool) -> SeenResult:
    """Show what a task came to. Rule: BN-R-256."""
    return form(SeenResult, result if leads else result.told_to_all)


def _terms(terms: Terms | None) -> SeenTerms | None:
    if terms is None:
        return None
    opponents = tuple(
        form(SeenOpponent, one, circumstances=form(SeenCircumstances, one.circumstances)) for one in terms.opponents
    )
    return form(
        SeenTerms, terms, opponents=opponents, circumstances=form(SeenCircumstances, terms.circumstances)
    )  # fmt: skip


def _combat(state: CampaignState, combat: Combat, seat: Seat | None) -> SeenCombat:
    fighters = tuple(_fighter(state, combat, combat.fighters[one], seat) for one in in_order(combat.fighters))
    between = tuple(form(SeenBetween, one) for one in combat.between)
    return form(SeenCombat, combat, awaited=_awaited(state, combat), between=between, fighters=fighters)


def _awaited(state: CampaignState, combat: Combat) -> tuple[str, ...]:
    """Return for whom the round waits. Rule: BN-CAMP-85, BN-R-103, BN-R-270, BN-R-271."""
    if combat.stage == "declaring":
        return pending_first(state) or pending(state)
    return tuple(who for who in combat.allotting if due(state, who)) or in_order(waiting(state))


def _fighter(state: CampaignState, combat: Combat, one: Fighter, seat: Seat | None) -> SeenFighter:
    """Show one who fights; what is not told yet only to who acts for it. Rule: BN-R-103, BN-R-270, BN-R-314."""
    own = seat is None or state.led_by(seat) or state.owner(one.id) == seat
    told, allotted = own or one.shown, own or one.id not in combat.allotting
    declaration = form(SeenDeclaration, one.declaration) if told and one.declaration else None
    allotment = _allotment(one.allotment) if allotted and one.allotment else None
    return form(SeenFighter, one, declaration=declaration, terms=_terms(one.terms), allotment=allotment)


def _allotment(one: Allotment) -> SeenAllotment:
    puts = tuple(form(SeenPut, put, attack=tuple(form(SeenAimed, aimed) for aimed in put.attack)) for put in one.puts)
    return form(SeenAllotment, one, puts=puts)
