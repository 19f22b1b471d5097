"""Engine processes and what they do: play, analyse, review."""
