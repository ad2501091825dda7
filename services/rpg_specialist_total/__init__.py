"""The rules of Boundless (Specialist), Combat edition: combatants roll dice and compare the totals."""
