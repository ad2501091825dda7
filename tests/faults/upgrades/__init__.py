"""Two releases on one store: what operators rely on while they replace servers one by one, or roll back.

`make upgrade FROM=<tag or commit>` runs these tests, which need the history of the repository.
"""
