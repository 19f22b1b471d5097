"""What all games can be asked alike: one interface, with an implementation for each family."""
