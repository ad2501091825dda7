"""Spells: so many a day, always taking effect, and their strain."""

from __future__ import annotations

from services.rpg_boundless.catalogue import BOOK
from services.rpg_boundless.commands.rolls import BeginDay, CastSpell
from services.rpg_boundless.events.rolls import CheckMade, DayBegan, SpellCast
from services.rpg_boundless.refusals import NoSpellsLeft
from services.rpg_boundless.rules.checks import Effort, check_effort, make_check, sharing
from services.rpg_boundless.rules.enemies import strike
from services.rpg_boundless.rules.saves import Cause, face
from services.rpg_boundless.rules.seats import acting, check_says, standing_enemy
from services.rpg_boundless.rules.slots import afflict
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.state.campaign import Character
from services.rpg_boundless.words import Harm


def cast_spell(telling: Telling, command: CastSpell) -> None:
    """Rule: FB-SPELL-01 to FB-SPELL-04, FB-ATTR-05, FB-ROUND-01, FB-R-43."""
    caster = acting(telling, command.character)
    _check_spells_left(caster)
    check_says(telling, command.strikes or None, "strikes")
    for aim in command.strikes:
        standing_enemy(telling, aim.enemy, "strikes")
    effort = Effort(kind="strain", stamina=command.stamina, helpers=command.helpers, stance=command.stance)
    check_effort(telling, caster, effort)
    telling.tell(SpellCast(character=caster.id, spell=command.spell))
    for aim in command.strikes:
        if not telling.state.enemies[aim.enemy].out:
            strike(telling, aim.enemy, aim.damage)
    made = make_check(telling, caster, BOOK.uses.spell, effort)
    if not made.success:
        _strain(telling, made)


def _check_spells_left(caster: Character) -> None:
    """Rule: FB-SPELL-01, FB-R-41. Refuses: NoSpellsLeft."""
    if caster.spells >= caster.scores.willpower:
        raise NoSpellsLeft(needs=f"fewer than {caster.scores.willpower} today", has=caster.spells)


def _strain(telling: Telling, made: CheckMade) -> None:
    """Let the strain be felt by the caster and by all who helped: as a consequence, or at once.

    Rule:    FB-SPELL-04, FB-R-42
    """
    if telling.state.settings.spells.save_against_strain:
        harm = Harm(what=BOOK.spell.strain, conditions=(BOOK.spell.strain,))
        face(telling, sharing(made), harm, Cause(check=made.check))
        return
    for character in sharing(made):
        afflict(telling, character, BOOK.spell.strain)


def begin_day(telling: Telling, _: BeginDay) -> None:
    """Rule: FB-SPELL-01, FB-R-41."""
    renews = telling.state.settings.spells.reset_on == "new_day"
    telling.tell(DayBegan(day=telling.state.day + 1, renews_spells=renews))
