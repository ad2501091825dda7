"""Tests of BONES."""
