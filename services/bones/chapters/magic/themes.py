"""Themes: what a caster's magic can and cannot do, and what may be sacrificed with a casting."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from services.bones.context import CampaignContext
from services.bones.reading import effects, magic, sacrifices, taking_part
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import RoundMagic
from services.bones.state.magic import Casting, Theme
from services.bones.state.tasks import Purpose, Terms
from shared.kernel.campaign.authority import Override
from shared.kernel.campaign.samples import likely, mine, some
from shared.kernel.campaign.seats import entry_of, reason_for
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

UNAIMED: Final[tuple[Purpose, ...]] = ("ward", "counter", "hold")
"""The purposes of magic that a mind never resists.

They are magic against other magic, and magic that the mind resisted before.
"""

# ---------------------------------------------------------------- refusals


class WieldsNoMagic(Refusal, rule="BN-THEME-01"):
    """The creature has no icon of Magic on its own dice: name a creature that has one, or ask the game master."""


class NoThemeOpen(Refusal, rule="BN-THEME-02"):
    """The creature has as many themes as its Magic icons allow: use one of them, or let the game master change one."""


class ThemeIsSet(Refusal, rule="BN-CAMP-90"):
    """The creature already has a theme with this name: choose another name, or let the game master change it."""


class ThemeNeeded(Refusal, rule="BN-THEME-01"):
    """The casting names no theme of the creature: name a theme that it has, or choose a new one with SetTheme."""


class NotMagic(Refusal, rule="BN-MAG-13"):
    """This task does not use the skill Magic: leave the casting out, or choose the skill Magic."""


class NotTheSoul(Refusal, rule="BN-MAG-04"):
    """The casting affects the soul, which no magic can do: name body or mind in `affects`."""


class MindsNeeded(Refusal, rule="BN-MIND-01"):
    """This magic affects a mind, which may resist: choose the purpose `mind` or, in a fight, first declare `other`."""


class AffectsNoMind(Refusal, rule="BN-CAMP-184"):
    """The task is for a mind, but its casting affects none: name `mind` in `affects`, or leave `affects` out."""


class ThemeHolds(Refusal, rule="BN-CAMP-204"):
    """An effect of this theme is held: release that effect before you remove or rename the theme."""


class OneSacrifice(Refusal, rule="BN-SAC-02"):
    """The casting names two sacrifices: name a gem or a victim, not both."""


class NaturalAndOfValue(Refusal, rule="BN-SAC-07"):
    """Only natural objects are sacrificed: name one in `gem`, no weapon, armor, magic or money, or set no `coins`."""


class WorthNoRound(Refusal, rule="BN-SAC-08"):
    """The object is worth too little: each round costs 10 coins, so use an object worth at least 10 coins."""


class BeingWithASoul(Refusal, rule="BN-SAC-09"):
    """The victim is missing, unsuitable or not in the terms: name a victim or set `takes_victim` as `needs` says."""


class OneDeathOneSacrifice(Refusal, rule="BN-SAC-16"):
    """Another casting of this round sacrifices this creature: leave out `magic` or `terms` for one of the casters."""


class OnlyByCoupDeGrace(Refusal, rule="BN-R-297"):
    """This victim still has dice left: name a victim without dice, or incapacitate this one first."""


class NotAtHand(Refusal, rule="BN-SAC-18"):
    """The caster cannot kill this fighter now: name one within reach that had no dice left when the round began."""


class NothingToKeepUp(Refusal, rule="BN-CAMP-146"):
    """This casting makes nothing that a sacrifice could sustain: cast magic that lasts, or leave the sacrifice out."""


# ---------------------------------------------------------------- commands


class SetTheme(Command, frozen=True, kw_only=True):
    """Choose a theme for a creature's magic: its name, effect and limitation."""

    counts_as = "move"

    creature: Id
    theme: Theme


class ChangeTheme(Override, frozen=True, kw_only=True):
    """Correct the theme `name` of a creature. Without `theme`, the theme is removed."""

    creature: Id
    name: Line
    theme: Theme | None = None


# ---------------------------------------------------------------- events


class ThemeSet(Event, frozen=True, kw_only=True):
    """A creature gained a theme for its magic."""

    creature: str
    theme: Theme


class ThemeChanged(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The game master corrected or removed a theme."""

    creature: str
    name: str
    reason: str
    theme: Theme | None = None


# ---------------------------------------------------------------- judgement


@judge
def set_theme(ctx: CampaignContext, command: SetTheme) -> None:
    """Choose a theme for a creature's magic: its name, effect and limitation.

    Rule:    BN-THEME-01 to BN-THEME-04, BN-MAG-15, BN-R-161, BN-R-197, BN-CAMP-90
    Refuses: NotKnownHere, NotYours, WieldsNoMagic, ThemeIsSet, NoThemeOpen
    """
    one = ctx.own(command.creature, "creature")
    if not magic.wields(ctx.state, one.id) and not ctx.leads:
        raise WieldsNoMagic(needs="an icon of Magic", has=one.id, field="creature")
    _check_name(one.themes, command.theme.name)
    if len(one.themes) >= (most := magic.themes_open(ctx.state, one.id)):
        raise NoThemeOpen(needs=f"at most {most}", has=len(one.themes), field="creature")
    ctx.emit(ThemeSet(creature=one.id, theme=command.theme))


def _check_name(themes: tuple[Theme, ...], name: str) -> None:
    """Check that no theme has this name yet. Rule: BN-CAMP-90. Refuses: ThemeIsSet."""
    if any(theme.name == name for theme in themes):
        raise ThemeIsSet(needs="another name", has=name, field="theme")


@judge
def change_theme(ctx: CampaignContext, command: ChangeTheme) -> None:
    """Correct the theme with a given name of a creature.

    Rule:    BN-CAMP-90, BN-CAMP-204, AR-CAMP-07
    Refuses: NotKnownHere, ReasonNeeded, ThemeHolds, ThemeIsSet
    """
    one, reason = ctx.character(command.creature, "creature"), reason_for(command.reason)
    entry_of({theme.name: theme for theme in one.themes}, command.name, "name")
    held = tuple(effect.id for effect in effects.of(ctx.state, one.id) if effect.lasts == "held")
    made = tuple(key for key in held if ctx.state.effects[key].theme == command.name)
    if made and ctx.state.amended and (command.theme is None or command.theme.name != command.name):
        raise ThemeHolds(needs="ReleaseEffect", has=made, field="name")
    if command.theme is not None:
        _check_name(tuple(theme for theme in one.themes if theme.name != command.name), command.theme.name)
    ctx.emit(ThemeChanged(creature=one.id, name=command.name, theme=command.theme, reason=reason))


def check_casting(ctx: CampaignContext, who: str, skill: str | None, casting: Casting | None) -> None:
    """Check the casting of a task: its skill is Magic, the creature has the theme, and the target is not a soul.

    Rule:    BN-THEME-01, BN-MAG-04, BN-MAG-13, BN-R-162
    Refuses: NotMagic, ThemeNeeded, NotTheSoul
    """
    if casting is not None and skill != "Magic":
        raise NotMagic(needs="Magic", has=skill, field="casting")
    themes = tuple(theme.name for theme in ctx.state.characters[who].themes)
    needed = skill == "Magic" and magic.wields(ctx.state, who)
    if (casting is None and needed) or (casting is not None and casting.theme not in themes):
        raise ThemeNeeded(needs=themes or "SetTheme", has=None if casting is None else casting.theme, field="casting")
    if casting is not None and "soul" in casting.affects:
        raise NotTheSoul(needs=("body", "mind"), has=casting.affects, field="casting")


def _lasts(terms: Terms | RoundMagic) -> bool:
    """Return whether the magic of these terms may begin an effect."""
    return terms.goes_on if isinstance(terms, RoundMagic) else terms.purpose in effects.MAKES


def check_theme_is_there(  # noqa: PLR0913 the magic and the refusal
    ctx: CampaignContext, who: str, casting: Casting | None, terms: Terms | RoundMagic | None, *, needs: str, field: str
) -> None:  # fmt: skip
    """Check, right before a roll that may begin an effect, that the caster still has the theme of the casting.

    Rule:    BN-CAMP-216, BN-THEME-01
    Refuses: ThemeNeeded
    """
    one = ctx.state.characters.get(who)
    if casting is None or terms is None or one is None or not ctx.state.amended:
        return
    if _lasts(terms) and all(theme.name != casting.theme for theme in one.themes):
        raise ThemeNeeded(needs=needs, has=casting.theme, field=field)


def check_opposes(ctx: CampaignContext, who: str, field: str) -> None:
    """Check that a creature has a theme if it opposes a task by magic.

    Rule:    BN-THEME-01, BN-R-162
    Refuses: ThemeNeeded
    """
    if magic.wields(ctx.state, who) and not ctx.state.characters[who].themes:
        raise ThemeNeeded(needs="SetTheme", has=who, field=field)


def check_given(ctx: CampaignContext, who: str, casting: Casting | None, field: str = "casting") -> None:
    """Check that the object or victim of a casting can be sacrificed.

    Rule:    BN-SAC-02, BN-SAC-07, BN-SAC-08, BN-SAC-09, BN-R-170, BN-R-297
    Refuses: OneSacrifice, NotKnownHere, NaturalAndOfValue, WorthNoRound, and the refusals of `_check_victim`
    """
    if casting is None:
        return
    if casting.gem and casting.victim:
        raise OneSacrifice(needs="gem or victim", has=(casting.gem, casting.victim), field=field)
    if casting.gem is None and casting.coins:
        raise NaturalAndOfValue(needs="gem", has=casting.coins, field=field)
    if casting.gem is not None:
        thing = entry_of(ctx.state.characters[who].items, casting.gem, field)
        if thing.group not in sacrifices.NATURAL:
            raise NaturalAndOfValue(needs=sacrifices.NATURAL, has=thing.group, field=field)
        if casting.coins < sacrifices.COINS_A_ROUND:
            raise WorthNoRound(needs=sacrifices.COINS_A_ROUND, has=casting.coins, field=field)
    if casting.victim is not None:
        _check_victim(ctx, who, casting.victim, field)


def _check_victim(ctx: CampaignContext, who: str, victim: str, field: str) -> None:
    """Check that a victim can be sacrificed.

    Rule:    BN-SAC-09, BN-SAC-18, BN-SAC-19, BN-R-297
    Refuses: NotKnownHere, BeingWithASoul, OnlyByCoupDeGrace, NotAtHand
    """
    one = ctx.character(victim, field)
    if not sacrifices.lives(ctx.state, who, one.id):
        raise BeingWithASoul(needs="another living creature, and no horde", has=one.id, field=field)
    if not sacrifices.helpless(ctx.state, one.id):
        raise OnlyByCoupDeGrace(needs="no dice left", has=len(one.numbers), field=field)
    if not sacrifices.at_hand(ctx.state, who, one.id):
        needs = taking_part.helpless(ctx.state, who) or "one in reach that had no dice left when the round began"
        raise NotAtHand(needs=needs, has=one.id, field=field)


def check_accepted(
    ctx: CampaignContext, casting: Casting | None, terms: Terms | RoundMagic | None, field: str = "terms"
) -> None:  # fmt: skip
    """Check that the terms accept the casting's victim, if any, and that magic with a sacrifice may last.

    Rule:    BN-SAC-09, BN-SAC-17, BN-R-171, BN-CAMP-146
    Refuses: BeingWithASoul, NothingToKeepUp
    """
    if terms is None:
        return
    if casting is not None and isinstance(terms, Terms) and ctx.state.amended:
        check_rolls_not(casting.victim, terms, field)
    if terms.takes_victim != (casting is not None and casting.victim is not None):
        raise BeingWithASoul(needs="takes_victim, for a casting with a victim", has=terms.takes_victim, field=field)
    if casting is not None and (casting.gem or casting.victim) and not _lasts(terms):
        raise NothingToKeepUp(needs=(*effects.MAKES, "goes_on"), has=casting.gem or casting.victim, field=field)


def check_rolls_not(victim: str | None, terms: Terms, field: str) -> None:
    """Check that a victim does not roll in a task. Rule: BN-SAC-09, BN-SAC-17. Refuses: BeingWithASoul."""
    if victim in terms.others:
        raise BeingWithASoul(needs="a creature that does not roll", has=victim, field=field)


def check_minds(ctx: CampaignContext, casting: Casting | None, terms: Terms | None, field: str = "terms") -> None:
    """Check that magic on a mind can be resisted. `terms` is None for magic used in a combat round.

    Rule: BN-MIND-01, BN-CAMP-157, BN-CAMP-177, BN-CAMP-184. Refuses: MindsNeeded, AffectsNoMind
    """
    if casting is None or not casting.affects or not ctx.state.form:
        return
    if "mind" not in casting.affects:
        if terms is not None and terms.minds and ctx.state.amended:
            raise AffectsNoMind(needs="mind", has=casting.affects, field=field)
        return
    if terms is None:
        raise MindsNeeded(needs=("doing: other", "skill: Magic", "SetRoundTask"), has=casting.affects, field=field)
    if not terms.minds and terms.purpose not in UNAIMED:
        raise MindsNeeded(needs=("mind", *UNAIMED), has=terms.purpose, field=field)


# ---------------------------------------------------------------- fold


@fold
def _theme_set(state: CampaignState, event: ThemeSet) -> CampaignState:
    return state.change(event.creature, themes=(*state.characters[event.creature].themes, event.theme))


@fold
def _theme_changed(state: CampaignState, event: ThemeChanged) -> CampaignState:
    after = () if event.theme is None else (event.theme,)
    themes = state.characters[event.creature].themes
    changed = (after if theme.name == event.name else (theme,) for theme in themes)
    return state.change(event.creature, themes=tuple(theme for found in changed for theme in found))


# ---------------------------------------------------------------- samples

THEMES: Final = (
    Theme(name="Fire Magic", effect="fire is made, and obeys", limitation="fire alone"),
    Theme(name="Weather", effect="wind, rain and lightning", limitation="under the sky alone"),
    Theme(name="Beasts", effect="beasts are called and calmed", limitation="no people"),
    Theme(name="Stone", effect="stone is shaped", limitation="what is touched alone"),
)
"""Sample themes. There are more than a creature may have, so one is always unused."""
THEME: Final = Field(schema="Theme")


def castings(state: CampaignState, who: str) -> tuple[Casting, ...]:
    """Return one sample casting for each theme of a creature."""
    themes = state.characters[who].themes if who in state.characters else ()
    return tuple(Casting(theme=theme.name) for theme in themes)


@samples
def _sets(state: CampaignState, seat: str) -> Samples[SetTheme]:
    for who in mine(state, seat):
        names = {one.theme for one in castings(state, who)}
        free = next(theme for theme in THEMES if theme.name not in names)
        yield offer(SetTheme, creature=who, theme=(free, THEME))


@samples
def _changes(state: CampaignState, _: str) -> Samples[ChangeTheme]:
    for who in likely(some(state.characters), lambda who: bool(castings(state, who))):
        for one in castings(state, who) or (Casting(theme="Fire Magic"),):
            yield offer(ChangeTheme(creature=who, name=one.theme, reason="a slip"), reason=TEXT)
            changed = replace(THEMES[0], name=one.theme)
            plain = ChangeTheme(creature=who, name=one.theme, theme=changed, reason="a slip")
            yield offer(plain, theme=THEME, reason=TEXT)
