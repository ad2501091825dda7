"""The shell around the kernel: log, HTTP, access, queue, and all other input and output."""
