"""Tests, and measurements of speed.

If ARBITER_COMPILED is set, the tests and the bench use the compiled rules, which are loaded before any other module.
"""

from services.gateway import compiled

compiled.use()
