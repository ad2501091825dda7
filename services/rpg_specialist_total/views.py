"""What one seat may see of a campaign: everything but what the Keeper has prepared, and every field always there."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct, convert, to_builtins
from msgspec.structs import asdict

from services.rpg_specialist_total.catalogue import Bonus, Component, Energy, Shield, SizeCategory, Weapon
from services.rpg_specialist_total.chapters import energies
from services.rpg_specialist_total.chapters.energies import Asked
from services.rpg_specialist_total.chapters.states import can_act, can_defend, health
from services.rpg_specialist_total.settings import Settings
from services.rpg_specialist_total.state.campaign import CampaignState, Fighter, Skill, Used
from services.rpg_specialist_total.state.combatants import (
    Carried,
    Charge,
    Combatant,
    Dosed,
    Health,
    Held,
    Ongoing,
    Prepared,
    Sheet,
)
from services.rpg_specialist_total.state.exchange import Added, Counter, Declared, Defence, Exchange, Rolled
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.order import unsettled
from shared.kernel.campaign.state import Proposal
from shared.kernel.messages import Seat

S = TypeVar("S", bound=Struct)
Chosen: TypeAlias = dict[str, dict[str, Any]]


class SeenBonus(Bonus, frozen=True, kw_only=True, omit_defaults=False):
    """What a text adds to a roll."""


class SeenWeapon(Weapon, frozen=True, kw_only=True, omit_defaults=False):
    """A weapon of the campaign."""

    to_hit: SeenBonus
    damage: SeenBonus


class SeenShield(Shield, frozen=True, kw_only=True, omit_defaults=False):
    """A shield of the campaign."""

    block: SeenBonus


class SeenComponent(Component, frozen=True, kw_only=True, omit_defaults=False):
    """A component of the campaign."""

    to_hit: SeenBonus
    damage: SeenBonus
    block: SeenBonus
    mitigation: SeenBonus


class SeenEnergy(Energy, frozen=True, kw_only=True, omit_defaults=False):
    """An energy of the campaign."""

    damage: SeenBonus


class SeenSheet(Sheet, frozen=True, kw_only=True, omit_defaults=False):
    """What is written of a combatant."""


class SeenCharge(Charge, frozen=True, kw_only=True, omit_defaults=False):
    """Energy in a weapon."""


class SeenItem(Carried, frozen=True, kw_only=True, omit_defaults=False):
    """Something carried, or that lies on the ground."""

    charge: SeenCharge | None


class SeenSpell(Held, frozen=True, kw_only=True, omit_defaults=False):
    """A spell that lasts."""


class SeenCombatant(Struct, frozen=True, kw_only=True):
    """A combatant with its worst state, the Vitality that its states are tested on, and what it can still do."""

    id: str
    seat: str
    player: bool
    sheet: SeenSheet
    health: Health
    can_act: bool
    can_defend: bool
    vitality: int
    temporary: int
    standing: int
    fatigue: int
    luck: int
    experience: int
    items: tuple[SeenItem, ...]
    spells: tuple[SeenSpell, ...]
    ongoing: tuple[Ongoing, ...]
    dosed: Dosed | None
    stable: bool
    falling: bool
    coma: bool
    stupor: bool


class SeenPrepared(Struct, frozen=True, kw_only=True):
    """A combatant that the Keeper keeps ready."""

    id: str
    combatant: Prepared | None


class SeenRoll(Rolled, frozen=True, kw_only=True, omit_defaults=False):
    """A total as it was rolled."""


class SeenAdded(Added, frozen=True, kw_only=True, omit_defaults=False):
    """What is added to a roll."""


class SeenDeclared(Declared, frozen=True, kw_only=True, omit_defaults=False):
    """An attack as it was declared."""

    charge: SeenCharge | None
    damage: SeenAdded


class SeenCounter(Counter, frozen=True, kw_only=True, omit_defaults=False):
    """A counterspell."""


class SeenDefence(Defence, frozen=True, kw_only=True, omit_defaults=False):
    """What the defender has put up so far."""

    evasion: SeenRoll | None
    block: SeenRoll | None
    counter: SeenCounter | None
    mitigation: SeenAdded


class SeenExchange(Exchange, frozen=True, kw_only=True, omit_defaults=False):
    """An attack under way: who is `asked` next (null: the Keeper), and what its energy waits for, if it does."""

    declared: SeenDeclared
    to_hit: SeenRoll
    defence: SeenDefence
    damage: SeenRoll | None
    mitigation: SeenRoll | None
    forced: SeenRoll | None
    asked: str | None
    wanted: Asked | None


class SeenFighter(Fighter, frozen=True, kw_only=True, omit_defaults=False):
    """One who takes part in a fight, with what is left of its round."""


class SeenFight(Struct, frozen=True, kw_only=True):
    """A fight: its round, the order of the turns and whose it is, and for whom the order waits."""

    round: int
    each_round: bool
    order: tuple[str, ...]
    turn: str | None
    unsettled: tuple[str, ...]
    participants: tuple[SeenFighter, ...]


class SeenSkill(Skill, frozen=True, kw_only=True, omit_defaults=False):
    """A skill action that waits for the Keeper."""


class CampaignView(Struct, frozen=True, kw_only=True):
    """A campaign as a seat sees it; everything in the order in which it was made, data by name.

    `failures` are critical failures that may still become fumbles, each with its combatant; `prepared` the Keeper's.
    """

    title: str | None
    settings: Chosen
    day: int
    combatants: tuple[SeenCombatant, ...]
    prepared: tuple[SeenPrepared, ...]
    ground: tuple[SeenItem, ...]
    fight: SeenFight | None
    exchange: SeenExchange | None
    skills: tuple[SeenSkill, ...]
    failures: dict[str, str]
    used: tuple[Used, ...]
    proposals: tuple[Proposal, ...]
    weapons: tuple[SeenWeapon, ...]
    shields: tuple[SeenShield, ...]
    components: tuple[SeenComponent, ...]
    energies: tuple[SeenEnergy, ...]
    sizes: tuple[SizeCategory, ...]


def view(state: CampaignState, seat: Seat | None) -> CampaignView:
    """Show a campaign to a seat, or to the app (None). Rule: SC-CAMP-02, SC-CAMP-09."""
    prepared = in_order(state.prepared) if seat is None or state.led_by(seat) else ()
    return CampaignView(
        title=state.title,
        settings=settings_in_force(state.settings),
        day=state.day,
        combatants=tuple(_combatant(state, state.combatants[one]) for one in in_order(state.combatants)),
        prepared=tuple(SeenPrepared(id=one, combatant=state.prepared[one]) for one in prepared),
        ground=_each(SeenItem, state.ground),
        fight=_fight(state),
        exchange=_exchange(state),
        skills=_each(SeenSkill, state.skills),
        failures=state.failures,
        used=_each(Used, state.used),
        proposals=_each(Proposal, state.proposals),
        weapons=_named(SeenWeapon, state.weapons),
        shields=_named(SeenShield, state.shields),
        components=_named(SeenComponent, state.components),
        energies=_named(SeenEnergy, state.energies),
        sizes=tuple(SizeCategory(name=name, movement_unit=state.sizes[name]) for name in sorted(state.sizes)),
    )


@lru_cache(maxsize=256)
def settings_in_force(settings: Settings) -> Chosen:
    """Return every setting, those left as they usually are as well; a campaign's never change."""
    return {group: to_builtins(asdict(chosen)) for group, chosen in asdict(settings).items()}


def _form(kind: type[S], found: Struct, **other: Any) -> S:  # noqa: ANN401 fields of the form
    return convert({**asdict(found), **other}, kind, from_attributes=True)


def _each(kind: type[S], kept: dict[str, Any]) -> tuple[S, ...]:
    return tuple(_form(kind, kept[one]) for one in in_order(kept))


def _named(kind: type[S], kept: dict[str, Any]) -> tuple[S, ...]:
    return tuple(_form(kind, kept[name]) for name in sorted(kept))


def _combatant(state: CampaignState, one: Combatant) -> SeenCombatant:
    return _form(
        SeenCombatant, one, health=health(state, one.id), can_act=can_act(state, one.id),
        can_defend=can_defend(state, one.id), standing=one.standing, items=_each(SeenItem, one.items),
        spells=_each(SeenSpell, one.spells), ongoing=_each(Ongoing, one.ongoing),
    )  # fmt: skip


def _fight(state: CampaignState) -> SeenFight | None:
    if state.fight is None:
        return None
    waits = () if state.fight.order else unsettled(state)
    there = tuple(_form(SeenFighter, one) for one in state.fight.participants)
    return _form(SeenFight, state.fight, turn=state.turn, unsettled=waits, participants=there)


def _exchange(state: CampaignState) -> SeenExchange | None:
    exchange, wanted = state.exchange, energies.asked(state)
    if exchange is None:
        return None
    attacks = exchange.step == "damage"
    who = exchange.declared.attacker if attacks else None if exchange.step == "energy" else exchange.declared.target
    if wanted == "counter":
        who = exchange.victim
    elif wanted == "stated" and state.settings.energy.stated_defence == "opposed_total":
        who = energies.who_rolls(exchange)
    return _form(SeenExchange, exchange, asked=who, wanted=wanted)
