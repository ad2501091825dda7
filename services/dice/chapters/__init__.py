"""The chapters of the dice book: each holds what may be asked, what happens, why not, and what is offered."""
