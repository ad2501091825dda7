"""The chapters of the rules, one folder for each subject. Later chapters may call earlier ones, but not the reverse."""
