"""Jobs: long simulations, each recorded as a stream.

Flat because each module is one step of a job, from the request to the report, and most modules use modules of earlier
steps. This package is pure; `shared.platform` contains the queue and the HTTP routes.
"""
