"""What adds to income, and what a season gains besides coins."""
