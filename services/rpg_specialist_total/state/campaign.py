"""The state of a campaign: its data, its combatants, the fight, and the exchange in progress.

Mappings are keyed by id. Their order has no meaning, because the store sorts them.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from services.rpg_specialist_total.catalogue import Component, Energy, Shield, Weapon
from services.rpg_specialist_total.settings import Settings, as_before
from services.rpg_specialist_total.state.combatants import Carried, Charge, Combatant, Held, Prepared
from services.rpg_specialist_total.state.exchange import NOTHING_PAID, Exchange, Refund
from shared.kernel.campaign.keeping import in_order, without
from shared.kernel.campaign.rounds import Rounds, Scored
from shared.kernel.campaign.state import RosterCampaign
from shared.kernel.lasting import once


class Fighter(Scored, frozen=True, kw_only=True, omit_defaults=True):
    """A combatant in a fight, with its resources for this round.

    `ap`: AP that it can spend now. `old_ap`: AP left from the last round, for defence only. `locked`: a critical
    failure has taken the AP. `kept` is the number that returns on the next turn. `moved`: it has used its free
    movement. `attempts`: its attempts to stabilise in this round. `magic`: it has used magic in this turn. `failed`:
    a percentile of 01 has taken the AP of this turn. `unpaid`: it has cast a prepared spell after that.
    """

    ap: int = 0
    old_ap: int = 0
    locked: bool = False
    kept: int = 0
    attempts: int = 0
    magic: bool = False
    failed: bool = False
    unpaid: bool = False


class Skill(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A skill action whose result the Keeper has not stated yet. Rule: SC-R-76."""

    id: str
    character: str
    what: str
    ap: int
    dice: int = 0
    luck: int = 0


class Used(Struct, frozen=True, kw_only=True):
    """A batch of used ammunition that nobody has searched for yet. Rule: SC-AMMO-02."""

    id: str
    owner: str
    name: str
    number: int


class CampaignState(RosterCampaign, Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The state of a campaign.

    `failures`: the critical failures to which the Keeper may still add a fumble, by the id of their exchange (attack).
    `prepared`: combatants that the Keeper has prepared (None in a copy for seats that may not see them). `ground`:
    items on the ground. `form`: the version of the decision rules with which the campaign was opened (decision 0105).
    """

    joins_at_once: ClassVar[bool] = False

    settings: Settings = Settings()
    weapons: dict[str, Weapon] = {}
    shields: dict[str, Shield] = {}
    components: dict[str, Component] = {}
    energies: dict[str, Energy] = {}
    sizes: dict[str, int] = {}
    characters: dict[str, Combatant] = {}
    prepared: dict[str, Prepared | None] = {}
    ground: dict[str, Carried] = {}
    fight: Rounds[Fighter] | None = None
    exchange: Exchange | None = None
    failures: dict[str, str] = {}
    skills: dict[str, Skill] = {}
    used: dict[str, Used] = {}

    def begin(self, title: str | None, settings: Settings) -> Self:
        """Return the campaign after its opening.

        A campaign under version 0 of the rules uses that version's settings (decision 0105).
        """
        return super().begin(title, settings if self.form else as_before(settings))

    @property
    def rolls_each_round(self) -> bool:
        """Return whether all combatants roll a new order each round. Rule: SC-ORD-12, SC-ORD-14, SC-R-89."""
        return self.settings.combat.order_mode == "each_round"

    @once
    def waiting(self) -> tuple[str, ...]:
        """Return the id of the exchange that must be answered before any new action, or an empty tuple.

        Rule: SC-HIT-01.
        """
        return () if self.exchange is None else (self.exchange.id,)

    def takes_turns(self, who: str) -> bool:
        """Return whether a combatant still takes turns: it is neither dead nor out of the fight. Rule: SC-R-68."""
        one = self.characters.get(who)
        return one is not None and not one.dead and (one.standing > 0 or not self.out(who))

    @property
    def timed_by_the_fight(self) -> tuple[str, ...]:
        """The combatants whose spells get shorter with each round of the fight: all that have lasting spells.

        In campaigns opened before version 2 of the rules, these are the combatants in the fight.

        Rule:    SC-CAMP-31, SC-CAMP-43
        """
        if self.amended:
            return in_order([who for who, one in self.characters.items() if one.spells])
        return () if self.fight is None else tuple([one.id for one in self.fight.participants])

    def out(self, who: str) -> bool:
        """Return whether a non-player is out of the fight because its Vitality is 0 or less.

        This applies only in campaigns in which non-players have no other health states.

        Rule: SC-R-63
        """
        one = self.characters[who]
        spared = not one.player and self.settings.combatants.non_player_states == "out_at_zero"
        return spared and one.standing <= 0

    def is_players(self, seat: str) -> bool:
        """Return whether a player has this seat, so that its combatants are player characters. Rule: SC-R-08."""
        return self.roles.get(seat) == "player"

    def assign(self, who: str, seat: str) -> Self:
        """Return the campaign with a combatant assigned to another seat, and so to its side of the fight.

        A combatant that has left the fight changes sides too, in case it comes back.

        Rule:    SC-CAMP-44
        """
        return self.change(who, seat=seat, player=self.is_players(seat)).settle_side(who)

    def remove(self, who: str) -> Self:
        """Return the campaign without a combatant, its pending fumbles and skill actions, and its used ammunition."""
        return replace(
            super().remove(who),
            failures={exchange: whose for exchange, whose in self.failures.items() if whose != who},
            skills={skill: one for skill, one in self.skills.items() if one.character != who},
            used={batch: one for batch, one in self.used.items() if one.owner != who},
        )

    def participant(self, who: str) -> Fighter:
        """Return a combatant as a fighter at the start of a round."""
        return Fighter(id=who, side="player" if self.characters[who].player else "enemy")

    def rank(self, one: Scored) -> tuple[int, ...]:
        """Return the sort key of the combat order. Rule: SC-ORD-02, SC-ORD-07, SC-ORD-10, SC-R-08."""
        character = self.characters[one.id]
        return (one.score or 0, int(character.player), character.speed_score if character.player else 0)

    def item_changed(self, who: str, item: str, **changes: Any) -> Self:  # noqa: ANN401 fields of an item
        """Return the campaign with changed fields of an item that a combatant carries."""
        items = self.characters[who].items
        return self.change(who, items={**items, item: replace(items[item], **changes)})

    def charge_item(self, item: str, charge: Charge | None) -> Self:
        """Return the campaign with new energy in an item, carried or on the ground.

        With None, the item loses its energy.
        """
        if item in self.ground:
            return replace(self, ground={**self.ground, item: replace(self.ground[item], charge=charge)})
        holder = next((who for who, one in self.characters.items() if item in one.items), None)
        return self if holder is None else self.item_changed(holder, item, charge=charge)

    def pay(self, who: str, *, locked: bool = False, **more: int) -> Self:
        """Return the campaign after recording more costs that a combatant paid for the current attack."""
        if self.exchange is None:
            return self
        before = self.exchange.paid.get(who, NOTHING_PAID)
        sums: dict[str, Any] = {name: getattr(before, name) + number for name, number in more.items()}
        after = replace(before, locked=before.locked or locked, **sums)
        return self.exchange_changed(paid={**self.exchange.paid, who: after})

    def refund_costs(self, paid: Refund) -> Self:
        """Return the campaign after a combatant got back its costs of a dropped attack. Rule: SC-CAMP-15."""
        who, back = paid.character, paid.ap + paid.lost
        one, fighter = self.characters[who], self.fighter(who)
        after = self.change(who, luck=one.luck + paid.luck, spent=max(one.spent - back, 0))
        if fighter is None or one.dead:
            return after
        if fighter.locked and not paid.locked:
            return after.fighter_changed(who, kept=fighter.kept + back)
        unlocked = {"locked": False, "failed": False, "kept": max(fighter.kept - paid.lost, 0)} if paid.locked else {}
        return after.fighter_changed(
            who, ap=fighter.ap + back, old_ap=fighter.old_ap + paid.old + paid.old_lost, **unlocked
        )

    def hold_spell(self, who: str, held: Held) -> Self:
        """Return the campaign with another lasting spell of a combatant."""
        after = self.raise_counter(held.id).change(who, spells={**self.characters[who].spells, held.id: held})
        if self.exchange is None or not self.amended:
            return after
        return after.exchange_changed(raised={**self.exchange.raised, who: held.id})

    def end_spell(self, who: str, spell: str) -> Self:
        """Return the campaign without a lasting spell of a combatant."""
        spells = self.characters[who].spells
        after = self.change(who, spells=without(spells, spell))
        if self.exchange is None or not self.amended or spell not in spells or spells[spell].kind != "shield":
            return after
        return after.exchange_changed(cancelled={**self.exchange.cancelled, who: spells[spell]})

    def forgiven(self, exchange: Exchange) -> Self:
        """Return the campaign without the critical failures of a dropped attack, and with the spells from before it.

        The attacker has its prepared spell again, and may cast it again after a 01. A 01 in the attack no longer limits
        prepared spells. A lasting shield that was raised in the attack is gone, and one that ended in it is back.

        Rule:    SC-CAMP-15, SC-CAMP-42, SC-R-101
        """
        left = {failure: who for failure, who in self.failures.items() if failure not in exchange.failures}
        after, attacker, spell = replace(self, failures=left), exchange.declared.attacker, exchange.declared.spell
        for who, raised in exchange.raised.items():
            after = after.end_spell(who, raised)
        for who, held in (*exchange.cancelled.items(), *(() if spell is None else ((attacker, spell),))):
            if not self.characters[who].dead:
                after = after.hold_spell(who, held)
        for who in exchange.failed:
            after = after.fighter_changed(who, failed=False)
        return after.fighter_changed(attacker, unpaid=False) if spell is not None and self.amended else after

    def return_missile(self, who: str, item: str, batch: str | None) -> Self:
        """Return the campaign with the missile of a dropped attack back among the attacker's items.

        Rule:    SC-CAMP-15
        """
        ground, used = self.ground, self.used.get(batch or "")
        if item in ground:
            after = replace(self, ground=without(ground, item))
            piece = replace(ground[item], ready=ground[item].kind != "ammunition")
            return after.change(who, items={**after.characters[who].items, item: piece})
        if used is None:
            return self
        left = {**self.used, used.id: replace(used, number=used.number - 1)}
        after = replace(self, used=left if used.number > 1 else without(self.used, used.id))
        return after.laid(who, Carried(id=item, kind="ammunition", name=used.name))

    def laid(self, who: str, piece: Carried) -> Self:
        """Return the campaign after adding pieces of ammunition to a combatant's items."""
        items = self.characters[who].items
        there = replace(piece, number=piece.number + (items[piece.id].number if piece.id in items else 0))
        return self.change(who, items={**items, piece.id: there})

    def without_round(self, who: str) -> Self:
        """Return the campaign with a fighter's AP and other resources of this round cleared. Rule: SC-R-97."""
        return self.fighter_changed(
            who, ap=0, old_ap=0, kept=0, locked=False, failed=False, unpaid=False, magic=False, attempts=0
        )

    def outside(self, who: str, ap: int) -> Self:
        """Return the campaign after AP were spent outside fights.

        The AP are counted only in campaigns with the Keeper's rounds.

        Rule: SC-R-95.
        """
        counted = self.settings.ap.outside_fights == "keepers_round"
        return self.change(who, spent=self.characters[who].spent + ap) if counted else self

    def exchange_changed(self, **changes: Any) -> Self:  # noqa: ANN401 fields of an exchange
        """Return the campaign with changed fields of the exchange in progress."""
        return self if self.exchange is None else replace(self, exchange=replace(self.exchange, **changes))
