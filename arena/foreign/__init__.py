"""Programs of others as players: agents of the file harness, Gomocup brains."""
