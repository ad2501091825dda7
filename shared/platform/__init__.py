"""Everything around the kernel that does input and output: the event log, HTTP, access control and the task queue."""
