"""Files of games in any format, collections and harness folders included."""
