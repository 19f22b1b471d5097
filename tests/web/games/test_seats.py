"""Games by invitation: who may do what, what needs the other player, openings, restarts."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, get_args

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.web.conftest import AGAINST_ENGINE, PEOPLE, Running, serving
from web import game_service
from web.contract.seats import Offer
from web.http.route import GAME, SEAT_HEADER
from web.http.routes import ROUTES
from web.sessions.seats import PATIENCE_S

if TYPE_CHECKING:
    from web.settings import Settings

WATCHER = "w" * 24
WHO = st.sampled_from([0, 1, 2])  # a seat; 2 watches
ROW = ["A1", "B1", "A2", "B2", "A3", "B3", "A4", "B4", "A5"]  # on gomoku-9 the first side wins


STUDY: dict[str, dict[str, Any]] = {
    "play": {"node": 0, "move": "J8", "instead": True},
    "markup": {"node": 0, "markup": [["CR", "A1"]]},
    "review/stop": {},
    "analysis": {"tab": "t", "node": 0, "action": "stop"},
}


class Invited:
    """A game by invitation, and its players."""

    def __init__(
        self, board: Running, game: Any, side: int = 0, opening: str | None = None
    ) -> None:
        self.board = board
        self.at = f"games/{game['id']}"
        told = board.post(f"{self.at}/invite", side=side, opening=opening)
        self.secrets = [*told["secrets"], WATCHER]

    def post(self, who: int, deed: str, status: int = 200, **body: Any) -> Any:
        """The answer to a command of a seat, or of 2, who watches."""
        return self.send(who, "POST", f"{self.at}/{deed}", status, json=body)

    def send(self, who: int, method: str, path: str, status: int = 200, **more: Any) -> Any:
        """The answer to a request of a seat, after a check of its status."""
        headers = {SEAT_HEADER: self.secrets[who]}
        answer = self.board.client.request(method, f"/api/{path}", headers=headers, **more)
        assert status == answer.status_code, answer.text
        return answer.json()

    def attempt(self, who: int, name: str, body: Any) -> Any:
        """The answer to a command of a seat, done or refused."""
        headers = {SEAT_HEADER: self.secrets[who]}
        return self.board.client.post(f"/api/{self.at}/{name}", headers=headers, json=body)

    def seen(self, who: int = 2) -> Any:
        """The game as somebody sees it."""
        return self.send(who, "GET", self.at)

    def play(self, *moves: str) -> None:
        """Play these moves, each by the one whose turn it is: the side to move has it."""
        for move in moves:
            seen = self.seen()
            turn = seen["seats"]["turn"]
            assert seen["seats"]["opening"] or turn == seen["position"]["side"]
            self.post(turn, "play", node=seen["current"], move=move)


def invited(board: Running, preset: str = "gomoku-9", moves: str = "", **more: Any) -> Invited:
    """A game by invitation in which both have come, with these moves played."""
    how = {name: more.pop(name) for name in ("side", "opening") if name in more}
    game = Invited(board, board.new_game(preset, **more), **how)
    for seat in (0, 1):
        game.post(seat, "sit")
    game.play(*moves.split())
    return game


class Seats(RuleBasedStateMachine):
    """Both players and a watcher send what they like; a model knows what is done."""

    board: ClassVar[Running]

    @initialize()
    def begin(self) -> None:
        """A new game."""
        self.game = invited(self.board)
        self.moves: list[str] = []
        self.offer: tuple[str, int] | None = None
        self.over = self.after = False

    def sent(self, who: int, name: str, *, done: bool, **body: Any) -> None:
        """Send a command that is done or refused, in words."""
        answer = self.game.attempt(who, name, body)
        assert (answer.status_code == 200) == done, (name, answer.text)
        assert done or answer.json()["detail"]
        assert done or who != 2 or answer.status_code == 403

    @precondition(lambda self: len(self.moves) < len(ROW))
    @rule(who=WHO)
    def play(self, who: int) -> None:
        """The next move of the row, which one side wins."""
        turn, seen = len(self.moves) % 2, self.game.seen()
        done = not self.over and who == turn
        self.sent(who, "play", done=done, node=seen["current"], move=ROW[len(self.moves)])
        if done:
            self.moves.append(ROW[len(self.moves)])
            self.over = len(self.moves) == len(ROW)
            if self.over or self.offer != ("draw", who):
                self.offer = None

    @rule(who=WHO, what=st.sampled_from(get_args(Offer)))
    def make(self, who: int, what: str) -> None:
        """An offer, which agrees if the other made it before."""
        own = len(self.moves) > (who == 1)
        fits = self.over if what == "rematch" else not self.over and (what == "draw" or own)
        agreed = self.offer == (what, 1 - who)
        done = who < 2 and fits and not (self.after and not agreed)
        self.sent(who, "offer", done=done, what=what)
        if done and agreed:
            self.agree(1 - who, what)
        elif done:
            self.offer = (what, who)

    @rule(who=WHO, accept=st.booleans())
    def answer(self, who: int, *, accept: bool) -> None:
        """An answer to what was offered."""
        done = who < 2 and self.offer is not None and not (accept and self.offer[1] == who)
        self.sent(who, "answer", done=done, accept=accept)
        if done and self.offer is not None:
            if accept:
                self.agree(self.offer[1], self.offer[0])
            self.offer = None

    def agree(self, by: int, what: str) -> None:
        """The model of what both have agreed to."""
        self.offer = None
        if what == "takeback":
            del self.moves[len(self.moves) - 1 - ((len(self.moves) - 1) % 2 != by) :]
        self.over = self.over or what == "draw"
        self.after = self.after or what == "rematch"

    @rule(who=WHO)
    def resign(self, who: int) -> None:
        """Who resigns loses, whoever is to move."""
        done = who < 2 and not self.over
        self.sent(who, "resign", done=done)
        if done:
            self.over, self.offer = True, None
            assert self.game.seen()["result"]["winner"] == 1 - who

    @rule(who=WHO, name=st.sampled_from(["undo", "redo", "draw", "draw/offer", "rematch"]))
    def decide_alone(self, who: int, name: str) -> None:
        """What one player alone may not do."""
        self.sent(who, name, done=False)

    @rule(who=WHO)
    def go_elsewhere(self, who: int) -> None:
        """What would take the game away from the other player."""
        node = self.game.seen()["current"]
        for name in ("goto", "promote", "delete"):
            self.sent(who, name, done=False, node=node)
        self.sent(who, "play", done=False, node=node, move="J9", explore=True)
        self.sent(who, "players", done=False, players=AGAINST_ENGINE)

    @rule(who=WHO, name=st.sampled_from([*STUDY]))
    def study(self, who: int, name: str) -> None:
        """What helps to find a move: only after the end, for the players; all may analyse then."""
        done = self.over and (who < 2 or name == "analysis")
        self.sent(who, name, done=done, **STUDY[name])

    @invariant()
    def shows_the_model(self) -> None:
        """The game is what was agreed, and no message has a secret."""
        answer = self.board.client.get(f"/api/{self.game.at}")
        assert not [secret for secret in self.game.secrets if secret in answer.text]
        seen = answer.json()
        seats = seen["seats"]
        by_id = {node["id"]: node for node in seen["nodes"]}
        line, at = list[str](), seen["current"]
        while at:
            line.insert(0, by_id[at]["move"])
            at = by_id[at]["parent"]
        assert line == self.moves
        assert bool(seen["result"]) == self.over
        assert seats["turn"] == (None if self.over else len(line) % 2)
        offer = seats["offer"]
        assert self.offer == (offer and (offer["what"], offer["by"]))
        assert bool(seats["next"]) == self.after


def test_a_game_obeys_its_two_players(board: Running) -> None:
    """In any order of commands: who has a seat moves in its turn; the rest needs both; no one else.

    No message has the secret of a seat.
    """
    Seats.board = board
    steady = settings(max_examples=25, stateful_step_count=25, deadline=None)
    run_state_machine_as_test(Seats, settings=steady)


def test_all_commands_are_refused_to_who_watches(board: Running) -> None:
    """Whatever a route would change: a watcher gets a reason, before and after the end."""
    fields: dict[str, Any] = {"players": PEOPLE, "markup": [], "win": True, "go": True}
    fields |= {"node": 0, "move": "A1", "text": "x", "tab": "t", "action": "start"}
    fields |= {"what": "draw", "accept": True, "side": 0, "name": "x"}
    game = invited(board, moves="E5")
    routes = [one for one in ROUTES if one.path.startswith(GAME) and one.method != "GET"]
    assert len(routes) > 20
    for over, route in product((False, True), routes):
        if over:
            game.post(0, "resign", 409 if game.seen()["result"] else 200)
        if route.deed == "restore" or (over and route.deed == "analysis"):
            continue
        path = f"{game.at}/{route.deed}".rstrip("/")
        body = {name: fields[name] for name in fields if name in dir(route.body)}
        told = game.send(2, route.method, path, 403, json=body)
        assert "link" in told["detail"] or "watch" in told["detail"], route.deed
    assert len(game.seen()["nodes"]) == 2


def test_an_invitation_is_refused_with_a_reason(board: Running) -> None:
    """To engines, twice, after the end, with an unknown opening or a late one."""
    for game, body, status, reason in (
        (board.new_game(players=AGAINST_ENGINE), {}, 409, "two people"),
        (board.post(f"games/{board.new_game()['id']}/resign"), {}, 409, "over"),
        (board.new_game("gipf"), {"opening": "swap"}, 422, "no opening rule"),
        (board.played("gomoku-9", "E5"), {"opening": "swap"}, 422, "before everything"),
    ):
        told = board.post(f"games/{game['id']}/invite", status, side=0, **body)
        assert reason in told["detail"]
    game = invited(board)
    assert "already" in game.post(0, "invite", 409, side=1)["detail"]
    for name, sent in (("sit", {}), ("offer", {"what": "draw"}), ("answer", {"accept": True})):
        path = f"games/{board.new_game()['id']}/{name}"
        assert "not by invitation" in board.post(path, 409, **sent)["detail"]
    assert "no seat" in game.post(2, "sit", 403)["detail"]


def test_a_clock_waits_until_both_have_come(board: Running) -> None:
    """Who invites may move before; the other's time runs from when the link is opened."""
    new = board.played("gomoku-9", "E5 E6", clock={"initial_s": 60, "increment_s": 0})
    assert board.post(f"games/{new['id']}/draw/offer")["clocks"]["running"] == 0
    game = Invited(board, new, side=0)
    seen = game.seen()
    assert (seen["seats"]["taken"], seen["draw_offered"]) == ([True, False], False)
    game.post(0, "play", node=2, move="A1")
    assert game.seen()["clocks"]["running"] is None
    game.post(1, "sit")
    assert game.seen()["clocks"]["running"] == 1


def test_players_hear_who_is_there(own: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream with the secret of a seat shows its player; whoever reloads has not left."""
    monkeypatch.setattr(game_service, "RELOAD_S", 50.0)
    game = invited(own)
    seen = game.seen()
    with own.tab(seen, "host", game.secrets[0]) as host:
        host.wait("presence", lambda news: news["here"] == [True, False])
        with own.tab(seen, "guest", game.secrets[1]), own.tab(seen, "w", WATCHER) as watcher:
            for tab in (host, watcher):
                tab.wait("presence", lambda news: news["here"] == [True, True])
        with own.tab(seen, "again", game.secrets[1]):
            own.until(lambda: len(own.service.hub) == 2)
            own.pass_time(60)
            own.get("health")
            here = [news["here"] for news in host.of("presence")]
            assert here[-1] == [True, True]
            assert [False, True] not in here
            known = here.index([True, True])
            assert [True, False] not in here[known:], "a reload is no leaving"
        own.until(lambda: len(own.service.hub) == 1)
        own.pass_time(60)
        own.until(lambda: host.of("presence")[-1]["here"] == [True, False])
    own.get("events", 422, game=seen["id"], tab=["a"], seat=["x", "y"])


@pytest.mark.parametrize("win", [True, False])
def test_who_waits_for_a_player_who_left_ends_the_game(own: Running, *, win: bool) -> None:
    """After minutes, only while the game waits for who is gone, and not for one who comes back."""
    game = invited(own, moves="E5")
    seen = game.seen()
    with own.tab(seen, "host", game.secrets[0]) as host:
        with own.tab(seen, "guest", game.secrets[1]):
            own.pass_time(2 * PATIENCE_S)
            assert "left some minutes ago" in game.post(0, "claim", 409, win=win)["detail"]
        own.until(lambda: len(own.service.hub) == 1)
        own.pass_time(60)
        own.until(lambda: host.of("presence")[-1]["here"] == [True, False])
        own.pass_time(PATIENCE_S - 60)
        with own.tab(seen, "guest", game.secrets[1]):
            own.until(lambda: host.of("presence")[-1]["here"] == [True, True])
        own.until(lambda: len(own.service.hub) == 1)
        own.pass_time(60)
        own.until(lambda: host.of("presence")[-1]["here"] == [True, False])
        own.pass_time(PATIENCE_S - 60)
        assert "left some minutes ago" in game.post(0, "claim", 409, win=win)["detail"]
        assert [news for news in host.of("presence") if any(news["overdue"])] == []
        own.pass_time(61)
        told = host.wait("presence", lambda news: any(news["overdue"]))
        assert told["overdue"] == [False, True]
        assert "watch" in game.post(2, "claim", 403, win=win)["detail"]
        assert "left some minutes ago" in game.post(1, "claim", 409, win=win)["detail"]
        game.post(0, "claim", win=win)
        result = game.seen()["result"]
        ends = "Black wins by forfeit." if win else "Draw: a player has left."
        assert (result["winner"], result["text"]) == (0 if win else None, ends)
        assert "is over" in game.post(0, "claim", 409, win=win)["detail"]


def test_a_game_that_nobody_left_is_not_claimed(own: Running) -> None:
    """Not before the other has come, not where a clock runs; both away count no time."""
    alone = Invited(own, own.new_game(), side=1)
    timed = invited(own, moves="E5 D4", clock={"initial_s": 9000, "increment_s": 0})
    with own.tab(alone.seen(), "a", alone.secrets[1]), own.tab(timed.seen(), "b", timed.secrets[1]):
        own.pass_time(2 * PATIENCE_S)
        assert "left some minutes ago" in alone.post(1, "claim", 409, win=True)["detail"]
        assert "left some minutes ago" in timed.post(1, "claim", 409, win=True)["detail"]
    own.until(lambda: len(own.service.hub) == 0)
    game = invited(own, moves="E5")
    own.pass_time(2 * PATIENCE_S)
    with own.tab(game.seen(), "host", game.secrets[0]):
        assert "left some minutes ago" in game.post(0, "claim", 409, win=True)["detail"]


def test_seats_stay_in_a_rematch_and_after_a_restart(settings: Settings) -> None:
    """Sides swap, a handicap stays with its player, and so do the seats."""
    handicap = {"kind": "captured", "side": 1, "amount": 4}
    players = [{"kind": "human", "name": name} for name in ("Ann", "Ben")]
    with serving(settings) as board:
        game = invited(board, "pente", moves="K10", players=players, handicap=handicap)
        game.post(0, "resign")
        game.post(0, "offer", what="rematch")
    with serving(settings) as board:
        game.board = board
        following = game.post(1, "answer", accept=True)["seats"]["next"]
        first, again = game.seen(0), Invited.__new__(Invited)
        again.board, again.at, again.secrets = board, f"games/{following}", game.secrets
        assert first["seats"]["next"] == following
        seen = again.seen(0)
        assert seen["seat"] == 1
        assert [one["name"] for one in seen["players"]] == ["Ben", "Ann"]
        assert seen["seats"]["taken"] == [True, True]
        assert seen["position"]["captured"] == [4, 0]
        again.post(1, "play", node=0, move="K10")
        again.post(1, "play", 403, node=1, move="L10")


def test_a_whole_turn_is_taken_back(board: Running) -> None:
    """In Gipf a turn can have several decisions; a turn of the other player stays."""
    game = invited(board, "gipf-basic", moves="b4 d7 a1-c3 g2 b6-b3 xb2,b3,b4,b5")
    for seat, left in ((0, 4), (1, 3)):
        game.post(seat, "offer", what="takeback")
        game.post(1 - seat, "answer", accept=True)
        assert game.seen()["position"]["ply"] == left


def test_who_accepts_a_rematch_twice_begins_one(own: Running) -> None:
    """Two clicks at once, or an offer and an answer: one game follows, and no other is left."""
    game = invited(own, moves="E5")
    game.post(0, "resign")
    game.post(0, "offer", what="rematch")
    clicks = [("answer", {"accept": True}), ("offer", {"what": "rematch"})] * 2
    with ThreadPoolExecutor(len(clicks)) as executor:
        for name, body in clicks:
            executor.submit(game.attempt, 1, name, body)
    following = game.seen()["seats"]["next"]
    assert {one["id"] for one in own.get("games")} == {game.seen()["id"], following}


def test_moves_that_were_played_stay(board: Running) -> None:
    """A try is not saved and can be deleted; what was played, and talk, is for both. The engine
    helps its players only when the game is over.
    """
    game = invited(board, moves="E5 D4")
    game.post(1, "comment", node=2, text="good luck")
    helps: dict[str, dict[str, Any]] = {"hint": {}, "judge": {"node": 2}, "review": {"nodes": 100}}
    for name, body in helps.items():
        assert "over" in game.post(0, name, 409, **body)["detail"], name
    game.post(1, "resign")
    for name in ("judge", "review"):
        game.post(0, name, **helps[name])
    tried = game.post(0, "play", **STUDY["play"])
    (own,) = (node["id"] for node in tried["nodes"] if node["tried"])
    game.post(1, "delete", node=own)
    assert "cannot be changed" in game.post(1, "delete", 409, node=2)["detail"]


def test_players_have_names(board: Running) -> None:
    """Each names itself, at any time; records have the names; who takes a side keeps its own."""
    game = invited(board, opening="swap")
    game.post(0, "name", name=" Ann ")
    game.play("A1", "B2", "C3")
    game.post(1, "name", name="Ben")
    game.post(2, "name", 403, name="Eve")
    game.post(1, "take", side=0)
    assert [one["name"] for one in game.seen()["players"]] == ["Ben", "Ann"]
    game.secrets[:2] = game.secrets[1::-1]
    game.post(0, "resign")
    game.post(1, "name", name="Anna")
    text = game.send(2, "GET", f"{game.at}/export?format=sgf")["text"]
    assert "PB[Ben]" in text
    assert "PW[Anna]" in text


def test_an_opening_is_placed_by_both_players(settings: Settings) -> None:
    """Seat 0 places, seat 1 adds two stones, seat 0 takes a side; each takes only own stones back.

    It goes on after a restart. The rematch has the same opening; who took a side places the stones.
    """
    with serving(settings) as board:
        game = invited(board, "pente", opening="swap2")
        assert "turn" in game.post(1, "play", 403, node=0, move="K10")["detail"]
        assert "side to take" in game.post(0, "take", 409, side=1)["detail"]
        game.play("10k", "B2", "C4")
        assert "turn" in game.post(1, "undo", 403)["detail"]
        game.post(0, "undo")
        game.play("C3")
    with serving(settings) as board:
        game.board = board
        seen = game.seen(1)
        assert seen["seats"]["opening"]["stones"] == ["K10", "B2", "C3"]
        assert (seen["seats"]["turn"], seen["seats"]["opening"]["phase"]) == (1, "choose")
        assert "occupied" in game.post(1, "play", 422, node=0, move="C3")["detail"]
        game.play("D4", "E5")
        assert "turn" in game.post(0, "undo", 403)["detail"]
        assert "take a side" in game.post(0, "play", 409, node=0, move="A1")["detail"]
        over = invited(board, "pente", opening="swap", moves="A1 B2 C3")
        over.post(0, "resign")
        assert "both players" in over.post(0, "undo", 409)["detail"]
        assert "is over" in over.post(1, "take", 409, side=0)["detail"]
        assert "turn" in game.post(1, "take", 403, side=1)["detail"]
        game.post(0, "take", side=1)
        seen = game.seen(0)
        assert (seen["seat"], seen["seats"]["opening"]) == (1, None)
        assert seen["opening"] == {"rule": "swap2", "placer": 1}
        assert sum(cell != "." for cell in seen["position"]["cells"]) == 5
        game.secrets[:2] = game.secrets[1::-1]  # by side from now on
        game.play("F6", "G7")
        game.post(0, "resign")
        game.post(0, "offer", what="rematch")
        following = game.post(1, "offer", what="rematch")["seats"]["next"]
        game.at = f"games/{following}"
        assert game.seen(0)["seat"] == 0, "who took a side places the stones"
        game.post(0, "play", node=0, move="K10")
