"""Spells: a character can cast a limited number each day. Each spell takes effect and strains its caster."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from services.rpg_boundless.catalogue import BOOK
from services.rpg_boundless.chapters.checks import CheckMade, Effort, Helpers, check_effort, make_check, sharing
from services.rpg_boundless.chapters.conditions import afflict
from services.rpg_boundless.chapters.damage import Stamina
from services.rpg_boundless.chapters.enemies import strike
from services.rpg_boundless.chapters.saves import Cause, face
from services.rpg_boundless.chapters.seats import standing_enemy
from services.rpg_boundless.chapters.turns import act_as, check_ready
from services.rpg_boundless.context import CampaignContext, Roll
from services.rpg_boundless.samples import efforts, fields_for_master, free_to_act, stamina_fields
from services.rpg_boundless.state.campaign import CampaignState, Character
from services.rpg_boundless.state.sheets import Harm, Points, Stance
from shared.kernel.campaign.authority import GameMasterMove
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.seats import check_says
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

# ---------------------------------------------------------------- refusals


class NoSpellsLeft(Refusal, rule="FB-SPELL-01"):
    """The character's Willpower allows it no more spells now: wait until the requirement in `needs` is met."""


class DayWaitsForTheFight(Refusal, rule="FB-ROUND-10", bars="command"):
    """A fight is in progress: end the fight before you begin a new day."""


# ---------------------------------------------------------------- commands


class Strike(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Damage that a spell deals to one enemy."""

    enemy: Id
    damage: Points


class CastSpell(Roll, frozen=True, kw_only=True):
    """Cast a spell: it takes effect, and the caster makes a Willpower Check against strain.

    Only the game master sets its Damage.
    """

    character: Id
    spell: Line
    strikes: Annotated[tuple[Strike, ...], Meta(max_length=10)] = ()
    stamina: Stamina = 0
    helpers: Helpers = ()
    stance: Stance | None = None


class BeginDay(GameMasterMove, frozen=True, kw_only=True):
    """Begin a new day, while no fight is in progress and no character has to answer first."""


# ---------------------------------------------------------------- events


class SpellCast(Event, frozen=True, kw_only=True):
    """A spell was cast and takes effect."""

    character: str
    spell: str


class DayBegan(Event, frozen=True, kw_only=True):
    """A new day began."""

    day: int
    renews_spells: bool


# ---------------------------------------------------------------- judgement


@judge
def cast_spell(ctx: CampaignContext, command: CastSpell) -> None:
    """Cast a spell.

    Rule:    FB-SPELL-01 to FB-SPELL-04, FB-ATTR-05, FB-ROUND-01, FB-R-41, FB-R-43
    Refuses: NoSpellsLeft
    """
    struck = tuple(aim.enemy for aim in command.strikes)
    caster = act_as(ctx, command.character, "spell", targets=struck, helpers=command.helpers, blow=True)
    _check_left(ctx, caster)
    check_says(ctx, command.strikes or None, "strikes")
    for aim in command.strikes:
        standing_enemy(ctx, aim.enemy, "strikes")
    effort = Effort(on="strain", stamina=command.stamina, helpers=command.helpers, stance=command.stance)
    check_effort(ctx, caster, effort)
    ctx.emit(SpellCast(character=caster.id, spell=command.spell))
    for aim in command.strikes:
        if not ctx.state.enemies[aim.enemy].out:
            strike(ctx, aim.enemy, aim.damage)
    made = make_check(ctx, caster, BOOK.uses["spell"], effort)
    if not made.success:
        _strain(ctx, made)


def _check_left(ctx: CampaignContext, caster: Character) -> None:
    """Refuse a spell beyond the caster's Willpower. Rule: FB-SPELL-01, FB-R-41. Refuses: NoSpellsLeft."""
    most = caster.scores.willpower
    if not most:
        raise NoSpellsLeft(needs="a Willpower of at least 1", has=most)
    if caster.spells >= most:
        renewal = "a new day" if ctx.state.settings.spells.reset_on == "new_day" else "a long rest"
        raise NoSpellsLeft(needs=f"fewer than {most} cast, or {renewal}", has=caster.spells)


def _strain(ctx: CampaignContext, made: CheckMade) -> None:
    """Strain the caster and all helpers: each must answer the strain as a consequence, or suffers it at once.

    Rule:    FB-SPELL-04, FB-R-42
    """
    if ctx.state.settings.spells.save_against_strain:
        harm = Harm(what=BOOK.strain, conditions=(BOOK.strain,))
        face(ctx, sharing(made), harm, Cause(check=made.check))
        return
    for character in sharing(made):
        afflict(ctx, character, BOOK.strain, (made.check,))


@judge
def begin_day(ctx: CampaignContext, _: BeginDay) -> None:
    """Begin a new day, after checking that no character has a pending answer.

    Rule:    FB-SPELL-01, FB-ROUND-10, FB-CAMP-33, FB-R-41
    Refuses: DayWaitsForTheFight, and all refusals of `check_ready`
    """
    if ctx.state.fight is not None and ctx.state.amended:
        raise DayWaitsForTheFight(needs="no fight", has=f"round {ctx.state.fight.round}")
    for character in in_order(ctx.state.characters) if ctx.state.amended else ():
        check_ready(ctx, character)
    renews = ctx.state.settings.spells.reset_on == "new_day"
    ctx.emit(DayBegan(day=ctx.state.day + 1, renews_spells=renews))


# ---------------------------------------------------------------- fold


@fold
def _spell_cast(state: CampaignState, event: SpellCast) -> CampaignState:
    return state.change(event.character, spells=state.characters[event.character].spells + 1)


@fold
def _day_began(state: CampaignState, event: DayBegan) -> CampaignState:
    if event.renews_spells:
        for character in state.characters:
            state = state.change(character, spells=0)
    return replace(state, day=event.day)


# ---------------------------------------------------------------- samples


STRIKES: Final = Field(items=Field(schema="Strike"), ordered=True, repeats=True, least=0, most=10)


@samples
def _spells(state: CampaignState, seat: str) -> Samples[CastSpell]:
    for who in free_to_act(state, seat):
        said = {"spell": TEXT, **fields_for_master(state, seat, strikes=STRIKES)}
        for stance, fields in efforts(state, seat, (who, "strain"), stamina_fields(state, seat, who)):
            yield offer(CastSpell(character=who, spell="light", stance=stance), **said, **fields)


@samples
def _days(_: CampaignState, __: str) -> Samples[BeginDay]:
    yield offer(BeginDay)
