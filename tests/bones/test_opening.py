"""The opening of a campaign, and the tests that cover the ledger."""

from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from services.bones.chapters.people.campaign import CampaignOpened, OpenCampaign
from services.bones.game import bones
from services.bones.settings import Settings
from services.bones.state.campaign import FORM
from shared.kernel.campaign.seats import GameMasterNeeded, NamedTwice
from shared.kernel.game import SeatAsk
from shared.platform.ledger import ledger_of
from tests.bones.play import Play, settings
from tests.bones.tables import SPECIAL, Journal
from tests.support.spec import Spec, refuses

HERE: Final = Path(__file__).parent
BESIDE: Final = ("roster", "players_may")
"""Groups of settings to which no interpretation in the ledger refers."""


def proven() -> str:
    """Return the source text of all tests, in which each test cites the rules that it covers."""
    return "".join(path.read_text("utf-8") for path in sorted(HERE.glob("test_*.py")) if path != Path(__file__))


def test_a_campaign_opens_with_the_default_settings() -> None:
    """Omitted settings have the ledger's defaults."""
    table = Play()
    bob = table.one()

    assert Settings() == table.state.settings
    assert (1, 2, 3, 4) == table.who(bob).numbers


@pytest.mark.rule("AR-CAMP-01")
def test_a_campaign_opens_with_its_title_its_settings_and_a_game_master() -> None:
    """A new campaign has a title, settings and a game master.

    The game refuses to open one without a game master's seat.
    """
    chosen = settings(combat={"armor_absorbs": 1}, tasks={"retry_limit": 2})
    opening = OpenCampaign(seats=(SeatAsk(seat="gm", role="gm"),), title="The Mill", settings=chosen)
    table = Spec(bones)

    table.when(replace(opening, seats=(SeatAsk(seat="ann"),))).then_refused(GameMasterNeeded)
    table.when(opening).then(CampaignOpened(title="The Mill", settings=chosen))

    assert ("The Mill", chosen) == (table.state.title, table.state.settings)


@pytest.mark.rule("BN-CAMP-218", "BN-R-101")
def test_an_order_of_allotment_has_each_of_its_rules_once() -> None:
    """The game refuses an order with one rule twice. A campaign of form 1 may have one: its log still replays."""

    def opening(*order: str) -> OpenCampaign:
        chosen = settings(combat={"allocation_priority": order})
        return OpenCampaign(seats=(SeatAsk(seat="gm", role="gm"),), title="The Mill", settings=chosen)

    table = Spec(bones)
    table.state = replace(table.state, form=FORM)
    table.when(opening("cast", "cast", "prone")).then_refused(NamedTwice, has=("cast",))
    with refuses(NamedTwice) as refused:
        Journal(opening("cast", "cast", "prone").settings)
    assert "settings.combat.allocation_priority" == refused.value.field
    chosen = opening("on_foot", "prone", "cast")
    table.when(chosen).then(CampaignOpened(title="The Mill", settings=chosen.settings))

    older = Spec(bones)
    older.state = replace(older.state, form=1)
    chosen = opening("cast", "cast", "prone")
    older.when(chosen).then(CampaignOpened(title="The Mill", settings=chosen.settings))


@pytest.mark.rule("BN-DICE-11")
def test_every_example_is_replayed() -> None:
    """For each example in the ledger, a test replays it and cites its id."""
    ledger, tests = ledger_of("bones"), proven()
    examples = [one.id for one in ledger.examples]

    assert examples
    assert [] == [one for one in examples if f'"{one}"' not in tests]


def test_every_ruling_with_a_setting_is_a_field_with_its_default_and_is_proven() -> None:
    """Each interpretation in the ledger that has a setting has a field with its default, and a test cites it."""
    ledger, tests, groups = ledger_of("bones"), proven(), Settings()
    chosen = [one for one in ledger.rulings if one.configurable]
    named: dict[str, set[str]] = {group: set() for group in Settings.__struct_fields__ if group not in BESIDE}
    for ruling in chosen:
        group, _, field = ruling.setting.partition(".")
        named[group].add(field)
        usual = getattr(getattr(groups, group), field)
        assert ruling.setting in SPECIAL or str(usual).lower() == ruling.default.lower(), ruling.id
        assert f'"{ruling.id}"' in tests, ruling.id

    assert {group: set(getattr(groups, group).__struct_fields__) for group in named} == named
