"""Foreign programs as players: agents of the file harness, Gomocup brains."""
