"""Kuhn and Leduc poker by their numbered rules, and by the battery that every game passes."""

from __future__ import annotations

import pytest

from facedown.core.errors import MalformedMove
from facedown.core.game import Game
from facedown.core.registry import override_game
from facedown.core.seats import NATURE, ONLOOKER
from facedown.search.poker.game import CALL, FOLD, RAISE, KuhnPoker, LeducPoker, PokerState
from facedown.testing.battery import check_game
from facedown.testing.facts import check_claims

JA, JB, QA, QB, KA, KB = range(6)
J, Q, K = range(3)


def after(game: Game, *moves: int | tuple[int, ...]) -> PokerState:
    """The state after nature's cards (numbers) and the seats' bets (tuples)."""
    state = game.start()
    for move in moves:
        if isinstance(move, int):
            assert state.verify(NATURE, move) is None
            state.apply(NATURE, move)
            continue
        for action in move:
            (seat,) = state.actors()
            assert state.verify(seat, action) is None
            state.apply(seat, action)
    assert isinstance(state, PokerState)
    return state


def points(state: PokerState) -> tuple[int, ...]:
    outcome = state.outcome()
    assert outcome is not None
    return outcome.points


@pytest.mark.parametrize("kind", [KuhnPoker, LeducPoker])
def test_battery(kind: type[Game]) -> None:
    with override_game(kind):
        check_game(kind())
        check_claims([kind()])


def test_cards_are_dealt_one_by_one_without_return_p1_p2() -> None:
    assert [len(list(after(KuhnPoker(), *cards).chances())) for cards in ((), (K,))] == [3, 2]
    assert [len(list(after(LeducPoker(), *cards).chances())) for cards in ((), (KA,))] == [6, 5]
    up = after(LeducPoker(), KA, JB, (CALL, CALL))
    assert [card for card, _ in up.chances()] == [JA, QA, QB, KB]
    assert up.verify(NATURE, KA) is not None


def test_what_may_be_done_p3_to_p7() -> None:
    leduc = after(LeducPoker(), KA, JB)
    assert leduc.actors() == (0,)
    assert leduc.legal(0) == (CALL, RAISE)
    codes = {}
    for state, seat, action in (
        (leduc, 0, FOLD),
        (leduc, 1, CALL),
        (after(LeducPoker(), KA, JB, (RAISE, RAISE)), 0, RAISE),
        (after(KuhnPoker(), J, Q, (RAISE,)), 1, RAISE),
        (after(KuhnPoker(), J, Q), 0, 3),
        (after(KuhnPoker(), J), 0, CALL),
        (after(KuhnPoker(), J, Q), NATURE, K),
        (after(KuhnPoker(), J, Q, (CALL, CALL)), 0, CALL),
    ):
        refusal = state.verify(seat, action)
        assert refusal is not None
        codes[refusal.code] = refusal.paragraph
    assert codes == {
        "nothing-to-fold-to": "P6",
        "not-your-turn": "P3",
        "raised-enough": "P5",
        "no-such-move": "P4",
        "natures-turn": "P2",
        "seats-turn": "P3",
        "game-over": "P9",
    }


@pytest.mark.parametrize(
    ("moves", "gain"),
    [
        ((K, J, (CALL, CALL)), 1),
        ((J, K, (CALL, RAISE, FOLD)), -1),
        ((J, K, (CALL, RAISE, CALL)), -2),
        ((Q, J, (RAISE, CALL)), 2),
        ((J, Q, (RAISE, FOLD)), 1),
    ],
)
def test_kuhn_endings_p6_p9_p10(moves: tuple[int | tuple[int, ...], ...], gain: int) -> None:
    assert points(after(KuhnPoker(), *moves)) == (gain, -gain)


@pytest.mark.parametrize(
    ("moves", "gain"),
    [
        ((KA, JA, (CALL, CALL), QA, (CALL, CALL)), 1),
        # 1 staked, 2 and 2 more in the first round, 4 and 4 more in the second
        ((KA, JA, (RAISE, RAISE, CALL), QA, (RAISE, RAISE, CALL)), 13),
        ((KA, JA, (CALL, CALL), JB, (RAISE, CALL)), -5),
        ((KA, JA, (RAISE, RAISE, FOLD)), -3),
        ((KA, JA, (RAISE, CALL), QA, (CALL, RAISE, FOLD)), -3),
        ((KA, KB, (RAISE, CALL), QA, (RAISE, CALL)), 0),
        ((QA, QB, (CALL, RAISE, RAISE, CALL), KA, (CALL, CALL)), 0),
    ],
)
def test_leduc_endings_p5_p8_p9_p10(moves: tuple[int | tuple[int, ...], ...], gain: int) -> None:
    assert points(after(LeducPoker(), *moves)) == (gain, -gain)


def test_worlds_are_counted() -> None:
    game = LeducPoker()
    dealt = after(game, KA, JB)
    up = after(game, KA, JB, (CALL, CALL), QA)
    counts = [
        [game.worlds(state.view(seat)).count() for seat in (0, 1, ONLOOKER)]
        for state in (game.start(), dealt, up)
    ]
    assert counts == [[1, 1, 1], [5, 5, 30], [4, 4, 20]]
    shown = after(game, KA, JB, (CALL, CALL), QA, (CALL, CALL))
    assert list(game.worlds(shown.view(ONLOOKER))) == [((KA, JB), 1)]
    folded = after(game, KA, JB, (RAISE, FOLD))
    assert game.worlds(folded.view(0)).count() == 5


def test_typed_moves() -> None:
    game = KuhnPoker()
    state = after(game, K, J)
    view = state.view(0)
    typed = ("check", "call", " BET ", "r", "fold")
    assert [state.action_of(0, game.read(text, view)) for text in typed] == [1, 1, 2, 2, 0]
    with pytest.raises(MalformedMove):
        game.read("all in", view)
    assert game.prompt(view) == "You may call, raise."
    assert "Your card: K." in game.show(view)
