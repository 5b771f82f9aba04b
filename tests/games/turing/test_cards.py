"""The components against the criteria data (T1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.turing.reference import CODES_OF_LAW, CRITERIA

from facedown.core.errors import FacedownError
from facedown.games.turing.cards import CARDS, CODES, LAWS, code_index, law


def test_t1_every_law_agrees_with_the_criteria_data_on_all_125_codes() -> None:
    assert [name for card in CRITERIA.values() for name in card["laws"]] == [
        law.name for law in LAWS
    ]
    for rule in LAWS:
        obeying = {code for i, code in enumerate(CODES) if rule.holds(i)}
        assert obeying == CODES_OF_LAW[rule.name], rule.name


def test_t1_there_are_48_cards_183_laws_and_98_different_questions() -> None:
    assert list(CARDS) == list(range(1, 49))
    assert len(LAWS) == 183
    assert len({rule.mask for rule in LAWS}) == 98


def test_cards_and_laws_refer_to_each_other() -> None:
    for place, rule in enumerate(LAWS):
        assert rule.index == place
        assert rule.name == f"{rule.card}{'abcdefghi'[CARDS[rule.card].laws.index(rule)]}"
        assert law(rule.name) is rule
    assert sum(len(card.laws) for card in CARDS.values()) == len(LAWS)


def test_words_tell_laws_apart_and_never_mean_two_things() -> None:
    meaning: dict[str, int] = {}
    for rule in LAWS:
        assert meaning.setdefault(rule.words, rule.mask) == rule.mask, rule.words
    for card in CARDS.values():
        assert len({rule.words for rule in card.laws}) == len(card.laws)


def test_words_never_rely_on_symbols() -> None:
    for text in [rule.words for rule in LAWS] + [card.about for card in CARDS.values()]:
        assert set(text) <= set("abcdefghijklmnopqrstuvwxyz0123456789 (),:"), text


@given(st.sampled_from(CODES))
def test_a_code_is_where_its_digits_say(code: str) -> None:
    b, y, p = map(int, code)
    assert code_index(code) == 25 * (b - 1) + 5 * (y - 1) + (p - 1)
    assert CODES[code_index(code)] == code


@pytest.mark.parametrize("text", ["", "11", "1111", "116", "011", "abc", "1 1", "٢٣٤", "24 1"])
def test_a_bad_code_gets_one_sentence(text: str) -> None:
    with pytest.raises(FacedownError, match=r"is not a code: [^.]*\.$"):
        code_index(text)


@pytest.mark.parametrize("text", ["", "4", "4d", "49a", "a4", "04a"])
def test_a_bad_law_gets_one_sentence(text: str) -> None:
    with pytest.raises(FacedownError, match=r"is not a law: [^.]*\.$"):
        law(text)
