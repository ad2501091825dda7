"""The success-pool edition of Boundless (Specialist): campaigns of Specialists and a Keeper, with one kind of roll."""
