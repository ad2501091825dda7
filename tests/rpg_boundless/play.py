"""A campaign for tests: a game master, two players, and methods that check a rule in one line."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import msgspec
from msgspec import UNSET

from services.rpg_boundless.catalogue import Size
from services.rpg_boundless.chapters.characters import CharacterCreated, CreateCharacter
from services.rpg_boundless.chapters.enemies import EnemyAppeared
from services.rpg_boundless.chapters.fights import StartFight, StartRound
from services.rpg_boundless.chapters.items import ItemTaken
from services.rpg_boundless.chapters.saves import FaceConsequence
from services.rpg_boundless.chapters.seats import CampaignOpened
from services.rpg_boundless.chapters.turns import EndTurn
from services.rpg_boundless.game import campaign
from services.rpg_boundless.settings import Settings
from services.rpg_boundless.state.campaign import CampaignState, Character, Enemy
from services.rpg_boundless.state.sheets import (
    ArmorSheet,
    AttackSheet,
    Carried,
    EnemySheet,
    Harm,
    ItemSheet,
    Scores,
    Stance,
    WeaponSheet,
)
from shared.kernel.messages import Secret
from shared.kernel.stream import StreamOpened
from tests.support import campaigns
from tests.support.campaigns import SEATED, CampaignSpec

SWORD: Final = ItemSheet(name="sword", weapon=WeaponSheet(damage=3))
BOW: Final = ItemSheet(name="bow", weapon=WeaponSheet(damage=2, reach="ranged"))
ROPE: Final = ItemSheet(name="rope")
CHARM: Final = ItemSheet(name="charm", size="petty")
BEAM: Final = ItemSheet(name="beam", size="bulky")
CLAW: Final = AttackSheet(name="claw", damage=2)
ROAR: Final = AttackSheet(name="roar", effect="it roars", conditions=("afraid",))
WOLF: Final = EnemySheet(name="wolf", hp=3, attacks=(CLAW, ROAR))

POINTS: Final = Scores(strength=2, dexterity=1, willpower=1)


def mail(hp: int) -> ItemSheet:
    """Return Armor with this many HP."""
    return ItemSheet(name="mail", armor=ArmorSheet(hp=hp))


def at(position: Any) -> Stance:  # noqa: ANN401 a Position
    """Return a stance with this Position and a reason."""
    return Stance(position=position, reason="so it stands")


def settings(**groups: dict[str, Any]) -> Settings:
    """Return settings with these values, and defaults elsewhere."""
    return msgspec.convert(groups, Settings)


listed = partial(campaigns.legal_list, campaign)
allowed_of = partial(campaigns.allowed_of, campaign)
odds = partial(campaigns.odds, campaign)
GAME: Final = {kind.__name__ for kind in campaign.commands}


def blocked_commands(state: CampaignState, seat: str) -> set[str]:
    """Return the game's commands that are blocked for a seat."""
    return {command for one in listed(state, seat).blocked for command in one.commands} & GAME


class Play(CampaignSpec[CampaignState]):
    """A campaign for tests. Each step also runs the checks that `Spec` makes in every example."""

    form = campaign.storage.form

    def __init__(self, **groups: dict[str, Any]) -> None:
        """Open a campaign with these settings."""
        super().__init__(campaign)
        opened = StreamOpened(kind=campaign.name, tenant="tenant", form=self.form or UNSET)
        self.given(opened, *SEATED, CampaignOpened(settings=settings(**groups)))

    def hero(
        self, strength: int = 2, dexterity: int = 1, willpower: int = 1, *, seat: str = "ann", stamina: int = 6,
        hp: int | None = None, items: Sequence[ItemSheet] = (),
    ) -> str:  # fmt: skip
        """Create a character with full HP."""
        hero = self.new("character")
        scores = Scores(strength=strength, dexterity=dexterity, willpower=willpower)
        self.given(
            CharacterCreated(
                character=hero,
                seat=seat,
                name=hero,
                method="points",
                scores=scores,
                stamina=stamina,
                hp=2 + strength if hp is None else hp,
                items=(),
            )
        )
        for sheet in items:
            self.item(hero, sheet)
        return hero

    def item(self, hero: str, sheet: ItemSheet) -> str:
        """Give a character an Item, without changing its HP."""
        item = self.new("item")
        slots = {"petty": 0, "normal": 1, "bulky": 2}[sheet.size]
        hp = sheet.armor.hp if sheet.armor else 0
        self.given(ItemTaken(character=hero, item=Carried(id=item, sheet=sheet, slots=slots, armor_hp=hp)))
        return item

    def foe(self, hp: int = 3, *, attacks: tuple[AttackSheet, ...] = (CLAW, ROAR), armor: int = 0) -> str:
        """Create an enemy."""
        foe = self.new("enemy")
        sheet = EnemySheet(name="wolf", hp=hp, attacks=attacks, armor=armor)
        self.given(EnemyAppeared(enemy=foe, name="wolf", sheet=Secret(audience=("gm",), value=sheet)))
        return foe

    def who(self, hero: str) -> Character:
        """Return a character's current state."""
        return self.state.characters[hero]

    def enemy(self, foe: str) -> Enemy:
        """Return an enemy's current state."""
        return self.state.enemies[foe]

    def face(self, hero: str, *, damage: int = 0, conditions: tuple[str, ...] = (), **more: Any) -> str:  # noqa: ANN401
        """Make a character face a consequence; return the consequence's id."""
        harm = Harm(what="trouble", damage=damage, conditions=conditions, **more)
        self.do(FaceConsequence(harm=harm, characters=(hero,)))
        return max(self.state.consequences, key=lambda one: int(one.rpartition("-")[2]))

    def critical(self, hero: str) -> str:
        """Return a character's pending Critical Save."""
        (found,) = [one for one, whose in self.state.criticals.items() if whose == hero]
        return found

    def fight(self, heroes: Sequence[str], foes: Sequence[str], *faces: int, off_guard: tuple[str, ...] = ()) -> None:
        """Begin a fight and its first round, with these initiative dice in the order of joining."""
        self.do(StartFight(characters=tuple(heroes), enemies=tuple(foes)))
        self.do(StartRound(off_guard=off_guard), *faces)

    def order(self) -> tuple[str, ...]:
        """Return the turn order."""
        assert self.state.fight is not None
        return self.state.fight.order

    def turns(self) -> None:
        """End all turns of the round in their order."""
        for who in self.order():
            self.do(EndTurn(participant=who))


class Before(Play):
    """A campaign that was opened under version 1 of the rules."""

    form = 1


class Older(Play):
    """A campaign that was opened under version 0 of the rules."""

    form = 0


KIT: Final = (SWORD, mail(3), ROPE)


def creation_of(*items: ItemSheet, seat: str | None = None, method: Any = "points") -> CreateCharacter:  # noqa: ANN401 a method
    """Return the command that creates a character with these Items, or with default Items."""
    points = POINTS if method == "points" else None
    return CreateCharacter(name="Ash", points=points, method=method, items=items or KIT, keepsake="coin", seat=seat)


def weapon(damage: int, size: Size = "normal") -> ItemSheet:
    """Return a Weapon with this Damage."""
    return ItemSheet(name="axe", size=size, weapon=WeaponSheet(damage=damage))
