"""The data of the rule book. Where the book is ambiguous, the campaign's settings decide."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from services.bones.catalogue import POWERS, Data, ItemKind, Run, Sample
from services.bones.catalogue.sets import SETS
from services.bones.faces import BLANK, SixFaces
from services.bones.state.campaign import CampaignState

HORSE: Final = "Horse"
LEGENDARY: Final = 10
PROSE: Final = ("Defend", "Enc", BLANK, BLANK, BLANK, BLANK)
"""The faces of light armor according to the printed text, which differs from the printed table."""
LIGHT: Final = "Light armor (leather)"


def data(state: CampaignState) -> Data:
    """Return the data of the rule book, in the release with which the campaign was opened."""
    return SETS.of(state).data


def horse(state: CampaignState) -> Sample:
    """Return a horse as a sample.

    The rule book prints its move score, and the setting `default_horse_dice` decides its dice.

    Rule: BN-R-202
    """
    dice = tuple(Run(n=1, die=name) for name in state.settings.beasts.default_horse_dice)
    return Sample(name=HORSE, kind="beast", dice=dice, move="4")


def item(state: CampaignState, kind: ItemKind) -> ItemKind:
    """Return a kind of item with its faces adjusted to the campaign's settings. Rule: BN-EQ-09, BN-R-054."""
    prose = state.settings.dice.light_armor_faces == "prose"
    return replace(kind, faces=PROSE) if prose and kind.name == LIGHT and kind in data(state).items else kind


def faces(state: CampaignState, of: Sample, own: SixFaces) -> SixFaces:
    """Return the faces of a sample creature's special die, adjusted to the campaign's settings.

    Rule:    BN-R-049, BN-R-053
    """
    dice = state.settings.dice
    read: dict[str, str] = {}
    if of not in data(state).creatures:
        return own
    if of.name == "Manticore":
        read = {BLANK: dice.manticore_sixth_face}
    elif of.name == "Cobra":
        read = {"PoisonAttack:melee": f"PoisonAttack:{dice.plain_poison_kind}"}
    return tuple(read.get(face, face) for face in own)


def power(state: CampaignState, dice: int) -> str | None:
    """Return the power level of a member of the cast with this number of dice, or None if it has no level.

    Rule: BN-CAST-02, BN-R-199, BN-R-200
    """
    if dice > LEGENDARY and state.settings.beasts.power_above_ten == "none":
        return None
    return next((one.level for one in reversed(POWERS) if dice >= one.least), None)
