"""Experience Rolls: milestones, and Hits spent one by one."""

from __future__ import annotations

from services.rpg_boundless.catalogue import BOOK
from services.rpg_boundless.commands.rolls import ReachMilestone, SpendHit
from services.rpg_boundless.events.rolls import AttributeTried, MaxHpRaised, MilestoneReached
from services.rpg_boundless.rules.attributes import follow_strength
from services.rpg_boundless.rules.dice import SIDES, extra_position, throw
from services.rpg_boundless.rules.seats import MAX_PENDING, acting, check_room, known
from services.rpg_boundless.rules.slots import capped
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.state.campaign import Character
from services.rpg_boundless.words import Attribute


def reach_milestone(telling: Telling, command: ReachMilestone) -> None:
    """Rule: FB-XP-01, FB-XP-02, FB-XP-03, FB-R-20."""
    bearer = acting(telling, command.character)
    position = extra_position(telling, command.position)
    check_room(len(telling.state.experiences), MAX_PENDING)
    dice = BOOK.experience.dice if command.dice is None else command.dice
    roll = throw(telling, "experience", dice, position)
    telling.tell(MilestoneReached(experience=roll.id, character=bearer.id, milestone=command.milestone, roll=roll))


def spend_hit(telling: Telling, command: SpendHit) -> None:
    """Rule: FB-XP-04, FB-XP-05, FB-R-37, FB-R-40."""
    hits = known(telling.state.experiences, command.experience, "experience")
    bearer = acting(telling, hits.character, "experience")
    if command.on != "max_hp":
        _try(telling, hits.id, bearer, command.on)
        return
    most = bearer.max_hp + BOOK.experience.max_hp
    raises = telling.state.settings.experience.raise_current_hp
    hp = capped(telling, bearer, bearer.hp + BOOK.experience.max_hp) if raises else bearer.hp
    telling.tell(MaxHpRaised(experience=hits.id, character=bearer.id, max_hp=most, hp=max(hp, bearer.hp)))


def _try(telling: Telling, experience: str, bearer: Character, attribute: Attribute) -> None:
    """Try to raise an Attribute: a die higher than its score does.

    Rule:    FB-XP-06, FB-R-38, FB-R-39, FB-R-59
    """
    score, most = bearer.scores.of(attribute), bearer.maxima.of(attribute)
    beats = most if telling.state.settings.experience.compare == "maximum" else score
    (face,) = telling.chance.roll(f"experience attempt over {beats}", SIDES, 1)
    after = score + 1 if face > beats else score
    telling.tell(
        AttributeTried(
            experience=experience,
            character=bearer.id,
            attribute=attribute,
            face=face,
            raised=after > score,
            score=after,
            maximum=max(most, after),
        )
    )
    follow_strength(telling, bearer.id, attribute, bearer.scores.strength)
