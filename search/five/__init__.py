"""What the engine needs of the five-in-a-row family: forced wins at the root."""
