"""Hints: what they say is so, why they say it, and that they say no more than the view (T2)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

from facedown.core.errors import UnknownName
from facedown.core.match import Match
from facedown.core.roster import new_bot
from facedown.core.seats import NATURE
from facedown.games.turing.cards import CARDS, CODES, code_index, law
from facedown.games.turing.game import TuringMachine
from facedown.games.turing.help.hints import advice, hint, possible_codes, verifier_status
from facedown.games.turing.moves import GO_ON, SOLVE, Ask, Propose, Stop
from facedown.games.turing.problem import VERIFIER_NAMES, Difficulty, Mode
from facedown.games.turing.studio.generate import generate
from facedown.games.turing.view import TuringView
from facedown.games.turing.worlds import bits, knowledge

NAMES = tuple(aid.name for aid in TuringMachine.facts.aids)
CLASSES: list[tuple[Mode, Difficulty, int]] = [
    ("classic", "easy", 4),
    ("classic", "hard", 6),
    ("extreme", "easy", 4),
    ("nightmare", "easy", 4),
]


def views(
    mode: Mode, difficulty: Difficulty, verifiers: int, seed: int, seats: int = 2
) -> Iterator[tuple[TuringMachine, TuringView]]:
    """The views of a seat in a game in which all ask at random and nobody names a code."""
    rng = random.Random(f"{mode}/{verifiers}/{seed}")
    cards, _ = generate(mode, difficulty, verifiers, rng)
    game = TuringMachine(seats, mode=mode, cards=cards.text, rounds=3)
    state = game.start()
    while actors := state.actors():
        seat = actors[0]
        if seat == NATURE:
            state.apply(seat, state.draw(rng))
            continue
        view = state.view(0)
        assert isinstance(view, TuringView)
        yield game, view
        legal = state.legal(seat)
        state.apply(seat, GO_ON if legal[0] == GO_ON else rng.choice(legal))


def match(cards: str, mode: str = "classic", seats: int = 1, seed: str = "3") -> Match:
    return Match(TuringMachine(seats, mode=mode, cards=cards), seed=seed)


def view_of(match: Match, seat: int = 0) -> TuringView:
    view = match.view(seat)
    assert isinstance(view, TuringView)
    return view


# What is known


@pytest.mark.parametrize(("mode", "difficulty", "verifiers"), CLASSES)
def test_laws_are_possible_exactly_when_a_world_has_them(
    mode: Mode, difficulty: Difficulty, verifiers: int
) -> None:
    for _, view in views(mode, difficulty, verifiers, 1):
        worlds, belief = knowledge(view)
        found = [worlds.laws(world) for world in bits(belief)]
        for index, status in enumerate(verifier_status(view)):
            assert status.verifier == VERIFIER_NAMES[index]
            assert {law(name).index for name in status.possible} == {laws[index] for laws in found}
            cards = (
                [c for cs in view.cards for c in cs] if mode == "nightmare" else view.cards[index]
            )
            expected = [one.name for card in cards for one in CARDS[card].laws]
            assert [one.law.name for one in status.laws] == expected


@pytest.mark.parametrize(("mode", "difficulty", "verifiers"), CLASSES)
def test_reasons_are_true(mode: Mode, difficulty: Difficulty, verifiers: int) -> None:
    """By a search of its own over all laws of all cards, admissible or not (T2)."""
    seen = set()
    for seed in range(2):
        for _, view in views(mode, difficulty, verifiers, seed):
            answers = {
                (verifier, line.code, answer)
                for line in view.own_lines()
                for verifier, answer in zip(line.asked, line.answers or (), strict=True)
            }
            plainly, plainly_at_start = plain_laws(view, answers), plain_laws(view, set())
            for status in verifier_status(view):
                for one in status.laws:
                    why = one.why
                    seen.add((why.standing, why.at_start))
                    where = (status.verifier, one.law.name)
                    direct = {
                        (v, code, answer)
                        for v, code, answer in answers
                        if v == status.verifier and one.law.holds(code_index(code)) != answer
                    }
                    told = {(e.verifier, e.code, e.answer) for e in why.evidence}
                    assert told == (direct if why.standing == "answer" else set())
                    match why.standing:
                        case "possible":
                            assert where in plainly
                            assert not why.at_start
                        case "answer":
                            assert direct
                            assert not why.at_start
                        case "superfluous":
                            assert where in (plainly_at_start if why.at_start else plainly)
                        case "combination":
                            assert where not in (plainly_at_start if why.at_start else plainly)
    assert ("answer", False) in seen
    assert ("superfluous", True) in seen


def plain_laws(view: TuringView, answers: set[tuple[str, str, bool]]) -> set[tuple[str, str]]:
    """The laws each verifier can check when any laws that fit exactly one code are allowed."""
    names = VERIFIER_NAMES[: len(view.cards)]
    every_card = [card for cards in view.cards for card in cards]
    menus = []
    for name, cards in zip(names, view.cards, strict=True):
        mine = [(code_index(code), said) for who, code, said in answers if who == name]
        numbers = every_card if view.mode == "nightmare" else cards
        laws = [one for card in numbers for one in CARDS[card].laws]
        menus.append([x for x in laws if all(x.holds(code) == said for code, said in mine)])
    found = set()
    for chosen in product(*menus):
        left = (1 << len(CODES)) - 1
        for one in chosen:
            left &= one.mask
        if left.bit_count() != 1:
            continue
        if view.mode == "nightmare" and len({one.card for one in chosen}) < len(chosen):
            continue
        found |= {(name, one.name) for name, one in zip(names, chosen, strict=True)}
    return found


@pytest.mark.parametrize(("mode", "difficulty", "verifiers"), CLASSES)
def test_codes_with_and_without_the_promise(
    mode: Mode, difficulty: Difficulty, verifiers: int
) -> None:
    for _, view in views(mode, difficulty, verifiers, 3):
        codes = possible_codes(view)
        more = [code for code in possible_codes(view, superfluous=True) if code not in codes]
        assert set(codes) <= set(possible_codes(view, superfluous=True))
        text = hint("codes", view, ())
        for code in (*codes, *more):
            assert code in text
        assert (f"Without that {len(more)} more" in text) == bool(more)


@pytest.mark.parametrize(("mode", "difficulty", "verifiers"), CLASSES)
def test_hints_say_no_more_than_the_view(
    mode: Mode, difficulty: Difficulty, verifiers: int
) -> None:
    """In every world that the view allows the hints are the same to the letter."""
    rng = random.Random(4)
    notes = ("not blue 3", "code 241", "something else")
    for game, view in views(mode, difficulty, verifiers, 5):
        worlds = game.worlds(view)
        other = game.state_from_world(view, worlds.sample(rng)).view(0)
        assert isinstance(other, TuringView)
        for name in NAMES:
            assert game.aid(name, other, notes) == game.aid(name, view, notes)


@pytest.mark.parametrize(("mode", "difficulty", "verifiers"), CLASSES)
def test_the_advice_counts_rightly(mode: Mode, difficulty: Difficulty, verifiers: int) -> None:
    advised = 0
    for _, view in views(mode, difficulty, verifiers, 6):
        worlds, belief = knowledge(view)
        best = advice(view)
        if best is None:
            assert len(worlds.codes(belief)) == 1
            continue
        yes = [
            world
            for world in bits(belief)
            if worlds.yes(code_index(best.code), VERIFIER_NAMES.index(best.verifier)) >> world & 1
        ]
        no = [world for world in bits(belief) if world not in set(yes)]
        assert (best.worlds, best.yes_worlds) == (len(yes) + len(no), len(yes))
        assert best.codes_if_yes == len({worlds.code(world) for world in yes})
        assert best.codes_if_no == len({worlds.code(world) for world in no})
        assert yes
        assert no
        advised += 1
    assert advised


def test_the_advice_is_what_the_careful_player_does() -> None:
    """Also where few questions are left, for a handicap (T9) or because some were asked."""
    rng = random.Random(10)
    stopped = 0
    for seed in range(12):
        cards, _ = generate("extreme", "standard", 5, rng)
        game = TuringMachine(2, mode="extreme", cards=cards.text, handicap="2,1")
        bot, state = new_bot(game, "careful"), game.start()
        while state.outcome() is None:
            seat = state.actors()[0]
            if seat == NATURE:
                state.apply(seat, state.draw(rng))
                continue
            view = state.view(seat)
            assert isinstance(view, TuringView)
            action, best = bot.act(view, rng), advice(view)
            move = state.move_of(seat, action)
            if best is None:
                assert not isinstance(move, Ask)
            elif isinstance(move, Propose):
                assert move.code == best.code
            elif isinstance(move, Ask):
                line = view.open_line()
                assert line is not None
                assert (line.code, move.verifier) == (best.code, best.verifier)
            elif isinstance(move, Stop):
                line = view.open_line()
                assert line is not None
                assert line.code != best.code
                stopped += 1
            # Odd proposals, so that stopping is best sometimes.
            odd = isinstance(move, Propose) and seed % 2
            state.apply(seat, rng.randrange(125) if odd else action)
    assert stopped


# Words


def test_the_verifiers_in_words() -> None:
    game = match("3,7,10,14")
    for move in (Propose("122"), Ask("B")):
        game.play(0, move)
    text = hint("verifiers", view_of(game), ())
    assert "Verifier B, card 7: it checks 7b." in text
    assert "  7a  purple circle is even: excluded by the answer no to 122 in round 1." in text
    assert "  7b  purple circle is odd: possible." in text
    assert (
        "  10c  there are exactly two 4s: excluded from the start, as some verifier would be "
        "superfluous." in text
    )
    assert (
        "  10d  there are three 4s: excluded from the start, as never exactly one code would be "
        "left." in text
    )


def test_nightmare_in_words() -> None:
    game = match("4,9,11,14", "nightmare", seed="2")
    text = hint("verifiers", view_of(game), ())
    assert "No verifier checks these laws:\n  4c, 9b, 11c, 14b excluded from the start" in text
    assert "Verifiers A, B, C and D:\n  card 4: 4a, 4b possible.\n  card 9: 9a possible." in text
    for move in (Propose("122"), Ask("A")):
        game.play(0, move)
    text = hint("verifiers", view_of(game), ())
    assert "Verifier A:" in text
    assert "Verifiers B, C and D:" in text
    assert "not card 9: 9a excluded by the answer no to 122 in round 1." in text


def test_the_next_question_in_words() -> None:
    game = match("3,7,10,14")
    assert hint("question", view_of(game), ()) == (
        "Propose 212 and ask verifier C first. The answer is yes in 3 of the 7 ways things can be. "
        "Yes leaves 3 codes possible, no leaves 4; now there are 7."
    )
    game.play(0, Propose("212"))
    assert hint("question", view_of(game), ()).startswith("Ask verifier C about 212. The answer")


def test_stop_when_the_proposal_tells_no_more() -> None:
    game = match("3,7,10,14")
    for move in (Propose("122"), Ask("B"), Ask("A")):
        game.play(0, move)
    text = hint("question", view_of(game), ())
    assert text.startswith("Stop: no other answer about 122 tells more about the code. In the next")
    game.play(0, Stop())
    assert hint("question", view_of(game), ()).startswith("Go on. In the next round propose ")


def test_a_certain_code() -> None:
    game = match("4,9,11,14")
    solution = knowledge(view_of(game))[0].codes(1)[0]
    game.play(0, Propose("111"))
    game.play(0, Ask("A"))
    view = view_of(game)
    (code,) = possible_codes(view)
    assert advice(view) is None
    assert hint("codes", view, ()).startswith(f"Only one code is possible: {code}.")
    assert hint("question", view, ()) == f"The code is certain: {code}. Stop asking, and name it."
    game.play(0, Stop())
    assert hint("question", view_of(game), ()) == f"The code is certain: {code}. Name it."
    assert code in (CODES[solution], *possible_codes(view))


def test_the_last_round() -> None:
    """T12: what is not known by then can only be guessed."""
    game = Match(TuringMachine(1, cards="3,7,10,14", rounds=1), seed="3")
    game.play(0, Propose("111"))
    game.play(0, Stop())
    text = hint("question", view_of(game), ())
    assert text == (
        "This is the last round, and 7 codes are possible. "
        "The likeliest is 122, in 1 of the 7 ways things can be."
    )


def test_before_and_after_the_game() -> None:
    game = TuringMachine(1, cards="4,9,11,14")
    state = game.start()
    for name in NAMES:
        assert "nothing to reason about" in game.aid(name, state.view(0), ())
    state.apply(NATURE, 0)
    state.apply(0, 0)
    state.apply(0, state.legal(0)[-1])
    state.apply(0, SOLVE)
    for name in NAMES:
        assert game.aid(name, state.view(0), ()) == "The game is over; the code was 221."


def test_hints_while_waiting_for_others() -> None:
    game = match("3,7,10,14", seats=2)
    game.play(0, Propose("212"))
    assert hint("question", view_of(game), ()).startswith("Ask verifier C about 212.")
    assert hint("question", view_of(game, 1), ()).startswith("Propose 212")
    game.play(1, Propose("111"))
    game.play(0, Stop())
    assert hint("question", view_of(game), ()).startswith("Go on. In the next round propose 212")


def test_unknown_hint() -> None:
    with pytest.raises(UnknownName, match="There is no hint 'moon'; the hints: codes, verifiers,"):
        hint("moon", view_of(match("4,9,11,14")), ())
