"""The files in `deploy/`, which work with the programs that read them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import kubernetes_validate
import pytest
import stamina
import yaml
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from shared.platform.embedded_store.store import find_server
from shared.platform.embedded_store.store_watch import check_store
from shared.platform.extras.webhooks.delivery_meters import WebhookMeters
from shared.platform.metrics import Metrics
from shared.platform.queue import JobMeters
from shared.platform.settings import ServerSettings

ROOT: Final = Path(__file__).parents[2]
DEPLOY: Final = ROOT / "deploy"
RULES: Final = DEPLOY / "prometheus" / "rules.yaml"
FIRED: Final = DEPLOY / "prometheus" / "rules_test.yaml"
DASHBOARD: Final = DEPLOY / "grafana" / "arbiter.json"
KUBERNETES: Final = sorted((DEPLOY / "kubernetes").glob("*.yaml"))
PROMTOOL: Final = shutil.which("promtool")
CALCULATED: Final = re.compile(r"_(bucket|count|sum|total)$")


def manifests() -> list[Any]:
    """Return the Kubernetes manifests, one by one."""
    items = [item for path in KUBERNETES for item in yaml.safe_load(path.read_text("utf-8"))["items"]]
    return [pytest.param(item, id=f"{item['kind']}-{item['metadata']['name']}") for item in items]


@pytest.mark.parametrize("manifest", manifests())
def test_kubernetes_accepts_each_manifest(manifest: dict[str, Any]) -> None:
    """Each manifest has all required fields, and no unknown ones."""
    kubernetes_validate.validate(manifest, "1.37", strict=True)


def test_no_container_has_more_rights_than_it_needs() -> None:
    """In Docker Compose and on Kubernetes, no process can become root, or write to places where it need not."""
    composed = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))["services"]
    pods = [
        param.values[0]["spec"]["template"]["spec"] for param in manifests() if "template" in param.values[0]["spec"]
    ]

    assert {name for name, one in composed.items() if not (one["read_only"] and one["cap_drop"] == ["ALL"])} == set()
    assert {name for name, one in composed.items() if "mem_limit" not in one or "cpus" not in one} == set()
    assert all(pod["securityContext"]["runAsNonRoot"] for pod in pods)
    assert all(pod["automountServiceAccountToken"] is False for pod in pods)
    assert all(one["securityContext"]["readOnlyRootFilesystem"] for pod in pods for one in pod["containers"])


def test_every_pod_is_behind_a_network_policy_that_names_it() -> None:
    """A network policy restricts the traffic of every pod of the deployments.

    Each role has a policy that allows some traffic.
    """
    items = [param.values[0] for param in manifests()]
    policies = [item["spec"] for item in items if item["kind"] == "NetworkPolicy"]
    roles = {item["metadata"]["name"] for item in items if item["kind"] in {"Deployment", "StatefulSet"}}
    named = set[str]()
    for policy in policies:
        selector = policy["podSelector"]
        named |= {selector["matchLabels"]["role"]} if "matchLabels" in selector else set()
        named |= {role for one in selector.get("matchExpressions", ()) for role in one["values"]}

    assert {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]} in policies
    assert named == roles


def test_autoscalers_and_disruption_budgets_name_deployments() -> None:
    """Each autoscaler and disruption budget names an existing deployment.

    The autoscaler of the workers uses an existing metric.
    """
    items = [param.values[0] for param in manifests()]
    deployed = {item["metadata"]["name"] for item in items if item["kind"] == "Deployment"}
    scaled = {
        item["metadata"]["name"]: item["spec"]["metrics"] for item in items if item["kind"] == "HorizontalPodAutoscaler"
    }
    kept = {item["metadata"]["name"]: item["spec"] for item in items if item["kind"] == "PodDisruptionBudget"}
    followed = [one["external"]["metric"]["name"] for one in scaled["worker"] if one["type"] == "External"]
    jobs = JobMeters(["dice"], store="redis://127.0.0.1:1", broker="redis://127.0.0.1:1", clocked=["bones"])

    assert scaled.keys() <= deployed
    assert kept.keys() <= deployed
    assert all(budget["selector"]["matchLabels"]["role"] == name for name, budget in kept.items())
    assert followed == ["arbiter_queue_depth"]
    assert {"arbiter_queue_depth"} <= {family.name for family in jobs.collect()}


def expressions() -> Iterator[str]:
    """Return every Prometheus expression in the alerts and panels."""
    for group in yaml.safe_load(RULES.read_text("utf-8"))["groups"]:
        yield from (rule["expr"] for rule in group["rules"])
    for panel in json.loads(DASHBOARD.read_text("utf-8"))["panels"]:
        yield from (target["expr"] for target in panel["targets"])


def test_alerts_and_panels_use_existing_metrics() -> None:
    """`/metrics` has every Arbiter metric that an alert or a panel uses."""
    meters = Metrics()
    jobs = JobMeters(["dice"], store="redis://127.0.0.1:1", broker="redis://127.0.0.1:1", clocked=["bones"])
    known = {family.name for source in (meters.registry, jobs, WebhookMeters()) for family in source.collect()}
    asked = {CALCULATED.sub("", name) for text in expressions() for name in re.findall(r"arbiter_\w+", text)}

    assert asked
    assert asked - known == set()


def test_prometheus_accepts_the_rules() -> None:
    """`promtool`, the checker of Prometheus, accepts the alerting rules."""
    if PROMTOOL is None:
        pytest.skip("promtool is not here")
    checked = subprocess.run([PROMTOOL, "check", "rules", RULES], capture_output=True, text=True, check=False)

    assert checked.returncode == 0, checked.stderr


def test_each_alert_is_fired_in_a_test_of_the_rules() -> None:
    """For every alert, the tests of the rules have a case in which it does not fire and a case in which it does."""
    alerts = [rule["alert"] for group in yaml.safe_load(RULES.read_text("utf-8"))["groups"] for rule in group["rules"]]
    tried = [
        (alert["alertname"], bool(alert["exp_alerts"]))
        for test in yaml.safe_load(FIRED.read_text("utf-8"))["tests"] for alert in test["alert_rule_test"]
    ]  # fmt: skip

    assert sorted(tried) == sorted((alert, fires) for alert in alerts for fires in (False, True))


def test_each_alert_fires_for_its_cause_and_not_before() -> None:
    """`promtool` replays the time series of each alert's test, and finds exactly the alerts that the test names."""
    if PROMTOOL is None:
        pytest.skip("promtool is not here")
    played = subprocess.run([PROMTOOL, "test", "rules", FIRED], capture_output=True, text=True, check=False)

    assert played.returncode == 0, played.stdout + played.stderr


@pytest.mark.store
def test_a_store_with_the_deployed_settings_is_durable(tmp_path: Path) -> None:
    """A store accepts `valkey.conf` and `users.acl`, and passes the durability check."""
    socket, users, conf = tmp_path / "store.sock", tmp_path / "users.acl", tmp_path / "valkey.conf"
    users.write_text((DEPLOY / "users.acl").read_text("utf-8").replace("{password}", "word"), "utf-8")
    text = (DEPLOY / "valkey.conf").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith(("tls-", "dir ", "bind ", "aclfile "))]
    own = [f"unixsocket {socket}", f"dir {tmp_path}", f"aclfile {users}"]
    conf.write_text("\n".join([*lines, *own]), "utf-8")
    process = subprocess.Popen([find_server(), conf], stdout=subprocess.DEVNULL)
    try:
        _await_answer(f"unix://watcher:none@{socket}")
        check_store(ServerSettings(durability="durable"), f"unix://arbiter:word@{socket}")
    finally:
        process.terminate()
        process.wait()


@stamina.retry(on=RedisError, attempts=None, timeout=60, wait_initial=0.02, wait_max=0.1)
def _await_answer(address: str) -> None:
    """Wait until the store responds to the user who may only ping."""
    with Redis.from_url(address, retry=Retry(NoBackoff(), 0)) as watcher:
        watcher.ping()


def test_the_workflow_runs_what_a_laptop_runs() -> None:
    """CI runs `.ci/run` for each change; its other jobs run targets of the Makefile."""
    workflow = yaml.safe_load((ROOT / ".github/workflows/arbiter.yml").read_text("utf-8"))
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    steps = {name: [step.get("run", "") for step in job["steps"]] for name, job in workflow["jobs"].items()}

    assert ".ci/run" in steps["change"]
    assert set(workflow["jobs"]["night"]["strategy"]["matrix"]["target"]) <= targets
    assert {name for runs in steps.values() for run in runs for name in re.findall(r"make ([a-z]+)", run)} <= targets
    assert workflow["jobs"]["release"]["needs"] == "change"
