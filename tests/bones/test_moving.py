"""The distance that a creature moves in a round."""

import pytest
from msgspec.structs import replace

from services.bones.reading.moving import metres
from services.bones.state.campaign import FORM
from services.bones.state.tasks import Circumstances
from tests.bones.trying import Tries

RUNNER = ("Universal", "Physical", "Maneuver", "Maneuver*2", "Mental", "blank")


@pytest.mark.rule("BN-MOVE-01", "BN-MOVE-02", "BN-MOVE-03", "BN-EX-08", "BN-R-143", "BN-R-144", "BN-R-233")
@pytest.mark.parametrize(("move", "far"), [("1", "15"), ("4", "60"), ("0.5", "7.5"), ("2.5", "37.5")])
def test_without_a_task_a_creature_moves_by_its_move_score(move: str, far: str) -> None:
    """Without a task, a creature moves 15 metres for each point of its move score; half points count half."""
    play = Tries()
    one = play.die("ann", move=move)

    assert far == metres(play.who(one))


@pytest.mark.rule("BN-R-144")
def test_flier_moves_by_its_flying_score() -> None:
    """A flier uses its flying score only while it is in the air and its Flight works."""
    play = Tries()
    one = play.die("gm", kind="beast", move="1", flying="6")
    assert "15" == metres(play.who(one))
    play.state = play.state.change(one, airborne=10)
    assert ("90", "15") == (metres(play.who(one)), metres(play.who(one), flies=False))


WINGS = ("Flight", "Flight", "Maneuver", "blank", "blank", "Universal")


@pytest.mark.rule("BN-R-343", "BN-R-144", "BN-R-189", "BN-ABIL-03")
@pytest.mark.parametrize(
    ("face", "needs", "airborne", "far"),
    [
        (1, True, 10, "120"),
        (4, True, 10, "45"),
        (6, True, 10, "45"),
        (4, False, 10, "120"),
        (1, True, 0, "45"),
    ],
)
def test_flying_counts_while_flight_shows(face: int, needs: bool, airborne: int, far: str) -> None:  # noqa: FBT001 a setting
    """A flier in the air that rolls no Flight uses its move score.

    If `flight_needs_icon` is false, it still uses its flying score.
    """
    play = Tries(beasts={"flight_needs_icon": needs})
    one = play.die("gm", 1, *WINGS, kind="beast", move="2", flying="7", airborne=airborne)

    assert far == play.comes(play.call(one, "Maneuver", purpose="movement"), face).metres


@pytest.mark.rule("BN-R-343")
def test_under_rules_version_0_flying_counts_whatever_shows() -> None:
    """Under version 0 of the rules, a flier in the air uses its flying score even if it rolls no Flight."""
    play = Tries()
    play.state = replace(play.state, form=0)
    one = play.die("gm", 1, *WINGS, kind="beast", move="2", flying="7", airborne=10)

    assert "120" == play.comes(play.call(one, "Maneuver", purpose="movement"), 4).metres


@pytest.mark.rule("BN-MOVE-04", "BN-MOVE-05", "BN-MOVE-06", "BN-EX-08", "BN-R-141", "BN-R-142")
@pytest.mark.parametrize(
    ("faces", "far"), [((6, 6), "30"), ((1, 6), "30"), ((1, 2), "45"), ((4, 1), "45"), ((4, 4), "60"), ((5, 5), "30")]
)
def test_a_task_of_movement_is_faster(faces: tuple[int, int], far: str) -> None:
    """A task of movement adds one point to the move score, and one more for every two Maneuver successes."""
    play = Tries()
    one = play.die("ann", 2, *RUNNER)

    assert far == play.comes(play.call(one, "Maneuver", purpose="movement"), *faces).metres


@pytest.mark.rule("BN-R-353", "BN-MOVE-03", "BN-MOVE-06")
@pytest.mark.parametrize(
    ("form", "dice", "faces", "airborne", "far"),
    [
        (FORM, RUNNER, (6, 6), 0, "75"),
        (FORM, RUNNER, (4, 4), 0, "105"),
        (FORM, RUNNER, (6, 6), 10, "75"),
        (FORM, WINGS, (1, 1), 10, "75"),
        (FORM, WINGS, (3, 3), 10, "90"),
        (1, RUNNER, (6, 6), 0, "30"),
    ],
)
def test_a_rider_moves_by_its_mounts_score(
    form: int, dice: tuple[str, ...], faces: tuple[int, int], *, airborne: int, far: str
) -> None:
    """A mounted creature moves by the mount's move score and the rider's Maneuver successes.

    A mount in the air flies by its own roll alone.
    """
    play = Tries()
    play.state = replace(play.state, form=form)
    horse = play.die("gm", 1, *WINGS, kind="beast", move="4", flying="8", airborne=airborne)
    rider = play.die("ann", 2, *dice, mount=horse)

    assert far == play.comes(play.call(rider, "Maneuver", purpose="movement"), *faces).metres


@pytest.mark.rule("BN-MOVE-04")
def test_only_a_movement_task_has_a_distance() -> None:
    """The result of a plain Maneuver task, such as a leap, has no distance."""
    play = Tries()
    one = play.die("ann", 1, *RUNNER)

    assert play.comes(play.call(one, "Maneuver", number=1), 1).metres is None


@pytest.mark.rule("BN-DIST-01", "BN-DIST-02", "BN-R-130")
@pytest.mark.parametrize(
    ("ground", "distance", "rounding", "left"),
    [
        ("open", 120, "down", 2),
        ("broken", 60, "down", 1),
        ("open", 49, "down", 4),
        ("open", 49, "up", 3),
        ("open", 50, "down", 3),
    ],
)
def test_distance_reduces_perception(ground: str, distance: int, rounding: str, left: int) -> None:
    """Perception loses one success for every 50 metres of open ground, and for every 20 of broken ground."""
    play = Tries(tasks={"perception_distance_rounding": rounding})
    one = play.die("ann", 4)
    far = Circumstances(ground=ground, distance=distance)  # type: ignore[arg-type]

    assert left == play.comes(play.call(one, "Perception", circumstances=far), 1, 1, 1, 1).successes
