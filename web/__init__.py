"""The board in the browser: play, analyse, review.

The server knows the rules and the engines; the page (`web/static`) knows neither, it draws what
it is sent. An extra: `pip install '.[web]'`. How it is built and kept safe: `docs/web.md`.
"""
