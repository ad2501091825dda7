"""What a campaign knows: its data, its combatants, the fight, and the exchange under way.

Mappings are kept by id; their order means nothing, since storage sorts them.
"""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from services.rpg_specialist_total.catalogue import Component, Energy, Shield, Weapon
from services.rpg_specialist_total.settings import Settings
from services.rpg_specialist_total.state.combatants import Carried, Charge, Combatant, Prepared
from services.rpg_specialist_total.state.exchange import Exchange
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.rounds import Rounds, Scored
from shared.kernel.campaign.state import FightingCampaign


class Fighter(Scored, frozen=True, kw_only=True, omit_defaults=True):
    """One who fights, and what is left of the round.

    Shape: ap: what can be spent now; old_ap: left from before the round, for defence only, where AP last that long;
           locked: a critical failure has taken the AP; given back at the start of the next turn: `kept`;
           moved: the free movement is used; attempts: to stabilise in this round; magic: tried in this turn
    """

    ap: int = 0
    old_ap: int = 0
    locked: bool = False
    kept: int = 0
    attempts: int = 0
    magic: bool = False


class Skill(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A skill action that waits for the Keeper to say what came of it. Rule: SC-R-76."""

    id: str
    combatant: str
    what: str
    ap: int
    dice: int = 0
    luck: int = 0


class Used(Struct, frozen=True, kw_only=True):
    """Ammunition that was used and not yet looked for. Rule: SC-AMMO-02."""

    id: str
    owner: str
    name: str
    number: int


class CampaignState(FightingCampaign, Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A campaign. `failures` are critical failures to which the Keeper may still add a fumble, by exchange.

    Shape: prepared: what the Keeper keeps ready (None in a copy that may not read it); ground: what lies about
    """

    joins_at_once: ClassVar[bool] = False

    settings: Settings = Settings()
    weapons: dict[str, Weapon] = {}
    shields: dict[str, Shield] = {}
    components: dict[str, Component] = {}
    energies: dict[str, Energy] = {}
    sizes: dict[str, int] = {}
    combatants: dict[str, Combatant] = {}
    prepared: dict[str, Prepared | None] = {}
    ground: dict[str, Carried] = {}
    fight: Rounds[Fighter] | None = None
    exchange: Exchange | None = None
    failures: dict[str, str] = {}
    skills: dict[str, Skill] = {}
    used: dict[str, Used] = {}

    @property
    def rolls_each_round(self) -> bool:
        """Whether everybody rolls a new combat order each round. Rule: SC-ORD-12, SC-ORD-14, SC-R-89."""
        return self.settings.combat.order_mode == "each_round"

    @property
    def waiting(self) -> tuple[str, ...]:
        """Return what has to be answered before anybody does something new. Rule: SC-HIT-01."""
        return () if self.exchange is None else (self.exchange.id,)

    @property
    def known_to_fight(self) -> tuple[str, ...]:
        """Return the combatants that can take turns."""
        return in_order(who for who in self.combatants if self.takes_turns(who))

    def owner(self, who: str) -> str | None:
        """Return the seat of a combatant."""
        return self.combatants[who].seat if who in self.combatants else None

    def takes_turns(self, who: str) -> bool:
        """Whether a combatant's turns come: all but the dead and those out of the fight keep theirs. Rule: SC-R-68."""
        one = self.combatants.get(who)
        return one is not None and not (one.dead or self.out(who))

    def out(self, who: str) -> bool:
        """Whether a non-player is out at 0 or fewer Vitality, in a campaign without further states. Rule: SC-R-63."""
        one = self.combatants[who]
        spared = self.settings.combatants.non_player_states == "out_at_zero" and not one.player
        return spared and one.standing <= 0

    def participant(self, who: str) -> Fighter:
        """Return a combatant as a fighter that has done nothing yet."""
        return Fighter(id=who, side="player" if self.combatants[who].player else "enemy")

    def rank(self, one: Scored) -> tuple[int, ...]:
        """Return what decides the order. Rule: SC-ORD-02, SC-ORD-07, SC-ORD-10, SC-R-08."""
        combatant = self.combatants[one.id]
        return (one.score or 0, int(combatant.player), combatant.speed_score if combatant.player else 0)

    def fighter(self, who: str) -> Fighter | None:
        """Return a combatant as a fighter, or None outside a fight."""
        return None if self.fight is None else self.fight.find(who)

    def changed(self, who: str, **changes: Any) -> CampaignState:  # noqa: ANN401 fields of a combatant
        """Return the campaign with a combatant changed."""
        after = replace(self.combatants[who], **changes)
        return replace(self, combatants={**self.combatants, who: after})

    def item_changed(self, who: str, item: str, **changes: Any) -> CampaignState:  # noqa: ANN401 fields of an item
        """Return the campaign with something that a combatant carries changed."""
        items = self.combatants[who].items
        return self.changed(who, items={**items, item: replace(items[item], **changes)})

    def charged(self, item: str, charge: Charge | None) -> CampaignState:
        """Return the campaign with another energy in something, wherever it is by now, or with none."""
        if item in self.ground:
            return replace(self, ground={**self.ground, item: replace(self.ground[item], charge=charge)})
        holder = next((who for who, one in self.combatants.items() if item in one.items), None)
        return self if holder is None else self.item_changed(holder, item, charge=charge)

    def fighter_changed(self, who: str, **changes: Any) -> CampaignState:  # noqa: ANN401 fields of a fighter
        """Return the campaign with a fighter changed, if there is one."""
        if self.fight is None or self.fight.find(who) is None:
            return self
        return replace(self, fight=self.fight.changed(who, **changes))

    def exchange_changed(self, **changes: Any) -> CampaignState:  # noqa: ANN401 fields of an exchange
        """Return the campaign with the exchange under way changed."""
        return self if self.exchange is None else replace(self, exchange=replace(self.exchange, **changes))
