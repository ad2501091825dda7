"""The fixture of the conformance suite for the pool edition of the Specialist game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from services.rpg_specialist_pool.chapters.attempts import Attempt
from services.rpg_specialist_pool.chapters.contests import Oppose
from services.rpg_specialist_pool.chapters.specialists import CreateSpecialist, PrepareSpecialist
from services.rpg_specialist_pool.chapters.table import LoadHouseCatalogue, OpenCampaign
from services.rpg_specialist_pool.game import campaign
from services.rpg_specialist_pool.settings import Settings
from services.rpg_specialist_pool.state import Action, CampaignState, Sheet, Training
from shared.kernel.campaign.fights import StartFight
from shared.kernel.campaign.roster import RevealCharacter
from shared.kernel.game import SeatAsk
from shared.kernel.stream import OpenSeat
from tests.conformance.fixture import BriefLists, Fixture, Probe, Twins
from tests.conformance.playing import play_stream
from tests.rpg_specialist_pool.play import settings
from tests.rpg_specialist_pool.sessions import SESSIONS
from tests.support.journal import Journal

SEATS: Final = (SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"), SeatAsk(seat="bob"))
USUAL: Final = Settings()
UNUSUAL: Final = settings(
    ap={
        "formula": "one_plus",
        "carry_over": True,
        "start_of_exchange": "zero_until_first_turn",
        "minimum_per_action": 0,
    },
    damage={"read": "successes", "zero_tie": "nothing", "applies_to": "vitality"},
    luck={
        "floor": "zero",
        "in_criticals": "full",
        "carry_over": True,
        "max_per_roll": 2,
        "non_players": "as_specialists",
    },
    critical={
        "count": "exactly",
        "doubles_glancing": False,
        "decides": "failure_loses",
        "doubles_added_dice": False,
        "counterattack_ends": "own_action",
    },
    tier={"without_component": "refuse"},
    pool={"dice_per_ap": 2, "minimum": 1, "training_dice": "rank"},
    initiative={"dice": "supplied", "each_round": True},
    opposed={"declare": "first_side_rolls"},
    test={"resistance": "as_threshold"},
    players={"specialists": 3},
    players_may={"add_dice": "alone", "set_thresholds": "alone"},
)
OTHER: Final = settings(
    ap={"formula": "ceil"},
    luck={"in_criticals": "excluded"},
    critical={"counterattack": "label"},
    initiative={"dice": "speed"},
    opposed={"default_tie": "stalemate"},
    damage={"applies_to": "vitality"},
    conditions={"catalogue": [{"name": "Dazed", "dice": -2}, {"name": "Slow", "ap_ceiling": -3, "stacks": True}]},
    players_may={"create_specialists": "propose"},
)
CAMPAIGNS: Final = (USUAL, UNUSUAL, OTHER)


def sheet(state: CampaignState, name: str, *, might: int = 3, vitality: int | None = 20) -> Sheet:
    """Return a valid sheet."""
    training = Training(tier="basic") if state.settings.pool.training_dice == "rank" else Training(dice=2)
    return Sheet(
        name=name, speed=10, stats={"Might": might, "Wits": 2}, trainings={"Blades": training}, traits={"Bold": 1},
        equipment={"Shield": 2}, vitality=vitality,
    )  # fmt: skip


def open_campaign(chosen: Settings, seed: int) -> Journal[CampaignState]:
    """Open a campaign with a Specialist for each player and one for the Keeper."""
    journal = Journal(campaign, OpenCampaign(seats=SEATS, settings=chosen), seed=seed)
    for seat in ("ann", "bob", "gm"):
        journal.send(CreateSpecialist(sheet=sheet(journal.state, seat), seat=seat))
    return journal


def begin(seed: int) -> Journal[CampaignState]:
    """Open a campaign. `seed` selects one of several settings, and an odd seed starts a fight."""
    journal = open_campaign(CAMPAIGNS[seed % len(CAMPAIGNS)], seed)
    if seed % 2:
        journal.send(LoadHouseCatalogue())
        journal.send(StartFight(participants=tuple(journal.state.characters)))
    return journal


def holds(journal: Journal[CampaignState]) -> None:
    """Assert the invariants of a campaign."""
    state = journal.state
    for one in state.characters.values():
        assert one.luck >= 0
        assert one.vitality is None or one.sheet.vitality is None or one.vitality <= one.sheet.vitality
        assert all(1 <= level <= 5 for level in one.conditions.values())
    for fighter in state.fight.participants if state.fight else ():
        assert fighter.id in state.characters
        assert 0 <= fighter.ap <= max(15, state.full_ap(fighter.id))
    for contest in state.contests.values():
        assert {contest.character, contest.target} <= set(state.characters)
        assert contest.character != contest.target
    assert not set(state.prepared) & set(state.characters)
    assert state.counter is None or {state.counter.character, state.counter.target} <= set(state.characters)
    assert max(len(state.ties), len(state.criticals)) <= 20
    if state.waiting and state.fight is not None:
        assert len(state.waiting) == 1 or state.fight.acting is not None or not state.fight.order


def prepare(might: int, name: str) -> Journal[CampaignState]:
    """Prepare a creature in secret, as the Keeper."""
    journal = open_campaign(USUAL, 1)
    journal.send(OpenSeat(seat="eve", role="spectator"))
    journal.send(PrepareSpecialist(sheet=sheet(journal.state, name, might=might)))
    return journal


def twins() -> Iterator[Twins]:
    """Yield pairs of campaigns that differ only in the creature that the Keeper has prepared in secret."""
    first, second = prepare(1, "rat"), prepare(9, "wyrm")
    hero = next(one.id for one in first.state.characters.values() if one.seat == "ann")
    (hidden,) = first.state.prepared
    yield Twins(
        first=first.stream,
        second=second.stream,
        seats=("ann", "bob", "eve"),
        probes=(
            Probe(Oppose(character=hero, target=hidden, action=Action(), context="combat"), "ann"),
            Probe(Attempt(character=hidden, action=Action(tier="simple", ap=1)), "ann"),
            Probe(RevealCharacter(character=hidden), "ann"),
            Probe(StartFight(participants=(hero, hidden)), "gm"),
            Probe(PrepareSpecialist(sheet=sheet(first.state, "more")), "gm"),
        ),
    )


def at_random() -> Journal[CampaignState]:
    """Play a random campaign."""
    return play_stream(FIXTURE, 1).journal


FIXTURE: Final[Fixture] = Fixture(
    game=campaign,
    begin=begin,
    sessions={**SESSIONS, "at_random": at_random},
    holds=holds,
    twins=twins,
    texts={"seat": ("gm", "ann", "bob"), "stats": (("Might",), ("Wits",)), "traits": (("Bold",),)},
    plays=4,
    steps=60,
    every=12,
    brief=BriefLists(mean={"gm": 80, "player": 40}, most=85),
)
