"""The board without a server: application and engine run in two workers of the browser.

Scripts in `web/static/standalone` call `server` and `engine`; `tools.make.site` writes the folder
that a static host serves.
"""
