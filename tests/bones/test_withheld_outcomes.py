"""Outcomes of a season that are withheld until its end: who sees them, and how the log records them."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from services.bones.chapters.seasons import closing
from services.bones.chapters.seasons.closing import (
    ActionResolved,
    LetRest,
    OutcomesTold,
    TellOutcomes,
)
from services.bones.chapters.seasons.seasons import CloseSeason, OpenSeason
from services.bones.chapters.seasons.strategic import (
    DeclareAction,
    SetActionTerms,
)
from services.bones.game import bones
from services.bones.state.seasons import Orders
from services.bones.state.tasks import Terms
from services.bones.views import view
from shared.kernel.campaign.keeping import number_of
from shared.kernel.messages import Secret
from shared.kernel.refusals import StillConcealed
from shared.kernel.stream import RotateSeed
from tests.bones.closings import OffStage
from tests.bones.tables import Journal
from tests.bones.trying import LOST, NONE, WON
from tests.support.journal import audit_export

# ---------------------------------------------------------------- withheld outcomes


def secretive(results: str, *, lucky: bool, **groups: Any) -> OffStage:  # noqa: ANN401 settings
    """Return a season whose actions are resolved, in which Ann's first action succeeded if `lucky` is true."""
    play = OffStage(**groups)
    ann, bob = play.die(count=2, spiffs=5), play.die("bob")
    play.open()
    play.declare(ann, "asset", "renown", skill="Craft", difficulty="Easy", damage=2, orders=Orders(reroll=True))
    play.earn(bob, skill="Craft")
    play.earn(ann, skill="Craft")
    play.close(results)
    play.resolve(*((WON, WON, NONE, NONE) if lucky else (LOST, LOST, NONE, NONE, LOST)))
    play.resolve(WON)
    play.resolve(*((WON, LOST) if lucky else () if results == "all" else (1,)))
    return play


def view_for(play: OffStage, seat: str) -> str:
    """Return a seat's view as text."""
    return msgspec.json.encode(view(play.state, seat)).decode()


@pytest.mark.rule("BN-CAMP-121")
@pytest.mark.parametrize(("results", "who_knows"), [("all", "ann bob"), ("own", "ann"), ("none", "")])
def test_withheld_outcomes_do_not_show(results: str, who_knows: str) -> None:
    """Whatever the outcomes, other seats see the same coins, dice, assets, renown, spiffs and lapses."""
    well, badly = (secretive(results, lucky=lucky) for lucky in (True, False))
    for seat in ("ann", "bob", "spectator"):
        knows = results == "all" or seat in who_knows
        assert knows is (view_for(well, seat) != view_for(badly, seat))
    assert view_for(well, "gm") != view_for(badly, "gm")
    assert closing.conceals(well.state) is (results != "all")
    assert bones.secrecy.has_hidden_draws(well.state) is (results != "all")


@pytest.mark.rule("BN-CAMP-121")
def test_a_withheld_action_is_one_event() -> None:
    """Only the game masters may see the result of a withheld action. With the choice `own`, its player may too."""
    for results, audience in (("none", ("gm",)), ("own", ("ann", "gm"))):
        play = OffStage()
        ann = play.die()
        play.open()
        key = play.earn(ann, skill="Craft")
        play.close(results)
        (event,) = play.step(WON)
        assert isinstance(event, ActionResolved)
        assert event.unseen is not None
        assert (key, None, audience) == (event.action, event.resolution, event.unseen.audience)
        assert 100 == play.who(ann).coins
        assert (0, 100) == tuple(view(play.state, seat).characters[0].coins for seat in ("bob", "gm"))


@pytest.mark.rule("BN-CAMP-121")
@pytest.mark.parametrize("results", ["own", "none", "all"])
def test_results_are_public_once_all_is_resolved(results: str) -> None:
    """The service publishes the results twenty at a time. Afterwards all seats see the same results."""
    play = OffStage()
    made = [play.die() for _ in range(11)]
    play.open()
    for who in made:
        for _ in range(2):
            play.declare(who, skill="Craft", difficulty="Easy")
    play.close(results)
    for _ in range(22):
        play.resolve(WON, NONE, NONE)
    if results == "all":
        assert LetRest(after=0) == play.due
        return
    assert [TellOutcomes(after=0)] == [play.due]
    narrations = [play.step() for _ in range(2)]
    assert [20, 2] == [len(event.outcomes) for (event,) in narrations if isinstance(event, OutcomesTold)]
    assert not closing.conceals(play.state)
    assert view_for(play, "ann") == view_for(play, "spectator")
    assert 22 == len(view(play.state, "spectator").outcomes)


@pytest.mark.rule("BN-CAMP-121")
def test_a_redacted_log_receives_published_results() -> None:
    """Once results are published, the full and the redacted log fold to the same campaign."""
    play, blind = OffStage(), OffStage()
    ann, _ = play.die(), blind.die()
    play.open()
    play.declare(ann, "asset", skill="Craft", difficulty="Easy")
    play.earn(ann, skill="Craft")
    play.close("none")
    blind.state = play.state
    happened = [*play.step(WON, NONE, NONE), *play.step(WON)]
    hidden = [replace(one, unseen=Secret(audience=("gm",))) for one in happened if isinstance(one, ActionResolved)]
    blind.given(*hidden)
    assert {} == blind.state.outcomes
    narrations = play.step()
    blind.given(*narrations)
    assert play.state.characters == blind.state.characters
    assert (play.state.outcomes, play.state.season) == (blind.state.outcomes, blind.state.season)
    assert 200 == blind.who(ann).coins


@pytest.mark.rule("BN-CAMP-118", "BN-CAMP-121")
def test_outcomes_at_once_are_public() -> None:
    """If actions are resolved at once, their results are public, whatever the audience chosen at the season's close."""
    play = OffStage(seasons={"season_resolution": "at_once"})
    ann = play.die()
    play.open()
    play.earn(ann, skill="Craft", faces=(WON,))
    play.close("none")
    assert 1 == len(view(play.state, "bob").outcomes)
    assert 100 == view(play.state, "bob").characters[0].coins
    assert not closing.conceals(play.state)


@pytest.mark.rule("BN-CAMP-121")
def test_seat_sees_the_progress_of_the_season() -> None:
    """The view shows how many actions are resolved, and how many there are."""
    play = secretive("none", lucky=True)
    season = view(play.state, "bob").season
    assert season is not None
    assert (3, 3, 0, 0) == (season.resolved, season.total, season.told, len(season.over))


@pytest.mark.rule("BN-CAMP-121", "BN-R-071")
def test_end_of_a_characters_season_is_withheld() -> None:
    """Players see that a failure ended the character's season only once results are published."""
    play = OffStage(seasons={"gm_may_end_season": True})
    ann = play.die()
    play.open()
    play.declare(ann, skill="Craft", difficulty="Easy", ends_season=True)
    play.declare(ann, skill="Craft", difficulty="Easy")
    play.close("none")
    play.resolve(LOST, NONE, NONE)
    assert [(), (ann,)] == [found.over for seat in ("ann", "gm") if (found := view(play.state, seat).season)]
    assert "season over" == play.resolve(1).lapsed
    play.step()
    assert [(ann,)] == [found.over for seat in ("ann",) if (found := view(play.state, seat).season)]


# ---------------------------------------------------------------- record


@pytest.mark.rule("BN-CAMP-121")
def test_the_record_of_withheld_outcomes_does_not_depend_on_dice() -> None:
    """Twelve seasons with different outcomes have byte-identical public parts and the same number of sealed parts."""
    shown, came = set(), set()
    for seed in range(1, 13):
        journal = Journal(seed=100 * seed)
        bob, _ = journal.party()
        journal.send(OpenSeason(name="spring"))
        orders, terms = Orders(reroll=True, success=True), Terms(skill="Scholar", difficulty="Average")
        for gain in ("asset", "renown"):
            journal.send(DeclareAction(creature=bob, gains=(gain,), aim="so", skill="Scholar", orders=orders))
            last = max(journal.state.season.actions, key=number_of) if journal.state.season else ""
            journal.send(SetActionTerms(action=last, terms=terms, damage=4))
        journal.send(DeclareAction(creature=bob, gains=("income",), aim="so", skill="Scholar", orders=orders))
        journal.send(CloseSeason(results="none"))
        first = len(journal.records)
        for _ in range(3):
            assert journal.take_due()
        closing_of = journal.records[first:]
        shown.add(tuple((record.public, *(part.audience for part in record.parts)) for record in closing_of))
        came.add(tuple((one.success, one.lapsed, one.coins) for one in journal.state.outcomes.values()))
        with pytest.raises(StillConcealed):
            journal.send(RotateSeed())
        while journal.take_due():
            pass
        assert journal.send(RotateSeed())
        journal.close()
        assert "proven" == audit_export(bones, journal.lines()).conclusion
    assert 1 == len(shown)
    assert 3 < len(came)
