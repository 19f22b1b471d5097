"""The learned evaluation: self-play, training, export and test of a net (docs/learning.md)."""
