"""Combatants: creating, preparing in secret, revealing, changing, assigning and removing them."""

from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from services.rpg_specialist_total.catalogue import PRINTED, Data, Weapon
from services.rpg_specialist_total.catalogue.house import HOUSE
from services.rpg_specialist_total.chapters.campaign import CampaignOpened, DataLoaded, LoadData, OpenCampaign
from services.rpg_specialist_total.chapters.combatants import (
    ChangeCombatant,
    CombatantChanged,
    CombatantCreated,
    CombatantPrepared,
    CreateCombatant,
    PrepareCombatant,
    ScoreMissing,
    SpeedScoreNeeded,
)
from services.rpg_specialist_total.chapters.items import DropItem, GiveItem, ItemGiven
from services.rpg_specialist_total.chapters.movement import Move
from services.rpg_specialist_total.chapters.skills import SkillAction
from services.rpg_specialist_total.chapters.states import LoseVitality
from services.rpg_specialist_total.game import combat
from services.rpg_specialist_total.settings import Settings
from services.rpg_specialist_total.state.combatants import Carried, NewItem, Prepared, Trained
from shared.kernel.campaign.fights import FightLeft, JoinFight, LeaveFight, RoundBegan, StartFight, TurnBegan
from shared.kernel.campaign.proposals import WaitsForTheGameMaster
from shared.kernel.campaign.roster import (
    AssignCharacter,
    CharacterAssigned,
    CharacterRemoved,
    ForgetPrepared,
    PreparedForgotten,
    RemoveCharacter,
    RevealCharacter,
)
from shared.kernel.campaign.seats import (
    GameMasterNeeded,
    NamedTwice,
    NotKnownHere,
    NotYours,
    OnlyTheGameMaster,
    ReasonNeeded,
    TooManyHere,
)
from shared.kernel.game import SeatAsk
from shared.kernel.messages import Secret
from tests.rpg_specialist_total.play import ONE, PLAIN, Play, settings

BLADE = NewItem(kind="weapon", name="long blade", ready=True)
ELSEWHERE = (SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"))


@pytest.mark.rule("SC-E-01")
@pytest.mark.rule("SC-R-85")
def test_a_campaign_has_the_printed_data_and_loads_the_catalogue_on_request() -> None:
    """A campaign starts with the four armor classes and the small melee weapon. It can load the built-in catalogue."""
    play = Play()
    opening = OpenCampaign(seats=ELSEWHERE, title="The Mill")
    opened = (CampaignOpened(title="The Mill", settings=Settings()), DataLoaded(data=PRINTED))

    play.when(opening).then(*opened)
    play.when(replace(opening, catalogue="house")).then(*opened, DataLoaded(data=HOUSE))
    play.no(GameMasterNeeded, OpenCampaign(seats=(SeatAsk(seat="ann"),)))
    play.no(NamedTwice, OpenCampaign(seats=ELSEWHERE, settings=settings(size={"categories": ["medium", "medium"]})))


@pytest.mark.rule("SC-R-85")
def test_the_keeper_loads_data_whose_missing_numbers_are_0() -> None:
    """In data that the Keeper loads, missing numbers count as 0. The game refuses a name given twice."""
    play = Play()
    club = Weapon(name="club", reach="melee")
    play.do(LoadData(data=Data(weapons=(club,))))

    assert (0, 0, False) == (play.state.weapons["club"].to_hit.dice, club.damage.flat, club.ammunition)
    play.no(NamedTwice, LoadData(data=Data(weapons=(club, club))))
    play.no(OnlyTheGameMaster, LoadData(data=Data()), seat="ann")


@pytest.mark.rule("SC-R-84")
def test_a_player_creates_a_combatant_for_its_own_seat() -> None:
    """A new combatant has full Vitality and Fatigue. The caller sets its Luck and Experience."""
    play = Play(players={"experience": 12})
    play.when(
        CreateCombatant(sheet=PLAIN, luck=5, experience=12, items=(BLADE,)), seat="ann"
    ).then(
        CombatantCreated(
            character="character-1", seat="ann", sheet=PLAIN, luck=5, experience=12,
            items=(Carried(id="item-2", kind="weapon", name="long blade", ready=True),),
        )
    )  # fmt: skip
    one = play.who("character-1")
    assert (40, 20, 5, 12) == (one.vitality, one.fatigue, one.luck, one.experience)

    play.no(NotYours, CreateCombatant(sheet=PLAIN, seat="bob"), seat="ann")
    play.no(NotKnownHere, CreateCombatant(sheet=PLAIN, seat="zoe"))
    assert not play.who(play.the(CombatantCreated, CreateCombatant(sheet=PLAIN)).character).player


@pytest.mark.rule("SC-R-84")
@pytest.mark.rule("SC-R-63")
@pytest.mark.parametrize("lacking", [{"endurance": None}, {"stamina": None}])
def test_only_a_non_player_may_lack_endurance_or_stamina(lacking: dict[str, None]) -> None:
    """A combatant without the scores that decide about dying must be out at 0 Vitality.

    It cannot be assigned to a player.
    """
    sheet = replace(PLAIN, **lacking)
    Play().no(ScoreMissing, CreateCombatant(sheet=sheet))
    play = Play(combatants={"non_player_states": "out_at_zero"})
    play.no(ScoreMissing, CreateCombatant(sheet=sheet, seat="ann"))

    play.do(CreateCombatant(sheet=sheet))
    (foe,) = play.state.characters
    play.no(ScoreMissing, AssignCharacter(character=foe, seat="ann"))


@pytest.mark.rule("SC-R-04")
def test_a_setting_requires_the_speed_score() -> None:
    """If `score_default` is `required`, every sheet needs a Speed Score in addition to the Speed Rating."""
    play = Play(speed={"score_default": "required"})

    play.no(SpeedScoreNeeded, CreateCombatant(sheet=replace(PLAIN, speed_score=None)))
    play.do(CreateCombatant(sheet=PLAIN))


@pytest.mark.rule("SC-R-20")
@pytest.mark.rule("SC-R-85")
def test_a_sheet_names_only_entries_of_the_campaigns_data() -> None:
    """The game refuses sizes, components, energies and items that are not in the campaign's data."""
    play = Play()
    for wrong in ({"size": "tiny"}, {"components": ("Lunge",)}, {"energies": ("mud",)}):
        play.no(NotKnownHere, CreateCombatant(sheet=replace(PLAIN, **wrong)))
    play.no(NotKnownHere, CreateCombatant(sheet=PLAIN, items=(NewItem(kind="weapon", name="spoon"),)))
    play.no(NotKnownHere, CreateCombatant(sheet=PLAIN, items=(NewItem(kind="shield", name="spoon"),)))
    play.do(CreateCombatant(sheet=PLAIN, items=(NewItem(kind="ammunition", name="spoon"),)))


@pytest.mark.rule("SC-R-20")
def test_a_size_that_is_not_in_the_campaign_is_refused_with_those_that_are() -> None:
    """A sheet without a size is medium. The refusal lists the campaign's sizes."""
    refused = Play(size={"categories": ("small", "big")}).no(NotKnownHere, CreateCombatant(sheet=PLAIN))
    assert (("small", "big"), "medium", "sheet") == (refused.needs, refused.has, refused.field)


@pytest.mark.rule("SC-CAMP-51", "SC-CAMP-10")
@pytest.mark.parametrize("form", [1, 2])
def test_the_dead_do_not_count_against_the_combatants_of_a_player(form: int) -> None:
    """A player whose only combatant has died creates a new one alone. Under version 1 of the rules it is proposed."""
    play = Play(form=form, players={"combatants": 1})
    play.one()
    play.no(WaitsForTheGameMaster, CreateCombatant(sheet=PLAIN), seat="ann")
    play.do(LoseVitality(character=ONE, amount=999, reason="a fall"))

    if form == 1:
        play.no(WaitsForTheGameMaster, CreateCombatant(sheet=PLAIN), seat="ann")
        return
    play.when(CreateCombatant(sheet=PLAIN), seat="ann").then(
        CombatantCreated(character="character-2", seat="ann", sheet=PLAIN, luck=0)
    )


@pytest.mark.rule("AR-ROSTER-01")
def test_a_prepared_combatant_takes_no_part_until_revealed() -> None:
    """Commands that name a prepared combatant are refused like those that name an unknown one."""
    play = Play()
    new = Prepared(sheet=PLAIN, luck=3, items=(BLADE,))
    play.when(PrepareCombatant(prepared=new)).then(
        CombatantPrepared(character="character-1", prepared=Secret(audience=("gm",), value=new))
    )
    for who in ("character-1", "character-2"):
        play.no(NotKnownHere, StartFight(participants=(who,)))
        play.no(NotKnownHere, Move(character=who), seat="ann")
        play.no(NotKnownHere, AssignCharacter(character=who, seat="ann"))

    play.when(RevealCharacter(character="character-1")).then(
        CombatantCreated(
            character="character-1", seat="gm", sheet=PLAIN, luck=3,
            items=(Carried(id="item-2", kind="weapon", name="long blade", ready=True),),
        )
    )  # fmt: skip
    assert {} == play.state.prepared
    play.no(NotKnownHere, RevealCharacter(character="character-1"))
    play.do(StartFight(participants=("character-1",)))


@pytest.mark.rule("AR-ROSTER-01")
def test_a_prepared_combatant_is_revealed_or_discarded() -> None:
    """When the Keeper reveals a prepared combatant, the game checks it like a new one, even for a player's seat."""
    play = Play()
    play.no(NotKnownHere, PrepareCombatant(prepared=Prepared(sheet=replace(PLAIN, size="tiny"))))
    for _ in range(2):
        play.do(PrepareCombatant(prepared=Prepared(sheet=PLAIN)))

    play.do(RevealCharacter(character="character-1", seat="ann"))
    assert play.who("character-1").player
    play.when(ForgetPrepared(character="character-2")).then(PreparedForgotten(character="character-2"))
    assert {} == play.state.prepared


@pytest.mark.rule("SC-CAMP-03")
def test_the_keeper_changes_a_sheet_and_luck_with_a_reason() -> None:
    """When the Keeper changes a sheet, points above a lower maximum are lost.

    A new Speed Rating changes the AP from the next round on.
    """
    play = Play()
    ash = play.one(luck=2)
    play.fight(ash)
    less = replace(PLAIN, vitality=30, fatigue=5, speed_rating=4)
    play.no(ReasonNeeded, ChangeCombatant(character=ash, sheet=less))
    play.no(OnlyTheGameMaster, ChangeCombatant(character=ash, sheet=less, reason="a curse"), seat="ann")
    play.no(NotKnownHere, ChangeCombatant(character=ash, sheet=replace(less, size="tiny"), reason="a curse"))

    play.when(ChangeCombatant(character=ash, sheet=less, luck=7, reason="a curse")).then(
        CombatantChanged(character=ash, reason="a curse", sheet=less, luck=7)
    )
    one = play.who(ash)
    assert (30, 5, 7, 3) == (one.vitality, one.fatigue, one.luck, play.fighter(ash).ap)
    assert RoundBegan(round=2) in play.turn()
    assert 4 == play.fighter(ash).ap


@pytest.mark.rule("SC-CAMP-03", "AR-ROSTER-02")
def test_a_combatant_is_assigned_to_another_seat() -> None:
    """After a combatant is assigned, the new seat acts for it.

    It counts as a player's if that seat belongs to a player.
    """
    play = Play()
    foe = play.one("gm")
    play.when(AssignCharacter(character=foe, seat="bob")).then(CharacterAssigned(character=foe, seat="bob"))

    play.no(NotKnownHere, AssignCharacter(character=foe, seat="spectator"))
    play.no(NotKnownHere, CreateCombatant(sheet=PLAIN, seat="spectator"))
    play.do(Move(character=foe), seat="bob")
    play.no(NotYours, Move(character=foe), seat="ann")


@pytest.mark.rule("SC-CAMP-44", "AR-ROSTER-02")
@pytest.mark.parametrize("form", [2, 1])
def test_a_combatant_that_is_assigned_in_a_fight_changes_sides(form: int) -> None:
    """A combatant assigned to another seat during a fight changes to that seat's side.

    In older campaigns its side does not change.
    """
    play = Play(form=form)
    ann, foe = play.one(), play.one("gm")
    play.fight(ann, foe)

    play.do(AssignCharacter(character=foe, seat="bob"))
    assert ("player" if form > 1 else "enemy") == play.fighter(foe).side

    play.do(AssignCharacter(character=foe, seat="gm"))
    assert "enemy" == play.fighter(foe).side


@pytest.mark.rule("SC-CAMP-44", "AR-FIGHT-09")
@pytest.mark.parametrize("form", [2, 1])
def test_a_combatant_that_is_assigned_outside_the_fight_comes_back_on_its_new_side(form: int) -> None:
    """An enemy that left the fight and was assigned to a player comes back on the player's side.

    In older campaigns it comes back as an enemy.
    """
    play = Play(form=form)
    ann, foe = play.one(), play.one("gm")
    play.fight(ann, foe)

    play.do(LeaveFight(participant=foe))
    play.do(AssignCharacter(character=foe, seat="bob"))
    play.do(JoinFight(participant=foe))

    assert ("player" if form > 1 else "enemy") == play.fighter(foe).side


@pytest.mark.rule("SC-CAMP-03", "AR-ROSTER-03")
def test_removal_of_a_combatant_drops_its_pending_decisions() -> None:
    """A pending skill action is removed with its combatant, and the next turn begins."""
    play = Play()
    ash, bee = play.one(items=("long blade",)), play.one("bob")
    play.fight(ash, bee)
    play.do(SkillAction(character=ash, what="climb"))
    play.when(RemoveCharacter(character=ash, reason="a pit opens")).then(
        FightLeft(participant=ash), CharacterRemoved(character=ash, reason="a pit opens"), TurnBegan(participant=bee)
    )
    assert ({bee}, {}) == (set(play.state.characters), play.state.skills)


@pytest.mark.rule("SC-CAMP-04")
def test_the_keeper_gives_items() -> None:
    """The Keeper can give only items in the campaign's data. A combatant carries at most 40."""
    play = Play()
    ash = play.one()
    play.when(GiveItem(character=ash, item=BLADE)).then(
        ItemGiven(character=ash, item=Carried(id="item-2", kind="weapon", name="long blade", ready=True))
    )
    play.no(NotKnownHere, GiveItem(character=ash, item=NewItem(kind="weapon", name="spoon")))
    full = play.one(items=("arrow",) * 40)
    play.no(TooManyHere, GiveItem(character=full, item=BLADE))


@pytest.mark.rule("SC-CAMP-04")
def test_at_most_200_items_are_on_the_ground() -> None:
    """When more than 200 items are on the ground, the oldest are removed."""
    play = Play()
    ground = {f"item-{number}": Carried(id=f"item-{number}", kind="ammunition", name="arrow") for number in range(200)}
    play.state = replace(play.state, ground=ground).raise_counter("item-199")
    ash = play.one(items=("long blade",))
    play.do(DropItem(character=ash, item=play.item_named(ash, "long blade")))
    assert ("item-0" in play.state.ground, len(play.state.ground)) == (False, 200)


@pytest.mark.rule("SC-R-32", "SC-R-85")
def test_no_energy_opposes_itself() -> None:
    """The game refuses to open a campaign whose settings pair an energy with itself."""
    play = Play()
    for pair, refused in ((("fire", "fire"), True), (("fire", "cold"), False)):
        opening = OpenCampaign(seats=ELSEWHERE, settings=settings(energy={"opposites": [pair]}))
        if refused:
            play.no(NamedTwice, opening)
        else:
            play.when(opening).take_events()


@pytest.mark.rule("SC-R-84")
def test_a_weapon_is_trained_once() -> None:
    """The game refuses a sheet with two training entries for one weapon."""
    play = Play()
    twice = replace(PLAIN, weapon_training=2 * (Trained(weapon="Säbel", dice=1),))
    play.no(NamedTwice, CreateCombatant(sheet=twice), seat="ann")
    play.do(CreateCombatant(sheet=replace(PLAIN, weapon_training=twice.weapon_training[:1])), seat="ann")


@pytest.mark.parametrize("kind", sorted({*combat.commands, *combat.events}, key=str))
def test_records_have_fixed_keys(kind: type[Struct]) -> None:
    """Names chosen by users are stored as values, so the keys of records are fixed."""
    assert '"additionalProperties":{' not in msgspec.json.encode(msgspec.json.schema(kind)).decode()


@pytest.mark.rule("SC-CAMP-54", "AR-CAMP-10")
@pytest.mark.parametrize(("names", "name"), [("components", "Bolt"), ("actions", "Whirlwind"), ("energies", "fire")])
def test_a_sheet_names_each_component_action_and_energy_once(names: str, name: str) -> None:
    """The game refuses other sheets, also as a change or in secret. Campaigns opened before form 2 accept them."""
    twice: Any = replace(PLAIN, **{names: (name, name)})
    play, older = Play(), Play(form=1)
    ash = play.one()
    for command in (
        CreateCombatant(sheet=twice), PrepareCombatant(prepared=Prepared(sheet=twice)),
        ChangeCombatant(character=ash, sheet=twice, reason="he learned"),
    ):  # fmt: skip
        refusal = play.no(NamedTwice, command)
        assert ((name,), "sheet") == (refusal.has, refusal.field)

    older.do(CreateCombatant(sheet=twice))


@pytest.mark.rule("SC-CAMP-54", "AR-CAMP-10")
def test_each_pair_of_opposite_energies_is_named_once() -> None:
    """A pair is the same in either order. Under version 1 of the rules, it may be named twice."""
    pairs = [["fire", "cold"], ["cold", "fire"]]
    opening = OpenCampaign(seats=ELSEWHERE, settings=settings(energy={"opposites": pairs}))
    refusal = Play().no(NamedTwice, opening)
    assert (("cold and fire",), "settings") == (refusal.has, refusal.field)

    Play(form=1).do(opening)
