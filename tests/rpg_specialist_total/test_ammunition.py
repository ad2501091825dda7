"""Ammunition: what is used, what is found again, and what is left."""

import pytest
from msgspec.structs import replace

from services.rpg_specialist_total.chapters.ammunition import (
    AmmunitionLeft,
    AmmunitionRecovered,
    AmmunitionUsed,
    LeaveAmmunition,
    RecoverAmmunition,
)
from services.rpg_specialist_total.chapters.attacks import Attack
from services.rpg_specialist_total.chapters.combatants import CombatantCreated
from services.rpg_specialist_total.chapters.proposals import Propose
from services.rpg_specialist_total.state.campaign import Used
from services.rpg_specialist_total.state.combatants import Carried
from shared.kernel.campaign.fights import FightIsOn
from shared.kernel.campaign.proposals import CommandProposed, ConfirmProposal, ProposalConfirmed, WaitsForTheGameMaster
from shared.kernel.campaign.seats import NotKnownHere, NotYours, OnlyTheGameMaster, OutOfRange, ReasonNeeded
from shared.kernel.chance import Faces
from tests.rpg_specialist_total.play import PLAIN, Play

ARCHER, BOW, ARROWS, BATCH = "character-1", "item-2", "item-3", "used-4"


def shot(number: int, *, arrows: int = 250, **groups: dict[str, str]) -> Play:
    """Let an archer of `ann` have had so many arrows, and have shot a number of them."""
    play = Play(players_may={"recover_ammunition": "alone"}, **groups)
    items = (
        Carried(id=BOW, kind="weapon", name="hunting bow", ready=True),
        Carried(id=ARROWS, kind="ammunition", name="arrow", number=arrows),
    )
    play.given(CombatantCreated(character=ARCHER, seat="ann", sheet=PLAIN, items=items))
    return play.given(*[AmmunitionUsed(used=BATCH, character=ARCHER, item=ARROWS, name="arrow")] * number)


def found(number: int, *, unrecoverable: int = 0, reason: str | None = None, item: str = ARROWS) -> AmmunitionRecovered:
    """Return how many arrows lie with the others again."""
    return AmmunitionRecovered(used=BATCH, item=item, number=number, unrecoverable=unrecoverable, reason=reason)


LOOK = RecoverAmmunition(used=BATCH)


@pytest.mark.rule("SC-AMMO-02")
def test_an_attack_with_ammunition_uses_a_piece_of_it() -> None:
    """It is gone from what is carried, and kept as used; a second shot adds to the same batch."""
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
def test_the_last_piece_is_carried_no_more() -> None:
    """And comes back as a new item."""
    play = shot(10, arrows=10)
    assert ARROWS not in play.who(ARCHER).items

    play.when(LOOK, seat="ann").then(found(1, item="item-5"))

    assert Carried(id="item-5", kind="ammunition", name="arrow") == play.who(ARCHER).items["item-5"]


@pytest.mark.rule("SC-AMMO-04", "SC-R-54")
@pytest.mark.parametrize(
    ("recovery", "used", "number"),
    [("half_up", 4, 0), ("half_up", 5, 1), ("half_up", 10, 1), ("half_up", 14, 1), ("half_up", 15, 2),
     ("half_up", 20, 2), ("floor", 5, 0), ("floor", 15, 1), ("floor", 20, 2)],
)  # fmt: skip
def test_a_tenth_of_what_was_used_is_found(recovery: str, used: int, number: int) -> None:
    """Rounded half up, or down; nobody rolls."""
    play = shot(used, ammunition={"recovery": recovery})

    play.when(LOOK, seat="ann").then(found(number))

    assert 250 - used + number == play.who(ARCHER).items[ARROWS].number


@pytest.mark.rule("SC-AMMO-04", "SC-R-54")
def test_a_d10_may_be_rolled_for_each_piece() -> None:
    """A 10 finds it."""
    play = shot(5, ammunition={"recovery": "roll_each_d10"})
    play.when(LOOK, faces=Faces(10, 1, 9, 10, 5)).then(found(2))

    play = shot(205, ammunition={"recovery": "roll_each_d10"})
    play.when(LOOK, faces=Faces(*[10] * 205)).then(found(205))


@pytest.mark.rule("SC-AMMO-02")
def test_a_batch_is_looked_for_once_and_by_its_owner_after_the_fight() -> None:
    """What is not found then is gone."""
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
def test_what_cannot_be_recovered_is_left_out_of_the_count(lost: int, number: int) -> None:
    """Of 20, with the reason; no more than were used."""
    play = shot(20)
    troll = "a troll ran off with them"

    play.no(ReasonNeeded, RecoverAmmunition(used=BATCH, unrecoverable=lost))
    play.no(OutOfRange, RecoverAmmunition(used=BATCH, unrecoverable=21, reason=troll))
    play.when(RecoverAmmunition(used=BATCH, unrecoverable=lost, reason=troll), seat="ann").then(
        found(number, unrecoverable=lost, reason=troll)
    )


@pytest.mark.rule("SC-R-54")
def test_the_keeper_may_name_another_number() -> None:
    """With a reason, and no more than can be found; 0 as well."""
    play = shot(20)
    soft = RecoverAmmunition(used=BATCH, recovered=8, unrecoverable=12, reason="soft ground")

    play.no(OnlyTheGameMaster, soft, seat="ann")
    play.no(ReasonNeeded, RecoverAmmunition(used=BATCH, recovered=8))
    play.no(OutOfRange, replace(soft, recovered=9))
    play.when(soft).then(found(8, unrecoverable=12, reason="soft ground"))
    shot(20).when(RecoverAmmunition(used=BATCH, recovered=0, reason="a swamp")).then(found(0, reason="a swamp"))


@pytest.mark.rule("SC-AMMO-05")
def test_what_nobody_gathers_is_left_for_scavengers() -> None:
    """All of it, and it is not looked for later."""
    play = shot(20)

    play.when(LeaveAmmunition(used=BATCH), seat="ann").then(AmmunitionLeft(used=BATCH, number=20))

    assert 230 == play.who(ARCHER).items[ARROWS].number
    play.no(NotKnownHere, LOOK)


@pytest.mark.rule("SC-CAMP-01", "SC-AMMO-02")
def test_players_propose_what_they_look_for() -> None:
    """Unless the campaign lets them do it alone; each for their own."""
    play = shot(20)
    settings = replace(play.state.settings, players_may=type(play.state.settings.players_may)())
    play.state = replace(play.state, settings=settings)
    body = {"type": "RecoverAmmunition", "used": BATCH, "unrecoverable": 0, "recovered": None, "reason": None}

    play.no(WaitsForTheGameMaster, LOOK, seat="ann")
    play.no(NotYours, Propose(command=LOOK), seat="bob")
    play.when(Propose(command=LOOK), seat="ann").then(CommandProposed(proposal="proposal-5", seat="ann", command=body))
    play.when(ConfirmProposal(proposal="proposal-5")).then(ProposalConfirmed(proposal="proposal-5"), found(2))
