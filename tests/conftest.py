"""Fixtures for all tests; a folder's own fixtures are in that folder's `conftest.py`."""

import gc
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from xdist.remote import Producer
from xdist.scheduler import Scheduling

from services.gateway import extras
from shared.kernel.refusals import Refusal
from shared.platform.embedded_store.store import EmbeddedStore

pytest.register_assert_rewrite("tests.support", "tests.web")
extras.register()
hypothesis.settings.register_profile("unhurried", deadline=None)
hypothesis.settings.load_profile("unhurried")  # no test depends on the machine's speed

COLLECTED_AFTER = 700, 10, 50
"""The thresholds of the garbage collector: Python's own, but it visits all objects a fifth as often."""
OPENERS = frozenset({"store", "faults"})
SIDE_BY_SIDE = "side_by_side"
STORE_FIXTURES = frozenset({"store", "durable_store"})
PROOFS: pytest.StashKey[dict[str, list[str]]] = pytest.StashKey()
"""The collected tests that name each rule, including tests that the command line then leaves out."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests by what they need or use, skip those that lack node, and refuse unknown rule ids."""
    from tests.support.sampling import sampled

    for item in items:
        if STORE_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.store)
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker(pytest.mark.long)
        if hasattr(getattr(item, "module", None), sampled.__name__):
            item.add_marker(pytest.mark.sampled)
    from tests.support.rules import proofs_in, refuse_unknown

    config.stash[PROOFS] = proofs = proofs_in(items)
    refuse_unknown(proofs)
    _leave_out_what_needs_node(config, items)
    from tests.support.distribution import longest_first

    if hasattr(config, "workerinput") or config.pluginmanager.has_plugin(SIDE_BY_SIDE):
        items[:] = longest_first(items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling | None:
    """Assign each file, and all conformance tests of each game, to one worker of xdist."""
    from tests.support.distribution import scheduler

    return scheduler(config, log)


def _leave_out_what_needs_node(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip the tests of the second verifier, with a warning, if node is not installed."""
    from tests.support.second_verifier import NODE

    needing = [item for item in items if "node" in getattr(item, "fixturenames", ())]
    if NODE is not None or not needing:
        return
    items[:] = [item for item in items if item not in needing]
    config.hook.pytest_deselected(items=needing)
    reporter = config.pluginmanager.getplugin("terminalreporter")
    if reporter is not None:
        reporter.write_line(f"node is not here: {len(needing)} tests of contracts/verify.mjs are left out")


@pytest.fixture(scope="session")
def node() -> Iterator[str]:
    """Yield the path of node, which runs the second verifier."""
    from tests.support.second_verifier import NODE, close_process_of

    assert NODE is not None
    yield NODE
    close_process_of(NODE)


def pytest_report_header() -> list[str]:
    """Warn if the environment makes every run compile all files again; `make` unsets the variable that causes it."""
    if not sys.dont_write_bytecode:
        return []
    return ["PYTHONDONTWRITEBYTECODE is set: collecting the tests takes three times as long (`make test` unsets it)"]


def pytest_configure(config: pytest.Config) -> None:
    """Fork the test workers, if any, and start the process from which tests fork servers."""
    from tests.support import nursery
    from tests.support.side_by_side import SideBySide, takes_over

    nursery.install()
    if takes_over(config):
        config.pluginmanager.register(SideBySide(config), SIDE_BY_SIDE)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_unconfigure(config: pytest.Config) -> Iterator[None]:
    """End the nursery. In processes that ran tests, let pytest find every resource that was left unclosed."""
    from tests.support import nursery
    from tests.support.left_open import name_openers

    if not config.pluginmanager.has_plugin(SIDE_BY_SIDE):
        gc.unfreeze()
    nursery.uninstall()
    with name_openers():
        return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> None:
    """If a test is marked `execs`, execute the processes that it starts instead of forking them."""
    from tests.support.nursery import ForkedPopen

    ForkedPopen.forks = item.get_closest_marker("execs") is None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(call: pytest.CallInfo[None]) -> Iterator[None]:
    """If a refusal fails a test, add its sentence and facts to the report, because its text is only its name."""
    from tests.support.spec import facts_of

    if call.excinfo is not None and isinstance(call.excinfo.value, Refusal):
        call.excinfo.value.add_note(facts_of(call.excinfo.value))
    return (yield)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--rules`: report which tests prove which rules, instead of running the tests."""
    parser.addoption("--rules", choices=("unproven", "all"), help="report the rules that tests prove, and run none")


RULES: pytest.StashKey[int] = pytest.StashKey()


def pytest_collection_finish(session: pytest.Session) -> None:
    """With `--rules`, report the rules and run no test."""
    from tests.support.rules import report

    wanted = session.config.getoption("--rules")
    if wanted:
        session.stash[RULES] = report(session.items, everything=wanted == "all")
        session.items.clear()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Keep the collected tests out of the garbage collector, which would visit a million permanent objects."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(*COLLECTED_AFTER)
        gc.enable()


@pytest.fixture(autouse=True)
def _report_unclosed_resources(request: pytest.FixtureRequest) -> Iterator[None]:
    """Report resources that a test leaves unclosed while it runs. Python would report them later, in another test.

    Only tests that open sockets or start processes are checked. Older objects are frozen, so that the check takes
    milliseconds; `pytest_unconfigure` unfreezes them.
    """
    if not OPENERS & {mark.name for mark in request.node.iter_markers()}:
        yield
        return
    from tests.support.left_open import remember

    gc.collect()
    gc.freeze()
    with remember(request.node.nodeid):
        yield
        gc.collect()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """With `--rules`, fail if no test proves a rule. A file that cannot be collected has already failed the run."""
    if RULES in session.stash and session.exitstatus in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
        session.exitstatus = session.stash[RULES]


@pytest.fixture(scope="session")
def proofs(pytestconfig: pytest.Config) -> dict[str, list[str]]:
    """Return the tests that name each rule; skip the test if not all files were collected."""
    root = pytestconfig.rootpath
    if [(root / path).resolve() for path in pytestconfig.args] != [root / "tests"]:
        pytest.skip("the command line names files or folders, so other tests may prove the rules")
    return pytestconfig.stash[PROOFS]


@pytest.fixture(scope="session")
def server_binary() -> Path | None:
    """Return the store's server under test: Debian's if ARBITER_TEST_REDIS=debian, otherwise None.

    With None, the store uses the server that Arbiter finds.
    """
    if os.environ.get("ARBITER_TEST_REDIS") != "debian":
        return None
    found = shutil.which("redis-server")
    if found is None:
        pytest.fail("ARBITER_TEST_REDIS=debian asks for redis-server, which is not on PATH")
    return Path(found)


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory, server_binary: Path | None) -> Iterator[EmbeddedStore]:
    """Run one real store for all tests of this process, with relaxed durability for speed."""
    folder = tmp_path_factory.mktemp("store")
    with EmbeddedStore(folder, durability="everysec", binary=server_binary) as running:
        yield running


@pytest.fixture
def durable_store(tmp_path: Path, server_binary: Path | None) -> Iterator[EmbeddedStore]:
    """Run a real store for one test, with production's durability, because the test may kill and restart it."""
    with EmbeddedStore(tmp_path / "durable", binary=server_binary) as running:
        yield running
