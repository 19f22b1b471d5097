"""The learned evaluation: self-play, training, export and test of a network (docs/learning.md)."""
