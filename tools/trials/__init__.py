"""Trials that take too long for the tests."""
