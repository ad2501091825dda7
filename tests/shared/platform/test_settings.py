"""Settings from the environment.

The server does not start unless all settings are valid, and a misspelt setting never leads to a default.
"""

from pathlib import Path

import pytest
from rich.pretty import pretty_repr

from shared.platform.settings import ServerSettings, SettingsWrong, describe, read_settings


def test_an_empty_environment_gives_the_defaults() -> None:
    """Without any variable, the settings have their defaults. Variables of other programs and of tests are ignored."""
    assert read_settings({"PATH": "/bin", "ARBITER_TEST_REDIS": "debian", "ARBITER_PORT": ""}) == ServerSettings()


@pytest.mark.rule("AR-SET-01")
@pytest.mark.parametrize("name", ["ARBITER_KEY", "ARBITER_URL", "ARBITER_TOKEN"])
def test_a_client_s_variable_is_no_setting_and_no_error(name: str) -> None:
    """A variable of a client is neither a setting nor an error, so a shell that exports it can start the server."""
    assert read_settings({name: "ak_of_a_client"}) == ServerSettings()
    assert name not in {line.name for line in describe(ServerSettings())}


def test_every_kind_of_setting_is_read() -> None:
    """Settings of every kind are read: addresses, paths, choices, whole numbers and seconds."""
    environment = {
        "ARBITER_REDIS_URL": "rediss://me:pw@example.org:6380/2",
        "ARBITER_DATA_FOLDER": "/srv/games",
        "ARBITER_PORT": "0",
        "ARBITER_DURABILITY": "relaxed",
        "ARBITER_APPEND_SECONDS": "0.5",
        "ARBITER_TOKEN_DAYS": "7",
    }
    assert read_settings(environment) == ServerSettings(
        redis_url="rediss://me:pw@example.org:6380/2",
        data_folder=Path("/srv/games"),
        port=0,
        durability="relaxed",
        append_seconds=0.5,
        token_days=7,
    )


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("ARBITER_REDIS_ULR", "ARBITER_REDIS_URL"),
        ("ARBITER_DATAFOLDER", "ARBITER_DATA_FOLDER"),
        ("ARBITER_DURABLE", "ARBITER_DURABILITY"),
    ],
)
def test_an_unknown_name_is_an_error_that_names_the_nearest(name: str, nearest: str) -> None:
    """A misspelt setting is an error that names the nearest setting, and never leads to a default."""
    with pytest.raises(SettingsWrong, match=f"^{name} is not a setting; did you mean {nearest}[?]$"):
        read_settings({name: "x"})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ARBITER_PORT", "eighty"),
        ("ARBITER_PORT", "65536"),
        ("ARBITER_PORT", "80.5"),
        ("ARBITER_DURABILITY", "mostly"),
        ("ARBITER_REDIS_URL", "localhost:6379"),
        ("ARBITER_RATE_QUOTA", "0"),
        ("ARBITER_PARTITIONS", "1025"),
        ("ARBITER_APPEND_SECONDS", "nan"),
        ("ARBITER_APPEND_SECONDS", "-1"),
        ("ARBITER_LOG_LEVEL", "INFO "),
    ],
)
def test_an_impossible_value_is_an_error_under_its_name(name: str, value: str) -> None:
    """The error for an invalid value names the variable, but not the value, which may be a password."""
    with pytest.raises(SettingsWrong) as caught:
        read_settings({name: value})
    assert len(caught.value.problems) == 1
    assert caught.value.problems[0].startswith(f"{name}: ")


def test_all_wrong_settings_are_reported_at_once() -> None:
    """A single start reports all invalid settings."""
    with pytest.raises(SettingsWrong) as caught:
        read_settings({"ARBITER_PROT": "80", "ARBITER_PORT": "x", "ARBITER_TOKEN_DAYS": "0"})
    assert len(caught.value.problems) == 3


def test_a_wrong_address_is_not_repeated() -> None:
    """The error for an invalid address does not contain the address, which may include a password."""
    with pytest.raises(SettingsWrong) as caught:
        read_settings({"ARBITER_REDIS_URL": "http://me:hunter2@example.org"})
    assert "hunter2" not in str(caught.value)


def test_the_key_file_is_in_the_data_folder_unless_it_is_elsewhere() -> None:
    """The key file is in the data folder, unless `key_file` names another place, such as a mounted secret."""
    assert ServerSettings(data_folder=Path("/srv/games")).keys_at == Path("/srv/games/keys.json")
    assert ServerSettings(key_file=Path("/run/secrets/keys")).keys_at == Path("/run/secrets/keys")


def test_every_setting_is_described() -> None:
    """The description of each setting has its name, value, default and a sentence, and marks a changed setting."""
    lines = describe(ServerSettings(port=9000))
    assert [line.field for line in lines] == list(ServerSettings.__struct_fields__)
    assert all(line.about for line in lines)
    assert [(line.name, line.value, line.default) for line in lines if line.changed] == [
        ("ARBITER_PORT", "9000", "8000")
    ]


@pytest.mark.parametrize(
    "url", ["redis://me:hunter2@example.org/0", "redis://:hunter2@example.org/0", "redis://:a/hunter2:@b@example.org"]
)
def test_no_password_is_shown(url: str) -> None:
    """Neither the description of the settings nor any `repr` contains a password."""
    settings = ServerSettings(redis_url=url, broker_url=url)
    shown = [repr(settings), pretty_repr(settings), *(line.value for line in describe(settings))]
    assert [text for text in shown if "hunter2" in text] == []


def test_settings_do_not_change() -> None:
    """Settings are read once and are immutable."""
    with pytest.raises(AttributeError):
        ServerSettings().port = 1  # type: ignore[misc]
