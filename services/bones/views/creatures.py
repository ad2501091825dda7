"""What a seat may see of creatures, and of what they carry."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from services.bones.chapters.people import closed
from services.bones.reading import magic
from services.bones.state import creatures
from services.bones.state.campaign import CampaignState
from services.bones.state.drafts import Draft
from services.bones.state.magic import Theme
from services.bones.views.seasons import SeenAsset
from shared.kernel.campaign.forms import form


class SeenDie(creatures.Die, frozen=True, kw_only=True, omit_defaults=False):
    """A die by its number; lost: injury has taken it for now."""

    number: int
    lost: bool


class SeenItem(creatures.Item, frozen=True, kw_only=True, omit_defaults=False):
    """Something somebody has, or that lies about."""


class SeenSheet(creatures.Sheet, frozen=True, kw_only=True, omit_defaults=False):
    """What is written of somebody besides dice."""


class SeenPath(creatures.Path, frozen=True, kw_only=True, omit_defaults=False):
    """How a Cold Iron character came to be."""


class SeenMagic(Struct, frozen=True, kw_only=True):
    """What magic costs somebody now: uses that count, how many are safe, successes that the next use loses.

    `themes`: how many it may have by its dice.
    """

    used: int
    safe_level: int
    next_loses: int
    themes: int


class SeenCreature(Struct, frozen=True, kw_only=True):
    """A creature: its sheet, its dice with those that are lost, what it carries, bears and has earned.

    `closed`: what of it only the game master sees: its dice, with all of the sheet but the name, and its items. To
    others these are empty; `known_as`: its name to them until its dice are shown.
    """

    id: str
    seat: str
    kind: creatures.CreatureKind
    sheet: SeenSheet
    dice: tuple[SeenDie, ...]
    dice_left: int
    lost: tuple[int, ...]
    beyond: int
    incapacitated: bool
    dead: bool
    died: int | None
    hindering: tuple[creatures.Hindering, ...]
    items: tuple[SeenItem, ...]
    move: str
    flying: str | None
    airborne: int
    prone: bool
    mount: str | None
    war_trained: bool
    master: str | None
    service: creatures.Service | None
    coins: int
    large: int
    spiffs: int
    rested: int
    treatment: creatures.Treatment | None
    treated: int
    mending: int
    banked: int
    icons: int
    since_ten: int
    automatic: int
    ready: bool
    asked: tuple[str, ...]
    path: SeenPath | None
    themes: tuple[Theme, ...]
    uses: tuple[int, ...]
    fatigued: bool
    recovering: int
    magic: SeenMagic
    shackled: int
    assets: tuple[SeenAsset, ...]
    renown: int
    closed: tuple[creatures.Part, ...]
    known_as: str | None


class SeenPrepared(Struct, frozen=True, kw_only=True):
    """Somebody whom the game master keeps ready; players see those that have a name, and nothing else of them."""

    id: str
    name: str | None
    prepared: creatures.NewCreature | None


class SeenDraft(Draft, frozen=True, kw_only=True, omit_defaults=False):
    """A Cold Iron character on its way."""


def seen_creature(state: CampaignState, who: str, *, leads: bool) -> SeenCreature:
    """Show a creature; of what is closed only to those who lead. Rule: BN-CAMP-170, BN-MAG-08, BN-MAG-09."""
    one = state.characters[who] if leads else closed.as_seen(state.characters[who])
    dice = tuple(
        form(SeenDie, die, number=number, lost=number in one.lost) for number, die in enumerate(one.dice, start=1)
    )
    down = state.characters[who].down and not one.dead
    cost = _cost(state, who) if leads or "dice" not in one.closed else UNSEEN
    return form(SeenCreature, one, dice=dice, dice_left=len(one.left), incapacitated=down, magic=cost)


UNSEEN: Final = SeenMagic(used=0, safe_level=0, next_loses=0, themes=0)


def _cost(state: CampaignState, who: str) -> SeenMagic:
    return SeenMagic(
        used=magic.used(state, who), safe_level=magic.safe_level(state, who), next_loses=magic.tired(state, who),
        themes=magic.themes_open(state, who),
    )  # fmt: skip
