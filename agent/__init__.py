"""Who plays: the file harness's protocol, the clock plan, memory between moves, calibration.

`harness` is the door. A move that needs no search imports `harness`, `protocol`, `instant`,
`files`, `errors` and nothing else of this room; the rest is loaded when a search is worth it.
"""
