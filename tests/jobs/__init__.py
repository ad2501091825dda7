"""Jobs are deterministic, honest and hard to lose."""
