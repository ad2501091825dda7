"""The chapters of the rules, by the sections of the book; a later one may call an earlier one."""
