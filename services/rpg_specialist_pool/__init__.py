"""The rules of Boundless (Specialist), success-pool edition: a Keeper and Specialists, with one kind of roll."""
