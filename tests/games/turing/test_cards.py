"""The components against the criteria data (T1)."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from operator import eq, gt, lt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.turing.reference import CODES_OF_LAW, CRITERIA

from facedown.core.errors import FacedownError
from facedown.games.turing import TuringMachine
from facedown.games.turing.card_words import ABOUT, CLARIFICATIONS, law_words
from facedown.games.turing.cards import CARDS, CODES, LAWS, code_index, law


def test_t1_every_law_agrees_with_the_criteria_data_on_all_125_codes() -> None:
    """T1: 125 codes, and the laws of the criteria cards."""
    assert [name for card in CRITERIA.values() for name in card["laws"]] == [
        law.name for law in LAWS
    ]
    for rule in LAWS:
        obeying = {code for i, code in enumerate(CODES) if rule.holds(i)}
        assert obeying == CODES_OF_LAW[rule.name], rule.name


def test_t1_there_are_48_cards_183_laws_and_98_different_questions() -> None:
    """T1: 48 cards with 183 laws in all."""
    assert list(CARDS) == list(range(1, 49))
    assert len(LAWS) == 183
    assert len({rule.mask for rule in LAWS}) == 98


def test_cards_and_laws_refer_to_each_other() -> None:
    for index, rule in enumerate(LAWS):
        assert rule.index == index
        assert rule.name == f"{rule.card}{'abcdefghi'[CARDS[rule.card].laws.index(rule)]}"
        assert law(rule.name) is rule
    assert sum(len(card.laws) for card in CARDS.values()) == len(LAWS)


def test_words_tell_laws_apart_and_never_mean_two_things() -> None:
    meaning: dict[str, int] = {}
    for rule in LAWS:
        assert meaning.setdefault(law_words(rule.says), rule.mask) == rule.mask, law_words(
            rule.says
        )
    for card in CARDS.values():
        assert len({law_words(rule.says) for rule in card.laws}) == len(card.laws)


def test_words_never_rely_on_symbols() -> None:
    for text in [law_words(rule.says) for rule in LAWS] + list(ABOUT.values()):
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


# The wording, read by somebody who knows nothing but the words

NAMES = {"blue triangle": 0, "yellow square": 1, "purple circle": 2}
COLOUR = "(blue triangle|yellow square|purple circle)"
TIMES = {"no": 0, "exactly one": 1, "exactly two": 2, "three": 3, "all three": 3}
Digits = tuple[int, ...]


def amount(words: str, code: Digits) -> int:
    """A number, a colour's digit, or a sum."""
    if words.isdigit():
        return int(words)
    if words == "the sum of all three":
        return sum(code)
    return sum(code[NAMES[name]] for name in words.split(" plus "))


def steps(code: Digits, step: int) -> list[bool]:
    """For the two pairs of neighbours whether the second digit is greater by so much."""
    return [after - before == step for before, after in pairwise(code)]


def compare(found: re.Match[str], code: Digits) -> bool:
    sign = {"less than": lt, "equal to": eq, "greater than": gt}[found[2]]
    return bool(sign(amount(found[1], code), amount(found[3], code)))


def either_way(code: Digits) -> list[bool]:
    """For each pair of neighbours whether they count up or down by one."""
    return [up or down for up, down in zip(steps(code, 1), steps(code, -1), strict=True)]


def evens(code: Digits) -> int:
    return sum(digit % 2 == 0 for digit in code)


MEANINGS: dict[str, Callable[[re.Match[str], Digits], bool]] = {
    r"(.+) is (less than|equal to|greater than) (.+)": compare,
    rf"({COLOUR}|the sum of all three) is (even|odd)": lambda m, code: (
        amount(m[1], code) % 2 == ["even", "odd"].index(m[3])
    ),
    r"(.+) is a multiple of (\d)": lambda m, code: amount(m[1], code) % int(m[2]) == 0,
    rf"{COLOUR} is smaller than both others": lambda m, code: all(
        code[NAMES[m[1]]] < code[index] for index in {0, 1, 2} - {NAMES[m[1]]}
    ),
    rf"{COLOUR} is larger than both others": lambda m, code: all(
        code[NAMES[m[1]]] > code[index] for index in {0, 1, 2} - {NAMES[m[1]]}
    ),
    rf"{COLOUR} is the smallest or tied for smallest": lambda m, code: (
        code[NAMES[m[1]]] == min(code)
    ),
    rf"{COLOUR} is the largest or tied for largest": lambda m, code: code[NAMES[m[1]]] == max(code),
    r"there (?:is|are) (no|exactly one|exactly two|three) (\d)s?": lambda m, code: (
        code.count(int(m[2])) == TIMES[m[1]]
    ),
    r"(no|exactly one|exactly two|all three) digits? (?:is|are) even": lambda m, code: (
        evens(code) == TIMES[m[1]]
    ),
    r"more digits are even than odd": lambda m, code: evens(code) > 3 - evens(code),
    r"more digits are odd than even": lambda m, code: evens(code) < 3 - evens(code),
    r"all three digits are the same": lambda m, code: len(set(code)) == 1,
    r"exactly two digits are the same|there is exactly one pair": lambda m, code: (
        sorted(map(code.count, set(code))) == [1, 2]
    ),
    r"no digit repeats": lambda m, code: len(set(code)) == 3,
    r"there is no pair \(a triple is not a pair\)": lambda m, code: 2 not in map(code.count, code),
    r"the digits ascend strictly": lambda m, code: all(a < b for a, b in pairwise(code)),
    r"the digits descend strictly": lambda m, code: all(a > b for a, b in pairwise(code)),
    r"the digits neither ascend nor descend strictly": lambda m, code: (
        not all(a < b for a, b in pairwise(code)) and not all(a > b for a, b in pairwise(code))
    ),
    r"no two neighbouring digits count up by one": lambda m, code: not any(steps(code, 1)),
    r"exactly two neighbouring digits count up by one": lambda m, code: sum(steps(code, 1)) == 1,
    r"all three digits count up by one": lambda m, code: all(steps(code, 1)),
    r"no two neighbouring digits count up or down by one": lambda m, code: (
        not any(either_way(code))
    ),
    r"all three digits count up or down by one": lambda m, code: all(either_way(code)),
    r"two neighbouring digits count up or down by one, but not all three the same way": (
        lambda m, code: (
            any(either_way(code)) and not all(steps(code, 1)) and not all(steps(code, -1))
        )
    ),
    r"all three digits count up by one, or all three down by one": lambda m, code: (
        all(steps(code, 1)) or all(steps(code, -1))
    ),
}
"""What a sentence says of a code when it is taken at its word."""


@pytest.mark.parametrize("card", CARDS)
def test_t1_the_words_of_a_card_say_what_its_verifiers_check(card: int) -> None:
    for rule in CARDS[card].laws:
        ((found, meaning),) = [
            (found, meaning)
            for pattern, meaning in MEANINGS.items()
            if (found := re.fullmatch(pattern, law_words(rule.says)))
        ]
        said = {code for code in CODES if meaning(found, tuple(map(int, code)))}
        assert said == CODES_OF_LAW[rule.name], rule.name


LAWS_OF_EXAMPLES = {
    8: {"121": "c", "211": "c", "115": "c"},
    9: {"323": "c", "233": "c", "335": "c"},
    10: {"424": "c", "244": "c", "445": "c"},
    14: {"112": "", "212": "b"},
    15: {"155": "", "151": "b"},
    16: {"124": "a", "135": "b", "123": "b"},
    18: {"111": "b", "245": "b"},
    20: {"125": "c", "121": "b", "222": "a"},
    21: {"231": "a", "333": "a", "121": "b"},
    22: {"135": "a", "421": "b", "223": "c"},
    24: {"312": "b", "345": "a", "132": "c", "135": "c"},
    25: {"312": "b", "254": "b", "345": "c", "321": "c", "135": "a", "531": "a", "121": "b"},
    36: {"255": "ab"},
}
"""The codes that clarifications name, and which of the card's laws each obeys."""


@pytest.mark.parametrize("card", CARDS)
def test_the_examples_of_a_clarification_are_right(card: int) -> None:
    examples = LAWS_OF_EXAMPLES.get(card, {})
    assert set(re.findall(r"\b[1-5]{3}\b", CLARIFICATIONS[card])) == set(examples)
    for code, letters in examples.items():
        obeyed = [rule.name for rule in CARDS[card].laws if rule.holds(code_index(code))]
        assert obeyed == [f"{card}{letter}" for letter in letters], code


def test_every_card_stands_in_the_rules_with_its_laws_and_clarification() -> None:
    rules = TuringMachine.rulebook()
    for card in CARDS.values():
        (paragraph,) = re.findall(rf"^\*\*C{card.number}\.\*\* .*$", rules, re.MULTILINE)
        assert CLARIFICATIONS[card.number] in paragraph
        for rule in card.laws:
            assert f"{rule.name} {law_words(rule.says)}" in paragraph
