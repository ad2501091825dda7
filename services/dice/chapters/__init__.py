"""The chapters of the dice rules, each with its commands, events, refusals and samples."""
