"""Tests of what two services need."""
