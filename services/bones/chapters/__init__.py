"""The chapters of the rules, a folder for each subject; a later one may call an earlier one, never back."""
