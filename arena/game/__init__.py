"""One game: players, clocks, the referee, the record."""
