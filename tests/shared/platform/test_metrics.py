"""What happens is counted under bounded labels, and Prometheus can read it."""

import contextlib
import re
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from shared.kernel.refusals import NotOpenedYet
from shared.platform.eventlog.log_meters import Meters
from shared.platform.metrics import MOST, Metrics, outcome_of
from shared.platform.metrics.shared_files import SharedFiles


def counted(metrics: Metrics, sample: str, **labels: str) -> float | None:
    """Return one sample."""
    return metrics.registry.get_sample_value(sample, labels)


class Stale(Exception):
    """The stream has moved on."""

    status = 412


@pytest.mark.parametrize(
    ("error", "replayed", "outcome"),
    [
        (None, False, "ok"),
        (None, True, "replay"),
        (NotOpenedYet(), False, "refused"),
        (Stale(), False, "stale"),
        (ValueError(), False, "error"),
    ],
)
def test_outcomes_have_names(error: Exception | None, *, replayed: bool, outcome: str) -> None:
    """Each way a command can end is told apart; which rule refused it is nobody else's business."""
    assert outcome_of(error, replayed=replayed) == outcome


def test_commands_are_counted_by_outcome() -> None:
    """By service, command type and outcome; one that came to nothing, which no log holds, without its type."""
    metrics = Metrics()
    for outcome in ("ok", "ok", "refused"):
        metrics.answered(service="dice", command="Roll", outcome=outcome)
    assert counted(metrics, "arbiter_commands_total", service="dice", command="Roll", outcome="ok") == 2
    assert counted(metrics, "arbiter_commands_total", service="dice", command="Roll", outcome="refused") is None
    assert counted(metrics, "arbiter_commands_total", service="dice", command="other", outcome="refused") == 1


def test_requests_are_counted_by_route_method_and_status() -> None:
    """With their latency."""
    metrics = Metrics()
    metrics.served(route="/dice/v1/tables/{id}", method="GET", status=200, seconds=0.003)
    labels = {"route": "/dice/v1/tables/{id}", "method": "GET", "status": "200"}
    assert counted(metrics, "arbiter_http_request_seconds_count", **labels) == 1
    assert counted(metrics, "arbiter_http_request_seconds_bucket", le="0.005", **labels) == 1
    assert counted(metrics, "arbiter_http_request_seconds_bucket", le="0.002", **labels) == 0


def test_the_log_is_measured() -> None:
    """Appends, commits, conflicts, cache and folds, in the words the log uses."""
    metrics = Metrics()
    meters: Meters = metrics
    meters.appended(service="dice", seconds=0.001, commits=3)
    meters.conflicted(service="dice")
    meters.looked_up(service="dice", cached=True)
    meters.looked_up(service="dice", cached=False)
    meters.folded(service="dice", commits=7)
    names = (
        "append_seconds_count", "commits_total", "conflicts_total", "cache_hits_total", "cache_misses_total",
        "fold_commits_sum",
    )  # fmt: skip
    assert [counted(metrics, f"arbiter_{name}", service="dice") for name in names] == [1, 3, 1, 1, 1, 7]


def test_the_store_is_up_or_not() -> None:
    """The last that was seen of it counts."""
    metrics = Metrics()
    seen = []
    for up in (True, False):
        metrics.store_seen(up=up)
        seen.append(counted(metrics, "arbiter_store_up"))
    metrics.appended(service="dice", seconds=0.1, commits=1)
    seen.append(counted(metrics, "arbiter_store_up"))
    metrics.store_away(service="dice")
    seen.append(counted(metrics, "arbiter_store_up"))
    assert seen == [1, 0, 1, 0]


def test_subscribers_are_counted_while_they_are_there() -> None:
    """Leaving by an error is leaving, too."""
    metrics = Metrics()
    with contextlib.suppress(ConnectionError), metrics.subscribed(), metrics.subscribed():
        assert counted(metrics, "arbiter_sse_subscribers") == 2
        raise ConnectionError
    assert counted(metrics, "arbiter_sse_subscribers") == 0


def test_refusals_of_the_rate_limit_are_counted() -> None:
    """They never reach a command."""
    metrics = Metrics()
    metrics.limited()
    assert counted(metrics, "arbiter_rate_limit_refusals_total") == 1


def test_no_label_grows_without_bound() -> None:
    """What a caller could invent is counted together."""
    metrics = Metrics()
    for number in range(MOST["route"] + 50):
        metrics.served(route=f"/{number}", method=f"M{number}", status=number, seconds=0)
    metrics.served(route="/0", method="GET", status=200, seconds=0)
    samples = [sample for family in metrics.registry.collect() for sample in family.samples]
    routes = {sample.labels["route"] for sample in samples if "route" in sample.labels}
    methods = {sample.labels["method"] for sample in samples if "method" in sample.labels}
    assert len(routes) == MOST["route"] + 1
    assert methods == {"GET", "other"}


def test_two_apps_in_one_process_do_not_count_for_each_other() -> None:
    """Each has its own registry."""
    first, second = Metrics(), Metrics()
    first.limited()
    assert counted(second, "arbiter_rate_limit_refusals_total") == 0


def test_prometheus_can_read_what_is_told() -> None:
    """The text parses, under the content type of its form."""
    metrics = Metrics()
    metrics.answered(service="dice", command="Roll", outcome='odd "one"\n')
    body, kind = metrics.render()
    families = {family.name for family in text_string_to_metric_families(body.decode())}
    assert kind.startswith("text/plain; version=")
    assert {"arbiter_commands", "arbiter_store_up", "arbiter_http_request_seconds"} <= families


def used(metrics: Metrics) -> Metrics:
    """Measure a little of everything."""
    metrics.answered(service="dice", command="Roll", outcome="ok")
    metrics.answered(service="dice", command="Roll", outcome="refused")
    for seconds in (0.0, 0.0005, 0.003, 0.7, 99.0):
        metrics.served(route="/dice/v1/tables/{id}", method="GET", status=200, seconds=seconds)
        metrics.appended(service="dice", seconds=seconds, commits=2)
    metrics.served(route="/", method="PURGE", status=99, seconds=0.2)
    metrics.conflicted(service="dice")
    metrics.looked_up(service="dice", cached=True)
    metrics.looked_up(service="tcg", cached=False)
    metrics.folded(service="dice", commits=5)
    metrics.store_away(service="tcg")
    metrics.limited()
    return metrics


def text_of(metrics: Metrics) -> str:
    """Return the text, but for what changes by itself: when a number was made, and what the process uses."""
    text = re.sub(r"(_created(?:\{.*\})?) \S+", r"\1 T", metrics.render()[0].decode())
    return re.sub(r"^(process_\w+) \S+", r"\1 N", text, flags=re.MULTILINE)


def test_the_text_is_the_one_that_the_librarys_own_objects_write() -> None:
    """Names, help, types, labels, buckets and order, byte by byte: theirs wrote `measured.txt`."""
    assert (Path(__file__).parent / "measured.txt").read_text() == text_of(used(Metrics()))


def test_single_names_can_be_asked_for() -> None:
    """As with any other collector, by `name[]`."""
    found = used(Metrics()).registry.restricted_registry(["arbiter_commits_total"]).collect()
    assert [sample.value for family in found for sample in family.samples] == [10]


def shared(folder: Path, count: int, *, away: tuple[int, ...] = ()) -> list[tuple[Metrics, SharedFiles]]:
    """Make the measurements of processes that serve together, of which some do not run any more."""
    found = []
    for number in range(count):
        metrics = Metrics()
        files = metrics.share(folder, number=number, of=count)
        files.runs = lambda other: other not in away
        found.append((metrics, files))
    return found


def test_processes_that_serve_together_are_one(tmp_path: Path) -> None:
    """Counts, sums, buckets and subscribers are added; the store is up if each finds it so; a start is the first."""
    (first, _), (second, kept), (third, also_kept) = shared(tmp_path, 3)
    used(second)
    used(third).served(route="/only/here", method="GET", status=200, seconds=0.3)
    first.looked_up(service="dice", cached=True)
    first.store_seen(up=True)
    also_kept.keep()
    with second.subscribed():
        kept.keep()
    found = {name: counted(first, f"arbiter_{name}") for name in ("sse_subscribers", "store_up")}
    assert found == {"sse_subscribers": 1, "store_up": 0}
    assert counted(first, "arbiter_cache_hits_total", service="dice") == 3
    assert counted(first, "arbiter_append_seconds_bucket", service="dice", le="0.005") == 6
    assert counted(first, "arbiter_append_seconds_count", service="dice") == 10
    only = {"route": "/only/here", "method": "GET", "status": "200"}
    assert counted(first, "arbiter_http_request_seconds_sum", **only) == 0.3
    started, own = (counted(one, "process_start_time_seconds") for one in (first, Metrics()))
    assert started == own
    assert (counted(first, "process_open_fds") or 0) > 2 * (counted(Metrics(), "process_open_fds") or 0)


def test_two_that_tell_each_other_count_nothing_twice(tmp_path: Path) -> None:
    """The file of a process has what it measured alone."""
    (first, kept), (second, also_kept) = shared(tmp_path, 2)
    for metrics in (first, second):
        metrics.limited()
    kept.keep()
    also_kept.keep()
    assert [counted(one, "arbiter_rate_limit_refusals_total") for one in (first, second)] == [2, 2]


def test_what_a_process_has_counted_outlives_it(tmp_path: Path) -> None:
    """Its counts are told while it is away and after another has taken its place, once; its subscribers are not."""
    (first, _), (second, kept) = shared(tmp_path, 2, away=(1,))
    second.limited()
    before = counted(second, "process_cpu_seconds_total") or 0
    with second.subscribed():
        kept.keep()
        gone = [counted(first, f"arbiter_{name}") for name in ("rate_limit_refusals_total", "sse_subscribers")]
    again, kept = shared(tmp_path, 2)[1]
    again.limited()
    kept.keep()
    back = [counted(again, f"arbiter_{name}") for name in ("rate_limit_refusals_total", "sse_subscribers")]

    assert ([1, 0], [2, 0]) == (gone, back)
    assert (counted(first, "arbiter_rate_limit_refusals_total"), counted(again, "arbiter_conflicts_total")) == (2, None)
    assert (counted(again, "process_cpu_seconds_total") or 0) >= 2 * before


def test_nothing_is_told_that_is_not_kept(tmp_path: Path) -> None:
    """What a scrape tells of its own process is in that one's file: whoever reads it later finds no less."""
    (first, _), (second, _) = shared(tmp_path, 2)
    first.limited()
    told = counted(first, "arbiter_rate_limit_refusals_total")
    assert (told, counted(second, "arbiter_rate_limit_refusals_total")) == (1, 1)


def test_measurements_are_told_where_they_cannot_be_kept(tmp_path: Path) -> None:
    """A folder that is gone is a warning in the log, and no error to whoever asks."""
    (first, _), _ = shared(tmp_path / "none", 2)
    first.limited()
    assert counted(first, "arbiter_rate_limit_refusals_total") == 1
