"""Spells: casting, lasting spells, prepared spells, and prohibitive energies (only a special spell can cast them)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from services.rpg_specialist_total.catalogue import TIER_CAPS, Component, Dice
from services.rpg_specialist_total.chapters import attacks, sizes, states
from services.rpg_specialist_total.chapters.attacks import ComponentNotKnown, ComponentNotMagic
from services.rpg_specialist_total.chapters.bounds import Duration, check_rounds, rounds_field
from services.rpg_specialist_total.chapters.dice import LuckDice, check_adds, check_luck, dice_field, luck_field
from services.rpg_specialist_total.chapters.movement import check_in_motion
from services.rpg_specialist_total.chapters.states import Died, FatigueLost, VitalityLost
from services.rpg_specialist_total.chapters.turns import check_ap, most_ap, spend
from services.rpg_specialist_total.context import CampaignContext, Casting
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.combatants import Combatant, Held, Lasting
from services.rpg_specialist_total.state.exchange import CastSpell, Declared, Exchange, Rolled
from shared.kernel.campaign import fights
from shared.kernel.campaign.fights import RoundBegan
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import in_order, without
from shared.kernel.campaign.samples import likely, mine, some
from shared.kernel.campaign.seats import OnlyTheGameMaster, check_once, check_reason, check_room, entry_of
from shared.kernel.chapter import fold, follows, judge, samples
from shared.kernel.messages import Command, Event, Id, Line, Notice
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Choice, Field, Samples, offer

MAX_SPELLS: Final = 10  # the maximum number of lasting spells of one combatant

# ---------------------------------------------------------------- refusals


class RequirementNotStated(Refusal, rule="SC-PROH-01"):
    """Nobody has stated whether the prohibitive energy's requirement is met: state whether it is met, and why."""


class NotPrepared(Refusal, rule="SC-MOVE-09"):
    """This held spell is not a prepared one: name a prepared spell, or prepare one first."""


class OnePreparedSpell(Refusal, rule="SC-R-101"):
    """A prepared spell has already been cast since the critical failure: wait until the combatant's AP are restored."""


class OneEnergyOfAShield(Refusal, rule="SC-CAMP-31"):
    """The spell has the wrong energies or `rounds`: give a shield one energy and `rounds`, other spells no `rounds`."""


# ---------------------------------------------------------------- commands


class HoldSpell(Casting, frozen=True, kw_only=True):
    """Cast a lasting spell: one kept by concentration, one prepared for later, or a shield that lasts some rounds."""

    kind: Lasting
    what: Line
    dice: Dice = 0
    rounds: Duration | None = None


class CastPrepared(Command, frozen=True, kw_only=True):
    """Attack with a prepared spell, whose AP are already spent. The attack may be part of a movement."""

    counts_as = "move"

    character: Id
    spell: Id
    target: Id
    luck: LuckDice = 0
    part_of_movement: bool = False


class EndSpell(Command, frozen=True, kw_only=True):
    """End a lasting spell of the player's own combatant."""

    counts_as = "move"

    character: Id
    spell: Id


class CastProhibitive(Casting, frozen=True, kw_only=True):
    """Cast prohibitive energies. The Keeper states or confirms whether their requirement is met, and why."""

    target: Id
    requirement_met: bool | None = None
    reason: Line | None = None


# ---------------------------------------------------------------- events


class SpellHeld(Event, frozen=True, kw_only=True):
    """A lasting spell was cast."""

    character: str
    held: Held


class PreparedSpellCast(Event, frozen=True, kw_only=True):
    """A prepared spell was used up by the attack that the next event records."""

    character: str
    spell: str


class SpellWaned(Event, frozen=True, kw_only=True):
    """One round of a spell's duration passed. `rounds` is the number of rounds left."""

    character: str
    spell: str
    rounds: int


class SpellEnded(Event, frozen=True, kw_only=True):
    """A lasting spell ended."""

    character: str
    spell: str
    cause: str


class SpellFailed(Notice, frozen=True, kw_only=True):
    """A prohibitive spell failed without effect, because its requirement was not met."""

    spell: CastSpell


class ProhibitiveSpellCast(Event, frozen=True, kw_only=True):
    """A prohibitive spell succeeded. It takes effect at once, unless an energy's description states a defence."""

    exchange: str
    spell: CastSpell


# ---------------------------------------------------------------- judgement


def check_cast(ctx: CampaignContext, command: Casting, *, prohibitive: bool = False) -> Combatant:
    """Return the caster, after checking that it may cast the spell now, has the AP for it and knows it.

    Rule:    SC-ACT-01, SC-PROH-08, SC-R-09, SC-CAMP-30
    Refuses: NotYours, CannotAct, AnswerFirst, NotYourTurn, NotEnoughAp, EnergyNotCast; see `check_drug_allows`
    """
    who = ctx.own(command.character)
    states.check_can_act(ctx, who.id)
    states.check_drug_allows(ctx, who.id, "spell", names=command.components)
    check_ap(ctx, who.id, command.ap, "spell")
    attacks.check_energies(ctx, who, command.energies, prohibitive=prohibitive)
    attacks.check_tiers(ctx, magic_parts(ctx, who, command.components), command.ap)
    return who


def magic_parts(ctx: CampaignContext, who: Combatant, names: tuple[str, ...]) -> tuple[Component, ...]:
    """Return a spell's known components. Rule: SC-CAMP-30. Refuses: ComponentNotKnown, ComponentNotMagic."""
    check_once(names, "components")
    magic = magic_of(ctx.state, who.id)
    if unfit := tuple(name for name in names if name not in magic):
        refused = ComponentNotMagic if set(unfit) <= set(who.sheet.components) else ComponentNotKnown
        raise refused(needs=magic, has=unfit, field="components")
    return tuple(ctx.state.components[name] for name in names)


def magic_of(state: CampaignState, who: str) -> tuple[str, ...]:
    """Return the magic components that a combatant knows."""
    names = state.characters[who].sheet.components if who in state.characters else ()
    return tuple(name for name in names if state.components[name].type == "magic")


@judge
def hold_spell(ctx: CampaignContext, command: HoldSpell) -> None:
    """Cast a lasting spell. Rule: SC-MOVE-09, SC-MOVE-10, SC-CSP-13, SC-CAMP-31."""
    who = check_cast(ctx, command)
    check_adds(ctx, command.dice)
    check_rounds(ctx, command.rounds)
    check_room(who.spells, MAX_SPELLS)
    shield, rounds = command.kind == "shield", command.rounds
    if shield and len(command.energies) > 1:
        raise OneEnergyOfAShield(needs="one energy", has=command.energies, field="energies")
    if (rounds is not None) != shield:
        raise OneEnergyOfAShield(needs="a number of rounds" if shield else "no rounds", has=rounds, field="rounds")
    spend(ctx, who.id, command.ap, "spell")
    ctx.emit(SpellHeld(character=who.id, held=form(Held, command, id=ctx.new_id("spell"))))


@judge
def cast_prepared(ctx: CampaignContext, command: CastPrepared) -> None:
    """Attack with a prepared spell.

    Rule:    SC-MOVE-09, SC-MAG-01, SC-MAG-02, SC-R-101
    Refuses: NotKnownHere, NotPrepared, OnePreparedSpell, and all refusals of an attack's guard functions
    """
    who = ctx.own(command.character)
    attacks.check_target(ctx, who.id, command.target, field="character")
    states.check_can_act(ctx, who.id)
    held = entry_of(who.spells, command.spell, "spell")
    if held.kind != "prepared":
        raise NotPrepared(needs="prepared", has=held.kind, field="spell")
    fighter = ctx.state.fighter(who.id)
    if ctx.state.form and fighter is not None and fighter.failed and fighter.unpaid:
        raise OnePreparedSpell(needs="the AP of a turn", has="one was cast since the critical failure", field="spell")
    states.check_drug_allows(ctx, who.id, "spell", names=held.components)
    if command.part_of_movement:
        check_in_motion(ctx, who.id, "own")
    parts = tuple(ctx.state.components[name] for name in held.components)
    to_hit = attacks.sum_up(part.to_hit for part in parts)
    dice = max(held.dice + to_hit.dice, 0)
    check_luck(ctx, who.id, dice, command.luck)
    declared = Declared(
        attacker=who.id, target=command.target, kind="magic", ap=0, magic_ap=held.ap, energies=held.energies,
        mimics=next((part.mimics for part in parts if part.mimics), None), prepared=True,
        larger=sizes.larger_by(ctx, who.id, command.target), spell=held if ctx.state.form else None,
        damage=attacks.sum_up(part.damage for part in parts),
    )  # fmt: skip
    ctx.emit(PreparedSpellCast(character=who.id, spell=held.id))
    attacks.declare(ctx, declared, dice=dice, modifier=to_hit.flat, luck=command.luck)


@judge
def end_spell(ctx: CampaignContext, command: EndSpell) -> None:
    """End a lasting spell. Rule: SC-MOVE-10. Refuses: NotKnownHere, NotYours, AnswerFirst."""
    who = ctx.own(command.character)
    fights.check_nothing_waits(ctx.state)
    entry_of(who.spells, command.spell, "spell")
    ctx.emit(SpellEnded(character=who.id, spell=command.spell, cause="let go"))


@judge
def cast_prohibitive(ctx: CampaignContext, command: CastProhibitive) -> None:
    """Cast prohibitive energies, which fail or take effect at once, without a roll.

    Rule:    SC-PROH-01 to SC-PROH-08, SC-R-74
    Refuses: CastByItself, RequirementNotStated, OnlyTheGameMaster, ReasonNeeded, IsDead; all refusals of `check_cast`
    """
    target = states.alive(ctx, command.target, "target")
    who = check_cast(ctx, command, prohibitive=True)
    fights.hold(ctx, who.id, target.id, field="character")
    met, reason = command.requirement_met, command.reason
    if met is not None and not ctx.leads:
        raise OnlyTheGameMaster(needs="Propose", has=ctx.role, field="requirement_met")
    if met is None:
        raise RequirementNotStated(needs="requirement_met" if ctx.leads else "Propose", field="requirement_met")
    check_reason(True, reason)
    spend(ctx, who.id, command.ap, "spell")
    spell = CastSpell(
        character=who.id, target=target.id, energies=command.energies, ap=command.ap, reason=reason or ""
    )  # fmt: skip
    ctx.emit(ProhibitiveSpellCast(exchange=ctx.new_id("exchange"), spell=spell) if met else SpellFailed(spell=spell))


@follows
def durations_run(ctx: CampaignContext, event: RoundBegan) -> None:
    """After a round of a fight, shorten the duration of every spell by one round. Rule: SC-CSP-13, SC-CAMP-43."""
    if not (event.round == 1 and ctx.state.amended):
        run_durations(ctx, ctx.state.timed_by_the_fight)


def run_durations(ctx: CampaignContext, those: Iterable[str]) -> None:
    """Shorten the duration of each of these combatants' spells by one round. Rule: SC-CSP-13."""
    for who in those:
        spells = ctx.character(who).spells
        for spell, left in ((spell, spells[spell].rounds) for spell in in_order(spells)):
            if left is not None and left > 1:
                ctx.emit(SpellWaned(character=who, spell=spell, rounds=left - 1))
            elif left is not None:
                ctx.emit(SpellEnded(character=who, spell=spell, cause="its duration is over"))


@follows
def concentration_breaks(ctx: CampaignContext, event: VitalityLost | FatigueLost | Died) -> None:
    """When a combatant loses points or dies, end the spells that this interrupts. Rule: SC-MOVE-10, SC-CAMP-32."""
    break_concentration(ctx, event.character)


def break_concentration(ctx: CampaignContext, who: str) -> None:
    """End a combatant's concentration if it cannot act, or end all its spells if it is dead. Rule: SC-CAMP-32."""
    if not states.can_act(ctx.state, who):
        lose_concentration(ctx, who, "nobody keeps it")


def lose_concentration(ctx: CampaignContext, who: str, cause: str) -> None:
    """End a combatant's spells that need concentration, or all if it is dead. Rule: SC-CAMP-32, SC-R-100."""
    one = ctx.character(who)
    for spell in in_order(one.spells):
        if one.dead or one.spells[spell].kind == "concentration":
            ctx.emit(SpellEnded(character=who, spell=spell, cause=cause))


# ---------------------------------------------------------------- fold


@fold
def _spell_held(state: CampaignState, event: SpellHeld) -> CampaignState:
    return state.hold_spell(event.character, event.held)


@fold
def _spell_waned(state: CampaignState, event: SpellWaned) -> CampaignState:
    spells = state.characters[event.character].spells
    if event.spell not in spells:
        return state
    waned = replace(spells[event.spell], rounds=event.rounds)
    return state.change(event.character, spells={**spells, event.spell: waned})


@fold
def _spell_over(state: CampaignState, event: SpellEnded | PreparedSpellCast) -> CampaignState:
    after = state.end_spell(event.character, event.spell)
    if not isinstance(event, PreparedSpellCast):
        return after
    fighter = state.fighter(event.character)
    return after.fighter_changed(event.character, magic=True, unpaid=fighter is not None and fighter.failed)


@fold
def _prohibitive_spell_cast(state: CampaignState, event: ProhibitiveSpellCast) -> CampaignState:
    spell = event.spell
    declared = Declared(
        attacker=spell.character, target=spell.target, kind="magic", ap=0, magic_ap=spell.ap, energies=spell.energies
    )
    opened = Exchange(
        id=event.exchange, declared=declared, to_hit=Rolled(), step="energy", outcome="hit", met=True, at_once=True,
        left=spell.energies,
    )  # fmt: skip
    return replace(state.raise_counter(event.exchange), exchange=opened).pay(spell.character, ap=spell.ap)


# ---------------------------------------------------------------- samples


def points_left(state: CampaignState, who: str, *, old: bool = False) -> Field:
    """Return the AP that a spell may use, as a sample field. `old` includes AP from the last round, for defences."""
    most = most_ap(state, who, defence=old)
    return Field(least=1, most=max(min(most, TIER_CAPS["simple"]) if state.settings.combat.tier_caps else most, 1))


def energies_of(state: CampaignState, who: str, *, prohibitive: bool) -> tuple[str, ...]:
    """Return a combatant's prohibitive energies or its other energies. If there are none, return an unknown name."""
    names = state.characters[who].sheet.energies if who in state.characters else ()
    return tuple(one for one in names if state.energies[one].prohibitive == prohibitive) or ("none",)


def spell_fields(state: CampaignState, who: str, *, prohibitive: bool = False) -> dict[str, Field]:
    """Return the allowed values of the fields that all spells have."""
    magic = magic_of(state, who)
    energies = energies_of(state, who, prohibitive=prohibitive)
    return {
        "energies": Field(items=Field(options=energies), least=1, most=min(len(energies), 10)),
        "ap": points_left(state, who),
        **({"components": Field(items=Field(options=magic), least=0, most=min(len(magic), 20))} if magic else {}),
    }


@samples
def _held(state: CampaignState, seat: str) -> Samples[HoldSpell]:
    for who in mine(state, seat):
        fields = {**spell_fields(state, who), "what": TEXT, **dice_field(state, seat)}
        for energy in energies_of(state, who, prohibitive=False):
            shield = HoldSpell(character=who, kind="shield", what="a shield", energies=(energy,), ap=1, rounds=1)
            yield offer(shield, **without(fields, "energies"), rounds=rounds_field(state, seat))
        for kind in ("concentration", "prepared"):
            known = energies_of(state, who, prohibitive=False)[:1]
            yield offer(HoldSpell(character=who, kind=kind, what="a spell", energies=known, ap=1), **fields)


@samples
def _used(state: CampaignState, seat: str) -> Samples[CastPrepared | EndSpell]:
    targets = some(state.characters)
    for who in likely(mine(state, seat), lambda one: one in state.characters and bool(state.characters[one].spells)):
        spells = state.characters[who].spells if who in state.characters else {}
        for spell in some(spells):
            held = spells.get(spell)
            dice = sum(state.components[one].to_hit.dice for one in held.components) + held.dice if held else 0
            fields: dict[str, Choice] = {"target": targets, "part_of_movement": (False, True)}
            fields |= {"luck": luck_field(state, who, dice)} if held else {}
            yield offer(CastPrepared(character=who, spell=spell, target=targets[0]), **fields)
            yield offer(EndSpell, character=who, spell=spell)


def prohibitive_spells(state: CampaignState, seat: str) -> Iterator[CastProhibitive]:
    """Yield a prohibitive spell for each combatant of a seat."""
    target = some(state.characters)[0]
    for who in mine(state, seat):
        energies = energies_of(state, who, prohibitive=True)[:1]
        yield CastProhibitive(
            character=who, target=target, energies=energies, ap=1, requirement_met=True, reason="so it is"
        )


@samples
def _prohibitive(state: CampaignState, seat: str) -> Samples[CastProhibitive]:
    for spell in prohibitive_spells(state, seat):
        fields: dict[str, Choice] = {**spell_fields(state, spell.character, prohibitive=True), "reason": TEXT}
        fields |= {"target": some(state.characters), "requirement_met": (True, False)}
        yield offer(spell, **fields)
