"""How far somebody comes in a round."""

import pytest

from services.bones.reading.moving import metres
from services.bones.state.tasks import Circumstances
from tests.bones.trying import Tries

RUNNER = ("Universal", "Physical", "Maneuver", "Maneuver*2", "Mental", "blank")


@pytest.mark.rule("BN-MOVE-01", "BN-MOVE-02", "BN-MOVE-03", "BN-EX-08", "BN-R-143", "BN-R-144", "BN-R-233")
@pytest.mark.parametrize(("move", "far"), [("1", "15"), ("4", "60"), ("0.5", "7.5"), ("2.5", "37.5")])
def test_without_a_task_one_moves_as_far_as_the_move_score_says(move: str, far: str) -> None:
    """15 metres for each point; half scores stay half."""
    play = Tries()
    one = play.die("ann", move=move)

    assert far == metres(play.who(one))


@pytest.mark.rule("BN-R-144")
def test_who_flies_moves_by_the_number_in_brackets() -> None:
    """Only while it is in the air."""
    play = Tries()
    one = play.die("gm", kind="beast", move="1", flying="6")
    assert "15" == metres(play.who(one))
    play.state = play.state.changed(one, airborne=10)
    assert "90" == metres(play.who(one))


@pytest.mark.rule("BN-MOVE-04", "BN-MOVE-05", "BN-MOVE-06", "BN-EX-08", "BN-R-141", "BN-R-142")
@pytest.mark.parametrize(
    ("faces", "far"), [((6, 6), "30"), ((1, 6), "30"), ((1, 2), "45"), ((4, 1), "45"), ((4, 4), "60"), ((5, 5), "30")]
)
def test_a_task_of_movement_is_faster(faces: tuple[int, int], far: str) -> None:
    """One more from the start, and one more for every two maneuver successes, of any kind that counts."""
    play = Tries()
    one = play.die("ann", 2, *RUNNER)

    assert far == play.comes(play.call(one, "Maneuver", purpose="movement"), *faces).metres


@pytest.mark.rule("BN-MOVE-04")
def test_only_a_task_of_movement_tells_how_far() -> None:
    """A leap does not."""
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
def test_distance_takes_successes_off_perception(ground: str, distance: int, rounding: str, left: int) -> None:
    """One for every 50 metres over open ground, and every 20 over broken ground."""
    play = Tries(tasks={"perception_distance_rounding": rounding})
    one = play.die("ann", 4)
    far = Circumstances(ground=ground, distance=distance)  # type: ignore[arg-type]

    assert left == play.comes(play.call(one, "Perception", circumstances=far), 1, 1, 1, 1).successes
