"""The success-pool edition of Boundless (Specialist): campaigns of Specialists, a Keeper, and one kind of roll."""
