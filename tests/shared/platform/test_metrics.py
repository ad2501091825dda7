"""What happens is counted under bounded labels, and Prometheus can read it."""

import contextlib

import pytest
from prometheus_client.parser import text_string_to_metric_families

from shared.kernel.refusals import NotOpenedYet
from shared.platform.eventlog.meters import Meters
from shared.platform.metrics import MOST, Metrics, outcome_of


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
