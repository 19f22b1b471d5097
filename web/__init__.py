"""The board in the browser: play, analyse, review.

The server has the rules and the engines; the page (`web/static`) draws what the server sends. An
optional extra: `sh install.sh` installs it. `docs/web.md` explains its design.
"""
