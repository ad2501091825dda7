"""The effects of energies, calculated from the campaign's data and settings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.exchange import Declared, Exchange, Outcome

TOUCHED: Final[tuple[Outcome, ...]] = ("glancing", "caught", "hit")


class Mitigating(Struct, frozen=True, kw_only=True):
    """The sources of mitigation: worn armor, and the AP spent on the defence.

    `more`: the AP of a counterspell, if they count too. `spare`: mitigation that an earlier roll against the same
    attack left over.
    """

    armor: bool = False
    ap: bool = False
    more: int = 0
    spare: int = 0

    @property
    def any(self) -> bool:
        """Return whether there is any source of mitigation to roll for."""
        return self.armor or self.ap


def opposites_among(state: CampaignState, energy: str, energies: Iterable[str]) -> tuple[str, ...]:
    """Return those of `energies` that are opposites of `energy`. Rule: SC-CSP-14, SC-R-32."""
    pairs = state.settings.energy.opposites
    return tuple(one for one in energies if (energy, one) in pairs or (one, energy) in pairs)


def opponents_of(state: CampaignState, energies: Iterable[str]) -> tuple[str, ...]:
    """Return the energies, none of them prohibitive, that can counter one of `energies`. Rule: SC-CSP-08."""
    against, known = tuple(energies), state.energies
    return tuple(one for one in sorted(known) if not known[one].prohibitive and opposites_among(state, one, against))


def deals_directly(state: CampaignState, energies: Iterable[str]) -> bool:
    """Return whether one of the energies deals direct damage. Rule: SC-PMA-05."""
    return any(state.energies[one].direct_damage for one in energies if one in state.energies)


def meets_armor(state: CampaignState, energies: Iterable[str]) -> bool:
    """Return whether armor mitigates the damage of merged energies.

    Armor does so if some of the energies deal direct damage and none of these bypasses armor.

    Rule:    SC-PMA-05, SC-R-62, SC-R-104
    """
    harms = [state.energies[one] for one in energies if one in state.energies and state.energies[one].direct_damage]
    meets = [not one.bypasses_armor for one in harms]
    return bool(harms) and (all(meets) if state.form else any(meets))


def physically_defended(state: CampaignState, declared: Declared) -> bool:
    """Return whether evasion, armor and block count against an attack. Rule: SC-PMA-01 to SC-PMA-04, SC-R-92."""
    return (
        declared.kind != "magic" or declared.mimics is not None or state.settings.magic.unmimicked_defence == "physical"
    )


def energies_left(state: CampaignState, exchange: Exchange) -> tuple[str, ...]:
    """Return the energies of a spell that remain after a successful counterspell.

    Rule: SC-CSP-14, SC-CSP-15, SC-R-33, SC-R-90
    """
    counter, energies = exchange.defence.counter, exchange.declared.energies
    if counter is None or state.settings.counterspell.mixed_energies == "whole":
        return ()
    gone = opposites_among(state, counter.energy, energies)
    return tuple(one for one in energies if one not in gone)


def energies_reaching(state: CampaignState, exchange: Exchange) -> tuple[str, ...]:
    """Return the energies that reach the target after its defence.

    The energies of a spell reach it only on a hit.

    Rule:    SC-CHG-06, SC-CHG-09, SC-T-ENERGY-RELEASE, SC-R-34, SC-R-35, SC-R-58, SC-R-83
    """
    if exchange.met:
        return ()
    if not exchange.hybrid:
        return exchange.carried if exchange.outcome == "hit" or exchange.returned else ()
    back = exchange.returned and state.settings.counterattack.energy == "released_on_attacker"
    return exchange.carried if back or exchange.outcome in TOUCHED else ()


def may_be_countered(state: CampaignState, exchange: Exchange) -> bool:
    """Return whether the target may counter the energy of a weapon now. Rule: SC-R-65."""
    if not state.settings.counterspell.charged_weapons or exchange.answered or exchange.left or not exchange.hybrid:
        return False
    knows = state.characters[exchange.victim].sheet.energies
    return exchange.step == "energy" and any(opposites_among(state, one, exchange.acting) for one in knows)


def mitigation_of(state: CampaignState, exchange: Exchange) -> Mitigating:
    """Return the sources of mitigation against the damage of an attack.

    Rule: SC-CSP-12, SC-PMA-05, SC-PMA-07, SC-R-58, SC-R-62, SC-R-77, SC-R-91, SC-R-92
    """
    declared, defence = exchange.declared, exchange.defence
    if declared.kind != "magic":
        return Mitigating(armor=True, ap=not exchange.returned)
    if defence.catching or exchange.at_once or (declared.energies and not deals_directly(state, declared.energies)):
        return Mitigating()
    armor = not declared.energies or meets_armor(state, declared.energies)
    if exchange.portion:
        rolled = exchange.spare is not None
        return Mitigating(armor=armor and not rolled, spare=exchange.spare or 0 if armor else 0)
    if exchange.returned:
        return Mitigating(armor=armor and physically_defended(state, declared))
    return _against_spell(state, exchange, armor=armor and physically_defended(state, declared))


def _against_spell(state: CampaignState, exchange: Exchange, *, armor: bool) -> Mitigating:
    """Return the sources of mitigation against the damage of a spell, with or without a counterspell.

    Rule: SC-CSP-12, SC-R-29, SC-R-33
    """
    counter, rule = exchange.defence.counter, state.settings.counterspell.failed_attack_mitigation
    if counter is None:
        return Mitigating(armor=armor, ap=True)
    if counter.way == "shield" or rule == "full":
        return Mitigating(armor=armor, ap=True, more=counter.ap)
    return Mitigating(armor=armor and rule == "armor_only")


def acts(state: CampaignState, exchange: Exchange, energy: str) -> bool:
    """Return whether an energy affects its target even if the blow dealt no weapon damage.

    The Keeper may decide otherwise.

    Rule:    SC-HYB-02, SC-HYB-03, SC-CHU-05, SC-CHC-06, SC-CHB-06, SC-CHR-07, SC-R-34, SC-R-36, SC-R-37, SC-R-58
    """
    rules, found = state.settings.energy, state.energies[energy]
    stopped = exchange.damage is None
    return any((
        found.unblockable and not found.touch_only,
        found.touch_only and (rules.touch_on_glancing or not stopped),
        found.bypasses_armor and rules.bypass_default,
    ))  # fmt: skip
