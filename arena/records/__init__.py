"""Files of games in any format, including collections and harness folders."""
