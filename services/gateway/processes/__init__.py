"""Processes: servers, workers, the clock and the dispatcher, and the supervisors that restart them."""
