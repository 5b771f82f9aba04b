"""What stands on the criteria cards: short, and enough to tell the laws of a card apart (T1)."""

from __future__ import annotations

from tests.web.boards import board

from facedown.core.match import Match
from facedown.core.registry import new_game
from facedown.games.turing.card_words import ABOUT, law_words
from facedown.games.turing.cards import CARDS
from facedown.games.turing.page import picture
from facedown.games.turing.short_words import TITLES, law_in_short


def test_laws_of_a_card_differ_by_their_drawing_and_words() -> None:
    for card in CARDS.values():
        shown = [(picture(law.says), str(law_in_short(law.says))) for law in card.laws]
        assert len(set(shown)) == len(shown), card.number


def test_every_card_and_law_is_short() -> None:
    assert TITLES.keys() == ABOUT.keys()
    assert len(set(map(str, TITLES.values()))) == len(TITLES)
    assert max(len(str(title)) for title in TITLES.values()) <= 27
    laws = [law.says for card in CARDS.values() for law in card.laws]
    assert max(len(str(law_in_short(law))) for law in laws) <= 19


def test_a_law_s_button_is_called_by_the_whole_sentence() -> None:
    game = new_game("turing", cards="4,9,11,14")
    page = board(game, Match(game, seed="1").state(), 0).html()
    for number in (4, 9, 11, 14):
        assert f'<span class="visually-hidden">{ABOUT[number]}</span>' in page
        for law in CARDS[number].laws:
            assert f'title="{law_words(law.says)}"' in page
            assert f'<span class="visually-hidden">{law_words(law.says)}' in page
            words = law_in_short(law.says)
            assert f'<span class="law-words" aria-hidden="true">{words}</span>' in page
