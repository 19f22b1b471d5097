"""The player: the file harness's protocol, the clock plan, memory between moves, calibration.

`harness` is the entry point. A move that needs no search imports only `harness`, `protocol`,
`instant`, `files` and `errors` of this package; a search loads the rest.
"""

VERSION = "0.2.0"  # of the whole project; `pente` cannot be imported from here
