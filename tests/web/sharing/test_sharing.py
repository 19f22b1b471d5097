"""Shared files and links: a page that needs no server, a GIF, lines up to a node."""

from __future__ import annotations

import base64
import io
import json
import re
import sys
import zipfile
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from PIL import Image

from games.gipf.board import SPOTS
from web.sharing import animation, page

if TYPE_CHECKING:
    import pytest

    from tests.web.conftest import Running

MOVES = "K10 L10 A1 M10 N10"  # the last one captures two
GIPF = "b4 d7 b6-b3 h4 f8-c6 f2 a2-c2 xb2,b3,b5"


def data_of(text: str) -> Any:
    """The game inside a shared page."""
    match = re.search(r'<script type="application/json" id="game">(.*?)</script>', text)
    assert match
    return json.loads(match[1])


def boards(data: Any) -> dict[int, dict[int, str]]:
    """The pieces by place after each move, as the viewer finds them."""
    by_node: dict[int, dict[int, str]] = {0: dict(data["start"])}
    for node in data["nodes"]:
        pieces = dict(by_node[node["parent"]])
        for place in node["off"]:
            del pieces[place]
        pieces.update(dict(node["put"]))
        by_node[node["id"]] = pieces
    return by_node


def test_a_page_has_every_position_of_the_game(board: Running) -> None:
    """What the moves put on the board and take off leads to the server's positions."""
    for preset, moves in (("pente", MOVES), ("gipf", GIPF)):
        game = board.played(preset, moves)
        other = board.get(f"games/{game['id']}/position", node=1)
        aside = other["moves"][0]["move"] if preset == "gipf" else "K11"
        board.post(f"games/{game['id']}/play", node=1, move=aside, explore=True)
        text = board.get(f"games/{game['id']}/page")["text"]
        shown = boards(data_of(text))
        for node, pieces in shown.items():
            view = board.get(f"games/{game['id']}/position", node=node)
            if preset == "pente":
                there = {at: cell for at, cell in enumerate(view["cells"]) if cell != "."}
            else:
                there = {SPOTS.index(spot): kind for spot, kind in view["spots"].items()}
            assert pieces == there, (preset, node)
        assert len(shown) == len(board.get(f"games/{game['id']}")["nodes"])


def test_a_page_is_whole_and_runs_no_foreign_script(board: Running) -> None:
    """No address in it, a policy that permits its own script alone, and texts that stay texts."""
    game = board.play(board.new_game("pente"), "K10")
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\u2028"
    board.post(f"games/{game['id']}/comment", node=1, text=evil)
    file = board.get(f"games/{game['id']}/page")
    text = file["text"]
    assert file["file_name"].endswith(".html")
    assert text.count("<script") == text.count("</script>") == 2
    assert data_of(text)["nodes"][0]["comment"] == evil
    rest = re.sub(r'(?s)id="game">.*?</script>', "", text)
    assert not re.search(r"(src|href)=|url\(|@import", rest)
    assert set(re.findall(r"https?://[^\"' )]+", text)) == {"http://www.w3.org/2000/svg"}
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)
    script = re.search(r'<script type="module">(.*?)</script>', text, re.DOTALL)
    assert policy
    assert script
    digest = base64.b64encode(sha256(script[1].encode()).digest()).decode()
    assert f"default-src 'none'; script-src 'sha256-{digest}'" in policy[1]
    assert "unsafe" not in policy[1]


def test_a_page_keeps_comments_scores_and_marks(board: Running) -> None:
    """A judged move has its chance and its mark, also where the chance is zero."""
    game = board.play(board.new_game("gomoku-9"), *["E5", "A1", "E6", "A9", "E7", "J1"])
    board.post(f"games/{game['id']}/judge", node=6)
    data = data_of(board.get(f"games/{game['id']}/page")["text"])
    last = data["nodes"][-1]
    assert last["chance"] == board.get(f"games/{game['id']}")["nodes"][-1]["score"]["percent"]
    assert last["chance"] in {0, 100}


def test_a_page_draws_arrows_and_marks(board: Running) -> None:
    """They are told by where they lie on its picture, also on Gipf's dots."""
    for preset, moves, place, away in (("pente", "K10", "K10", "N7"), ("gipf", "b4", "e5", "b1")):
        game = board.played(preset, moves)
        drawn = [["AR", place, away], ["LB", place, "A"]]
        board.post(f"games/{game['id']}/markup", node=1, markup=drawn)
        data = data_of(board.get(f"games/{game['id']}/page")["text"])
        arrow, label = data["nodes"][0]["markup"]
        assert (arrow[0], label[0], label[2]) == ("AR", "LB", "A")
        assert arrow[1] == label[1] != arrow[2]
        assert (data["markup"], len(arrow[2])) == ([], 2)


def test_a_gif_has_a_picture_for_each_move(board: Running) -> None:
    """The GIF shows the start and each move for the chosen time, and the end for longer."""
    game = board.play(board.new_game("pente"), *MOVES.split())
    file = board.get(f"games/{game['id']}/gif", speed="fast")
    assert file["file_name"].endswith(".gif")
    with Image.open(io.BytesIO(base64.b64decode(file["gif"]))) as gif:
        times = []
        colours = []
        for number in range(gif.n_frames):  # type: ignore[attr-defined]  # of a GIF
            gif.seek(number)
            times.append(gif.info["duration"])
            frame = gif.convert("RGB")
            step = frame.width / board.kept(game).family.layout().width
            at = [round(number * step) for number in (39 + 30 * 9 + 8, 39 + 30 * 9 - 8)]
            colours.append(sum(frame.getpixel((at[0], at[1]))))  # type: ignore[arg-type]  # RGB
    assert times == [350] * 5 + [3000]
    assert colours[1] - colours[0] > 100, "the white stone on K10"
    upto = board.get(f"games/{game['id']}/gif", node=2)
    with Image.open(io.BytesIO(base64.b64decode(upto["gif"]))) as gif:
        assert gif.n_frames == 3  # type: ignore[attr-defined]


def test_a_gif_that_is_not_made_is_told(board: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page and a GIF have a limit of moves; a GIF needs a library; no name breaks its drawing."""
    game = board.played("gipf", GIPF)
    at = f"games/{game['id']}"
    board.kept(game).title = 'a <b> & "c" \x00\x1b\ud800 名前'
    file = board.get(f"{at}/gif")
    board.kept(game).title = "Gipf"
    with Image.open(io.BytesIO(base64.b64decode(file["gif"]))) as gif:
        assert gif.n_frames == 9  # type: ignore[attr-defined]
    monkeypatch.setattr(page, "MOST_NODES", 3)
    monkeypatch.setattr(animation, "MOST_MOVES", 3)
    assert "at most 3" in board.get(f"{at}/page", 413)["detail"]
    assert "at most 3" in board.get(f"{at}/gif", 413)["detail"]
    monkeypatch.undo()
    assert board.get("health")["makes_gifs"], "the page offers what the server can make"
    monkeypatch.setitem(sys.modules, "web.sharing.raster", None)
    monkeypatch.setitem(sys.modules, "PIL", None)
    assert not board.get("health")["makes_gifs"]
    assert "sh install.sh --extra web" in board.get(f"{at}/gif", 422)["detail"]


def test_a_line_is_exported_up_to_a_node(board: Running) -> None:
    """With a node a record ends there, in a variation too; the result is that of the node."""
    game = board.play(board.new_game("pente"), "K10", "J11", "K14")
    board.post(f"games/{game['id']}/resign")
    tried = board.post(f"games/{game['id']}/play", node=1, move="A1", explore=True)

    def share(**query: Any) -> str:
        text: str = board.get(f"games/{game['id']}/export", format="share", **query)["text"]
        return text.strip()

    assert share() == "pente:K10J11K14"
    assert share(node=2) == "pente:K10J11"
    assert share(node=tried["current"]) == "pente:K10A1"
    for node, result in ((2, "?"), (3, "1-0")):
        text = board.get(f"games/{game['id']}/export", format="pente", node=node)["text"]
        assert text.rstrip().endswith(result)
    board.get(f"games/{game['id']}/export", 404, format="share", node=99)


def test_a_file_of_bytes_is_opened(board: Running) -> None:
    """An archive and text in other encodings are sent in base64; games are listed and chosen."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as made:
        for at in ("hi", "hh", "ii"):
            made.writestr(f"{at}.sgf", f"(;GM[4]RU[gomoku-15]SZ[15];B[hh];W[{at}])")
    data = base64.b64encode(stream.getvalue()).decode()
    game = board.post("import", data=data, name="club.zip")
    assert "3 games: this is number 1. Left out: club.zip/hh.sgf: move 2" in game["notices"][0]
    listed = board.post("import/games", data=data, name="club.zip")
    assert [bool(one["problem"]) for one in listed["games"]] == [False, True, False]
    game = board.post("import", data=data, name="club.zip", number=3)
    assert game["title"].endswith("(game 3 of 3)")
    for number, status in ((2, 422), (4, 404)):
        board.post("import", status, data=data, name="club.zip", number=number)
    chinese = "(;GM[4]SZ[15]PB[\u9ed1\u65b9];B[hh])".encode("gb18030")
    game = board.post("import", data=base64.b64encode(chinese).decode())
    assert "\u9ed1\u65b9" in game["title"]
    large = io.BytesIO()
    with zipfile.ZipFile(large, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("a.sgf", " " * (5 << 20))
    bomb = base64.b64encode(large.getvalue()).decode()
    assert "when unpacked" in board.post("import", 422, data=bomb, name="b.zip")["detail"]
