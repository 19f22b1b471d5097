"""The commands of the file harness: a move, the calibration, a hand-in."""
