"""The page's texts: places for values, forms for counts, and where they come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.web.page.conftest import Table

# Says a text of a table that only this test has.
SAY = """async ([text, values]) => {
  const { learn, say } = await import("/js/words/say.js");
  learn({ "test.text": text });
  return say("test.text", values);
}"""


@pytest.mark.parametrize(
    ("text", "values", "said"),
    [
        ("{colour} to move", {"colour": "White"}, "White to move"),
        ("{a} and {b}, {a}", {"a": 1, "b": "{a}"}, "1 and {a}, 1"),
        ({"one": "1 line", "other": "{count} lines"}, {"count": 1}, "1 line"),
        ({"one": "1 line", "other": "{count} lines"}, {"count": 0}, "0 lines"),
        ({"one": "1 line", "other": "{count} lines"}, {"count": 21}, "21 lines"),
    ],
)
def test_values_fill_the_places_of_a_text(
    table: Table, text: Any, values: dict[str, Any], said: str
) -> None:
    """A text is said with its values in the places, in the form for its count."""
    table.open()
    assert table.page.evaluate(SAY, [text, values]) == said


def test_an_unknown_key_is_an_error(table: Table) -> None:
    """A key that no table has is named by an error."""
    table.open()
    error = pytest.importorskip("playwright.sync_api").Error
    with pytest.raises(error, match=r'No table has a text "play\.nothing"'):
        table.page.evaluate("async () => (await import('/js/words/say.js')).say('play.nothing')")
