"""The server, worker, clock and dispatcher processes, and the supervisors that restart them."""
