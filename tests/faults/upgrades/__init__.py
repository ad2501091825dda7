"""Two releases on one store: what an operator relies on while servers are replaced one by one, or rolled back.

`make upgrade FROM=<tag or commit>` runs these tests; they need the history of the repository.
"""
