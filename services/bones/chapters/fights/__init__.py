"""A fight and its rounds: declarations, dice, allotted successes, defence and damage."""
