"""Ammunition that an attack needs, and that is used up, recovered after a fight, or left behind."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.rpg_specialist_total.chapters.ammunition import (
    AmmunitionLeft,
    AmmunitionRecovered,
    AmmunitionUsed,
    LeaveAmmunition,
    RecoverAmmunition,
)
from services.rpg_specialist_total.chapters.attacks import AmmunitionNeeded, Attack, AttackDeclared, PieceTaken
from services.rpg_specialist_total.chapters.charging import ChargeWeapon, WeaponCharged
from services.rpg_specialist_total.chapters.combatants import CombatantChanged, CombatantCreated
from services.rpg_specialist_total.chapters.counterattacks import TurnBack
from services.rpg_specialist_total.chapters.items import ItemDropped, ItemGiven
from services.rpg_specialist_total.chapters.proposals import Propose
from services.rpg_specialist_total.chapters.states import CannotAct, Died, FatigueLost
from services.rpg_specialist_total.state.campaign import Used
from services.rpg_specialist_total.state.combatants import Carried, Charge
from shared.kernel.campaign.fights import AnswerFirst, FightIsOn
from shared.kernel.campaign.proposals import CommandProposed, ConfirmProposal, ProposalConfirmed, WaitsForTheGameMaster
from shared.kernel.campaign.seats import NotKnownHere, NotYours, OnlyTheGameMaster, OutOfRange, ReasonNeeded
from shared.kernel.chance import Faces
from shared.kernel.messages import Event
from tests.rpg_specialist_total.duel import BLADE, FAILURE, SUCCESS, Duel, ap, declare_attack, only, outcome
from tests.rpg_specialist_total.duel import PLAIN as OTHER
from tests.rpg_specialist_total.play import PLAIN, Play

ARCHER, BOW, ARROWS, BATCH = "character-1", "item-2", "item-3", "used-4"


def shot(number: int, *, arrows: int = 250, **groups: Any) -> Play:  # noqa: ANN401 settings
    """Return a campaign in which Ann's archer carries arrows and has shot this many of them."""
    play = Play(players_may={"recover_ammunition": "alone"}, **groups)
    items = (
        Carried(id=BOW, kind="weapon", name="hunting bow", ready=True),
        Carried(id=ARROWS, kind="ammunition", name="arrow", number=arrows),
    )
    play.given(CombatantCreated(character=ARCHER, seat="ann", sheet=PLAIN, items=items))
    return play.given(*[AmmunitionUsed(used=BATCH, character=ARCHER, item=ARROWS, name="arrow")] * number)


def arrows_recovered(
    number: int, *, unrecoverable: int = 0, reason: str | None = None, item: str = ARROWS
) -> AmmunitionRecovered:
    """Return the event that records how many arrows were recovered."""
    return AmmunitionRecovered(used=BATCH, item=item, number=number, unrecoverable=unrecoverable, reason=reason)


LOOK = RecoverAmmunition(used=BATCH)


@pytest.mark.rule("SC-AMMO-02")
def test_an_attack_uses_up_a_piece_of_ammunition() -> None:
    """An attack moves a piece of ammunition from the attacker's items to a batch of used ammunition.

    A second shot adds to the same batch.
    """
    play = shot(0, arrows=3)
    target = play.one("gm")
    attack = Attack(attacker=ARCHER, target=target, weapon=BOW, ammunition=ARROWS, ap=1)

    *_, used = play.do(attack, *[1] * 5, 50)

    batch = f"used-{play.state.made}"
    assert AmmunitionUsed(used=batch, character=ARCHER, item=ARROWS, name="arrow") == used
    assert {batch: Used(id=batch, owner=ARCHER, name="arrow", number=1)} == play.state.used
    assert 2 == play.who(ARCHER).items[ARROWS].number
    play.state = replace(play.state, exchange=None)
    *_, again = play.do(attack, *[1] * 5, 50)
    assert used == again
    assert 2 == play.state.used[batch].number


@pytest.mark.rule("SC-AMMO-02")
def test_an_empty_stack_of_ammunition_is_removed() -> None:
    """When the last piece of a stack is used, the stack is removed. Recovered pieces become a new item."""
    play = shot(10, arrows=10)
    assert ARROWS not in play.who(ARCHER).items

    play.when(LOOK, seat="ann").then(arrows_recovered(1, item="item-5"))

    assert Carried(id="item-5", kind="ammunition", name="arrow") == play.who(ARCHER).items["item-5"]


@pytest.mark.rule("SC-AMMO-04", "SC-R-54")
@pytest.mark.parametrize(
    ("recovery", "used", "number"),
    [("half_up", 4, 0), ("half_up", 5, 1), ("half_up", 10, 1), ("half_up", 14, 1), ("half_up", 15, 2),
     ("half_up", 20, 2), ("floor", 5, 0), ("floor", 15, 1), ("floor", 20, 2)],
)  # fmt: skip
def test_a_tenth_of_the_used_ammunition_is_found(recovery: str, used: int, number: int) -> None:
    """A search finds a tenth of the used ammunition without a roll.

    A half is rounded up, or down if `ammunition.recovery` is `floor`.
    """
    play = shot(used, ammunition={"recovery": recovery})

    play.when(LOOK, seat="ann").then(arrows_recovered(number))

    assert 250 - used + number == play.who(ARCHER).items[ARROWS].number


@pytest.mark.rule("SC-AMMO-04", "SC-R-54")
def test_a_setting_rolls_a_d10_for_each_piece() -> None:
    """If `ammunition.recovery` is `roll_each_d10`, a d10 is rolled for each used piece, and a 10 recovers it."""
    play = shot(5, ammunition={"recovery": "roll_each_d10"})
    play.when(LOOK, faces=Faces(10, 1, 9, 10, 5)).then(arrows_recovered(2))

    play = shot(205, ammunition={"recovery": "roll_each_d10"})
    play.when(LOOK, faces=Faces(*[10] * 205)).then(arrows_recovered(205))


@pytest.mark.rule("SC-AMMO-02")
def test_only_the_owner_searches_once_after_the_fight() -> None:
    """Only the owner may search for used ammunition, once, after the fight.

    Pieces that the search does not find are lost for good.
    """
    play = shot(20)
    play.fight(ARCHER, play.one("gm"))
    play.no(FightIsOn, LOOK, seat="ann")
    play.no(FightIsOn, LeaveAmmunition(used=BATCH), seat="ann")
    play = shot(20)
    play.no(NotYours, LOOK, seat="bob")

    play.do(LOOK, seat="ann")
    play.no(NotKnownHere, LOOK, seat="ann")


@pytest.mark.rule("SC-AMMO-03", "SC-AMMO-04", "SC-X-28")
@pytest.mark.parametrize(("lost", "number"), [(20, 0), (10, 1), (1, 2)])
def test_unrecoverable_ammunition_does_not_count(lost: int, number: int) -> None:
    """Pieces declared unrecoverable, with a reason, are not counted when a search finds a tenth of those used."""
    play = shot(20)
    troll = "a troll ran off with them"

    play.no(ReasonNeeded, RecoverAmmunition(used=BATCH, unrecoverable=lost))
    play.no(OutOfRange, RecoverAmmunition(used=BATCH, unrecoverable=21, reason=troll))
    play.when(RecoverAmmunition(used=BATCH, unrecoverable=lost, reason=troll), seat="ann").then(
        arrows_recovered(number, unrecoverable=lost, reason=troll)
    )


@pytest.mark.rule("SC-R-54")
def test_the_keeper_may_set_the_number_found() -> None:
    """The Keeper may set how many pieces a search finds, from 0 to all recoverable pieces, with a reason."""
    play = shot(20)
    soft = RecoverAmmunition(used=BATCH, recovered=8, unrecoverable=12, reason="soft ground")

    play.no(OnlyTheGameMaster, soft, seat="ann")
    play.no(ReasonNeeded, RecoverAmmunition(used=BATCH, recovered=8))
    play.no(OutOfRange, replace(soft, recovered=9))
    play.when(soft).then(arrows_recovered(8, unrecoverable=12, reason="soft ground"))
    shot(20).when(RecoverAmmunition(used=BATCH, recovered=0, reason="a swamp")).then(
        arrows_recovered(0, reason="a swamp")
    )


@pytest.mark.rule("SC-AMMO-05")
def test_ammunition_left_behind_is_lost() -> None:
    """Once its owner leaves ammunition behind, no later search finds it."""
    play = shot(20)

    play.when(LeaveAmmunition(used=BATCH), seat="ann").then(AmmunitionLeft(used=BATCH, number=20))

    assert 230 == play.who(ARCHER).items[ARROWS].number
    play.no(NotKnownHere, LOOK)


FALLEN = (
    (FatigueLost(character=ARCHER, amount=20, cause="a march"), "unconscious"),
    (Died(character=ARCHER, cause="a fall"), "dead"),
)


@pytest.mark.rule("SC-R-122", "SC-R-68", "SC-AMMO-05")
@pytest.mark.parametrize(("fell", "health"), FALLEN)
def test_the_fallen_do_not_search(fell: Event, health: str) -> None:
    """One who cannot act searches for no ammunition, not even on the word of the Keeper. It may be left behind.

    In a campaign of an older form it searches.
    """
    play = shot(20).given(fell)

    for seat in ("ann", "gm"):
        refused = play.no(CannotAct, LOOK, seat=seat)
        assert ("a conscious combatant", health, "used") == (refused.needs, refused.has, refused.field)

    play.when(LeaveAmmunition(used=BATCH)).then(AmmunitionLeft(used=BATCH, number=20))
    before = shot(20).given(fell)
    before.state = replace(before.state, form=1)
    before.when(LOOK).then(arrows_recovered(2))


@pytest.mark.rule("SC-CAMP-01", "SC-AMMO-02")
def test_players_propose_a_search_for_ammunition() -> None:
    """By default players propose a search for their own ammunition to the Keeper."""
    play = shot(20)
    settings = replace(play.state.settings, players_may=type(play.state.settings.players_may)())
    play.state = replace(play.state, settings=settings)
    body = {"type": "RecoverAmmunition", "used": BATCH, "unrecoverable": 0, "recovered": None, "reason": None}

    play.no(WaitsForTheGameMaster, LOOK, seat="ann")
    play.no(NotYours, Propose(command=LOOK), seat="bob")
    play.when(Propose(command=LOOK), seat="ann").then(CommandProposed(proposal="proposal-5", seat="ann", command=body))
    play.when(ConfirmProposal(proposal="proposal-5")).then(
        ProposalConfirmed(proposal="proposal-5"), arrows_recovered(2)
    )


def missiles(*names: str, number: int = 5, **bob: object) -> Duel:
    """Return a duel in which `ann` has `number` pieces of each missile, and `bob` has the component Catch."""
    duel = Duel(
        {"items": ("hunting bow",), "speed_rating": 5}, {"components": ("Catch",), "evasion_training": 1, **bob}
    )
    for name in names:
        duel.given(ItemGiven(character=duel.ann, item=duel.item(name, number=number)))
    return duel


def numbers(duel: Duel, who: str, name: str) -> list[int]:
    """Return the size of each of a combatant's stacks of one kind of item."""
    return [item.number for item in duel.who(who).items.values() if item.name == name]


@pytest.mark.rule("SC-CAMP-34", "SC-CHB-03")
def test_a_throw_uses_one_piece_of_a_stack() -> None:
    """One hatchet of a stack is thrown and falls to the ground. The rest of the stack stays in the hand."""
    duel = missiles("hatchet")
    stack = duel.item_named(duel.ann, "hatchet")
    taken, *_, fell = duel.strike(1, 1, 1, 1, weapon=stack)

    assert isinstance(taken, PieceTaken)
    assert ItemDropped(character=duel.ann, item=taken.piece.id) == fell
    assert {taken.piece.id: 1} == {one.id: one.number for one in duel.state.ground.values()}
    assert (4, True) == (duel.who(duel.ann).items[stack].number, duel.who(duel.ann).items[stack].ready)
    assert {} == duel.state.used


@pytest.mark.rule("SC-CAMP-34", "SC-CHR-01")
def test_a_shot_of_a_charged_bow_uses_an_ordinary_arrow() -> None:
    """If the bow is charged, the energy is in the bow, so the arrow becomes ordinary used ammunition."""
    duel = missiles("arrow", number=20)
    bow, arrows = duel.item_named(duel.ann, "hunting bow"), duel.item_named(duel.ann, "arrow")
    charge = Charge(mode="bestowed", energies=("fire",), ap=1, by=duel.ann)
    duel.given(WeaponCharged(item=bow, charge=charge))

    found = duel.strike(1, 1, 1, 1, 1, weapon=bow, ammunition=arrows)

    assert [19] == numbers(duel, duel.ann, "arrow")
    assert [1] == [batch.number for batch in duel.state.used.values()]
    assert {} == duel.state.ground
    assert charge == only(found, AttackDeclared).declared.charge


@pytest.mark.rule("SC-CAMP-34", "SC-CHB-01")
def test_one_hatchet_of_a_stack_is_charged_and_thrown() -> None:
    """Charging a stack of hatchets splits off one piece, which holds the energy and can be thrown."""
    duel = missiles("hatchet", "arrow")
    duel.given(CombatantChanged(character=duel.ann, reason="so it is", sheet=replace(PLAIN, energies=("fire",))))
    stack = duel.item_named(duel.ann, "hatchet")
    duel.do(ChargeWeapon(character=duel.ann, item=stack, mode="bestowed", energies=("fire",), ap=1), seat="ann")
    (piece,) = (one.id for one in duel.who(duel.ann).items.values() if one.charge)

    duel.strike(1, 1, 1, 1, weapon=piece, ap=1)

    assert 4 == duel.who(duel.ann).items[stack].number
    assert {piece: True} == {one.id: one.charge is not None for one in duel.state.ground.values()}


@pytest.mark.rule("SC-CAMP-34", "SC-CTR-05", "SC-R-77", "SC-AMMO-02")
@pytest.mark.parametrize("back", [False, True])
def test_a_caught_arrow_belongs_to_its_catcher(back: bool) -> None:  # noqa: FBT001
    """A defender may catch an arrow with a block or as a counterattack.

    A second caught arrow is added to the same stack.
    """
    duel = missiles("arrow", number=20, speed_rating=5)
    for caught in (1, 2):
        arrow = {"weapon": duel.item_named(duel.ann, "hunting bow"), "ammunition": duel.item_named(duel.ann, "arrow")}
        duel.strike(1, 1, 1, 1, 1, percentile=FAILURE if back else OTHER, **arrow, ap=1)
        duel.no(AnswerFirst, RecoverAmmunition(used=next(iter(duel.state.used))))
        if back:
            duel.evade(1, percentile=SUCCESS)
            came = duel.do(TurnBack(choice="catch", components=ap(Catch=1)), seat="bob")
        else:
            duel.block(10, components=ap(Catch=1))
            came = []
        assert [caught] == numbers(duel, duel.bob, "arrow")
        assert [20 - caught] == numbers(duel, duel.ann, "arrow")
        assert {} == duel.state.used
        if back:
            assert "caught" == outcome(came)
            break


@pytest.mark.rule("SC-CAMP-34")
def test_an_arrow_that_its_catcher_cannot_carry_is_used_ammunition() -> None:
    """An arrow for which its catcher has no room counts as used ammunition of the archer.

    The archer may search for it.
    """
    full = missiles("arrow", number=20, items=("round shield",) * 40)
    part = missiles("arrow", number=20)
    part.given(
        AmmunitionUsed(used="used-99", character=part.ann, item=part.item_named(part.ann, "arrow"), name="arrow")
    )
    for duel in (full, part):
        bow = duel.item_named(duel.ann, "hunting bow")
        duel.strike(1, 1, 1, 1, 1, weapon=bow, ammunition=duel.item_named(duel.ann, "arrow"))
        duel.block(10, components=ap(Catch=1))
        assert [1] == [batch.number for batch in duel.state.used.values()]


@pytest.mark.rule("SC-CAMP-22")
def test_a_bow_needs_an_arrow_and_a_blade_uses_none() -> None:
    """An attack with a bow needs an arrow that the attacker carries. An attack with a blade must not name one.

    In older campaigns, an attack with a blade may name another weapon, which then counts as shot.
    """
    duel, before = (Duel({"items": (BLADE, "hunting bow", "arrow")}, form=form) for form in (2, 1))
    bow, arrow = duel.item_named(duel.ann, "hunting bow"), duel.item_named(duel.ann, "arrow")

    for more in ({"weapon": bow}, {"weapon": bow, "ammunition": bow}):
        assert "a piece of ammunition" == duel.no(AmmunitionNeeded, duel.attack(**more), seat="ann").needs
    for item in (arrow, bow):
        assert "left out" == duel.no(AmmunitionNeeded, duel.attack(ammunition=item), seat="ann").needs
    assert bow == declare_attack(before, 1, 1, 1, 1, ammunition=bow).declared.ammunition
    duel.no(NotKnownHere, duel.attack(weapon=bow, ammunition="item-99"), seat="ann")
    found = declare_attack(duel, 1, 1, 1, 1, 1, weapon=bow, ammunition=arrow).declared
    assert ("projectile", arrow) == (found.reach, found.ammunition)
