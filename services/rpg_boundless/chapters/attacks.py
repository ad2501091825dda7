"""Attacks and defence: players roll for both, and enemies never roll."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from services.rpg_boundless.catalogue import BOOK, Attribute
from services.rpg_boundless.chapters.checks import Effort, Helpers, NoSuchAttribute, check_effort, make_check
from services.rpg_boundless.chapters.damage import Stamina, StaminaNotSpent, hurt
from services.rpg_boundless.chapters.dice import RiskNotTaken, stance_of, takes_position
from services.rpg_boundless.chapters.enemies import strike
from services.rpg_boundless.chapters.fortune import comes_through
from services.rpg_boundless.chapters.saves import EVENT, Cause, check_can_face, check_facing, face
from services.rpg_boundless.chapters.seats import MAX_PENDING, available, standing_enemy
from services.rpg_boundless.chapters.turns import Activity, act_as, perform
from services.rpg_boundless.context import CampaignContext, Roll
from services.rpg_boundless.samples import (
    ATTRIBUTE,
    HARM,
    REASON,
    STANCE,
    WHY,
    beside,
    efforts,
    fields_for_master,
    free_to_act,
    has_action,
    items_of,
    lists,
    ready,
    stamina_fields,
    standing,
)
from services.rpg_boundless.state.campaign import CampaignState, Character
from services.rpg_boundless.state.sheets import MAX_POINTS, Carried, Harm, Points, Stance
from shared.kernel.campaign.authority import GameMasterMove
from shared.kernel.campaign.samples import NOBODY, some
from shared.kernel.campaign.seats import check_says, entry_of
from shared.kernel.chapter import judge, samples
from shared.kernel.messages import Id, Line, Notice
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Choice, Field, Sample, Samples, offer

# ---------------------------------------------------------------- refusals


class NotAWeapon(Refusal, rule="FB-WEAP-01"):
    """This Item is not a Weapon: name a Weapon."""


class DamageNeedsReason(Refusal, rule="FB-ATK-04"):
    """This Damage differs from the Damage Rating: give a reason."""


class DamageUnclear(Refusal, rule="FB-ATK-04"):
    """The Damage is unclear: name a Weapon, with or without a modifier (not 0), or else give only a final value."""


class AttributeNeedsReason(Refusal, rule="FB-R-50"):
    """The Weapon uses another Attribute (see `needs`): use that, or give a reason if the campaign allows exceptions."""


class PlayersDoNotFight(Refusal, rule="FB-R-55"):
    """Players' characters do not attack each other in this campaign: name an enemy or a game master's character."""


class AttackNotKnown(Refusal, rule="FB-ENEMY-02"):
    """The enemy has no Attack of this name: name an Attack that the enemy has."""


class AttackOnOneself(Refusal, rule="FB-R-83"):
    """The target is the attacking character itself: name another target."""


# ---------------------------------------------------------------- commands


Several = Annotated[tuple[Id, ...], Meta(max_length=50)]
Modifier = Annotated[int, Meta(ge=-MAX_POINTS, le=MAX_POINTS)]


class DamageRuling(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A ruling on Damage that is enhanced, impaired or unclear: a final value or a modifier, and the reason for it."""

    damage: Points | None = None
    modifier: Modifier = 0
    reason: Line | None = None


class Attack(Roll, frozen=True, kw_only=True):
    """Attack an enemy or another character.

    The Weapon determines the Attribute, unless you name another with a reason.
    """

    character: Id
    target: Id
    weapon: Id | None = None
    attribute: Attribute | None = None
    reason: Line | None = None
    stamina: Stamina = 0
    helpers: Helpers = ()
    stance: Stance | None = None
    adjust: DamageRuling | None = None
    risk: Harm | None = None


class EnemyAttack(GameMasterMove, frozen=True, kw_only=True):
    """Have an enemy use one of its Attacks on characters, each of which may make a Save."""

    enemy: Id
    attack: Line
    targets: Several
    stance: Stance | None = None


# ---------------------------------------------------------------- events


class AttackHit(Notice, frozen=True, kw_only=True, omit_defaults=True):
    """An attack hit and deals this Damage. `reason` says why the Damage differs from the Damage Rating."""

    character: str
    target: str
    damage: int
    weapon: str | None = None
    reason: str | None = None


class AttackMissed(Notice, frozen=True, kw_only=True):
    """An attack missed."""

    character: str
    target: str


class EnemyAttacked(Notice, frozen=True, kw_only=True):
    """An enemy used one of its Attacks."""

    reveals = True  # the players now learn that the enemy has this Attack

    enemy: str
    attack: str
    targets: tuple[str, ...]


# ---------------------------------------------------------------- judgement


@judge
def attack(ctx: CampaignContext, command: Attack) -> None:
    """Attack an enemy or another character.

    Rule:    FB-ATK-01 to FB-ATK-04, FB-ROUND-03, FB-WEAP-02, FB-R-31, FB-R-32, FB-R-55
    """
    aim = {"targets": (command.target,), "helpers": command.helpers, "blow": True}
    actor = act_as(ctx, command.character, "attack", **aim)
    weapon = _weapon(actor, command.weapon)
    attribute = _attribute(ctx, command, weapon)
    damage = _damage(ctx, command.adjust, weapon)
    _check_target(ctx, command)
    effort = Effort(
        on="attack", stamina=command.stamina, helpers=command.helpers, stance=command.stance, risk=command.risk
    )
    if _is_opposed(ctx, actor, command, effort):
        hit, cause = _rolls_more(ctx, command, attribute, effort), EVENT
    else:
        check_effort(ctx, actor, effort)
        made = make_check(ctx, actor, attribute, effort)
        hit, cause = made.success, Cause(check=made.check) if ctx.state.form else EVENT
    if hit:
        _land(ctx, command, Harm(what=weapon.sheet.name if weapon else "an attack", damage=damage), cause)
    else:
        ctx.emit(AttackMissed(character=actor.id, target=command.target))


def _is_opposed(ctx: CampaignContext, actor: Character, command: Attack, effort: Effort) -> bool:
    """Return whether an attack is an opposed Fortune Roll.

    The setting `player_against_player` must say so, and no Position may decide the attack without dice. In campaigns
    recorded under version 0 of the rules, opposed rolls have no Position.

    Rule:    FB-ATK-02, FB-R-55
    """
    if command.target in ctx.state.enemies or not _by_fortune(ctx):
        return False
    return stance_of(ctx, actor, effort.stance, effort).outright is None or ctx.state.form == 0


def _rolls_more(ctx: CampaignContext, command: Attack, attribute: Attribute, effort: Effort) -> bool:
    """Roll the dice of the attacker and the target, and return whether the attacker wins.

    Opposed attacks allow no Stamina, no helpers and no risk. An attack that comes out even misses.

    Rule:    FB-FORT-09, FB-R-15, FB-R-55, FB-R-90
    Refuses: StaminaNotSpent, RiskNotTaken, and all refusals of `comes_through`
    """
    if command.stamina or command.helpers:
        raise StaminaNotSpent(needs=0, has=command.stamina or len(command.helpers), field="stamina")
    if command.risk is not None:
        raise RiskNotTaken(needs="left out", has=command.risk.what, field="risk")
    actor, target = ctx.character(command.character), ctx.character(command.target)
    dice = actor.scores.of(attribute), target.scores.of(BOOK.uses["opposed_defence"])
    return comes_through(ctx, actor, dice, effort)


def _by_fortune(ctx: CampaignContext) -> bool:
    return ctx.state.settings.combat.player_against_player == "opposed_fortune_roll"


def _weapon(actor: Character, weapon: str | None) -> Carried | None:
    """Return the carried Weapon with this id, or None if no Weapon is named.

    Rule:    FB-WEAP-01
    Refuses: NotKnownHere, NotAWeapon
    """
    if weapon is None:
        return None
    item = entry_of(actor.items, weapon, "weapon")
    if item.sheet.weapon is None:
        raise NotAWeapon(needs="a Damage Rating", has=item.sheet.name, field="weapon")
    return item


def _attribute(ctx: CampaignContext, command: Attack, weapon: Carried | None) -> Attribute:
    """Return the Attribute for an attack: the Weapon's, or another one for which the command gives a reason.

    Rule:    FB-ATTR-02 to FB-ATTR-04, FB-R-50
    Refuses: NoSuchAttribute, AttributeNeedsReason
    """
    usual = _usual(weapon)
    chosen = command.attribute or usual
    if chosen is None:
        raise NoSuchAttribute(needs="an Attribute or a Weapon", field="attribute")
    if usual is not None and chosen != usual:
        allowed = ctx.state.settings.attack.attribute_override == "with_reason"
        if not allowed or command.reason is None:
            raise AttributeNeedsReason(needs=usual, has=chosen, field="attribute")
    return chosen


def _usual(weapon: Carried | None) -> Attribute | None:
    """Return the Attribute of attacks with this Weapon, or None without one. Rule: FB-ATTR-03, FB-ATTR-04."""
    return BOOK.uses[weapon.sheet.weapon.reach] if weapon and weapon.sheet.weapon else None


def _damage(ctx: CampaignContext, ruling: DamageRuling | None, weapon: Carried | None) -> int:
    """Return the Damage of an attack that hit: the Damage Rating, or what the game master ruled.

    The number of Hits does not change the Damage.

    Rule:    FB-WEAP-02, FB-ATK-03, FB-ATK-04, FB-R-17
    Refuses: OnlyTheGameMaster, DamageUnclear, DamageNeedsReason
    """
    check_says(ctx, ruling, "adjust")
    rating = weapon.sheet.weapon.damage if weapon and weapon.sheet.weapon else None
    if ruling is None and rating is not None:
        return rating
    if ruling is None or (ruling.damage is None) == (not ruling.modifier) or (rating is None and ruling.modifier):
        raise DamageUnclear(needs="a Weapon, a modifier to it, or a final value", field="adjust")
    if ruling.reason is None:
        raise DamageNeedsReason(needs="a reason", field="adjust")
    return ruling.damage if ruling.damage is not None else max((rating or 0) + ruling.modifier, 0)


def _check_target(ctx: CampaignContext, command: Attack) -> None:
    """Check that the target of an attack may be attacked.

    Rule:    FB-ENEMY-04, FB-R-55, FB-R-83, FB-R-91
    Refuses: EnemyIsOut, AttackOnOneself, PlayersDoNotFight
    """
    if command.target in ctx.state.enemies:
        standing_enemy(ctx, command.target, "target")
        return
    available(ctx, command.target, "target")
    if command.target == command.character:
        raise AttackOnOneself(needs="another target", has=command.target, field="target")
    if not _may_fight(ctx.state, command.target, command.character, *(one.character for one in command.helpers)):
        raise PlayersDoNotFight(needs="an enemy or a game master's character", has=command.target, field="target")
    check_can_face(ctx, 2 + len(command.helpers))


def _may_fight(state: CampaignState, target: str, *attackers: str) -> bool:
    """Return whether the campaign lets an attacker and its helpers attack this target. Rule: FB-R-55, FB-R-91."""
    if state.settings.combat.player_against_player != "refuse":
        return True
    led = {who for who, one in state.characters.items() if state.led_by(one.seat)}
    return state.amended and (target in led or led.issuperset(attackers))


def _land(ctx: CampaignContext, command: Attack, harm: Harm, cause: Cause) -> None:
    """Record that an attack hit.

    Enemies, and targets of opposed attacks, take the Damage at once. Other characters must first answer it as a
    consequence.

    Rule:    FB-ATK-03, FB-ENEMY-04, FB-R-55, FB-R-56
    """
    reason = command.adjust.reason if command.adjust else None
    target, damage = command.target, harm.damage
    ctx.emit(AttackHit(
        character=command.character, target=target, damage=damage, weapon=command.weapon, reason=reason
    ))  # fmt: skip
    if target in ctx.state.enemies:
        strike(ctx, target, damage)
    elif _by_fortune(ctx):
        hurt(ctx, target, damage, rolls=(cause.check,) if cause.check else ctx.state.rolls[-2:])
    else:
        face(ctx, (target,), harm, cause)


@judge
def enemy_attack(ctx: CampaignContext, command: EnemyAttack) -> None:
    """Make an enemy use one of its Attacks on characters.

    Rule:    FB-ROUND-03, FB-ROUND-04, FB-DEF-01 to FB-DEF-03, FB-ENEMY-02, FB-ENEMY-03
    """
    attack, targets = command.attack, command.targets
    perform(ctx, Activity(who=command.enemy, what=attack, by="enemy", field="enemy", targets=targets, blow=True))
    enemy = standing_enemy(ctx, command.enemy)
    attacks = {attack.name: attack for attack in enemy.sheet.attacks} if enemy.sheet else {}
    if attack not in attacks:
        raise AttackNotKnown(needs=tuple(attacks), has=attack, field="attack")
    check_facing(ctx, targets, command.stance, "targets")
    ctx.emit(EnemyAttacked(enemy=enemy.id, attack=attack, targets=targets))
    used = attacks[attack]
    harm = Harm(what=used.effect or used.name, damage=used.damage or 0, conditions=used.conditions)
    face(ctx, targets, harm, Cause(enemy=enemy.id, stance=command.stance))


# ---------------------------------------------------------------- samples


RULED: Final = DamageRuling(damage=1, reason=WHY)


@samples
def _attacks(state: CampaignState, seat: str) -> Samples[Attack]:
    """Offer attacks with each Weapon.

    The game master, who sets the Damage, is also offered attacks without a Weapon.
    """
    for who in free_to_act(state, seat):
        bearer = state.characters.get(who)
        weapons = {one: _usual(bearer.items[one]) for one in items_of(state, who)} if bearer else {}
        usual = tuple(dict.fromkeys(attribute for attribute in weapons.values() if attribute))
        for attribute in usual:
            alike = tuple(one for one in weapons if weapons[one] == attribute)
            fields = {"weapon": Field(options=alike), **REASON}
            armed = Attack(character=who, target=NOBODY, weapon=alike[0])
            yield from _blows(state, seat, armed, {**fields, "attribute": Field(options=(attribute,))})
            if state.settings.attack.attribute_override == "with_reason":
                armed = replace(armed, attribute=attribute, reason=WHY)
                yield from _blows(state, seat, armed, {**fields, "attribute": ATTRIBUTE})
        if state.led_by(seat):
            bare = Attack(character=who, target=NOBODY, attribute="strength", adjust=RULED)
            yield from _blows(state, seat, bare, {**REASON, "attribute": ATTRIBUTE})
        elif not usual:
            yield from _blows(state, seat, Attack(character=who, target=NOBODY), {})


def _blows(state: CampaignState, seat: str, blow: Attack, fields: Mapping[str, Choice]) -> Iterator[Sample[Attack]]:
    """Yield attacks on enemies and on characters.

    An attack by opposed Fortune Roll offers no Stamina and no helpers.
    """
    said = {**fields, **fields_for_master(state, seat, adjust=Field(schema="DamageRuling"))}
    foes = beside(state, blow.character, standing(state))
    others = beside(state, blow.character, (one for one in ready(state) if one != blow.character))
    others = tuple(one for one in others if _may_fight(state, one, blow.character))
    bare = state.settings.combat.player_against_player == "opposed_fortune_roll"
    rolled = foes if bare else (*foes, *others)
    if rolled or not (bare and others):
        targets = rolled or others[:1] or (NOBODY,)
        dice = {**stamina_fields(state, seat, blow.character)}
        for stance, put_in in efforts(state, seat, (blow.character, "attack"), dice):
            made = replace(blow, target=targets[0], stance=stance)
            yield offer(made, **said, **put_in, **fields_for_master(state, seat, risk=HARM), target=targets)
    if bare and others:
        at = fields_for_master(state, seat, stance=STANCE) if takes_position(state) else {}
        yield offer(replace(blow, target=others[0]), **said, **at, target=others)


@samples
def _enemy_attacks(state: CampaignState, seat: str) -> Samples[EnemyAttack]:
    foes = [one for one in standing(state) if has_action(state, one)] or [some(state.enemies)[0]]
    room = max(MAX_PENDING - len(state.consequences), 1)
    for foe in foes:
        enemy = state.enemies.get(foe)
        attacks = tuple(attack.name for attack in enemy.sheet.attacks) if enemy and enemy.sheet else ("bite",)
        targets = beside(state, foe, ready(state)) or (NOBODY,)
        fields = {"attack": Field(options=attacks), "targets": lists(targets, least=1, most=room)}
        made = EnemyAttack(enemy=foe, attack=attacks[0], targets=targets[:1])
        yield offer(made, **fields, **fields_for_master(state, seat, stance=STANCE))
