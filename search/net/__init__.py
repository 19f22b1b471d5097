"""The learned net of a game of five: its file, and what its arrays mean; `five_game/net.pxi` uses it.

    file    maps a file and checks its head
    arrays  names and shapes of the arrays, for those that read or write them in Python
"""
