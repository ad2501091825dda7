"""Helpers for a duel with magic and charged weapons, in which each step is a command."""

from typing import Any, Final

from services.rpg_specialist_total.catalogue import Bonus, Component, Energy
from services.rpg_specialist_total.chapters.attacks import Attack
from services.rpg_specialist_total.chapters.charging import ChargeWeapon
from services.rpg_specialist_total.chapters.damage import RollDamage, RollMitigation
from services.rpg_specialist_total.chapters.defence import Block, Stand
from services.rpg_specialist_total.chapters.spells import CastProhibitive, HoldSpell
from services.rpg_specialist_total.state.combatants import Charge, Invested
from services.rpg_specialist_total.state.exchange import Critical, Exchange, Rolled
from shared.kernel.messages import Event
from tests.rpg_specialist_total.duel import BLADE, ap
from tests.rpg_specialist_total.play import Play

PLAIN: Final = 12
"""A percentile that is neither a double nor 01."""
SUCCESS, FAILURE = 33, 1
LUCKY: Final = 1
SHOWN: Final = PLAIN
"""The face of a d100 for the percentile `PLAIN`."""
MEANS: Final[dict[int, Critical]] = {SUCCESS: "critical_success", FAILURE: "critical_failure"}
ARMS: Final = ("bare hands", "long blade", "hatchet", "hunting bow", "arrow")
KNOWN: Final = ("fire", "cold", "electric", "charm", "life", "death", "doom", "dread", "acid")
MODES: Final = {
    "bare hands": "charged", "long blade": "conducted", "hatchet": "bestowed", "hunting bow": "bestowed",
    "arrow": "bestowed",
}  # fmt: skip
MORE: Final = {
    "energies": (
        Energy(name="doom", prohibitive=True, stated_defence="an opposed Willpower check", damage=Bonus(dice=2)),
        Energy(name="dread", prohibitive=True),
        Energy(name="acid", direct_damage=True, stated_defence="an opposed Stamina check"),
    ),
    "components": (Component(name="Lance", type="magic", use="attack", mimics="thrown", to_hit=Bonus(dice=1, flat=2)),),
}
STRUCTURES: Final = ("Bolt", "Laying On", "Whisper", "Lance", "Chosen Foe", "Ward")

KNOWING: Final = {"components": ("Evade", "Brace", "Shielding", "Catch", "Ward"), "items": ("round shield",)}
MAGE: Final = {
    "components": ("Bolt", "Whisper", "Laying On"),
    "energies": ("fire", "charm"),
    "items": (BLADE, "hatchet"),
}
BOLT: Final[dict[str, Any]] = {"weapon": None, "components": ap(Bolt=1), "dice": 2, "energies": ("fire",)}
WHISPER: Final[dict[str, Any]] = {**BOLT, "components": ap(Whisper=1)}

LOW: dict[str, tuple[int, ...]] = {
    "bare hands": (1, 1, 1), "long blade": (1, 1, 1, 1, 1), "hatchet": (1, 1, 1, 1), "hunting bow": (1, 1, 1, 1, 1),
}  # fmt: skip
"""To-hit faces for each weapon: a 1 for each of its dice."""
HOLDS = {"bare hands": "bare hands", "long blade": "long blade", "hatchet": "hatchet", "hunting bow": "arrow"}
"""The item that holds the energy of each weapon: the weapon itself or its ammunition."""


def roll_of(*faces: int, percentile: int | None = None, modifier: int = 0, **more: Any) -> Rolled:  # noqa: ANN401
    """Return a roll of these faces without Luck."""
    judged = None if percentile is None else MEANS.get(percentile)
    total = more.pop("total", sum(faces) + modifier)
    return Rolled(faces=faces, total=total, modifier=modifier, percentile=percentile, critical=judged, **more)


class Magic(Play):
    """A fight between `ann`, who has the first turn, and `bob`.

    Both know all energies and carry every kind of weapon.
    """

    def __init__(self, *, round: int = 2, ann: Any = None, bob: Any = None, **groups: Any) -> None:  # noqa: A002, ANN401
        """Start in the second round, when both may defend. `ann` and `bob` are changes to their sheets."""
        super().__init__(**groups)
        self.data(**MORE)
        usual: dict[str, Any] = {"items": ARMS, "energies": KNOWN, "components": STRUCTURES, "speed_rating": 5}
        self.ann = self.one(**{**usual, **(ann or {})})
        self.bob = self.one(**{"seat": "bob", **usual, **(bob or {})})
        self.fight(self.ann, self.bob, round=round)

    @property
    def exchange(self) -> Exchange:
        """Return the attack in progress."""
        assert self.state.exchange is not None
        return self.state.exchange

    def put(self, name: str, *energies: str, ap: int = 2, who: str | None = None, **more: Any) -> str:  # noqa: ANN401
        """Charge a weapon of `ann`, or of `who`, with energies in a mode that fits; return the item's id."""
        holder = who or self.ann
        fields = {"mode": MODES[name], **more}
        self.do(ChargeWeapon(character=holder, item=self.item_named(holder, name), energies=energies, ap=ap, **fields))
        return self.item_named(holder, name)

    def strike(self, name: str, *faces: int, percentile: int = PLAIN, **more: Any) -> list[Event]:  # noqa: ANN401
        """Attack `bob` with 1 AP and the weapon `name` of `ann`, with these to-hit faces."""
        arrow = {"ammunition": self.item_named(self.ann, "arrow")} if name == "hunting bow" else {}
        fields: dict[str, Any] = {"ap": 1, "weapon": self.item_named(self.ann, name), **arrow, **more}
        attack = Attack(attacker=self.ann, target=self.bob, **fields)
        return self.do(attack, *faces, percentile or 100, seat="ann")

    def cast(
        self, structure: str, energies: tuple[str, ...], *faces: int, ap: int = 2, percentile: int = PLAIN, **more: Any  # noqa: ANN401
    ) -> list[Event]:  # fmt: skip
        """Cast energies as `ann` at `bob` in a spell structure, with one to-hit die for each given face."""
        fields: dict[str, Any] = {"dice": len(faces), **more}
        spell = Attack(
            attacker=self.ann, target=self.bob, energies=energies, components=(Invested(name=structure, ap=ap),),
            **fields,
        )  # fmt: skip
        return self.do(spell, *faces, percentile or 100, seat="ann")

    def vitality_lost(self, who: str) -> int:
        """Return the Vitality that a combatant has lost."""
        return self.who(who).sheet.vitality - self.who(who).vitality


def prohibitive(play: Magic, *energies: str, met: bool | None = True, **more: Any) -> CastProhibitive:  # noqa: ANN401
    """Return the command that casts a prohibitive spell of 3 AP at `bob`."""
    fields: dict[str, Any] = {"ap": 3, "reason": "a huge Vitality pool", **more}
    return CastProhibitive(
        character=play.ann, target=play.bob, energies=energies or ("death",), requirement_met=met, **fields
    )


def holding(play: Magic, kind: Any = "prepared", **more: Any) -> HoldSpell:  # noqa: ANN401
    """Return the command with which `ann` holds a spell, by default a fire lance of 3 dice and 2 AP."""
    fields: dict[str, Any] = {"energies": ("fire",), "components": ("Lance",), "ap": 2, "dice": 3, **more}
    return HoldSpell(character=play.ann, kind=kind, what="a spell", **fields)


def incoming(*energies: str, structure: str = "Bolt", to_hit: tuple[int, ...] = (9, 9), **more: Any) -> Magic:  # noqa: ANN401
    """Return a fight in which `ann` has cast a spell of 2 AP at `bob`, by default a bolt of cold."""
    cast = {key: more.pop(key) for key in ("percentile", "ap") if key in more}
    play = Magic(**more)
    play.cast(structure, energies or ("cold",), *to_hit, **cast)
    return play


def struck(**groups: Any) -> Magic:  # noqa: ANN401 settings
    """Return a fight in which a blade charged with cold and electricity has hit `bob` (to-hit 10, damage 4)."""
    play = Magic(**groups)
    play.put("long blade", "cold", "electric", mode="bestowed")
    play.strike("long blade", 2, 2, 2, 2, 2)
    play.do(Stand(), seat="bob")
    play.do(RollDamage(), 4, seat="ann")
    play.do(RollMitigation(), seat="bob")
    return play


def charged_fight(weapon: str, mode: Any, *energies: str, play: Magic | None = None, **more: Any) -> tuple[Magic, str]:  # noqa: ANN401
    """Return a fight in which `ann` has a weapon charged with 2 AP of energies, and the item's id."""
    play = play or Magic()
    return play, play.put(HOLDS[weapon], *energies, mode=mode, **more)


def charge_in(play: Magic, item: str) -> Charge | None:
    """Return the energy in an item, carried or on the ground."""
    found = play.state.ground.get(item) or next(
        (one.items[item] for one in play.state.characters.values() if item in one.items), None
    )
    return None if found is None else found.charge


def glancing(
    weapon: str, mode: Any, *energies: str, how: str = "blocked", armor: str = "light", **groups: Any  # noqa: ANN401
) -> Magic:  # fmt: skip
    """Return a fight in which a charged weapon has hit `bob` without damaging him."""
    play, _ = charged_fight(weapon, mode, *energies, play=Magic(bob={"block": 2, "armor": armor}, **groups))
    play.strike(weapon, *LOW[weapon])
    if how == "blocked":
        play.do(Block(), 9, 9, SHOWN, seat="bob")
    else:
        play.do(Stand(), seat="bob")
        play.do(RollDamage(), 5, seat="ann")
        play.do(RollMitigation(), 6 if how == "mitigated" else 5, seat="bob")
    return play
