"""Jobs: long simulations as streams. This package is pure: the queue and the routes are in `shared.platform`."""
