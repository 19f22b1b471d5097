"""Commands that fit constants of the code to recorded games."""
