"""The view of a campaign for one seat. It omits the Keeper's prepared combatants. Every field is always there."""

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
from shared.kernel.campaign.seen import Chosen, SeenRounds, by_name, fight_of, settings_in_force
from shared.kernel.campaign.state import Proposal
from shared.kernel.messages import Seat


class SeenBonus(Bonus, frozen=True, kw_only=True, omit_defaults=False):
    """A bonus to a roll, as a seat sees it."""


class SeenWeapon(Weapon, frozen=True, kw_only=True, omit_defaults=False):
    """A weapon in the campaign's data, as a seat sees it."""

    to_hit: SeenBonus = SeenBonus()
    damage: SeenBonus = SeenBonus()


class SeenShield(Shield, frozen=True, kw_only=True, omit_defaults=False):
    """A shield in the campaign's data, as a seat sees it."""

    block: SeenBonus = SeenBonus()


class SeenComponent(Component, frozen=True, kw_only=True, omit_defaults=False):
    """A component in the campaign's data, as a seat sees it."""

    to_hit: SeenBonus = SeenBonus()
    damage: SeenBonus = SeenBonus()
    block: SeenBonus = SeenBonus()
    mitigation: SeenBonus = SeenBonus()


class SeenEnergy(Energy, frozen=True, kw_only=True, omit_defaults=False):
    """An energy in the campaign's data, as a seat sees it."""

    damage: SeenBonus = SeenBonus()


class SeenSheet(Sheet, frozen=True, kw_only=True, omit_defaults=False):
    """The sheet of a combatant, as a seat sees it."""


class SeenCharge(Charge, frozen=True, kw_only=True, omit_defaults=False):
    """The energy in a weapon, as a seat sees it."""


class SeenItem(Carried, frozen=True, kw_only=True, omit_defaults=False):
    """An item, carried or on the ground, as a seat sees it."""

    charge: SeenCharge | None = None


class SeenSpell(Held, frozen=True, kw_only=True, omit_defaults=False):
    """A lasting spell, as a seat sees it."""


class SeenCombatant(Struct, frozen=True, kw_only=True):
    """A combatant, with its most severe state, the Vitality that determines its state, and its remaining abilities."""

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
    """A combatant that the Keeper has prepared in secret."""

    id: str
    prepared: Prepared | None


class SeenRoll(Rolled, frozen=True, kw_only=True, omit_defaults=False):
    """A rolled total, as a seat sees it."""


class SeenAdded(Added, frozen=True, kw_only=True, omit_defaults=False):
    """The sum of the bonuses of a roll, as a seat sees it."""


class SeenDeclared(Declared, frozen=True, kw_only=True, omit_defaults=False):
    """A declared attack, as a seat sees it."""

    charge: SeenCharge | None = None
    damage: SeenAdded = SeenAdded()


class SeenCounter(Counter, frozen=True, kw_only=True, omit_defaults=False):
    """A counterspell, as a seat sees it."""


class SeenDefence(Defence, frozen=True, kw_only=True, omit_defaults=False):
    """The defence against an attack so far, as a seat sees it."""

    evasion: SeenRoll | None = None
    block: SeenRoll | None = None
    counter: SeenCounter | None = None
    mitigation: SeenAdded = SeenAdded()


class SeenExchange(Exchange, frozen=True, kw_only=True, omit_defaults=False):
    """An attack in progress.

    `asked`: the combatant that must answer, or null if the Keeper must. `wanted`: the decision that the attack waits
    for.
    """

    declared: SeenDeclared
    to_hit: SeenRoll
    defence: SeenDefence = SeenDefence()
    damage: SeenRoll | None = None
    mitigation: SeenRoll | None = None
    forced: SeenRoll | None = None
    asked: str | None
    wanted: Asked | None


class SeenFighter(Fighter, frozen=True, kw_only=True, omit_defaults=False):
    """A combatant in a fight, with its resources for this round."""


class SeenFight(SeenRounds, frozen=True, kw_only=True):
    """A fight and its participants, as a seat sees them."""

    participants: tuple[SeenFighter, ...]


class SeenSkill(Skill, frozen=True, kw_only=True, omit_defaults=False):
    """A skill action whose result the Keeper has not stated yet."""


class CampaignView(Struct, frozen=True, kw_only=True):
    """A campaign as one seat sees it. Lists are in the order of creation, and data are sorted by name.

    `failures` are critical failures to which the Keeper may still add a fumble, with their combatants. `prepared` is
    empty for all seats except the Keeper's.
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
    """Return the campaign as a seat sees it, or as the app sees it if `seat` is None. The app sees everything.

    Rule:    AR-ROSTER-01, SC-CAMP-09
    """
    prepared = in_order(state.prepared) if seat is None or state.led_by(seat) else ()
    return form(
        CampaignView,
        state,
        settings=settings_in_force(state.settings),
        characters=tuple(_combatant(state, state.characters[one]) for one in in_order(state.characters)),
        prepared=tuple(SeenPrepared(id=one, prepared=state.prepared[one]) for one in prepared),
        fight=fight_of(state, SeenFight, SeenFighter),
        exchange=_exchange(state),
        weapons=by_name(SeenWeapon, state.weapons),
        shields=by_name(SeenShield, state.shields),
        components=by_name(SeenComponent, state.components),
        energies=by_name(SeenEnergy, state.energies),
        sizes=tuple(SizeCategory(name=name, movement_unit=state.sizes[name]) for name in sorted(state.sizes)),
    )


def _combatant(state: CampaignState, one: Combatant) -> SeenCombatant:
    return form(
        SeenCombatant, one, health=health(state, one.id), can_act=can_act(state, one.id),
        can_defend=can_defend(state, one.id),
    )  # fmt: skip


def _exchange(state: CampaignState) -> SeenExchange | None:
    exchange, wanted = state.exchange, energies.decision_due(state)
    if exchange is None:
        return None
    who = None if exchange.step == "energy" else exchanges.who_answers(exchange)
    if wanted == "counter":
        who = exchange.victim
    elif wanted == "stated" and state.settings.energy.stated_defence == "opposed_total":
        who = energies.who_rolls(state, exchange)
    return form(SeenExchange, exchange, asked=who, wanted=wanted)
