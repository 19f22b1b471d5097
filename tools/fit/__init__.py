"""Commands that fit numbers of the code to games."""
