"""A campaign for tests: a Keeper and two players, with short helpers."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec import UNSET

from services.rpg_specialist_pool.chapters.attempts import Attempt, AttemptResolved
from services.rpg_specialist_pool.chapters.contests import Answer, Oppose, StandStill
from services.rpg_specialist_pool.chapters.initiative import RollInitiative
from services.rpg_specialist_pool.chapters.pools import PoolRolled
from services.rpg_specialist_pool.chapters.specialists import SpecialistCreated
from services.rpg_specialist_pool.chapters.table import CampaignOpened
from services.rpg_specialist_pool.game import campaign
from services.rpg_specialist_pool.settings import Settings
from services.rpg_specialist_pool.state import Action, CampaignState, Fighter, Roll, Sheet, Specialist, Training
from shared.kernel.campaign.fights import StartFight
from shared.kernel.messages import Event
from shared.kernel.stream import StreamOpened
from tests.support import campaigns
from tests.support.campaigns import SEATED, CampaignSpec, E

FAILS = (1, 1)
"""Faces of two dice that fail critically."""


def settings(**groups: dict[str, Any]) -> Settings:
    """Return settings with changes to the defaults."""
    return msgspec.convert(groups, Settings)


listed = partial(campaigns.legal_list, campaign)


def dice(count: int, **more: Any) -> Action:  # noqa: ANN401 fields of an action
    """Return an action that rolls this many dice. Every sheet has a stat of each size."""
    return Action(**{"tier": "simple", **more, "stats": (f"d{count}",), "component_dice": 0})


class Play(CampaignSpec[CampaignState]):
    """An open campaign. Each step also runs the checks that `Spec` makes in every example."""

    form = campaign.storage.form

    def __init__(self, **groups: dict[str, Any]) -> None:
        """Open a campaign with these settings."""
        super().__init__(campaign)
        opened = StreamOpened(kind=campaign.name, tenant="tenant", form=self.form or UNSET)
        self.given(opened, *SEATED, CampaignOpened(settings=settings(**groups)))

    def hero(
        self, seat: str = "ann", *, speed: int = 15, vitality: int | None = None, luck: int = 0,
        **maps: Mapping[str, Any],
    ) -> str:  # fmt: skip
        """Create a Specialist with one stat of each size from 0 to 10; return its id."""
        hero = self.new("character")
        stats = {f"d{count}": count for count in range(11)} | dict(maps.pop("stats", {}))
        trainings = {name: Training(dice=value) for name, value in maps.pop("trainings", {}).items()}
        sheet = Sheet(name="Ash", speed=speed, vitality=vitality, stats=stats, trainings=trainings, **dict(maps))  # type: ignore[arg-type]
        self.given(SpecialistCreated(character=hero, seat=seat, sheet=sheet))
        if luck:
            self.state = self.state.change(hero, luck=luck)
        return hero

    def who(self, hero: str) -> Specialist:
        """Return a Specialist's current state."""
        return self.state.characters[hero]

    def in_fight(self, hero: str) -> Fighter:
        """Return a Specialist's state in the fight."""
        fighter = self.state.fighter(hero)
        assert isinstance(fighter, Fighter)
        return fighter

    def fight(self, *heroes: str) -> None:
        """Begin a fight in the turn order of `heroes`: each of them rolls one success fewer than the one before."""
        self.do(StartFight(participants=heroes))
        for place, hero in enumerate(heroes):
            count = self.state.full_ap(hero)
            hits = len(heroes) - place - 1
            assert hits <= count, "too slow to be so early in the order"
            self.do(RollInitiative(participant=hero), *([6] * hits + [1] * (count - hits)))

    def act_against(self, by: str, against: str, action: Action, *, context: Any = "combat", **more: Any) -> str:  # noqa: ANN401
        """Act against another Specialist, and return the id of the contest."""
        self.do(Oppose(character=by, target=against, action=action, context=context, **more))
        return max(self.state.contests, key=lambda one: int(one.rpartition("-")[2]))

    def clash(
        self, by: str, against: str, first: tuple[int, ...], second: tuple[int, ...] | None, *damage: int,
        context: Any = "combat", tier: Any = "simple", other: Any = "simple", **more: Any,  # noqa: ANN401
    ) -> list[Event]:  # fmt: skip
        """Act against another Specialist with the faces `first`.

        The other answers with the faces `second`, or does not roll if `second` is None.
        """
        ap = 1 if self.state.fighting(by) else None
        contest = self.act_against(by, against, dice(len(first), tier=tier, ap=ap), context=context, **more)
        answer = (
            StandStill(contest=contest)
            if second is None
            else Answer(contest=contest, action=dice(len(second), tier=other))
        )
        return self.do(answer, *first, *(second or ()), *damage)


class SecondForm(Play):
    """A campaign opened under version 1 of the rules."""

    form = 1


class FirstForm(Play):
    """A campaign opened under version 0 of the rules."""

    form = 0


def of(kind: type[E], events: list[Event]) -> E:
    """Return the only event of this type."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


def latest(ids: Mapping[str, object]) -> str:
    """Return the id with the highest number."""
    return max(ids, key=lambda one: int(one.rpartition("-")[2]))


def roll_test(*faces: int, luck: Sequence[int] = (), play: Play | None = None, **more: Any) -> list[Event]:  # noqa: ANN401
    """Roll a Specialist's test with these faces and Luck faces; return its events."""
    play = play or Play()
    measure = {name: more.pop(name) for name in ("threshold", "resistance") if name in more}
    hero = play.hero(luck=10)
    action = dice(len(faces), luck=len(luck), **more)
    return play.do(Attempt(character=hero, action=action, **measure), *faces, *luck)


def roll(*faces: int, **more: Any) -> Roll:  # noqa: ANN401 fields of a test
    """Return a test's roll."""
    return of(PoolRolled, roll_test(*faces, **more)).roll


def result(*faces: int, **more: Any) -> tuple[str, int]:  # noqa: ANN401 fields of a test
    """Return a test's outcome and margin."""
    found = of(AttemptResolved, roll_test(*faces, **more))
    return found.outcome, found.margin
