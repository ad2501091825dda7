"""Experience Rolls: characters reach milestones, and spend the Hits of the roll one by one."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from services.rpg_boundless.catalogue import ATTRIBUTES, BOOK, Attribute, Gain, RolledPosition
from services.rpg_boundless.chapters.characters import follow_strength
from services.rpg_boundless.chapters.dice import HitDice, HitOdds, extra_position, hit_odds, throw
from services.rpg_boundless.chapters.items import capped
from services.rpg_boundless.chapters.seats import MAX_PENDING, acting
from services.rpg_boundless.chapters.turns import act_as
from services.rpg_boundless.context import CampaignContext, RulingRoll
from services.rpg_boundless.samples import DICE, names, position
from services.rpg_boundless.state.campaign import CampaignState, Character, Hits
from services.rpg_boundless.state.sheets import Dice, Rolled
from shared.kernel.campaign.keeping import without
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import check_room, entry_of
from shared.kernel.chance import Chance
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Audience, Command, Event, Id, Line
from shared.kernel.pools.position import SIDES
from shared.kernel.samples import TEXT, Field, Samples, offer

# ---------------------------------------------------------------- commands


class ReachMilestone(RulingRoll, frozen=True, kw_only=True):
    """Make an Experience Roll for a character that reached a milestone; without `dice`, the usual number is rolled."""

    character: Id
    milestone: Line
    dice: Dice | None = None
    position: RolledPosition | None = None


class SpendHit(Command, frozen=True, kw_only=True):
    """Spend one Hit of an Experience Roll, on maximum HP or on an attempt to raise an Attribute."""

    counts_as = "answer"

    experience: Id
    on: Gain


# ---------------------------------------------------------------- events


class MilestoneReached(Event, frozen=True, kw_only=True):
    """A character reached a milestone, and has the Hits of the roll to spend."""

    experience: str
    character: str
    milestone: str
    roll: Rolled


class MaxHpRaised(Event, frozen=True, kw_only=True):
    """A Hit was spent on maximum HP."""

    experience: str
    character: str
    max_hp: int
    hp: int


class AttributeTried(Event, frozen=True, kw_only=True):
    """A Hit was spent on an attempt to raise an Attribute; `score` and `maximum` are the values after it."""

    experience: str
    character: str
    attribute: Attribute
    face: int
    raised: bool
    score: int
    maximum: int


# ---------------------------------------------------------------- judgement


@judge
def reach_milestone(ctx: CampaignContext, command: ReachMilestone) -> None:
    """Rule: FB-XP-01, FB-XP-02, FB-XP-03, FB-R-20."""
    bearer = acting(ctx, command.character)
    position = extra_position(ctx, command.position)
    check_room(ctx.state.experiences, MAX_PENDING)
    dice = BOOK.experience.dice if command.dice is None else command.dice
    roll = throw(ctx, "experience", HitDice(dice=dice, position=position))
    ctx.emit(MilestoneReached(experience=roll.id, character=bearer.id, milestone=command.milestone, roll=roll))


@judge
def spend_hit(ctx: CampaignContext, command: SpendHit) -> None:
    """Rule: FB-XP-04, FB-XP-05, FB-R-37, FB-R-40."""
    hits = entry_of(ctx.state.experiences, command.experience, "experience")
    bearer = act_as(ctx, hits.character, "learn", use="after the fight", field="experience")
    if command.on != "max_hp":
        _try(ctx, hits.id, bearer, command.on)
        return
    most = bearer.max_hp + BOOK.experience.max_hp
    raises = ctx.state.settings.experience.raise_current_hp
    hp = capped(ctx, bearer, bearer.hp + BOOK.experience.max_hp) if raises else bearer.hp
    ctx.emit(MaxHpRaised(experience=hits.id, character=bearer.id, max_hp=most, hp=max(hp, bearer.hp)))


class Attempt(Struct, frozen=True, kw_only=True):
    """One die that raises an Attribute if it shows more than `beats`. Rule: FB-XP-06."""

    beats: int

    def throw(self, chance: Chance, purpose: str, audience: Audience | None) -> int:
        """Roll the die."""
        (face,) = chance.roll(purpose, SIDES, audience=audience)
        return face

    def odds(self) -> HitOdds:
        """Return the exact odds."""
        return hit_odds(1, "plain", "the score rises", Fraction(max(SIDES - self.beats, 0), SIDES))

    def odds_cost(self) -> int:
        """Return a lower bound on the steps that the odds take."""
        return 1


def _try(ctx: CampaignContext, experience: str, bearer: Character, attribute: Attribute) -> None:
    """Try to raise an Attribute: it rises if the die beats its score. Rule: FB-XP-06, FB-R-38, FB-R-39, FB-R-59."""
    score, most = bearer.scores.of(attribute), bearer.maxima.of(attribute)
    beats = most if ctx.state.settings.experience.compare == "maximum" else score
    face = ctx.chance.draw(Attempt(beats=beats), f"experience attempt over {beats}")
    after = score + 1 if face > beats else score
    ctx.emit(AttributeTried(
        experience=experience, character=bearer.id, attribute=attribute, face=face, raised=after > score, score=after,
        maximum=max(most, after),
    ))  # fmt: skip
    follow_strength(ctx, bearer.id, attribute, bearer.scores.strength)


# ---------------------------------------------------------------- fold


@fold
def _milestone_reached(state: CampaignState, event: MilestoneReached) -> CampaignState:
    state = state.rolled(event.experience)
    if not event.roll.hits:
        return state
    hits = Hits(id=event.experience, character=event.character, hits=event.roll.hits)
    return replace(state, experiences={**state.experiences, hits.id: hits})


def _one_hit_less(state: CampaignState, experience: str) -> CampaignState:
    left = state.experiences[experience]
    if left.hits == 1:
        return replace(state, experiences=without(state.experiences, experience))
    return replace(state, experiences={**state.experiences, experience: replace(left, hits=left.hits - 1)})


@fold
def _max_hp_raised(state: CampaignState, event: MaxHpRaised) -> CampaignState:
    return _one_hit_less(state, event.experience).changed(event.character, max_hp=event.max_hp, hp=event.hp)


@fold
def _attribute_tried(state: CampaignState, event: AttributeTried) -> CampaignState:
    state = _one_hit_less(state, event.experience)
    character = state.characters[event.character]
    return state.changed(
        event.character,
        scores=character.scores.having(event.attribute, event.score),
        maxima=character.maxima.having(event.attribute, event.maximum),
    )


# ---------------------------------------------------------------- samples


@samples
def _milestones(state: CampaignState, _: str) -> Samples[ReachMilestone]:
    who = names(state)
    reached = ReachMilestone(character=who[0], milestone="the tower is open")
    yield offer(reached, character=who, milestone=TEXT, dice=DICE, **position(state))


@samples
def _hits(state: CampaignState, _: str) -> Samples[SpendHit]:
    hits = some(state.experiences)
    gain = Field(options=("max_hp", *ATTRIBUTES))
    yield offer(SpendHit(experience=hits[0], on="max_hp"), experience=hits, on=gain)
