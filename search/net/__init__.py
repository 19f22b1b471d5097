"""The learned net of a game of five; the kernel uses it (`five_game/net.pxi`).

file    maps a file and checks its head
arrays  names and shapes of the arrays, for those that read or write them in Python
"""
