"""Opening a campaign, and what of the ledger is proven where."""

from pathlib import Path
from typing import Final

import pytest

from services.bones.settings import Settings
from shared.platform.ledger import ledger_of
from tests.bones.play import Play
from tests.bones.tables import SPECIAL

HERE: Final = Path(__file__).parent


def proven() -> str:
    """Return the sources of the tests, which name what they prove."""
    return "".join(path.read_text("utf-8") for path in sorted(HERE.glob("test_*.py")) if path != Path(__file__))


def test_a_campaign_opens_with_the_usual_readings() -> None:
    """Settings that nobody chose are the defaults of the ledger."""
    table = Play()
    bob = table.one()

    assert Settings() == table.state.settings
    assert (1, 2, 3, 4) == table.who(bob).numbers


@pytest.mark.rule("BN-DICE-11")
def test_every_example_of_the_parts_that_are_built_is_replayed() -> None:
    """Examples follow one running character; each stands in a test with its faces."""
    ledger, tests = ledger_of("bones"), proven()
    examples = [one.id for one in ledger.examples if one.part not in ledger.source["later"]]

    assert examples
    assert [] == [one for one in examples if f'"{one}"' not in tests]


def test_every_ruling_with_a_setting_is_a_field_with_its_default_and_is_proven() -> None:
    """The ledger names the group and the field; a test is marked with the ruling."""
    ledger, tests, groups = ledger_of("bones"), proven(), Settings()
    chosen = [one for one in ledger.rulings if one.configurable and one.part not in ledger.source["later"]]
    named: dict[str, set[str]] = {group: set() for group in Settings.__struct_fields__ if group != "players_may"}
    for ruling in chosen:
        group, _, field = ruling.setting.partition(".")
        named[group].add(field)
        usual = getattr(getattr(groups, group), field)
        assert ruling.setting in SPECIAL or str(usual).lower() == ruling.default.lower(), ruling.id
        assert f'"{ruling.id}"' in tests, ruling.id

    assert {group: set(getattr(groups, group).__struct_fields__) for group in named} == named
