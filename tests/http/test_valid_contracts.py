"""A common validator accepts the contracts. The clients' tests show that clients can be generated from them.

`make test` validates the contract of all services together, and `make contracts` also that of each service.
"""

from __future__ import annotations

import os

import httpx
import pytest
from openapi_spec_validator import validate

from services.gateway.served import SERVICES

thorough = pytest.mark.skipif(not os.environ.get("ARBITER_TEST_CONTRACTS"), reason="make contracts does it")


def test_the_contract_of_all_services_is_valid(app: httpx.Client) -> None:
    """The contract is valid OpenAPI 3.1: each reference has a target, and each default fits its schema."""
    validate(app.get("/schema/openapi.json").json())


@thorough
@pytest.mark.parametrize("name", [one.name for one in SERVICES])
def test_the_contract_of_each_service_is_valid(app: httpx.Client, name: str) -> None:
    """The contract of each service that can be served alone is valid, too."""
    validate(app.get(f"/schema/{name}.json").json())
