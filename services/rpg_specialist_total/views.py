"""What one seat may see of a campaign: everything but what the Keeper has prepared, and every field always there."""

from __future__ import annotations

from msgspec import Struct

from services.rpg_specialist_total.catalogue import Bonus, Component, Energy, Shield, SizeCategory, Weapon
from services.rpg_specialist_total.chapters import energies, exchanges
from services.rpg_specialist_total.chapters.energies import Asked
from services.rpg_specialist_total.chapters.states import can_act, can_defend, health
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
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.seen import Chosen, SeenRounds, fight_of, named, settings_in_force
from shared.kernel.campaign.state import Proposal
from shared.kernel.messages import Seat


class SeenBonus(Bonus, frozen=True, kw_only=True, omit_defaults=False):
    """What a text adds to a roll."""


class SeenWeapon(Weapon, frozen=True, kw_only=True, omit_defaults=False):
    """A weapon of the campaign."""

    to_hit: SeenBonus = SeenBonus()
    damage: SeenBonus = SeenBonus()


class SeenShield(Shield, frozen=True, kw_only=True, omit_defaults=False):
    """A shield of the campaign."""

    block: SeenBonus = SeenBonus()


class SeenComponent(Component, frozen=True, kw_only=True, omit_defaults=False):
    """A component of the campaign."""

    to_hit: SeenBonus = SeenBonus()
    damage: SeenBonus = SeenBonus()
    block: SeenBonus = SeenBonus()
    mitigation: SeenBonus = SeenBonus()


class SeenEnergy(Energy, frozen=True, kw_only=True, omit_defaults=False):
    """An energy of the campaign."""

    damage: SeenBonus = SeenBonus()


class SeenSheet(Sheet, frozen=True, kw_only=True, omit_defaults=False):
    """What is written of a combatant."""


class SeenCharge(Charge, frozen=True, kw_only=True, omit_defaults=False):
    """Energy in a weapon."""


class SeenItem(Carried, frozen=True, kw_only=True, omit_defaults=False):
    """Something carried, or that lies on the ground."""

    charge: SeenCharge | None = None


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
    prepared: Prepared | None


class SeenRoll(Rolled, frozen=True, kw_only=True, omit_defaults=False):
    """A total as it was rolled."""


class SeenAdded(Added, frozen=True, kw_only=True, omit_defaults=False):
    """What is added to a roll."""


class SeenDeclared(Declared, frozen=True, kw_only=True, omit_defaults=False):
    """An attack as it was declared."""

    charge: SeenCharge | None = None
    damage: SeenAdded = SeenAdded()


class SeenCounter(Counter, frozen=True, kw_only=True, omit_defaults=False):
    """A counterspell."""


class SeenDefence(Defence, frozen=True, kw_only=True, omit_defaults=False):
    """What the defender has put up so far."""

    evasion: SeenRoll | None = None
    block: SeenRoll | None = None
    counter: SeenCounter | None = None
    mitigation: SeenAdded = SeenAdded()


class SeenExchange(Exchange, frozen=True, kw_only=True, omit_defaults=False):
    """An attack under way: who is `asked` next (null: the Keeper), and what its energy waits for, if it does."""

    declared: SeenDeclared
    to_hit: SeenRoll
    defence: SeenDefence = SeenDefence()
    damage: SeenRoll | None = None
    mitigation: SeenRoll | None = None
    forced: SeenRoll | None = None
    asked: str | None
    wanted: Asked | None


class SeenFighter(Fighter, frozen=True, kw_only=True, omit_defaults=False):
    """One who takes part in a fight, with what is left of its round."""


class SeenFight(SeenRounds, frozen=True, kw_only=True):
    """A fight, and those who take part."""

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
    characters: tuple[SeenCombatant, ...]
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
    """Show a campaign to a seat, or to the app (None). Rule: AR-ROSTER-01, SC-CAMP-09."""
    prepared = in_order(state.prepared) if seat is None or state.led_by(seat) else ()
    return form(
        CampaignView,
        state,
        settings=settings_in_force(state.settings),
        characters=tuple(_combatant(state, state.characters[one]) for one in in_order(state.characters)),
        prepared=tuple(SeenPrepared(id=one, prepared=state.prepared[one]) for one in prepared),
        fight=fight_of(state, SeenFight, SeenFighter),
        exchange=_exchange(state),
        weapons=named(SeenWeapon, state.weapons),
        shields=named(SeenShield, state.shields),
        components=named(SeenComponent, state.components),
        energies=named(SeenEnergy, state.energies),
        sizes=tuple(SizeCategory(name=name, movement_unit=state.sizes[name]) for name in sorted(state.sizes)),
    )


def _combatant(state: CampaignState, one: Combatant) -> SeenCombatant:
    return form(
        SeenCombatant, one, health=health(state, one.id), can_act=can_act(state, one.id),
        can_defend=can_defend(state, one.id),
    )  # fmt: skip


def _exchange(state: CampaignState) -> SeenExchange | None:
    exchange, wanted = state.exchange, energies.asked(state)
    if exchange is None:
        return None
    who = None if exchange.step == "energy" else exchanges.asked_now(exchange)
    if wanted == "counter":
        who = exchange.victim
    elif wanted == "stated" and state.settings.energy.stated_defence == "opposed_total":
        who = energies.who_rolls(state, exchange)
    return form(SeenExchange, exchange, asked=who, wanted=wanted)
