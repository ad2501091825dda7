"""Metrics: events are counted with a limited number of labels, in a form that Prometheus can read."""

import contextlib
import re
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from shared.kernel.refusals import NotOpenedYet
from shared.platform.eventlog.log_meters import Meters
from shared.platform.metrics import MOST, Metrics, outcome_of
from shared.platform.metrics.shared_files import SharedFiles


def value_of(metrics: Metrics, sample: str, **labels: str) -> float | None:
    """Return the value of one sample."""
    return metrics.registry.get_sample_value(sample, labels)


class Stale(Exception):
    """An error: the stream is at a newer version."""

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
    """Each outcome of a command has a name, which does not contain the rule that refused the command."""
    assert outcome_of(error, replayed=replayed) == outcome


def test_commands_are_counted_by_outcome() -> None:
    """Commands are counted by service, type and outcome; a command that led to no event has the type `other`."""
    metrics = Metrics()
    for outcome in ("ok", "ok", "refused"):
        metrics.count_command(service="dice", command="Roll", outcome=outcome)
    assert value_of(metrics, "arbiter_commands_total", service="dice", command="Roll", outcome="ok") == 2
    assert value_of(metrics, "arbiter_commands_total", service="dice", command="Roll", outcome="refused") is None
    assert value_of(metrics, "arbiter_commands_total", service="dice", command="other", outcome="refused") == 1


def test_requests_are_counted_by_route_method_and_status() -> None:
    """Requests are counted by route, method and status, and their latencies are measured."""
    metrics = Metrics()
    metrics.count_request(route="/dice/v1/tables/{id}", method="GET", status=200, seconds=0.003)
    labels = {"route": "/dice/v1/tables/{id}", "method": "GET", "status": "200"}
    assert value_of(metrics, "arbiter_http_request_seconds_count", **labels) == 1
    assert value_of(metrics, "arbiter_http_request_seconds_bucket", le="0.005", **labels) == 1
    assert value_of(metrics, "arbiter_http_request_seconds_bucket", le="0.002", **labels) == 0


def test_the_log_is_measured() -> None:
    """The log's appends, commits, conflicts, cache lookups and folds are counted under metric names of their own."""
    metrics = Metrics()
    meters: Meters = metrics
    meters.count_append(service="dice", seconds=0.001, commits=3)
    meters.count_conflict(service="dice")
    meters.count_lookup(service="dice", cached=True)
    meters.count_lookup(service="dice", cached=False)
    meters.count_folded(service="dice", commits=7)
    names = (
        "append_seconds_count", "commits_total", "conflicts_total", "cache_hits_total", "cache_misses_total",
        "fold_commits_sum",
    )  # fmt: skip
    assert [value_of(metrics, f"arbiter_{name}", service="dice") for name in names] == [1, 3, 1, 1, 1, 7]


def test_the_store_is_up_or_not() -> None:
    """A metric shows whether the last call to the store succeeded."""
    metrics = Metrics()
    seen = []
    for up in (True, False):
        metrics.record_store(up=up)
        seen.append(value_of(metrics, "arbiter_store_up"))
    metrics.count_append(service="dice", seconds=0.1, commits=1)
    seen.append(value_of(metrics, "arbiter_store_up"))
    metrics.count_store_away(service="dice")
    seen.append(value_of(metrics, "arbiter_store_up"))
    assert seen == [1, 0, 1, 0]


def test_subscribers_are_counted_while_they_are_there() -> None:
    """The metric of subscribers does not count a subscriber that has left, even after an error."""
    metrics = Metrics()
    with contextlib.suppress(ConnectionError), metrics.count_subscriber(), metrics.count_subscriber():
        assert value_of(metrics, "arbiter_sse_subscribers") == 2
        raise ConnectionError
    assert value_of(metrics, "arbiter_sse_subscribers") == 0


def test_refusals_of_the_rate_limit_are_counted() -> None:
    """Refusals by the rate limit have their own counter, because such requests never become commands."""
    metrics = Metrics()
    metrics.count_limited()
    assert value_of(metrics, "arbiter_rate_limit_refusals_total") == 1


def test_no_label_grows_without_bound() -> None:
    """Values that a caller could invent, such as methods, share one label."""
    metrics = Metrics()
    for number in range(MOST["route"] + 50):
        metrics.count_request(route=f"/{number}", method=f"M{number}", status=number, seconds=0)
    metrics.count_request(route="/0", method="GET", status=200, seconds=0)
    samples = [sample for family in metrics.registry.collect() for sample in family.samples]
    routes = {sample.labels["route"] for sample in samples if "route" in sample.labels}
    methods = {sample.labels["method"] for sample in samples if "method" in sample.labels}
    assert len(routes) == MOST["route"] + 1
    assert methods == {"GET", "other"}


def test_two_apps_in_one_process_do_not_count_for_each_other() -> None:
    """Each app in a process has its own registry of metrics."""
    first, second = Metrics(), Metrics()
    first.count_limited()
    assert value_of(second, "arbiter_rate_limit_refusals_total") == 0


def test_prometheus_can_parse_the_metrics() -> None:
    """The text of the metrics can be parsed, and has the content type of its format."""
    metrics = Metrics()
    metrics.count_command(service="dice", command="Roll", outcome='odd "one"\n')
    body, kind = metrics.render()
    families = {family.name for family in text_string_to_metric_families(body.decode())}
    assert kind.startswith("text/plain; version=")
    assert {"arbiter_commands", "arbiter_store_up", "arbiter_http_request_seconds"} <= families


def record_all(metrics: Metrics) -> Metrics:
    """Record at least one value of each metric."""
    metrics.count_command(service="dice", command="Roll", outcome="ok")
    metrics.count_command(service="dice", command="Roll", outcome="refused")
    for seconds in (0.0, 0.0005, 0.003, 0.7, 99.0):
        metrics.count_request(route="/dice/v1/tables/{id}", method="GET", status=200, seconds=seconds)
        metrics.count_append(service="dice", seconds=seconds, commits=2)
    metrics.count_request(route="/", method="PURGE", status=99, seconds=0.2)
    metrics.count_conflict(service="dice")
    metrics.count_lookup(service="dice", cached=True)
    metrics.count_lookup(service="tcg", cached=False)
    metrics.count_folded(service="dice", commits=5)
    metrics.count_store_away(service="tcg")
    metrics.count_limited()
    return metrics


def text_of(metrics: Metrics) -> str:
    """Return the metrics as text, without creation times and process resources, which vary."""
    text = re.sub(r"(_created(?:\{.*\})?) \S+", r"\1 T", metrics.render()[0].decode())
    return re.sub(r"^(process_\w+) \S+", r"\1 N", text, flags=re.MULTILINE)


def test_the_metrics_text_is_the_one_that_the_library_writes() -> None:
    """The text of the metrics equals `measured.txt`, which the Prometheus library wrote.

    Names, help, types, labels, buckets and order are the same.
    """
    assert (Path(__file__).parent / "measured.txt").read_text() == text_of(record_all(Metrics()))


def test_metrics_can_be_filtered_by_name() -> None:
    """Metrics can be filtered by name, as the parameter `name[]` requires."""
    found = record_all(Metrics()).registry.restricted_registry(["arbiter_commits_total"]).collect()
    assert [sample.value for family in found for sample in family.samples] == [10]


def metrics_of_processes(folder: Path, count: int, *, away: tuple[int, ...] = ()) -> list[tuple[Metrics, SharedFiles]]:
    """Return the metrics of `count` cooperating processes; the processes in `away` no longer run."""
    found = []
    for number in range(count):
        metrics = Metrics()
        files = metrics.share(folder, number=number, of=count)
        files.runs = lambda other: other not in away
        found.append((metrics, files))
    return found


def test_processes_that_serve_together_are_one(tmp_path: Path) -> None:
    """The counts, sums, buckets and subscribers of all processes are added.

    The store counts as up only if all processes report it as up; the start time is the earliest of all.
    """
    (first, _), (second, kept), (third, also_kept) = metrics_of_processes(tmp_path, 3)
    record_all(second)
    record_all(third).count_request(route="/only/here", method="GET", status=200, seconds=0.3)
    first.count_lookup(service="dice", cached=True)
    first.record_store(up=True)
    also_kept.keep()
    with second.count_subscriber():
        kept.keep()
    found = {name: value_of(first, f"arbiter_{name}") for name in ("sse_subscribers", "store_up")}
    assert found == {"sse_subscribers": 1, "store_up": 0}
    assert value_of(first, "arbiter_cache_hits_total", service="dice") == 3
    assert value_of(first, "arbiter_append_seconds_bucket", service="dice", le="0.005") == 6
    assert value_of(first, "arbiter_append_seconds_count", service="dice") == 10
    only = {"route": "/only/here", "method": "GET", "status": "200"}
    assert value_of(first, "arbiter_http_request_seconds_sum", **only) == 0.3
    started, own = (value_of(one, "process_start_time_seconds") for one in (first, Metrics()))
    assert started == own
    assert (value_of(first, "process_open_fds") or 0) > 2 * (value_of(Metrics(), "process_open_fds") or 0)


def test_processes_that_share_files_count_nothing_twice(tmp_path: Path) -> None:
    """The file of each process has only its own measurements, so nothing is counted twice."""
    (first, kept), (second, also_kept) = metrics_of_processes(tmp_path, 2)
    for metrics in (first, second):
        metrics.count_limited()
    kept.keep()
    also_kept.keep()
    assert [value_of(one, "arbiter_rate_limit_refusals_total") for one in (first, second)] == [2, 2]


def test_the_counts_of_a_process_outlive_it(tmp_path: Path) -> None:
    """The counts of a dead process are reported once, even after it is replaced. Its subscribers no longer count."""
    (first, _), (second, kept) = metrics_of_processes(tmp_path, 2, away=(1,))
    second.count_limited()
    before = value_of(second, "process_cpu_seconds_total") or 0
    with second.count_subscriber():
        kept.keep()
        gone = [value_of(first, f"arbiter_{name}") for name in ("rate_limit_refusals_total", "sse_subscribers")]
    again, kept = metrics_of_processes(tmp_path, 2)[1]
    again.count_limited()
    kept.keep()
    back = [value_of(again, f"arbiter_{name}") for name in ("rate_limit_refusals_total", "sse_subscribers")]

    assert ([1, 0], [2, 0]) == (gone, back)
    assert (value_of(first, "arbiter_rate_limit_refusals_total"), value_of(again, "arbiter_conflicts_total")) == (
        2,
        None,
    )
    assert (value_of(again, "process_cpu_seconds_total") or 0) >= 2 * before


def test_a_scrape_stores_what_it_reports(tmp_path: Path) -> None:
    """A scrape saves the values that it reports about its own process.

    A later scrape of another process therefore reports no lower counts.
    """
    (first, _), (second, _) = metrics_of_processes(tmp_path, 2)
    first.count_limited()
    refused = value_of(first, "arbiter_rate_limit_refusals_total")
    assert (refused, value_of(second, "arbiter_rate_limit_refusals_total")) == (1, 1)


def test_metrics_are_served_without_their_folder(tmp_path: Path) -> None:
    """If the folder of the metrics is missing, the log has a warning, but the scrape succeeds."""
    (first, _), _ = metrics_of_processes(tmp_path / "none", 2)
    first.count_limited()
    assert value_of(first, "arbiter_rate_limit_refusals_total") == 1
