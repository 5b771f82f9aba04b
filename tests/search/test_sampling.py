"""Regret minimisation on samples comes to the same policies as on arrays."""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence

import pytest
from tests.search.references import OddOneOut, QuietGlimpse, RandomBot, from_table
from tests.testing.glimpse import Glimpse

from facedown.core.errors import FacedownError
from facedown.core.play import play_bots
from facedown.core.roster import Bot
from facedown.core.seats import Seat
from facedown.core.state import State
from facedown.core.view import View
from facedown.search.poker.game import KuhnPoker, LeducPoker, PokerView
from facedown.search.regret import best_reply, expected, exploitability
from facedown.search.sampling import Learned, PolicyBot, SampledRegret
from facedown.search.sequence_form import Policy, SequenceForm, sequence_form


@pytest.fixture(scope="module")
def leduc() -> SequenceForm:
    return sequence_form(LeducPoker())


def average(form: SequenceForm, learning: SampledRegret, *, latest: bool = False) -> Policy:
    def known(key: tuple[Seat, Hashable]) -> list[float] | None:
        entry = learning.table.get(key)
        if entry is None:
            return None
        return entry.current() if latest else entry.average()

    return from_table(form, known)


def suits_merged(view: View) -> tuple[Hashable, Sequence[int]]:
    assert isinstance(view, PokerView)
    ranks = tuple(card[0] if card else None for card in (view.card, view.public))
    return (ranks, view.rounds), view.legal


def test_kuhn_comes_close_to_an_equilibrium() -> None:
    form = sequence_form(KuhnPoker())
    learning = SampledRegret(KuhnPoker(), random.Random(1))
    learning.run(20_000)
    policy = average(form, learning)
    assert exploitability(form, policy) < 0.02
    assert expected(form, policy)[0] == pytest.approx(-1 / 18, abs=0.01)


@pytest.mark.parametrize("linear", [False, True])
def test_leduc_closes_in(leduc: SequenceForm, linear: bool) -> None:
    learning = SampledRegret(LeducPoker(), random.Random(1), linear=linear)
    found = []
    for iterations in (100, 900, 4000):
        learning.run(iterations)
        found.append(exploitability(leduc, average(leduc, learning)))
    assert learning.iterations == 5000
    assert found[0] > 1.5 * found[1] > 2.2 * found[2]
    assert found[2] < 0.6


def test_an_abstraction_that_loses_nothing_learns_faster(leduc: SequenceForm) -> None:
    merged = SampledRegret(
        LeducPoker(),
        random.Random(1),
        abstraction=lambda state, seat: suits_merged(state.view(seat)),
    )
    plain = SampledRegret(LeducPoker(), random.Random(1))
    for learning in (merged, plain):
        learning.run(2000)

    def known(key: tuple[Seat, Hashable]) -> list[float] | None:
        seat, view = key
        assert isinstance(view, View)
        entry = merged.table.get((seat, suits_merged(view)[0]))
        return entry.average() if entry else None

    # 936 infosets of cards with suits come down to 288 of ranks
    assert 280 <= len(merged.table) <= 288 < len(plain.table) <= 936
    with_ranks = exploitability(leduc, from_table(leduc, known))
    assert with_ranks < 0.7 * exploitability(leduc, average(leduc, plain))

    bot = PolicyBot(merged.table, suits_merged)
    first = sum(points([bot, RandomBot()], f"{n}")[0] for n in range(400))
    second = sum(points([RandomBot(), bot], f"{n}")[1] for n in range(400))
    assert (first + second) / 800 > 0.5


def points(bots: Sequence[Bot], seed: str) -> tuple[int, ...]:
    outcome = play_bots(LeducPoker(), bots, seed).outcome()
    assert outcome is not None
    return outcome.points


def test_against_fixed_bots_it_learns_the_best_reply(leduc: SequenceForm) -> None:
    uniform = leduc.uniform()
    for seat in (0, 1):
        learning = SampledRegret(LeducPoker(), random.Random(3), fixed={1 - seat: RandomBot()})
        learning.run(6000)
        assert {each for each, _ in learning.table} == {seat}
        best, _ = best_reply(leduc, uniform, seat)
        start = expected(leduc, uniform)[seat]
        for latest, share in ((False, 0.8), (True, 0.9)):
            policy = average(leduc, learning, latest=latest)
            reached = expected(leduc, policy)[seat]
            assert start + share * (best - start) < reached <= best


class Raiser:
    """Raises whenever it can."""

    def act(self, view: View, rng: random.Random) -> int:
        return view.legal[-1]


def test_a_lone_learner_averages_by_how_likely_it_comes_there() -> None:
    learning = SampledRegret(KuhnPoker(), random.Random(1), fixed={1: Raiser()})
    learning.run(200)
    table = {
        (view.card, view.rounds): entry.sums
        for (_, view), entry in learning.table.items()
        if isinstance(view, PokerView)
    }
    # the other always raises a check, so checking and then being raised are equally frequent
    for card in "JQK":
        checked = table[card, ((),)][0]
        assert sum(table[card, (("call", "raise"),)]) == pytest.approx(checked)
        assert 0 < checked < sum(table[card, ((),)])


def test_seats_that_move_at_once_and_more_than_two() -> None:
    for game in (QuietGlimpse(), OddOneOut()):
        form = sequence_form(game)
        learning = SampledRegret(game, random.Random(4))
        learning.run(3000)
        assert exploitability(form, average(form, learning)) < 0.12


def test_the_same_seed_learns_the_same() -> None:
    def table(seed: int) -> dict[tuple[Seat, Hashable], list[float]]:
        learning = SampledRegret(KuhnPoker(), random.Random(seed))
        learning.run(50)
        return {key: entry.regrets for key, entry in learning.table.items()}

    assert table(1) == table(1)
    assert table(1) != table(2)


def test_a_bot_without_memory_plays_at_random() -> None:
    state = KuhnPoker().start()
    for card in (0, 1):
        state.apply(-1, card)
    rng = random.Random(1)
    bot = PolicyBot({})
    assert {bot.act(state.view(0), rng) for _ in range(50)} == {1, 2}
    entry = Learned(2)
    entry.sums[1] = 1.0
    sure = PolicyBot({(0, state.view(0)): entry})
    assert {sure.act(state.view(0), rng) for _ in range(50)} == {2}
    entry.regrets[0] = 1.0
    latest = PolicyBot({(0, state.view(0)): entry}, latest=True)
    assert {latest.act(state.view(0), rng) for _ in range(50)} == {1}


def test_what_cannot_be_learned_is_refused() -> None:
    def merging(state: State, seat: Seat) -> tuple[Hashable, Sequence[int]]:
        return seat, state.legal(seat)

    with pytest.raises(FacedownError, match=r"merges infosets with \d and \d actions"):
        SampledRegret(LeducPoker(), random.Random(1), abstraction=merging).run(10)

    def nothing(state: State, seat: Seat) -> tuple[Hashable, Sequence[int]]:
        return state.view(seat), ()

    with pytest.raises(FacedownError, match="cannot be listed"):
        SampledRegret(Glimpse(), random.Random(1), abstraction=nothing).run(1)
