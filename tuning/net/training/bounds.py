"""The upper limits of the network's values, shared by its float and its integer form."""

MOST_ROW_SUM = 7.5  # of a channel of a point: r of the specification (docs/learning.md)
MOST_SUM = 511.9375  # of a channel of the sum over all points: s
MOST_HIDDEN = 31.99  # of a hidden value: y
