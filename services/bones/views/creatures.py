"""The view of creatures and their items."""

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
from shared.kernel.lasting import Lasting
from shared.kernel.readings import reading_of


class SeenDie(creatures.Die, frozen=True, kw_only=True, omit_defaults=False):
    """A die with its number. `lost` means that the creature lost it to damage."""

    number: int
    lost: bool


class SeenItem(creatures.Item, frozen=True, kw_only=True, omit_defaults=False):
    """An item of a creature or on the ground."""


class SeenSheet(creatures.Sheet, frozen=True, kw_only=True, omit_defaults=False):
    """The sheet of a creature."""


class SeenPath(creatures.Path, frozen=True, kw_only=True, omit_defaults=False):
    """The sources of a Cold Iron character's dice."""


class SeenMagic(Struct, frozen=True, kw_only=True):
    """The cost of a creature's magic now: recent uses, the safe level, and the successes that its next use loses.

    `themes` is the number of themes that its dice allow.
    """

    used: int
    safe_level: int
    next_loses: int
    themes: int


class SeenCreature(Lasting, Struct, frozen=True, kw_only=True):
    """A creature: its sheet, dice, items, hindering dice and earnings.

    `closed` lists the parts that only the game master sees: the dice, with the sheet except the name, or the items. For
    other seats these parts are empty, so that `dice_left` is 0 though the creature has dice, and `known_as` is the
    creature's name until its dice are shown. `spiffs` is used only if the setting `spiffs_owner` is `character`.
    Otherwise the campaign's `spiffs` has the players' spiffs.
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
    """A prepared creature. Players see only prepared creatures that have been named, and only their name."""

    id: str
    name: str | None
    prepared: creatures.NewCreature | None


class SeenDraft(Draft, frozen=True, kw_only=True, omit_defaults=False):
    """A Cold Iron character that is being created."""


def _parts_of(state: CampaignState, who: str, **_: bool) -> tuple[object, ...]:
    """Return everything that the view of a creature depends on, as a key for a cache."""
    return state.characters[who], state.settings, state.data, state.catalogue, magic.off_stage(state)


@reading_of(_parts_of)
def seen_creature(state: CampaignState, who: str, *, leads: bool) -> SeenCreature:
    """Return the view of a creature. Only game masters (`leads`) see the parts that are hidden from players.

    Rule: BN-CAMP-170, BN-MAG-08, BN-MAG-09
    """
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
        used=magic.uses_counted(state, who), safe_level=magic.safe_level(state, who),
        next_loses=magic.successes_lost(state, who), themes=magic.themes_open(state, who),
    )  # fmt: skip
