"""The chapters of the rules, one folder for each subject; later chapters may call earlier ones, but not the reverse."""
