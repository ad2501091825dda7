"""Helpers for a duel with magic and charged weapons, step by step."""

from typing import Any, Final

from services.rpg_specialist_total.catalogue import Bonus, Component, Energy
from services.rpg_specialist_total.chapters.attacks import Attack
from services.rpg_specialist_total.chapters.charging import ChargeWeapon
from services.rpg_specialist_total.state.combatants import Invested
from services.rpg_specialist_total.state.exchange import Critical, Exchange, Rolled
from shared.kernel.messages import Event
from tests.rpg_specialist_total.play import Play

PLAIN: Final = 12
"""A percentile that is neither a double nor 01."""
SUCCESS, FAILURE = 33, 1
LUCKY: Final = 1
SHOWN: Final = PLAIN
"""The face that shows it."""
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


def rolled(*faces: int, percentile: int | None = None, modifier: int = 0, **more: Any) -> Rolled:  # noqa: ANN401
    """Return a roll of these faces without Luck."""
    judged = None if percentile is None else MEANS.get(percentile)
    total = more.pop("total", sum(faces) + modifier)
    return Rolled(faces=faces, total=total, modifier=modifier, percentile=percentile, critical=judged, **more)


class Magic(Play):
    """A fight of `ann`, whose turn it is, and `bob`; both know all magic and have a weapon of each kind."""

    def __init__(self, *, round: int = 2, ann: Any = None, bob: Any = None, **groups: Any) -> None:  # noqa: A002, ANN401
        """Begin in the second round, in which both may defend; `ann` and `bob` change their sheets."""
        super().__init__(**groups)
        self.data(**MORE)
        usual: dict[str, Any] = {"items": ARMS, "energies": KNOWN, "components": STRUCTURES, "speed_rating": 5}
        self.ann = self.one(**{**usual, **(ann or {})})
        self.bob = self.one(**{"seat": "bob", **usual, **(bob or {})})
        self.fight(self.ann, self.bob, round=round)

    @property
    def exchange(self) -> Exchange:
        """The exchange in progress."""
        assert self.state.exchange is not None
        return self.state.exchange

    def put(self, name: str, *energies: str, ap: int = 2, who: str | None = None, **more: Any) -> str:  # noqa: ANN401
        """Put energies into a weapon of a combatant, by default `ann`, in a mode that fits; return its id."""
        holder = who or self.ann
        fields = {"mode": MODES[name], **more}
        self.do(ChargeWeapon(character=holder, item=self.held(holder, name), energies=energies, ap=ap, **fields))
        return self.held(holder, name)

    def strike(self, name: str, *faces: int, percentile: int = PLAIN, **more: Any) -> list[Event]:  # noqa: ANN401
        """Attack `bob` as `ann` with 1 AP and a weapon, with these faces to hit."""
        arrow = {"ammunition": self.held(self.ann, "arrow")} if name == "hunting bow" else {}
        fields: dict[str, Any] = {"ap": 1, "weapon": self.held(self.ann, name), **arrow, **more}
        attack = Attack(attacker=self.ann, target=self.bob, **fields)
        return self.do(attack, *faces, percentile or 100, seat="ann")

    def cast(
        self, structure: str, energies: tuple[str, ...], *faces: int, ap: int = 2, percentile: int = PLAIN, **more: Any  # noqa: ANN401
    ) -> list[Event]:  # fmt: skip
        """Let `ann` cast energies at `bob` in a spell structure; each given face is one to-hit die."""
        fields: dict[str, Any] = {"dice": len(faces), **more}
        spell = Attack(
            attacker=self.ann, target=self.bob, energies=energies, components=(Invested(name=structure, ap=ap),),
            **fields,
        )  # fmt: skip
        return self.do(spell, *faces, percentile or 100, seat="ann")

    def lost(self, who: str) -> int:
        """Return the Vitality that a combatant has lost."""
        return self.who(who).sheet.vitality - self.who(who).vitality
