"""Tests, and measurements of speed.

Where ARBITER_COMPILED asks for them, tests and bench run on the compiled rules, before the first of them is imported.
"""

from services.gateway import compiled

compiled.use()
