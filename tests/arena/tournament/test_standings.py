"""Standings, tables and reports of planted results."""

from __future__ import annotations

from dataclasses import replace

from arena.game.player import CRASH
from arena.strength.ratings import rate
from arena.strength.score import Tally
from arena.tournament.plan import TournamentSpec, fixtures
from arena.tournament.play import due
from arena.tournament.report import report
from arena.tournament.standings import Standings
from arena.tournament.tables import (
    WIDTH,
    crosstable_lines,
    shortened,
    standings_lines,
    summary,
    whole_text,
)
from tests.arena.tournament.planted import Result, planted, play_planted

SPEC = TournamentSpec(
    contestants=("engine", "level:5", "random", "agent:false"), games=4, rules="five-19"
)


def standings_of(result: Result, spec: TournamentSpec = SPEC, limit: int = 3) -> Standings:
    """The standings after all games."""
    standings = Standings(spec, limit)
    play_planted(standings, result)
    return standings


def lower(game: object) -> int:
    """The contestant named first wins."""
    return int(game.pair[0])  # type: ignore[attr-defined]


def test_table_counts_every_game_once() -> None:
    """Totals are sums of the pairs' results; the best comes first."""
    standings = standings_of(lower)
    assert [standings.total(one).points for one in range(4)] == [12, 8, 4, 0]
    assert standings.ranking() == [0, 1, 2, 3]
    assert standings.tally(2, 0) == Tally(losses=4)
    assert standings.first_moves() == Tally(wins=12, losses=12)
    assert crosstable_lines(standings)[2].split() == ["2", "level:5", "0", "x", "4", "4"]


def test_disqualified_contestant_has_no_result() -> None:
    """Its games do not count for anybody, and its further games are not played."""
    standings = Standings(SPEC)
    for game in fixtures(SPEC):
        if 3 in game.pair and 3 not in standings.disqualified:
            standings.add(planted(SPEC, game, game.pair[0], CRASH))
    assert len(standings.records) == 3
    assert not any(3 in game.pair for game in due(standings))
    play_planted(standings, lower)
    assert standings.total(3).games == 0
    assert standings.total(0) == Tally(wins=8)
    assert standings.ranking()[-1] == 3
    text = whole_text(standings, rate(4, standings.results()))
    assert "agent:false                    disqualified" in text
    fields = summary(standings, rate(4, standings.results()))
    assert fields["contestants"][-1]["disqualified"]  # type: ignore[index]
    assert "planted" in str(fields["broken"])


def test_repeated_game_does_not_count() -> None:
    """A pair's game with the same moves counts once; another pair may play the same."""
    games = fixtures(SPEC)
    one, same = (game for game in games if game.pair == (0, 1) and game.first == 0)
    other = next(game for game in games if game.pair == (0, 2) and game.first == 0)
    first = planted(SPEC, one, 0)
    for game, repeats in ((same, first.game), (other, None)):
        standings = Standings(SPEC)
        standings.add(first)
        assert standings.repeats == 0
        marked = standings.add(replace(planted(SPEC, game, 0), moves=first.moves))
        assert marked.repeats == repeats


def test_text_fits_a_terminal() -> None:
    """Long names are shortened in the middle; a crosstable that is too wide is left out."""
    names = tuple(
        f"engine:weights=/a/long/path/to/some/weights-{number}.toml" for number in range(40)
    )
    spec = TournamentSpec(contestants=names, rules="five-19")
    standings = Standings(spec)
    play_planted(standings, lower, most=60)
    lines = standings_lines(standings, rate(40, standings.results()))
    assert max(map(len, lines)) <= WIDTH
    assert not crosstable_lines(standings)
    few = standings_of(lower)
    assert max(map(len, crosstable_lines(few))) <= WIDTH
    assert shortened("a" * 20 + "b" * 20, 20) == "aaaaaa" + ".." + "b" * 12


def test_report_is_one_self_contained_page() -> None:
    """It has its pictures inline and points nowhere else; the same games give the same page."""
    spec = TournamentSpec(contestants=("engine", "a<b>$x$", "random"), rules="five-19")
    page = report(standings_of(lower, spec), rate(3, standings_of(lower, spec).results()))
    assert page == report(standings_of(lower, spec), rate(3, standings_of(lower, spec).results()))
    assert page.count("<svg role=") == 3
    assert "a&lt;b&gt;" in page
    assert "a<b>" not in page
    for outside in (" src=", "@import", 'href="http'):
        assert outside not in page
    empty = report(Standings(SPEC), rate(4, {}))
    assert "0 of 24 games" in empty
