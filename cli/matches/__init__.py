"""The commands of matches: match, tournament, check, Elo of counts."""
