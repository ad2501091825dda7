"""What every test needs; a folder's own fixtures live in that folder's conftest."""

import pytest

pytest.register_assert_rewrite("tests.support")
