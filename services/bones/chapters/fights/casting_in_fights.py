"""Magic in a round of a fight, which is the caster's only task in that round.

The magic attacks or defends, and its effect lasts if the caster holds it in later rounds. The caster rolls with the
other fighters, after the game master has set what the magic can do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from services.bones.chapters.fights.combat import fight_of, fighter_of
from services.bones.chapters.lasting_magic import sacrifices
from services.bones.chapters.magic import casting, effects, themes
from services.bones.chapters.tasks.rolling import DiceAreRolled
from services.bones.chapters.tasks.terms import check_may_try
from services.bones.context import CampaignContext
from services.bones.reading import reported
from services.bones.reading.allotted import magic_left, of_magic, under_cap
from services.bones.reading.casting_in_fights import casts, declared_magic, held_effect, stays
from services.bones.reading.effects import MAKES, of, together
from services.bones.reading.fighting import BONUS, Kind, Way, most_capped
from services.bones.reading.owned import may_try
from services.bones.reading.taking_part import acts, there
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import NOTHING, Declaration, Fighter, Put, RoundMagic
from services.bones.state.magic import Casting, Effect
from services.bones.state.rolls import Roll
from services.bones.state.tasks import Terms
from shared.kernel.campaign import authority, keeping, seats
from shared.kernel.campaign.samples import NOBODY
from shared.kernel.chapter import fold, judge_given, samples
from shared.kernel.messages import Event, Id, Notice
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

# ---------------------------------------------------------------- refusals


class CastsOrHolds(Refusal, rule="BN-CAMP-95"):
    """It is unclear whether this magic casts or holds an effect: give `casting` and `aim`, or only `holds`."""


class NotMagicOfTheRound(Refusal, rule="BN-CAMP-96"):
    """This magic cannot be set now: set it before the roll, for a creature that declared magic in this round."""


class OverTheIcons(Refusal, rule="BN-CLASS-08"):
    """Too many successes from Magic dice: allot at most the number of Magic icons on the dice that are left."""


class LostToMagic(Refusal, rule="BN-MAG-09"):
    """Too many successes from magic: allot at most the number left after fatigue, encumbrance and opposing effects.

    Fatigue comes from using magic beyond the safe level.
    """


# ---------------------------------------------------------------- commands


class SetRoundMagic(authority.GameMasterCommand, frozen=True, kw_only=True):
    """Set what a caster's magic can do in this round.

    Leave out `magic` if the declared magic does not fit its theme. The caster then does not try it.

    The magic `attacks`, `protects`, or does neither. It is `ranged`, or works by touch and around its caster. If it
    `goes_on`, its effect may be held in later rounds. The effects that it `defies` oppose it. `takes_victim` accepts
    the victim of the casting. A victim that was never in the fight then counts as at hand.
    """

    counts_as = "answer"

    creature: Id
    magic: RoundMagic | None = None


# ---------------------------------------------------------------- events


class RoundMagicSet(Event, frozen=True, kw_only=True):
    """The game master set what a caster's magic can do in the round. If `magic` is None, the caster does not try it."""

    creature: str
    magic: RoundMagic | None


class RoundMagicSettled(Event, frozen=True, kw_only=True):
    """The round's magic was settled. Its successes are those left after the cap, fatigue, encumbrance and fear."""

    creature: str
    successes: int


class CasterTired(Notice, frozen=True, kw_only=True):
    """A caster used magic beyond the safe level, and the magic failed.

    The caster takes damage from the fatigue, together with the other damage of the round.
    """

    creature: str
    damage: int


# ---------------------------------------------------------------- judgement


def check_magic(ctx: CampaignContext, who: str, said: Declaration) -> None:
    """Check the magic of a declaration.

    Rule:    BN-MAG-07, BN-THEME-01, BN-CLASS-07, BN-CAMP-95, BN-SAC-02
    Refuses: CastsOrHolds, NotKnownHere, NotHeldByIt, MayNotTry, and the refusals of `check_casting`, `check_minds` and
             `check_given`
    """
    if said.doing == "other":
        if said.skill == "Magic" or said.casting is not None:
            themes.check_casting(ctx, who, said.skill, said.casting)
    elif said.doing == "magic":
        check_may_try(ctx, who, "Magic", "doing")
        given = (said.casting is not None, said.aim is not None)
        wrong = not all(given) if said.holds is None else any(given)
        if wrong:
            raise CastsOrHolds(needs="casting and aim, or holds", has=said.doing, field="holds")
        if said.holds is not None:
            effects.check_held(seats.entry_of(ctx.state.effects, said.holds, "holds"), who, "holds")
        else:
            themes.check_casting(ctx, who, "Magic", said.casting)
            themes.check_minds(ctx, said.casting, None, "casting")
    themes.check_given(ctx, who, said.casting)


def check_victim_is_free(ctx: CampaignContext, who: str, field: str) -> None:
    """Check that no other casting of this round takes the same victim, and that the victim does not roll for any task.

    Rule:    BN-SAC-16, BN-SAC-17
    Refuses: OneDeathOneSacrifice, BeingWithASoul
    """
    given = ctx.state.declaration_of(who).casting
    if given is None or given.victim is None or not ctx.state.amended:
        return
    for one in there(ctx.state):
        if one.id == who or not acts(ctx.state, one.id):
            continue
        if one.terms is not None:
            themes.check_rolls_not(given.victim, one.terms, field)
        if _taken_by(one) == given.victim:
            raise themes.OneDeathOneSacrifice(
                needs=f"a victim that {one.id} does not take", has=given.victim, field=field
            )


def _taken_by(one: Fighter) -> str | None:
    """Return the victim that the game master has accepted for a fighter's casting of the round, or None."""
    accepted = any(terms is not None and terms.takes_victim for terms in (one.magic, one.terms))
    return one.said.casting.victim if accepted and one.said.casting else None


def check_magic_terms(ctx: CampaignContext, who: str, terms: Terms, said: Declaration) -> None:
    """Check the terms of a round's task against the magic that was declared for it.

    Rule:    BN-MAG-13, BN-THEME-01, BN-SAC-09, BN-SAC-17
    Refuses: NotMagic, ThemeNeeded, NotTheSoul, BeingWithASoul, OneDeathOneSacrifice
    """
    for one in there(ctx.state) if ctx.state.amended else ():
        if one.id != who and acts(ctx.state, one.id):
            themes.check_rolls_not(_taken_by(one), terms, "terms")
    magic = said.casting if terms.skill == "Magic" else None
    if terms.purpose != "hold":
        themes.check_casting(ctx, who, terms.skill, magic)
    themes.check_accepted(ctx, magic, terms)
    themes.check_minds(ctx, magic, terms)
    if magic is not None:
        check_victim_is_free(ctx, who, "terms")


@judge_given(fight_of)
def set_round_magic(ctx: CampaignContext, command: SetRoundMagic) -> None:
    """Set what a caster's magic can do in this round.

    Rule:    BN-MAG-15, BN-MAGC-01, BN-MAGC-02, BN-R-159, BN-CAMP-96, BN-CAMP-144, BN-CAMP-200
    Refuses: NoFight, NotInFight, NotMagicOfTheRound, DiceAreRolled, BeingWithASoul, NothingToKeepUp,
             OneDeathOneSacrifice, NotKnownHere, NamedTwice, TooManyHere
    """
    fighter_of(ctx.state, command.creature)
    combat = fight_of(ctx.state)
    if combat.stage != "terms":
        raise NotMagicOfTheRound(needs="terms", has=combat.stage)
    if casts(ctx.state, command.creature) is None:
        raise NotMagicOfTheRound(needs=keeping.in_order(casters(ctx.state)), has=command.creature, field="creature")
    if ctx.state.amended and command.creature in reported.entered_for(ctx.state, reported.of_round(combat)):
        raise DiceAreRolled(needs="RollRound or LeaveCombat", has=(command.creature,), field="creature")
    themes.check_accepted(ctx, ctx.state.declaration_of(command.creature).casting, command.magic, "magic")
    if command.magic is not None:
        check_victim_is_free(ctx, command.creature, "magic")
    defies = command.magic.defies if command.magic else ()
    seats.check_once(defies, "magic")
    for one in defies:
        seats.entry_of(ctx.state.effects, one, "magic")
    if command.magic is not None and command.magic.goes_on:
        seats.check_room(_going_on(ctx.state, command.creature), effects.MAX_EFFECTS, "magic")
    ctx.emit(RoundMagicSet(creature=command.creature, magic=command.magic))


def _going_on(state: CampaignState, but: str) -> list[str]:
    """Return the ids of existing effects, and of the tasks and other fighters whose magic may begin an effect."""
    tasks = [key for key, one in state.tasks.items() if one.terms and one.terms.purpose in MAKES]
    casting = [one.id for one in there(state) if one.id != but and one.magic and one.magic.goes_on]
    return [*state.effects, *tasks, *casting]


def casters(state: CampaignState) -> tuple[str, ...]:
    """Return the fighters who cast magic in this round and can still act."""
    return tuple(one.id for one in there(state) if acts(state, one.id) and declared_magic(state, one.id))


def casters_without_terms(state: CampaignState) -> tuple[str, ...]:
    """Return the casters whose magic the game master still has to set. Rule: BN-CAMP-96."""
    combat = fight_of(state)
    return tuple(who for who in casters(state) if combat.fighters[who].magic is None)


def check_still_there(ctx: CampaignContext) -> None:
    """Check the sacrifices of the round's castings again, right before the dice are rolled.

    If a caster's casting was declared for a task, but the task's terms name another skill than Magic, the casting is
    not tried and not checked.

    Rule:    BN-CAMP-106, BN-R-363
    Refuses: AnswerFirst, ThemeNeeded, and the refusals of `check_not_gone` and `check_given`
    """
    for one in there(ctx.state):
        given = one.said.casting
        if ctx.state.amended and one.terms is not None and one.terms.skill != "Magic":
            given = None
        if (given is None and one.terms is None) or not acts(ctx.state, one.id):
            continue
        if ctx.state.amended:
            needs, terms = instead(ctx.state, one), one.magic or one.terms
            sacrifices.check_not_gone(ctx, one.id, one.terms, given, needs=needs, field="creature")
            themes.check_theme_is_there(ctx, one.id, given, terms, needs=needs, field="creature")
        if given is not None:
            themes.check_given(ctx, one.id, given, "creature")
            check_victim_is_free(ctx, one.id, "creature")
            sacrifices.check_free(ctx, given.victim, one.terms or Terms(skill="Magic"), "creature")


def instead(state: CampaignState, one: Fighter) -> str:
    """Return the commands by which the game master can resolve a round's task that cannot be rolled. Rule: BN-R-363."""
    fallen = state.combat is not None and one.id in reported.entered_for(state, reported.of_round(state.combat))
    if fallen:
        return "LeaveCombat"
    return "SetRoundMagic without magic" if one.terms is None else "SetRoundTask with other terms, or without"


def call_on(ctx: CampaignContext) -> dict[str, int]:
    """Count a use of magic for each caster before the dice are rolled, and return the successes that each roll loses.

    Effects that no caster holds end, both in the fight and outside it. The objects and victims that castings sacrifice
    are used up.

    Rule: BN-MAG-03, BN-MAG-08, BN-MAG-12, BN-R-153, BN-R-288, BN-R-293, BN-CAMP-143
    """
    outside = (one for one in ctx.state.effects.values() if not ctx.state.in_combat(one.caster) and not one.held)
    not_held = {one.id for one in outside if one.lasts == "held"}
    effects.end_each(ctx, "let go", lambda one: one.id in not_held)
    for one in there(ctx.state):
        named = one.said.holds or (one.terms.holds if one.terms else None)
        effects.end_held(ctx, one.id, named if acts(ctx.state, one.id) else None)
    tired = {}
    for who in casters(ctx.state):
        effect = held_effect(ctx.state, who)
        magic = casts(ctx.state, who)
        lasts = effect is not None or (magic is not None and magic.goes_on)
        loses = casting.use(ctx, who, holding=effect is not None, lasts=lasts)
        tired[who] = 0 if stays(ctx.state, who) else loses
        sacrifices.spend(ctx, fight_of(ctx.state).id, who, ctx.state.declaration_of(who).casting)
    return tired


def skill(state: CampaignState, who: str) -> str | None:
    """Return Magic if a fighter rolls to cast, or None for any other roll and for an effect held without a new roll."""
    return "Magic" if declared_magic(state, who) and stays(state, who) is None else None


def settle(ctx: CampaignContext) -> None:
    """Record the successes of the round's magic. Lasting effects then begin, are held, or end.

    Rule: BN-MAG-02, BN-MAG-03, BN-MAG-12, BN-R-247, BN-R-288, BN-R-289, BN-CAMP-144, BN-CAMP-145
    """
    for one in there(ctx.state):
        said, effect = declared_magic(ctx.state, one.id), held_effect(ctx.state, one.id)
        if one.task is not None:
            effects.store_task(ctx, ctx.state.tasks[one.task])
        if said is None or not one.rolls:
            continue
        kept = stays(ctx.state, one.id)
        successes = magic_left(ctx.state, one.id) if kept is None else kept.successes
        ctx.emit(RoundMagicSettled(creature=one.id, successes=successes))
        net = max(successes - one.defied, 0)
        if not net or ctx.state.settings.magic.stored_successes == "net":
            successes = net
        if effect is not None:
            for key in together(ctx.state, effect.id):
                effects.store_successes(ctx, key, successes)
        elif one.magic and one.magic.goes_on and said.casting and successes:
            begun = Effect(
                id=ctx.new_id("effect"), caster=one.id, theme="", what=said.aim or "", kind="effect",
                successes=successes, held=True,
            )  # fmt: skip
            ctx.emit(effects.EffectBegan(effect=effects.apply_casting(begun, said.casting)))


def check_allotted(state: CampaignState, roll: Roll, style: Kind, read_so: Sequence[tuple[Put, Way]]) -> None:
    """Check that an allotment stays within the cap on magic and the successes left after fatigue and encumbrance.

    Rule:    BN-CLASS-08, BN-MAG-09, BN-SYM-08, BN-R-118, BN-R-259, BN-CAMP-97, BN-CAMP-144
    Refuses: OverTheIcons, LostToMagic
    """
    most = of_magic(state, roll, {put.die: way for put, way in read_so})
    if most is None:
        return
    used = {
        put.die: under_cap(way, style, put.strikes, put.defend) for put, way in read_so
    }  # fmt: skip
    cap, dice = most_capped(state, roll.creature), sum(count for die, count in used.items() if die != BONUS)
    if cap is not None and dice > cap:
        raise OverTheIcons(needs=f"at most {cap}", has=dice, field="puts")
    if sum(used.values()) > most:
        raise LostToMagic(needs=f"at most {most}", has=sum(used.values()), field="puts")


def tires(ctx: CampaignContext, stopped: Mapping[str, int]) -> dict[str, int]:
    """Record the casters whose magic failed because of fatigue, and return the damage that each of them takes.

    `stopped` counts, for each attacker, the successes that did no damage.

    Rule: BN-MAG-10, BN-R-155, BN-R-299
    """
    found: dict[str, int] = {}
    fight, after = fight_of(ctx.state), ctx.state.settings.magic.fatigue_checked == "after_opposition"
    for key in keeping.in_order(ctx.state.rolls):
        roll = ctx.state.rolls[key]
        task = ctx.state.tasks.get(roll.of)
        if roll.of == fight.id and roll.creature in fight.fighters:
            one = fight.fighters[roll.creature]
            still = one.gross - (stopped.get(one.id, 0) + one.defied if after else 0)
            nothing = casting.costs_damage(ctx.state, roll, still)
        else:
            nothing = task is not None and task.fight and casting.costs_damage(ctx.state, roll)
        if nothing:
            found[roll.creature] = found.get(roll.creature, 0) + 1
    for who, damage in found.items():
        ctx.emit(CasterTired(creature=who, damage=damage))
    return found


# ---------------------------------------------------------------- fold


@fold
def _magic_set(state: CampaignState, event: RoundMagicSet) -> CampaignState:
    said = {} if event.magic else {"declaration": NOTHING}
    return state.fighter_put(event.creature, magic=event.magic, **said)


@fold
def _settled(state: CampaignState, event: RoundMagicSettled) -> CampaignState:
    return state.fighter_put(event.creature, gross=event.successes)


# ---------------------------------------------------------------- samples

CASTING: Final = Field(schema="Casting")
MAGIC: Final = Field(schema="RoundMagic")


def castings(state: CampaignState, who: str) -> Iterator[dict[str, Any]]:
    """Yield the magic that a creature may declare: a casting of each theme, and each effect that it may hold."""
    if who not in state.characters or not may_try(state, who, "Magic"):
        return
    for theme in state.characters[who].themes:
        yield {"casting": Casting(theme=theme.name), "aim": "it burns"}
    for one in of(state, who):
        if one.lasts == "held":
            yield {"holds": one.id}


@samples
def _says(state: CampaignState, _: str) -> Samples[SetRoundMagic]:
    for who in casters(state) or (next((one.id for one in there(state)), NOBODY),):
        given = state.declaration_of(who).casting
        victim = given is not None and given.victim is not None
        yield offer(SetRoundMagic, creature=who)
        for magic in (RoundMagic(attacks=True), RoundMagic(protects=True, goes_on=True)):
            yield offer(SetRoundMagic, creature=who, magic=(replace(magic, takes_victim=victim), MAGIC))
