"""Strategic actions: what creatures do in a season, and the terms that the game master sets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final, TypeAlias, get_args

from msgspec import Meta
from msgspec.structs import replace

from services.bones.chapters.magic import themes
from services.bones.chapters.rolls import rolls, wounds
from services.bones.chapters.seasons import closing, seasons
from services.bones.chapters.tasks.tasks import SKILLS, TERMS
from services.bones.chapters.tasks.terms import check_may_try, check_terms
from services.bones.context import CampaignContext
from services.bones.reading import magic, minds, owned, strategic
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature
from services.bones.state.seasons import MOST_ACTIONS, Action, Gain, Orders
from services.bones.state.tasks import Aid, Circumstances, SkillName, Terms
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.samples import LISTED, NOBODY, mine, some
from shared.kernel.campaign.seats import check_once, entry_of
from shared.kernel.chapter import fold, judge_given, samples
from shared.kernel.messages import Command, Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Choice, Field, Samples, offer

GAINS: Final[tuple[Gain, ...]] = get_args(Gain)
NO_SKILL: Final = ("Physical", "Mental")
AIDS: Final[tuple[Aid, ...]] = ("art", "healing")
"""The conditions that let an icon count as another skill. The game master may set them later, in the terms."""
Gains: TypeAlias = Annotated[tuple[Gain, ...], Meta(min_length=1, max_length=len(GAINS))]
DamageStated: TypeAlias = Annotated[int, Meta(ge=0, le=wounds.MOST_DAMAGE)]

# ---------------------------------------------------------------- refusals


class OnlyCharacters(Refusal, rule="BN-R-344"):
    """This creature is of a kind that takes no strategic actions: name a creature of a kind in `needs`."""


class ThreeASeason(Refusal, rule="BN-ACT-05"):
    """The character already has three actions in this season: withdraw an action or a task that replaced an action."""


class SeasonIsOver(Refusal, rule="BN-R-071"):
    """The creature cannot act off stage: name one that has a die left and whose season was not ended by a failure."""


class IncomeAlone(Refusal, rule="BN-R-074"):
    """Income cannot be combined with other gains: declare income alone, without a difficulty or an opponent."""


class AssetBySkill(Refusal, rule="BN-R-246"):
    """This skill cannot make an asset: use a skill whose income grows with assets."""


class IncomeBySkill(Refusal, rule="BN-INC-02"):
    """This skill earns no income: choose a skill other than Physical and Mental."""


class IncomeOnce(Refusal, rule="BN-R-077"):
    """The creature has no income action left this season, or already has one with this skill: choose another action."""


class IsResolved(Refusal, rule="BN-R-302"):
    """The action has already been resolved: name an action that has not been resolved yet."""


class NotItsSkill(Refusal, rule="BN-CAMP-115"):
    """The terms name a different skill from the action's: use the action's skill, or change the action first."""


class DifficultyOrOpponent(Refusal, rule="BN-R-074"):
    """The terms do not match this action: set a difficulty or an opponent, but neither of them for income."""


class DamageNotStated(Refusal, rule="BN-R-072"):
    """You set damage, but in this campaign a failure off stage deals none: leave out `damage`."""


class SeasonGoesOn(Refusal, rule="BN-R-071"):
    """In this campaign no failure ends a creature's season: leave out `ends_season`."""


# ---------------------------------------------------------------- commands


class DeclareAction(Command, frozen=True, kw_only=True):
    """Declare a strategic action: its `gains`, its aim and its skill.

    `orders` names what to spend when it is resolved. For income, the aim says how the income is earned.
    """

    counts_as = "move"

    creature: Id
    gains: Gains
    aim: Line
    skill: SkillName
    orders: Orders = Orders()


class ChangeAction(Command, frozen=True, kw_only=True):
    """Change a strategic action, which then waits for new terms."""

    counts_as = "aside"

    action: Id
    gains: Gains
    aim: Line
    skill: SkillName


class WithdrawAction(Command, frozen=True, kw_only=True):
    """Withdraw an unresolved strategic action. It no longer counts towards the season's limit."""

    counts_as = "aside"

    action: Id


class SetActionTerms(GameMasterCommand, frozen=True, kw_only=True):
    """Set the terms of an action. A failure deals `damage` and, with `ends_season`, ends the creature's season."""

    counts_as = "answer"

    action: Id
    terms: Terms
    damage: DamageStated = 0
    ends_season: bool = False


# ---------------------------------------------------------------- events


class ActionDeclared(Event, frozen=True, kw_only=True):
    """A strategic action was declared."""

    action: Action


class ActionChanged(Event, frozen=True, kw_only=True):
    """A strategic action was changed and waits for its terms."""

    action: str
    gains: tuple[Gain, ...]
    aim: str
    skill: SkillName


class ActionWithdrawn(Event, frozen=True, kw_only=True):
    """A strategic action was withdrawn."""

    action: str


class ActionTermsSet(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The game master set the terms of an action, and the cost of its failure."""

    action: str
    terms: Terms
    damage: int = 0
    ends_season: bool = False


# ---------------------------------------------------------------- judgement


def _check_acts(ctx: CampaignContext, one: Creature, field: str) -> None:
    """Check that a creature may act. Rule: BN-R-344, BN-R-071, BN-CI-27, BN-CAMP-25.

    Refuses: OnlyCharacters, SeasonIsOver, NotReady, AnswerFirst
    """
    if one.kind not in (acting := strategic.acting(ctx.state)):
        raise OnlyCharacters(needs=acting, has=one.kind, field=field)
    if one.down or one.dead or one.id in seasons.open_season(ctx.state).over:
        raise SeasonIsOver(needs="a die, and a season that is not over", has=one.id, field=field)
    rolls.check_can_roll(ctx, one.id, field)


def _check_declared(ctx: CampaignContext, who: str, said: DeclareAction | ChangeAction, but: str | None) -> None:
    """Check a declared action. `but` is the action that it replaces.

    Rule:    BN-INC-01, BN-INC-02, BN-R-074, BN-R-077, BN-CLASS-05, BN-THEME-01
    Refuses: NamedTwice, MayNotTry, ThemeNeeded, AssetBySkill, IncomeAlone, IncomeBySkill, IncomeOnce
    """
    check_once(said.gains, "gains")
    earns = "income" in said.gains
    check_may_try(ctx, who, said.skill, "skill", () if earns else AIDS)
    if said.skill == "Magic":
        themes.check_opposes(ctx, who, "skill")
    by_skill = ctx.state.settings.seasons.assets_serve == "named_skill"
    if "asset" in said.gains and by_skill and said.skill not in strategic.RATES:
        raise AssetBySkill(needs=tuple(strategic.RATES), has=said.skill, field="skill")
    if not earns:
        return
    if len(said.gains) > 1:
        raise IncomeAlone(needs="income alone", has=said.gains, field="gains")
    if said.skill in NO_SKILL:
        raise IncomeBySkill(needs="a skill", has=said.skill, field="skill")
    others = tuple(one.skill for one in seasons.open_season(ctx.state).of(who) if one.earns and one.id != but)
    most = ctx.state.settings.seasons.income_actions_per_season
    if len(others) >= most or said.skill in others:
        raise IncomeOnce(needs=f"at most {most}, each with its own skill", has=others, field="skill")


@judge_given(seasons.open_season)
def declare_action(ctx: CampaignContext, command: DeclareAction) -> None:
    """Declare an action. Rule: BN-ACT-05, BN-OFF-10, BN-R-300. Refuses: NoSeason, NotYours, ThreeASeason, and more."""
    season = seasons.in_time(ctx)
    one = ctx.own(command.creature, "creature")
    _check_acts(ctx, one, "creature")
    taken, tasks = season.declared.get(one.id, ()), season.taken.get(one.id, 0)
    if len(taken) + tasks >= MOST_ACTIONS:
        has = (*taken, f"{tasks} as tasks") if tasks else taken
        raise ThreeASeason(needs=f"fewer than {MOST_ACTIONS}", has=has, field="creature")
    _check_declared(ctx, one.id, command, None)
    action = form(Action, command, id=ctx.new_id("action"), place=len(taken) + 1)
    ctx.emit(ActionDeclared(action=action))
    _go_on(ctx, action.id)


def _go_on(ctx: CampaignContext, key: str) -> None:
    """Resolve an action that waits for nothing, if actions are resolved at once. Rule: BN-R-300, BN-CAMP-154."""
    if strategic.rolls_at_once(ctx.state) and not seasons.open_season(ctx.state).actions[key].waits:
        closing.resolve(ctx, key)


def open_action(ctx: CampaignContext, key: str) -> Action:
    """Return an unresolved action. Rule: BN-R-302. Refuses: NoSeason, NotKnownHere, IsResolved."""
    season = seasons.open_season(ctx.state)
    action = entry_of(season.actions, key, "action")
    if key in season.done:
        raise IsResolved(needs="an action that is not resolved", has=key, field="action")
    return action


def own_action(ctx: CampaignContext, key: str) -> Action:
    """Return an unresolved action of the seat's creature. Refuses: NotYours, and the refusals of `open_action`."""
    action = entry_of(seasons.in_time(ctx).actions, key, "action")
    ctx.own(action.creature, "action")
    return open_action(ctx, key)


@judge_given(seasons.open_season)
def change_action(ctx: CampaignContext, command: ChangeAction) -> None:
    """Change an action. Rule: BN-R-302, BN-R-300. Refuses: IsResolved, or as DeclareAction except ThreeASeason."""
    action = own_action(ctx, command.action)
    _check_acts(ctx, ctx.state.characters[action.creature], "action")
    _check_declared(ctx, action.creature, command, action.id)
    ctx.emit(ActionChanged(action=action.id, gains=command.gains, aim=command.aim, skill=command.skill))
    _go_on(ctx, action.id)


@judge_given(seasons.open_season)
def withdraw_action(ctx: CampaignContext, command: WithdrawAction) -> None:
    """Withdraw an action. Rule: BN-R-302, BN-CAMP-110. Refuses: NoSeason, NotKnownHere, NotYours, IsResolved."""
    ctx.emit(ActionWithdrawn(action=own_action(ctx, command.action).id))


@judge_given(seasons.open_season)
def set_action_terms(ctx: CampaignContext, command: SetActionTerms) -> None:
    """Set the terms of an action: a difficulty or opponents. Rule: BN-R-071, BN-R-072, BN-R-074, BN-R-300, BN-R-304.

    Refuses: NoSeason, NotKnownHere, IsResolved, DamageNotStated, SeasonGoesOn, as `_check_acts` and `_check_against`
    """
    action, rules = open_action(ctx, command.action), ctx.state.settings.seasons
    _check_acts(ctx, ctx.state.characters[action.creature], "action")
    _check_against(ctx, action, command.terms)
    if command.damage and rules.off_stage_damage == "none":
        raise DamageNotStated(needs=0, has=command.damage, field="damage")
    if command.ends_season and not rules.gm_may_end_season:
        raise SeasonGoesOn(needs=False, has=True, field="ends_season")
    ctx.emit(form(ActionTermsSet, command))
    _go_on(ctx, action.id)


def _check_against(ctx: CampaignContext, action: Action, terms: Terms) -> None:
    """Check new terms. Rule: BN-R-074, BN-CAMP-115. Refuses: DifficultyOrOpponent, NotItsSkill, or as `check_terms`."""
    if action.earns or terms.purpose != "task" or not (terms.difficulty or terms.opponents):
        needs = "no terms" if action.earns else "a difficulty or opponents"
        raise DifficultyOrOpponent(needs=needs, has=action.gains, field="terms")
    if terms.skill != action.skill:
        raise NotItsSkill(needs=action.skill, has=terms.skill, field="terms")
    check_terms(ctx, action.creature, terms)


# ---------------------------------------------------------------- fold


def action_changed(state: CampaignState, action: str, **changes: Any) -> CampaignState:  # noqa: ANN401 fields of an action
    """Return the campaign after changing fields of a strategic action."""
    season = state.season and state.season.change_action(action, **changes)
    return replace(state, season=season)


@fold
def _declared(state: CampaignState, event: ActionDeclared) -> CampaignState:
    season = state.season and state.season.put(event.action)
    return replace(state.raise_counter(event.action.id), season=season)


@fold
def _action_changed(state: CampaignState, event: ActionChanged) -> CampaignState:
    said: dict[str, Any] = {"gains": event.gains, "aim": event.aim, "skill": event.skill}
    return action_changed(state, event.action, **said, terms=None, damage=0, ends_season=False)


@fold
def _withdrawn(state: CampaignState, event: ActionWithdrawn) -> CampaignState:
    return replace(state, season=state.season and state.season.drop_actions(event.action))


@fold
def _terms_set(state: CampaignState, event: ActionTermsSet) -> CampaignState:
    said: dict[str, Any] = {"terms": event.terms, "damage": event.damage, "ends_season": event.ends_season}
    return action_changed(state, event.action, **said)


# ---------------------------------------------------------------- samples

OTHERS: Final[tuple[Gain, ...]] = tuple(gain for gain in GAINS if gain != "income")
SEVERAL: Final = Field(items=Field(options=OTHERS), least=1, most=len(OTHERS), ordered=True)
NO_ASSET: Final = tuple(gain for gain in OTHERS if gain != "asset")
FEWER: Final = Field(items=Field(options=NO_ASSET), least=1, most=len(NO_ASSET), ordered=True)
NONE: Final = Action(id=NOBODY, creature=NOBODY, place=1, gains=OTHERS[:1], aim="ask around", skill="Physical")
"""A placeholder action for samples, which nobody has declared."""


def _skills(state: CampaignState, who: str, aids: tuple[Aid, ...] = ()) -> tuple[SkillName, ...]:
    """Return the skills that a creature may try (Magic needs a theme), or a single skill if no season is open."""
    if state.season is None or who not in state.characters:
        return SKILLS[:1]
    no_magic = magic.wields(state, who) and not state.characters[who].themes
    return tuple(one for one in SKILLS if owned.may_try(state, who, one, aids) and not (no_magic and one == "Magic"))


def _several(state: CampaignState, who: str) -> Iterator[tuple[Field, tuple[SkillName, ...]]]:
    """Yield the gains other than income that a creature may seek, with the skills that it may use for them."""
    skills = _skills(state, who, AIDS)
    named = state.settings.seasons.assets_serve == "named_skill"
    yield (FEWER if named else SEVERAL), skills
    served = tuple[SkillName, ...](skill for skill in skills if skill in strategic.RATES)
    if named and served:
        yield SEVERAL, served


def open_actions(state: CampaignState, seat: str) -> tuple[Action, ...]:
    """Return a seat's unresolved actions. If there are none, return those of other seats, which the server refuses."""
    season = state.season
    there = () if season is None else tuple(season.actions[key] for key in in_order({*season.actions} - {*season.done}))
    own = tuple(one for one in there if state.led_by(seat) or state.owner(one.creature) == seat) or there
    return own[:LISTED]


def _aims(state: CampaignState, who: str, action: Action | None = None) -> Choice:
    """Return the aims that a creature may declare. Under an order, only its text is allowed. Rule: BN-CAMP-165."""
    order = minds.to_carry_out(state, who, action)
    return (order.text,) if order else ("ask around", TEXT)


@samples
def _declares(state: CampaignState, seat: str) -> Samples[DeclareAction]:
    orders = strategic.standing_orders(state)
    for who in mine(state, seat):
        aims = _aims(state, who)
        usual = DeclareAction(creature=who, gains=OTHERS[:1], aim="ask around", skill="Physical")
        for gains, skills in _several(state, who):
            one = replace(usual, skill=skills[0])
            yield offer(one, gains=gains, aim=aims, skill=Field(options=skills), orders=orders)
        yield offer(replace(usual, gains=("income",)), aim=aims, skill=_skills(state, who), orders=orders)


@samples
def _changes(state: CampaignState, seat: str) -> Samples[ChangeAction | WithdrawAction]:
    there = open_actions(state, seat)
    for one in there or (NONE,):
        aims = _aims(state, one.creature, one)
        usual = ChangeAction(action=one.id, gains=OTHERS[:1], aim="ask around", skill="Physical")
        for gains, skills in _several(state, one.creature):
            yield offer(replace(usual, skill=skills[0]), gains=gains, aim=aims, skill=Field(options=skills))
        yield offer(replace(usual, gains=("income",)), aim=aims, skill=_skills(state, one.creature))
    yield offer(WithdrawAction, action=Field(options=tuple(one.id for one in there) or some(())))


@samples
def _said(state: CampaignState, seat: str) -> Samples[SetActionTerms]:
    rules = state.settings.seasons
    damage = Field(least=0, most=wounds.MOST_DAMAGE if rules.off_stage_damage == "gm_states" else 0)
    ends = Field(options=(False, True) if rules.gm_may_end_season else (False,))
    for one in open_actions(state, seat) or (NONE,):
        needs_aid = one.creature in state.characters and not owned.may_try(state, one.creature, one.skill)
        circumstances = Circumstances(aids=AIDS if needs_aid else ())
        terms = Terms(skill=one.skill, difficulty="Average", circumstances=circumstances)
        yield offer(SetActionTerms(action=one.id, terms=terms), terms=TERMS, damage=damage, ends_season=ends)
