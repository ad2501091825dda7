"""The game master's hidden rolls, of which every seat sees the kind, but not the result until it is revealed."""

from collections.abc import Callable
from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace

from services.rpg_boundless.chapters.encounters import (
    EncounterHappened,
    EncounterRolled,
    HiddenEncounterRolled,
    PrepareEncounter,
    RevealEncounter,
    RollEncounter,
)
from services.rpg_boundless.chapters.enemies import BringEnemy, RevealEnemy
from services.rpg_boundless.chapters.fortune import (
    AdjustFortune,
    AskFortune,
    FortuneOpposed,
    FortuneTold,
    FreeDiceNeedReason,
    HiddenContestRolled,
    HiddenFortuneRolled,
    Odds,
    OpposeFortune,
    QuestionNeeded,
)
from services.rpg_boundless.chapters.overrides import AdjustRoll
from services.rpg_boundless.chapters.pools import (
    HiddenPoolOpened,
    OpenPool,
    PoolIsEmpty,
    PoolOpened,
    PoolSizeUnknown,
    StillHidden,
)
from services.rpg_boundless.chapters.running_out import (
    AdjustPool,
    HiddenPoolRolled,
    HiddenRevealed,
    PoolEmptied,
    PoolRolled,
    RevealHidden,
    RollPool,
)
from services.rpg_boundless.game import campaign
from services.rpg_boundless.state.campaign import KEPT
from services.rpg_boundless.views import view
from shared.kernel.campaign.seats import NotKnownHere, OnlyTheGameMaster, TooManyHere
from shared.kernel.chance import Faces
from shared.kernel.context import Intent
from shared.kernel.messages import Command, Event, Secret, canonical
from tests.rpg_boundless.journal import Journal, audit_export
from tests.rpg_boundless.play import WOLF, Older, Play, listed

EVEN: Final = Odds(likelihood="even")
ASK: Final = AskFortune(question="is the ferryman lying", odds=EVEN, hidden=True)
OPPOSE: Final = OpposeFortune(question="who is there first", sides=(EVEN, EVEN), hidden=True)
SEARCH: Final = RollEncounter(trigger="search", dice=1, hidden=True)


def blank(event: Event) -> object:
    """Return an event as received by a reader who may not see its secrets."""
    form = msgspec.to_builtins(event)
    return {name: "secret" if isinstance(getattr(event, name, None), Secret) else form[name] for name in form}


def oil(play: Play, dice: int = 4, outcome: str | None = "dark") -> str:
    """Set up a hidden Pool for lamp oil; return its id."""
    return play.the(HiddenPoolOpened, OpenPool(name="oil", dice=dice, outcome=outcome, hidden=True)).pool


@pytest.mark.rule("FB-CAMP-18")
def test_a_hidden_pool_is_rolled_out_of_sight() -> None:
    """Only the game master sees a hidden Pool's name, dice and rolls, and whether it is empty.

    After the reveal, its rolls are shown like those of an open Pool.
    """
    play = Play()
    pool = oil(play)
    rolled = play.the(HiddenPoolRolled, RollPool(pool=pool), 1, 6, 6, 6)
    assert (1, 3) == (rolled.result.open().lost, rolled.result.open().left)
    assert ("gm",) == rolled.result.audience
    play.no(StillHidden, AdjustPool(pool=pool, dice=2, reason="a gust"))

    play.when(RevealHidden(hidden=pool)).then(
        HiddenRevealed(hidden=pool),
        PoolOpened(pool=pool, name="oil", dice=4, limit=2, outcome="dark"),
        PoolRolled(pool=pool, roll=rolled.result.open().roll, lost=1, left=3),
    )

    assert ({}, (3,)) == (play.state.hidden, play.state.pools[pool].history)
    assert 1 == play.the(PoolRolled, RollPool(pool=pool), 5, 5, 5).lost - play.state.pools[pool].dice + 4
    play.no(NotKnownHere, RevealHidden(hidden=pool))


@pytest.mark.rule("FB-CAMP-18", "FB-POOL-06")
@pytest.mark.parametrize("before", [True, False])
def test_an_empty_hidden_pool_cannot_be_rolled(before: bool) -> None:  # noqa: FBT001
    """An empty hidden Pool cannot be rolled, and players do not see that it is empty.

    The reveal shows that it is empty, with the last roll and the effect.
    """
    play = Play()
    pool = oil(play, 2, "dark" if before else None)
    emptied = play.the(HiddenPoolRolled, RollPool(pool=pool, outcome=None if before else "dark"), 1, 1)
    assert (0, "dark") == (emptied.result.open().left, emptied.result.open().outcome)
    play.no(PoolIsEmpty, RollPool(pool=pool))

    play.when(RevealHidden(hidden=pool)).then(
        HiddenRevealed(hidden=pool),
        PoolOpened(pool=pool, name="oil", dice=2, limit=2, outcome="dark" if before else None),
        PoolRolled(pool=pool, roll=emptied.result.open().roll, lost=2, left=0),
        PoolEmptied(pool=pool, outcome="dark"),
    )

    play.no(PoolIsEmpty, RollPool(pool=pool))


@pytest.mark.rule("FB-CAMP-18")
def test_the_last_rolls_of_a_hidden_pool_are_revealed() -> None:
    """A revealed Pool shows the rolls in its limited history, and opens with the dice it had before them."""
    play = Play()
    pool = oil(play)
    play.do(RollPool(pool=pool), 1, 6, 6, 6)
    for _ in range(KEPT):
        play.do(RollPool(pool=pool), 6, 6, 6)

    _, opened, *rolled = play.do(RevealHidden(hidden=pool))

    assert PoolOpened(pool=pool, name="oil", dice=3, limit=2, outcome="dark") == opened
    assert [PoolRolled] * KEPT == [type(event) for event in rolled]
    assert (3,) * KEPT == play.state.pools[pool].history


@pytest.mark.rule("FB-CAMP-18")
def test_under_rules_version_0_a_hidden_pool_is_revealed_without_its_rolls() -> None:
    """Under version 0 of the rules, a revealed Pool opens with its remaining dice, or is shown as empty."""
    play = Older()
    lasts, ends = oil(play), oil(play, 2)
    play.do(RollPool(pool=lasts), 1, 6, 6, 6)
    play.do(RollPool(pool=ends), 1, 1)

    play.when(RevealHidden(hidden=lasts)).then(
        HiddenRevealed(hidden=lasts), PoolOpened(pool=lasts, name="oil", dice=3, limit=2, outcome="dark")
    )
    play.when(RevealHidden(hidden=ends)).then(HiddenRevealed(hidden=ends), PoolEmptied(pool=ends, outcome="dark"))


@pytest.mark.rule("FB-CAMP-18")
def test_a_hidden_answer_is_shown_when_it_is_revealed() -> None:
    """The reveal of a fortune roll shows its answer, with the original roll and its faces."""
    play = Play()
    roll = play.the(HiddenFortuneRolled, ASK, 5, 6).roll

    revealed, answer = play.do(RevealHidden(hidden=roll))

    assert HiddenRevealed(hidden=roll) == revealed
    assert isinstance(answer, FortuneTold)
    assert ("is the ferryman lying", True, 1, (5, 6), roll) == (
        answer.question,
        answer.yes,
        answer.extra,
        answer.roll.faces,
        answer.roll.id,
    )
    play.do(AdjustRoll(roll=roll, reason="a cocked die"))


@pytest.mark.rule("FB-CAMP-18", "FB-R-84")
@pytest.mark.parametrize(("tie", "ahead"), [("even", "even"), ("reroll", "even"), ("second_side", "second")])
def test_a_hidden_contest_is_not_rolled_again(tie: str, ahead: str) -> None:
    """A tied hidden contest is not rerolled. After its reveal the game master may decide it."""
    play = Play(fortune={"tie": tie})
    contest = play.the(HiddenContestRolled, OPPOSE, 5, 1, 1, 6).contest
    play.when(AdjustFortune(roll=contest, ahead="first", reason="wind"))
    play.outcome = None

    (opposed,) = [event for event in play.do(RevealHidden(hidden=contest)) if isinstance(event, FortuneOpposed)]

    assert (ahead, 0, contest) == (opposed.ahead, opposed.by, opposed.contest)
    if ahead == "even":
        play.do(AdjustFortune(roll=contest, ahead="first", reason="wind"))


@pytest.mark.rule("FB-CAMP-18", "FB-ENC-04", "FB-ENC-06")
def test_a_hidden_encounter_keeps_its_signs_and_their_pool() -> None:
    """A hidden encounter's Pool of signs can be rolled while hidden. The reveal shows its rolls."""
    play = Play()
    rolled = play.the(HiddenEncounterRolled, SEARCH, 5)
    assert rolled.result.open().signs
    play.the(HiddenPoolRolled, RollPool(pool=rolled.pool), 1, 6)

    revealed, omens, opened, fell = play.do(RevealHidden(hidden=rolled.encounter))

    assert isinstance(omens, EncounterRolled)
    assert (rolled.encounter, True) == (omens.encounter, omens.signs)
    assert PoolOpened(
        pool=rolled.pool, name="signs of an encounter", dice=2, limit=2, encounter=rolled.encounter
    ) == opened  # fmt: skip
    assert isinstance(fell, PoolRolled)
    assert isinstance(revealed, HiddenRevealed)
    happened = play.the(EncounterHappened, RollPool(pool=rolled.pool), 1)
    assert rolled.encounter == happened.encounter
    assert {} == play.state.signs


@pytest.mark.rule("FB-CAMP-18", "FB-ENC-07", "FB-ENC-08")
def test_a_hidden_encounter_is_revealed_with_or_without_its_pool() -> None:
    """A Pool of signs that emptied while hidden is revealed with its encounter. Without signs there is no Pool."""
    play = Play()
    rolled = play.the(HiddenEncounterRolled, SEARCH, 5)
    play.do(RollPool(pool=rolled.pool), 1, 1)
    nothing = play.the(HiddenEncounterRolled, SEARCH, 4)
    play.no(NotKnownHere, RollPool(pool=nothing.pool))

    kinds = [type(event) for event in play.do(RevealHidden(hidden=rolled.encounter))]

    assert [HiddenRevealed, EncounterRolled, PoolOpened, PoolRolled, PoolEmptied, EncounterHappened] == kinds
    assert [HiddenRevealed, EncounterRolled] == [
        type(event) for event in play.do(RevealHidden(hidden=nothing.encounter))
    ]
    assert {} == play.state.signs


@pytest.mark.rule("FB-CAMP-18")
def test_hidden_rolls_obey_all_limits() -> None:
    """Hidden rolls have the same limits as open ones. Players may not hide or reveal rolls."""
    play = Play()
    play.no(PoolSizeUnknown, OpenPool(name="oil", dice=3, hidden=True))
    play.no(QuestionNeeded, AskFortune(odds=EVEN, hidden=True))
    play.no(FreeDiceNeedReason, AskFortune(question="is it so", odds=Odds(dice=5), hidden=True))
    play.no(OnlyTheGameMaster, RevealHidden(hidden="pool-1"), seat="ann")
    for _ in range(50):
        play.do(ASK, 1, 1)
    for command in (ASK, OPPOSE, SEARCH, OpenPool(name="oil", dice=2, hidden=True)):
        play.no(TooManyHere, command)


@pytest.mark.rule("FB-CAMP-18")
def test_hidden_dice_are_drawn_for_the_game_masters() -> None:
    """Only game masters may see the faces of hidden rolls. The faces of open rolls are public."""
    play = Play()
    pool = oil(play, 2)
    for command, faces in ((ASK, (1, 1)), (OPPOSE, (1, 1, 1, 1)), (SEARCH, (1,)), (RollPool(pool=pool), (6, 6))):
        tape = Faces(*faces)
        play.when(command, faces=tape).take_events()
        assert {("gm",)} == {audience for audience, _ in tape.taken}
    tape = Faces(1, 1)
    play.when(AskFortune(question="is it so", odds=EVEN), faces=tape).take_events()
    assert {None} == {audience for audience, _ in tape.taken}


@pytest.mark.rule("FB-CAMP-18")
def test_a_reader_without_the_secrets_folds_hidden_rolls() -> None:
    """A reader without the secrets can fold hidden rolls, and knows only their kinds. The reveal adds the rest."""
    play, copy = Play(), Play()
    pool = oil(play)
    for command, faces in ((RollPool(pool=pool), (6,) * 4), (ASK, (1, 1)), (OPPOSE, (1,) * 4), (SEARCH, (6,))):
        play.do(command, *faces)
    events: list[Event] = []
    closed = Play()
    events += closed.do(OpenPool(name="oil", dice=4, outcome="dark", hidden=True))
    events += closed.do(ASK, 1, 1)

    for event in events:
        sealed: dict[str, Any] = {
            name: Secret(audience=value.audience, digest="00") for name, value in secrets_of(event).items()
        }  # fmt: skip
        copy.given(replace(event, **sealed))

    assert [(one.kind, one.pool, one.fortune) for one in copy.state.hidden.values()] == [
        ("pool", None, None),
        ("fortune", None, None),
    ]
    copy.given(*closed.do(RevealHidden(hidden=next(iter(closed.state.hidden)))))
    assert {"oil"} == {pool.name for pool in copy.state.pools.values()}


def secrets_of(event: Event) -> dict[str, Secret[Any]]:
    """Return the secret fields of an event."""
    fields = ((name, getattr(event, name)) for name in event.__struct_fields__)
    return {name: value for name, value in fields if isinstance(value, Secret)}


@pytest.mark.rule("FB-CAMP-18", "FB-CAMP-09")
@pytest.mark.parametrize("seat", ["ann", "spectator"])
def test_a_player_sees_the_same_whatever_was_rolled_out_of_sight(seat: str) -> None:
    """In campaigns that differ only in hidden rolls, a player's view, legal list and events are byte-identical."""
    steps: tuple[Callable[[Play], tuple[Command, tuple[int, ...], tuple[int, ...]]], ...] = (
        lambda _: (SEARCH, (5,), (4,)),
        lambda _: (ASK, (6, 6), (1, 1)),
        lambda _: (OPPOSE, (6, 6, 1, 1), (1, 1, 1, 1)),
        lambda play: (RollPool(pool=next(iter(play.state.hidden))), (1, 1), (6, 6)),
        lambda _: (AskFortune(question="open", odds=EVEN), (1, 1), (1, 1)),
    )

    def answers(name: str, dice: int, pick: int) -> list[bytes]:
        play = Play()
        shown = [canonical(blank(one)) for one in play.do(OpenPool(name=name, dice=dice, hidden=True))]
        for step in steps:
            command, *both = step(play)
            faces = both[pick]
            if isinstance(command, RollPool):
                faces = faces[:1] * dice
            shown += [canonical(blank(one)) for one in play.do(command, *faces)]
            shown += [canonical(view(play.state, seat)), canonical(listed(play.state, seat))]
        return shown

    assert answers("oil", 2, 0) == answers("the tide", 8, 1)


@pytest.mark.rule("FB-CAMP-18")
@pytest.mark.parametrize(
    ("command", "fields"),
    [
        (OpenPool(name="oil", dice=2, hidden=True), {"name", "dice", "limit", "outcome"}),
        (OpenPool(name="oil", dice=2), set()),
        (ASK, {"question", "odds", "position"}),
        (OPPOSE, {"question", "sides", "position"}),
        (SEARCH, {"trigger", "dice", "prepared", "position"}),
        (RollEncounter(trigger="rest"), {"prepared"}),
    ],
)
def test_a_players_copy_of_a_command_hides_secrets(command: Command, fields: set[str]) -> None:
    """A player's copy of a command shows no more than the events of that command."""
    intent = Intent(id="one", seat="gm", role="gm", at=1, by="seat:gm@0", command=command)

    assert dict.fromkeys(fields, ("gm",)) == campaign.hides(intent, Play().state)


@pytest.mark.rule("FB-CAMP-18")
def test_a_roll_of_a_hidden_pool_does_not_name_it() -> None:
    """Only the game master sees which hidden Pool was rolled. An open Pool is named."""
    play = Play()
    hidden, shown = oil(play), play.the(PoolOpened, OpenPool(name="oil", dice=2)).pool

    def fields(pool: str) -> set[str]:
        intent = Intent(id="one", seat="gm", role="gm", at=1, by="seat:gm@0", command=RollPool(pool=pool))
        return set(campaign.hides(intent, play.state))

    assert ({"pool", "outcome", "position"}, set()) == (fields(hidden), fields(shown))


@pytest.mark.rule("FB-CAMP-18")
def test_no_seed_is_revealed_while_something_is_hidden() -> None:
    """While any fact is hidden, the campaign reports that it has hidden draws, so its seed stays secret."""
    play = Play()
    pool = oil(play)
    assert play.rules.secrecy.has_hidden_draws(play.state)

    play.do(RevealHidden(hidden=pool))

    assert not play.rules.secrecy.has_hidden_draws(play.state)


@pytest.mark.rule("FB-ENC-09")
@pytest.mark.parametrize("seat", ["ann", "spectator", "gm"])
def test_signs_do_not_name_what_was_prepared(seat: str) -> None:
    """Until the reveal, only the game master sees which prepared encounter the signs announce."""
    play = Play()
    play.do(PrepareEncounter(what="an ambush"))
    (prepared,) = play.state.prepared
    rolled = play.the(EncounterRolled, RollEncounter(trigger="rest", prepared=prepared), 6)
    (signs,) = view(play.state, seat).signs
    (pool,) = play.state.pools
    happened = play.the(EncounterHappened, RollPool(pool=pool), 1, 1)

    assert (prepared if seat == "gm" else None) == signs.prepared
    for event in (rolled, happened):
        assert isinstance(event.prepared, Secret)
        assert (("gm",), prepared) == (event.prepared.audience, event.prepared.value)
        assert prepared.encode() not in canonical(blank(event))
    play.do(RevealEncounter(encounter=prepared))


@pytest.mark.rule("FB-CAMP-18")
def test_a_log_with_hidden_rolls_is_proven_when_it_is_closed() -> None:
    """An audit of a closed log with hidden rolls derives every face from the seed and finds no error."""
    journal = Journal()
    journal.send(OpenPool(name="oil", dice=4, hidden=True))
    (pool,) = journal.state.hidden
    for command in (RollPool(pool=pool), ASK, OPPOSE, SEARCH, RevealHidden(hidden=pool), BringEnemy(sheet=WOLF)):
        journal.send(command)
    (foe,) = journal.state.enemies
    journal.send(RevealEnemy(enemy=foe))
    assert journal.state == journal.replay().game
    journal.close()

    report = audit_export(journal.lines())

    found: Any = (report.chain.verdict, report.draws.verdict, report.decisions.verdict)
    assert ("same", "same", "same") == found
