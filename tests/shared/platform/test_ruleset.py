"""The ruleset's name: it changes with the code that decides, but not with code for display and wording."""

from pathlib import Path
from typing import Final

import pytest

from services.gateway.games import GAMES
from shared.platform import ruleset
from shared.platform.ruleset import (
    JOBS,
    KEPT,
    KERNEL,
    ROOT,
    file_of,
    keep_all,
    known_digest,
    modules_of,
    rules_digest,
    simulated_with,
    source_at,
    sources_digest,
)

GAME: Final = {
    "services/__init__.py": "",
    "services/coin/__init__.py": "",
    "services/coin/game.py": "from services.coin.chapters import flips\nfrom services.coin.views import view\n",
    "services/coin/chapters/__init__.py": "",
    "services/coin/chapters/flips.py": (
        '"""How a coin is flipped."""\n\nfrom ..state import Table\nfrom shared.kernel import chance\n\n'
        'EDGE = "# one in 6000"\n"""It stands on its edge."""\n\n\n'
        'def flip():\n    """Flip a coin."""\n    from services.coin.catalogue import SIDES  # late\n    return SIDES\n'
    ),
    "services/coin/catalogue/__init__.py": "SIDES = 2\n",
    "services/coin/catalogue/coins.toml": "# the book, page 3\nsides = 2\n",
    "services/coin/state.py": "class Table:\n    flips = 0\n",
    "services/coin/views.py": "from services.coin.state import Table\nSHOWN = 1\n",
    "services/coin/routes.py": '"""Routes."""\nFROM = "services.coin"\n',
    "services/coin/simulations.py": "TRIALS = 1\n",
    "shared/__init__.py": "",
    "shared/kernel/__init__.py": "",
    "shared/kernel/chance.py": "FACES = 6\n",
    "shared/kernel/stream/__init__.py": "from .judgement import settle\n",
    "shared/kernel/stream/judgement.py": "def settle(): ...\n",
    "shared/kernel/jobs/__init__.py": "",
    "shared/kernel/jobs/chunk.py": "TRIALS = 1000\n",
    "shared/kernel/jobs/game.py": "KIND = 'job'\n",
    "shared/kernel/audit.py": "LEVELS = 3\n",
    "shared/platform/http.py": "PORT = 8000\n",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Write a small game into a source tree of its own."""
    for name, text in GAME.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path


def digest_after(tree: Path, name: str, old: str, new: str, *, beside: tuple[str, ...] = KERNEL) -> bool:
    """Change a file; return whether the digest of the rules changes."""
    before = rules_digest(tree, "coin", beside)
    path = tree / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    file_of.cache_clear()
    source_at.cache_clear()
    return before != rules_digest(tree, "coin", beside)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        pytest.param("services/coin/chapters/flips.py", "How a coin", "Hwo a\n\nlong coin", id="a chapter's docstring"),
        pytest.param("services/coin/chapters/flips.py", "Flip a coin", "Flp a coin", id="a function's docstring"),
        pytest.param("services/coin/chapters/flips.py", "It stands", "It rolls", id="a constant's docstring"),
        pytest.param("services/coin/chapters/flips.py", "# late", "# too late", id="a comment"),
        pytest.param("services/coin/catalogue/coins.toml", "page 3", "page 4", id="a comment in a catalogue"),
        pytest.param("services/coin/views.py", "SHOWN = 1", "SHOWN = 2", id="a view"),
        pytest.param("services/coin/routes.py", "Routes.", "Ruotes.", id="a route's docstring"),
        pytest.param("services/coin/routes.py", "services.coin", "elsewhere", id="a route"),
        pytest.param("services/coin/simulations.py", "1", "2", id="a simulation"),
        pytest.param("shared/kernel/audit.py", "3", "4", id="what no decision reaches"),
        pytest.param("shared/platform/http.py", "8000", "8001", id="the platform"),
    ],
)
def test_code_that_decides_nothing_keeps_the_ruleset_name(tree: Path, name: str, old: str, new: str) -> None:
    """A change that decides nothing, such as a corrected typing error, keeps the ruleset's name.

    Snapshots and jobs therefore stay valid.
    """
    assert not digest_after(tree, name, old, new)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        pytest.param("services/coin/chapters/flips.py", "6000", "7000", id="a word of a chapter, behind a #"),
        pytest.param("services/coin/chapters/flips.py", "return SIDES", "return SIDES + 1", id="a number of a chapter"),
        pytest.param("services/coin/catalogue/coins.toml", "sides = 2", "sides = 3", id="a number of a catalogue"),
        pytest.param("services/coin/catalogue/__init__.py", "2", "3", id="what is imported late"),
        pytest.param("services/coin/state.py", "0", "1", id="the state, imported by a relative name"),
        pytest.param("shared/kernel/chance.py", "6", "8", id="the kernel, as far as the game reaches it"),
        pytest.param("shared/kernel/stream/judgement.py", "settle():", "settle(_=1):", id="the kernel's judgement"),
    ],
)
def test_a_change_of_deciding_code_changes_the_ruleset_name(tree: Path, name: str, old: str, new: str) -> None:
    """A change of the code that decides commands changes the ruleset's name, so that an audit notices the change."""
    assert digest_after(tree, name, old, new)


CATALOGUE: Final = {
    "services/coin/catalogue/sets.toml": 'name = "coins"\nfirst = "coins@0"\ntables = ["mint", "coins.face"]\n',
    "services/coin/catalogue/mint.toml": '[[coin]]\nname = "Penny"\n',
    "services/coin/catalogue/coins.toml": 'sides = 2\n[[face]]\nname = "Head"\n',
}
"""A catalogue with a set that streams name, and a table file that also contains a constant of the rules."""


@pytest.mark.parametrize(
    ("name", "old", "new", "changes"),
    [
        pytest.param("mint.toml", "Penny", "Crown", False, id="a file of the catalogue"),
        pytest.param("coins.toml", "Head", "Tail", False, id="a table of the catalogue"),
        pytest.param("coins.toml", "sides = 2", "sides = 3", True, id="a rule beside it"),
        pytest.param("sets.toml", ', "coins.face"', "", True, id="what belongs to the catalogue"),
    ],
)
def test_a_named_catalogue_does_not_change_the_ruleset_name(
    tree: Path, name: str, old: str, new: str, *, changes: bool
) -> None:
    """The catalogue belongs to the ruleset of simulations, but not of streams, because streams name their own set."""
    for file, text in CATALOGUE.items():
        (tree / file).write_text(text, "utf-8")
    simulated = rules_digest(tree, "coin", simulated_with("coin"))

    assert changes == digest_after(tree, f"services/coin/catalogue/{name}", old, new)
    assert simulated != rules_digest(tree, "coin", simulated_with("coin"))


def test_the_rules_of_simulations_hold_the_policies_too(tree: Path) -> None:
    """Another policy changes the ruleset of simulations, so a job with another policy is a different job."""
    name = "services/coin/simulations.py"
    assert digest_after(tree, name, "TRIALS = 1", "TRIALS = 2", beside=(*KERNEL, "services.coin.simulations"))


# ---------------------------------------------------------------- the cache


def as_another_process(tree: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, bool]:
    """Return the digest of the game's rules in a new process, and whether that process had to compute it."""
    made: list[str] = []

    def count_digest(root: Path, service: str, beside: tuple[str, ...]) -> str:
        """Record the call, and compute the digest of the rules."""
        made.append(service)
        return rules_digest(root, service, beside)

    monkeypatch.setattr(ruleset, "rules_digest", count_digest)
    sources_digest.cache_clear()
    file_of.cache_clear()
    source_at.cache_clear()
    return known_digest(tree, "coin", KERNEL), bool(made)


def test_the_next_process_finds_the_cached_digest(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new process reads the cached digest of a game's rules; the digest for its simulations is cached separately."""
    first, again = (as_another_process(tree, monkeypatch) for _ in range(2))
    simulated = known_digest(tree, "coin", simulated_with("coin"))

    assert first == (rules_digest(tree, "coin", KERNEL), True)
    assert again == (first[0], False)
    assert simulated == rules_digest(tree, "coin", simulated_with("coin")) != first[0]
    assert as_another_process(tree, monkeypatch) == again


@pytest.mark.parametrize("name", ["services/coin/state.py", "services/coin/catalogue/coins.toml", "shared/new.py"])
def test_a_digest_of_other_sources_is_not_used(tree: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Any changed byte in a source file makes the cached digest invalid, even if the rules are the same."""
    as_another_process(tree, monkeypatch)
    path = tree / name
    path.write_text((path.read_text("utf-8") if path.exists() else "") + "\n# more\n", "utf-8")

    assert as_another_process(tree, monkeypatch) == (rules_digest(tree, "coin", KERNEL), True)
    assert not as_another_process(tree, monkeypatch)[1]


@pytest.mark.parametrize("text", ["", "{", '{"sources": 3}', '{"sources": "x", "rules": {}}'])
def test_a_damaged_cache_is_rebuilt(tree: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """A damaged cache is treated as missing and is written again."""
    (tree / KEPT).parent.mkdir()
    (tree / KEPT).write_text(text, "utf-8")

    assert as_another_process(tree, monkeypatch)[1]
    assert not as_another_process(tree, monkeypatch)[1]


def test_without_a_writable_cache_the_rules_are_digested_each_time(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the cache folder cannot be created, each process computes the digest of the rules."""
    (tree / KEPT).parent.write_text("", "utf-8")

    assert as_another_process(tree, monkeypatch) == as_another_process(tree, monkeypatch)
    assert as_another_process(tree, monkeypatch)[1]


def test_the_digests_of_all_games_can_be_cached_in_advance(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The digests of all games can be cached when an image is built.

    Processes started from the image then compute no digest.
    """
    keep_all(tree)

    assert not as_another_process(tree, monkeypatch)[1]
    assert known_digest(tree, "coin", simulated_with("coin")) == rules_digest(tree, "coin", simulated_with("coin"))


@pytest.mark.parametrize("service", GAMES)
def test_the_rules_of_a_game_are_its_own_and_the_kernels(service: str) -> None:
    """The ruleset of a game covers the game's state and the kernel's code for streams and chance.

    The ruleset covers no other game and no display code.
    """
    found = modules_of(ROOT, service, (*KERNEL, *JOBS))
    assert {f"services.{service}.state", "shared.kernel.stream.judgement", "shared.kernel.chance"} <= {*found}
    assert all(name.startswith((f"services.{service}", "shared.kernel")) for name in {*found} - {"services", "shared"})
    assert not {name for name in found if name.startswith((f"services.{service}.views", f"services.{service}.routes"))}
