"""Long trials, too long for the tests."""
