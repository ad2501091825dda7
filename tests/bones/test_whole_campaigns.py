"""Whole random campaigns with all kinds of settings, played through the legal list."""

from collections import Counter
from functools import cache
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.bones.game import bones
from services.bones.state.campaign import CampaignState
from services.bones.views import view
from tests.bones.conformance import holds
from tests.bones.tables import Journal
from tests.bones.wandering import NEVER, PARTS, any_step, attack_all, open_campaign, over, stand, step, turns_to
from tests.support.journal import audit_export
from tests.support.sampling import sampled

pytestmark = pytest.mark.long

PLAYS: Final = 12
STEPS: Final = 60
BETWEEN: Final = 25
LONG: Final = 400
FAR: Final = (
    "AbilitiesShown", "AllotmentsRevealed", "BlowStruck", "DamageHealed", "DamageSoaked", "DamageTaken",
    "DeclarationsRevealed", "DefenceSet", "Died", "DieRerolled", "FallSettled", "GroupsTurnCame", "HinderingRolled",
    "IconPlaced", "Incapacitated", "ItemLost", "PostureChanged", "ResultTold", "RoundBegan", "RoundTaskSettled",
    "SpiffUseVetoed", "SuccessBought", "TaskSettled", "TimePassed",
    "EffectBegan", "EffectEnded", "EffectHeld", "MagicUsed", "ResistanceSettled", "RoundMagicSettled", "ThemeSet",
    "ActionResolved", "ActionTermsSet", "ActionTold", "OutcomesTold", "SeasonEnded", "SpiffsOrdered",
    "AdventureEnded", "AdventureLoaded", "AreaEntered", "CheckCame", "KinAppeared", "TimetableAdvanced",
)  # fmt: skip
"""Event types that must occur somewhere in these campaigns."""


def rounds_are_possible(state: CampaignState) -> None:
    """Assert that the round of a fight is consistent, and waits for a participant or the game master."""
    fight = state.combat
    if fight is None:
        return
    there = set(fight.order)
    assert there == set(fight.fighters)
    assert all({one.attacker, one.target} <= there for one in fight.between)
    assert state.waiting or fight.stage not in ("rolling", "damage"), "the round waits for nobody"
    seen = view(state, None).combat
    assert (seen and seen.awaited) or state.resistances or fight.stage not in ("allotting", "defending"), (
        "the round waits for nobody"
    )
    assert fight.stage not in ("declaring", "terms", "rolling") or not any(
        one.allotted for one in fight.fighters.values()
    )


def check(journal: Journal) -> None:
    """Assert the invariants of a campaign."""
    holds(journal)
    rounds_are_possible(journal.state)


@cache
def wandered(seed: int) -> Journal:
    """Play two fights with legal commands of all seats.

    Before each fight, play a season, magic or an adventure.
    """
    choose = Random(seed).randrange
    journal = open_campaign(seed, choose)
    for part in range(2):
        rather = PARTS[(seed + part) % len(PARTS)]
        turns_to(journal, rather, choose)
        for _ in range(BETWEEN):
            any_step(journal, choose, rather=rather)
            check(journal)
        attack_all(journal, choose)
        for _ in range(STEPS):
            if stand(journal.state, "party") and stand(journal.state, "foes"):
                any_step(journal, choose)
                check(journal)
        over(journal, choose)
    return journal


@cache
def fought(seed: int) -> Journal:
    """Play a fight, with the game master deciding for both sides, until one side has no dice left."""
    choose = Random(seed).randrange
    journal = open_campaign(seed, choose)
    attack_all(journal, choose)
    for _ in range(LONG):
        if not (stand(journal.state, "party") and stand(journal.state, "foes")):
            break
        assert step(journal, "gm", choose, seldom=NEVER) is not None
        check(journal)
    over(journal, choose)
    return journal


@pytest.mark.rule("BN-CMB-01", "BN-CMB-09", "BN-DMG-01", "BN-R-103", "BN-R-314")
@pytest.mark.parametrize("seed", range(PLAYS))
def test_listed_commands_are_accepted_and_leave_a_possible_campaign(seed: int) -> None:
    """Each listed command is accepted, the invariants hold, and the log folds to the same campaign."""
    journal = wandered(seed)

    assert journal.stream == journal.replay()


@pytest.mark.rule("BN-CMB-01", "BN-CMB-03", "BN-CMB-08", "BN-CMB-09", "BN-DMG-02", "BN-R-111", "BN-R-278")
@pytest.mark.parametrize("seed", range(PLAYS))
def test_a_fight_goes_on_until_nobody_of_a_side_is_left(seed: int) -> None:
    """A fight can be fought until one side is down, whatever the settings; no open decision blocks it."""
    journal = fought(seed)

    assert journal.stream == journal.replay()


@settings(max_examples=sampled(4, of=25), derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), seed=st.integers(0, 1000))
def test_any_choices_leave_a_possible_campaign(data: st.DataObject, seed: int) -> None:
    """Every sequence of choices leaves a possible campaign.

    Hypothesis draws each choice separately, so a failure shrinks to the shortest campaign.
    """

    def choose(many: int) -> int:
        return data.draw(st.integers(0, many - 1))

    journal = open_campaign(seed, choose)
    attack_all(journal, choose)
    for _ in range(BETWEEN):
        any_step(journal, choose)
        check(journal)

    assert journal.stream == journal.replay()


@pytest.mark.parametrize("seed", [PLAYS + 1, PLAYS + 3])
def test_an_audit_proves_a_whole_campaign(seed: int) -> None:
    """An audit of the exported log decides every command again, with the same results."""
    journal = wandered(seed)
    journal.close()

    report = audit_export(bones, journal.lines())

    found: Any = (report.chain.verdict, report.draws.verdict, report.decisions.verdict)
    assert ("same", "same", "same") == found


def test_the_random_campaigns_cover_all_parts() -> None:
    """The campaigns contain blows and deaths, falls, poison and flames, spiffs, narrated tasks, and placed icons."""
    journals = [play(seed) for play in (wandered, fought) for seed in range(PLAYS)]
    found = Counter(type(event).__name__ for journal in journals for event in journal.events)

    assert set() == set(FAR) - set(found)
    assert found["RoundBegan"] > 8 * PLAYS
    assert sum(stand_at_the_end(journal) for journal in journals[PLAYS:]) < PLAYS // 2


def stand_at_the_end(journal: Journal) -> bool:
    """Return whether both sides of the fight still had dice at its end."""
    left = {one.plays for one in journal.state.characters.values() if not one.down}
    return len(left) == len({True, False})
