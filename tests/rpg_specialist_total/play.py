"""A campaign for tests: a Keeper, two players, the built-in catalogue, and short helpers."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from services.rpg_specialist_total.catalogue import PRINTED, Data, Drug
from services.rpg_specialist_total.catalogue.house import HOUSE
from services.rpg_specialist_total.chapters.campaign import CampaignOpened, DataLoaded
from services.rpg_specialist_total.chapters.combatants import CombatantCreated
from services.rpg_specialist_total.chapters.drugs import TakeDrug
from services.rpg_specialist_total.chapters.states import VitalityLost
from services.rpg_specialist_total.chapters.turns import ApGained, OrderRolled
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.game import combat
from services.rpg_specialist_total.settings import Settings
from services.rpg_specialist_total.state.campaign import CampaignState, Fighter
from services.rpg_specialist_total.state.combatants import Carried, Combatant, Sheet, Trained
from services.rpg_specialist_total.state.exchange import Rolled
from shared.kernel.campaign.fights import EndFight, EndTurn, FightStarted, OrderSet, RoundBegan, TurnBegan
from shared.kernel.chance import Faces
from shared.kernel.context import Intent
from shared.kernel.messages import Event
from shared.kernel.stream import StreamOpened
from tests.support import campaigns
from tests.support.campaigns import SEATED, CampaignSpec

ONE = "character-1"

DRUGS: tuple[Drug, ...] = ("berserk", "meginserk")
with_each_drug = pytest.mark.parametrize("drug", DRUGS)


def training_with(weapons: Mapping[str, int]) -> tuple[Trained, ...]:
    """Return training with weapons: a number of dice for each."""
    return tuple(Trained(weapon=weapon, dice=dice) for weapon, dice in weapons.items())


PLAIN: Final = Sheet(
    name="Ash", speed_rating=3, speed_score=30, vitality=40, fatigue=20, endurance=40, stamina=45,
    weapon_training=tuple(
        Trained(weapon=name) for name in ("small melee weapon", "long blade", "hatchet", "hunting bow", "bare hands")
    ),
)  # fmt: skip
"""A sheet trained with every weapon of the catalogue, but without training dice, armor, evasion or block."""
KIT: Final[Mapping[str, Any]] = {
    "small melee weapon": "weapon", "long blade": "weapon", "hatchet": "weapon", "hunting bow": "weapon",
    "bare hands": "weapon", "round shield": "shield", "arrow": "ammunition",
}  # fmt: skip


def settings(**groups: dict[str, Any]) -> Settings:
    """Return settings with changes to the defaults."""
    return msgspec.convert(groups, Settings)


listed = partial(campaigns.legal_list, combat)
allowed_of = partial(campaigns.allowed_of, combat)
odds = partial(campaigns.odds, combat)


class Play(CampaignSpec[CampaignState]):
    """An open campaign with the built-in catalogue.

    Each step also has the checks that `Spec` makes in every example.
    """

    def __init__(self, *, form: int = combat.storage.form, **groups: Any) -> None:  # noqa: ANN401 settings
        """Open a campaign with these settings. Each step of an attack is a command, and players may add dice."""
        super().__init__(combat)
        chosen = {"attack": {"steps": "each"}, "players_may": {"add_dice": "alone"}}
        groups = {**groups, **{name: {**usual, **groups.get(name, {})} for name, usual in chosen.items()}}
        self.given(
            StreamOpened(kind="campaign", tenant="tenant", form=form or UNSET),
            *SEATED,
            CampaignOpened(settings=settings(**groups)),
            DataLoaded(data=PRINTED),
            DataLoaded(data=HOUSE),
        )

    def data(self, **kinds: Any) -> None:  # noqa: ANN401 things of a catalogue
        """Load more entries into the catalogue."""
        self.given(DataLoaded(data=Data(**kinds)))

    def one(
        self, seat: str = "ann", *, luck: int = 0, items: Sequence[str] = (), experience: int = 0,
        **sheet: Any,  # noqa: ANN401 fields of a sheet
    ) -> str:  # fmt: skip
        """Create a combatant that has `items` ready; a combatant of the seat `gm` is a non-player. Return its id."""
        who = self.new("character")
        carried = tuple(self.item(name) for name in items)
        if "weapon_training" in sheet:
            sheet["weapon_training"] = training_with(sheet["weapon_training"])
        self.given(
            CombatantCreated(
                character=who, seat=seat, sheet=replace(PLAIN, **{"name": who, **sheet}),
                luck=luck, experience=experience, items=carried,
            )
        )  # fmt: skip
        return who

    def item(self, name: str, **more: Any) -> Carried:  # noqa: ANN401 fields of what is carried
        """Return an item with a new id."""
        return Carried(id=self.new("item"), **{"kind": KIT[name], "name": name, "ready": True, **more})

    def item_named(self, who: str, name: str) -> str:
        """Return the id of a carried item by its name."""
        return next(item.id for item in self.who(who).items.values() if item.name == name)

    def fight(self, *order: str, round: int = 1, each_round: bool = False) -> None:  # noqa: A002 as the event names it
        """Start a fight with this round and turn order; the first combatant's turn has begun."""
        self.given(FightStarted(participants=order, each_round=each_round), RoundBegan(round=round))
        for place, who in enumerate(order):
            drug = self.who(who).dosed
            ap = self.who(who).sheet.speed_rating + (drug.tier if drug else 0)
            self.given(ApGained(character=who, ap=ap), OrderRolled(character=who, roll=Rolled(total=99 - place)))
        self.given(OrderSet(order=order), TurnBegan(participant=order[0]))

    def order(self) -> tuple[str, ...]:
        """Return the turn order."""
        assert self.state.fight is not None
        return self.state.fight.order

    def turn(self, *faces: int) -> list[Event]:
        """End the current turn. `faces` are for the rolls that follow."""
        assert self.state.turn is not None
        return self.do(EndTurn(participant=self.state.turn), *faces)

    def who(self, who: str) -> Combatant:
        """Return a combatant's current state."""
        return self.state.characters[who]

    def fighter(self, who: str) -> Fighter:
        """Return a fighter's current state."""
        found = self.state.fighter(who)
        assert isinstance(found, Fighter)
        return found


def hurt(amount: int, cause: str = "a fall", *, temporary: int = 0, who: str = "character-1") -> VitalityLost:
    """Return an event that takes this much Vitality from a combatant."""
    return VitalityLost(character=who, amount=amount, cause=cause, temporary=temporary)


def fallen(amount: int, *, vitality: int = 10, stamina: int = 45, endurance: int = 70, **groups: Any) -> Play:  # noqa: ANN401
    """Return a campaign whose first combatant, played by `ann`, has lost this much Vitality."""
    play = Play(**groups)
    play.one(vitality=vitality, stamina=stamina, endurance=endurance)
    return play.given(hurt(amount))


def roll(*faces: int) -> Rolled:
    """Return a roll without Luck."""
    return Rolled(faces=faces, total=sum(faces))


def with_drug(taken: Drug = "berserk", tier: int = 3, *, sheet: Any = None, **groups: Any) -> Play:  # noqa: ANN401
    """Return a campaign whose first combatant, played by `ann`, has taken a drug."""
    play = Play(vitality={"points_per_rank": 10}, **groups)
    play.one(**(sheet or {}))
    play.do(TakeDrug(character=ONE, drug=taken, tier=tier), seat="ann")
    return play


def deciding(play: Play) -> CampaignContext:
    """Return the context in which a command of the Keeper would now be decided."""
    intent = Intent(id="x", seat="gm", role="gm", at=0, by="seat:gm@0", command=EndFight())
    return CampaignContext(combat, intent, play.state, Faces())


def fighting(play: Play, *, first: str = ONE) -> Play:
    """Start a fight between the first combatant and a non-player; return the campaign.

    The combatant named `first` has the first turn.
    """
    other = play.one("gm")
    play.fight(*((ONE, other) if first == ONE else (other, ONE)))
    return play
