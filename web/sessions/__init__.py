"""Games that are being played: tree, clocks, saved form, store."""
