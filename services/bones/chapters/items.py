"""Things: given, taken, worn and held, thrown and picked up."""
