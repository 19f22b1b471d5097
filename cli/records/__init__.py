"""The commands of recorded games: show, review, convert."""
