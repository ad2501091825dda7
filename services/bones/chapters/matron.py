"""The Matron: whom her magic rules, and what she gives to make it last."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from services.bones.catalogue.adventure import KIN
from services.bones.chapters import effects
from services.bones.chapters.adventures import FateChanged, KinAppeared, playing, put, turn
from services.bones.chapters.effects import EffectBegan, EffectEnded
from services.bones.chapters.tasks import CallTask, SetTask
from services.bones.chapters.wounds import kill
from services.bones.context import CampaignContext
from services.bones.reading.adventure import fate, spells, there
from services.bones.state.campaign import CampaignState
from services.bones.state.magic import Effect
from shared.kernel.chapter import fold, follows, guard
from shared.kernel.messages import Event
from shared.kernel.refusals import Refusal

DOMINATION: Final = KIN["Tribal Matron"].themes[0].name
"""The theme by which she rules the wills of others. Source: BN-ADV-13."""
MALE: Final = ("boy", "m", "male", "man")
"""What may be written as the gender of those whom she can rule. Source: BN-ADV-13."""
DREG: Final = "Tribal Dreg"
TOMAS: Final = "Tomas"

# ---------------------------------------------------------------- refusals


class OutOfHerReach(Refusal, rule="BN-ADV-13"):
    """The Matron rules males who can smell her, and nobody else: their sheet says so, and the game master."""


# ---------------------------------------------------------------- events


class DregSacrificed(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A dreg was killed, one whom nobody had met unless a creature is named; the effect lasts by its blood, if any."""

    creature: str | None = None
    effect: str | None = None


# ---------------------------------------------------------------- judgement


def check_reach(ctx: CampaignContext, who: str, field: str, *, smells_her: bool = True) -> None:
    """Rule: BN-ADV-13. Refuses: NotKnownHere, OutOfHerReach."""
    gender = ctx.character(who, field).sheet.gender or ""
    if not smells_her or gender.strip().casefold() not in MALE:
        raise OutOfHerReach(needs="a male who smells her", has=gender, field=field)


@guard
def _reaches(ctx: CampaignContext, command: CallTask | SetTask) -> None:
    """Hold the Matron to whom she can rule, whatever she is called to do. Rule: BN-ADV-13. Refuses: OutOfHerReach."""
    task = ctx.state.tasks.get(command.task) if isinstance(command, SetTask) else None
    who = command.creature if isinstance(command, CallTask) else task.creature if task else ""
    casting = command.casting or (task.casting if task else None)
    if ctx.state.adventure and who == ctx.state.adventure.matron and casting and casting.theme == DOMINATION:
        for mind in command.terms.minds:
            check_reach(ctx, mind, "terms")


@follows
def _has_appeared(ctx: CampaignContext, event: KinAppeared) -> None:
    """Let the spell be on Tomas that was on him before. Rule: BN-ADV-19."""
    kin = KIN[event.kin]
    if kin.stored and fate(ctx.state, kin.name) == "dominated":
        spell = Effect(
            id=ctx.new_id("effect"), caster=playing(ctx).matron, theme=DOMINATION, what=kin.looks, kind="mind",
            successes=kin.stored, target=event.creature, degree=kin.stored, lasts="blood",
        )  # fmt: skip
        ctx.emit(EffectBegan(effect=spell))


@follows
def _is_set_free(ctx: CampaignContext, event: FateChanged) -> None:
    """Let the spell be over of whoever is free. Rule: BN-CAMP-128."""
    for key in spells(ctx.state, event.person) if event.fate in {"free", "helping"} else ():
        effects.end(ctx, key, "over")


def sacrifice(ctx: CampaignContext, effect: str | None = None) -> None:
    """Let a dreg die for the Matron's magic, if one is at hand. Rule: BN-ADV-56, BN-ADV-88, BN-R-293."""
    unmet, state = playing(ctx).stock.get(DREG, 0), ctx.state
    met = [who for who in there(state, DREG) if not state.characters[who].dead and not state.waits_for(who)]
    if not unmet and not met:
        return
    ctx.emit(DregSacrificed(creature=None if unmet else met[0], effect=effect))
    if not unmet:
        kill(ctx, met[0], "sacrifice")


@follows
def _lasts(ctx: CampaignContext, event: EffectBegan) -> None:
    """Let the Matron make last whatever takes hold of a mind. Rule: BN-ADV-56, BN-R-293."""
    adventure, one = ctx.state.adventure, event.effect
    if adventure and (one.caster, one.theme, one.lasts) == (adventure.matron, DOMINATION, "held"):
        sacrifice(ctx, one.id)


@follows
def _is_free(ctx: CampaignContext, event: EffectEnded) -> None:
    """Let Tomas be free once nothing rules him any more. Rule: BN-ADV-19."""
    freed = event.why in {"countered", "resisted", "let go", "released"} and not spells(ctx.state, TOMAS)
    if freed and there(ctx.state, TOMAS) and fate(ctx.state, TOMAS) == "dominated":
        turn(ctx, TOMAS, "free")


# ---------------------------------------------------------------- fold


@fold
def _sacrificed(state: CampaignState, event: DregSacrificed) -> CampaignState:
    if event.effect in state.effects:
        lasting = replace(state.effects[event.effect], lasts="blood")
        state = replace(state, effects={**state.effects, lasting.id: lasting})
    if state.adventure is None or event.creature is not None:
        return state
    stock = state.adventure.stock
    return put(state, stock={**stock, DREG: stock.get(DREG, 1) - 1})
