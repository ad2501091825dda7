"""BONES over HTTP: what it has beside the routes of every game."""

import httpx
import msgspec

from services.bones.routes import Catalogue, whole


def test_the_catalogue_is_read_without_a_key(app: httpx.Client) -> None:
    """It is what comes with the game, for whoever asks."""
    found = httpx.get(f"{app.base_url}/bones/v1/catalogue")

    assert 200 == found.status_code
    assert whole() == msgspec.json.decode(found.content, type=Catalogue)
