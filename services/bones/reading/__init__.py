"""What dice say: pure functions of faces, rolls and settings, which decide nothing."""
