"""The laws as drawings: every law has one, and no two on a card look the same (T1)."""

from __future__ import annotations

import pytest

from facedown.games.turing.cards import CARDS, LAWS
from facedown.games.turing.page import Picture, picture


def look(drawn: Picture) -> tuple[object, ...]:
    """What a drawing looks like, wherever it stands."""
    return (drawn.crossed, *((token.kind, token.value) for token in drawn.tokens))


@pytest.mark.parametrize("card", CARDS)
def test_the_laws_of_a_card_look_different(card: int) -> None:
    looks = [look(picture(law.says)) for law in CARDS[card].laws]
    assert len(set(looks)) == len(looks)


def test_laws_that_look_the_same_mean_the_same() -> None:
    meaning: dict[tuple[object, ...], int] = {}
    for law in LAWS:
        assert meaning.setdefault(look(picture(law.says)), law.mask) == law.mask, law.name


def test_tokens_stand_side_by_side_within_the_picture() -> None:
    for law in LAWS:
        drawn = picture(law.says)
        across = [token.x for token in drawn.tokens]
        assert across == sorted(set(across))
        assert 0 <= across[0] <= across[-1] < drawn.width <= 240
