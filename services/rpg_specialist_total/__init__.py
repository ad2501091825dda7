"""The Combat edition of Boundless (Specialist), which compares the totals of rolled dice."""
