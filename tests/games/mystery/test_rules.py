"""The rules of Mystery Machine, paragraph by paragraph of its rulebook."""

from __future__ import annotations

import random

import pytest
from tests.games.mystery.puzzles import ALL_MODS
from tests.games.mystery.scenes import Scene, collect

from facedown.core.errors import BadOption, MalformedMove
from facedown.core.match import Match
from facedown.core.moves import Move
from facedown.core.registry import new_game
from facedown.core.seats import NATURE, ONLOOKER
from facedown.games.mystery import MysteryMachine
from facedown.games.mystery.cards import card_number
from facedown.games.mystery.dealing import DealtSoFar, dealing_of
from facedown.games.mystery.moves import Answer, Buy, Dump, Name, Offer, Take
from facedown.games.mystery.rules import MysteryState
from facedown.games.mystery.studio.texts import read_puzzle
from facedown.games.mystery.view import MysteryView
from facedown.games.mystery.words import ending, in_brief

SPARE = ["2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H"]


def view(match: Match, seat: int = 0) -> MysteryView:
    found = match.view(seat)
    assert isinstance(found, MysteryView)
    return found


def dealt(twists: str, cells: str = '["B2"]') -> tuple[int, ...]:
    """Where the cards of the sources end: pile 0 has these cells, the mystery is A1."""
    text = f'title = "T"\nmystery = ["A1"]\n[[pile]]\nprice = "pair"\ncells = {cells}\n{twists}'
    return dealing_of(read_puzzle(text)).places(()).of_sources


def twist(kind: str, *cells: str) -> str:
    return f'[[twist]]\nkind = "{kind}"\ncells = {list(cells)}\n'.replace("'", '"')


def test_m1_a_row_is_a_rank_and_a_column_a_suit() -> None:
    """M1: each row of the grid is one rank, each column one suit."""
    scene = Scene()
    dealing, deal = scene.game.setting.dealing, scene.state.deal
    assert [dealing.card_at(deal, cell) // 4 for cell in range(4)] == [9] * 4
    assert [dealing.card_at(deal, cell) % 4 for cell in range(0, 16, 4)] == [0] * 4
    assert dealing.mystery(deal) == (card_number("JS"),)


def test_m1_added_rows_are_taken_out_of_the_low_deck() -> None:
    """M1: low ranks that a puzzle adds as rows are not in the low deck."""
    game = MysteryMachine(puzzle=ALL_MODS)
    assert len(game.setting.low_cards) == 32
    assert game.setting.most_picks == 16
    assert not {card // 4 for card in game.setting.low_cards} & set(game.setting.puzzle.ranks)


def test_m2_a_pile_turns_up_its_cards_each_once_and_never_where_they_lay() -> None:
    """M2: a question turns up the next card of a pile, not its cell."""
    scene = Scene()
    chances = dict(scene.state.answers(0))
    assert {card_number(name) for name in ("JH", "QS", "KD", "AC")} == set(chances)
    assert set(chances.values()) == {1}
    collect(scene, ["7S", "7D", "8S", "8D"], SPARE)
    scene.offer("2S", "3S")
    scene.buy("Q1", "7S 7D", "KD")
    assert card_number("KD") not in dict(scene.state.answers(0))
    event = scene.game.witness(scene.state, 0, 0, _after(scene, Take("2S")), 0)
    assert "KD" not in event.text


def _after(scene: Scene, move: Move) -> MysteryState:
    after = scene.state.clone()
    after.apply(0, after.action_of(0, move))
    return after


def test_m2_an_empty_pile_sells_nothing() -> None:
    text = 'title = "T"\nmystery = ["A1"]\n[[pile]]\nprice = "pair"\ncells = ["B2"]\n'
    scene = Scene(puzzle=text)
    collect(scene, ["7S", "7D", "7C", "8S"], SPARE)
    scene.offer("2S", "3S")
    scene.buy("Q1", "7S 7D", "QH")
    scene.seat(Take("2S"))
    scene.offer("2D", "3D")
    assert scene.why_not(Buy("Q1", ("2S", "7C"))) == "M2 pile-empty"


def test_m3_removals_and_jokers_change_how_many_cards_a_pile_shows() -> None:
    game = MysteryMachine(puzzle="the-three-twos")
    assert view(Match(game, seed="1")).left == (3, 2, 2)


def test_m4_twists_move_cards_before_the_piles_are_made() -> None:
    assert dealt("")[5] == 0
    assert dealt(twist("swap", "B2", "B4"))[7] == 0  # the card of B4 now lies on B2
    moved = dealt(twist("shift", "B1", "B2", "B3"), '["B1", "B2"]')
    assert [at for at, place in enumerate(moved) if place == 0] == [4, 6]  # B3 to B1, B1 to B2
    swapped = dealt(twist("swap", "A1", "A2"))
    assert swapped[1] == -2  # the mystery is the card that lay on A2
    assert swapped[0] == -1


def test_m4_a_joker_takes_the_place_of_the_mystery() -> None:
    """M4: in a joker swap the card of a cell becomes the mystery."""
    dealing = dealing_of(MysteryMachine(puzzle="the-three-twos").setting.puzzle)
    places = dealing.places(())
    assert places.jokers == (1, 0, 0)
    assert places.of_sources[0] == -2
    assert dealing.slots == ("A1",)


def test_m4_twists_come_in_the_puzzles_order() -> None:
    """M4: twists happen in the puzzle's order."""
    one = dealt(twist("swap", "A1", "A2") + twist("swap", "A2", "A3"))
    other = dealt(twist("swap", "A2", "A3") + twist("swap", "A1", "A2"))
    assert one[1] == -2
    assert other[2] == -2


def test_m5_mystery_cards_are_named_in_order_or_in_any() -> None:
    """M5: all mystery cards must be right, in order unless the puzzle says any."""
    for any_order, right in (("", False), ("any_order = true\n", True)):
        text = f'{any_order}title = "T"\nmystery = ["A1", "A2"]\n[[pile]]\nprice = "pair"\n'
        scene = Scene(puzzle=text + 'cells = ["B2"]\n')
        scene.offer("2S", "3S")
        scene.seat(Name("JH"))
        assert scene.why_not(Name("JH")) == "M5 named-already"
        assert scene.why_not(Take("2S")) == "M5 must-name"
        scene.seat(Name("JS"))
        outcome = scene.state.outcome()
        assert outcome is not None
        assert bool(outcome.winners) is right


def test_m6_one_of_two_is_taken_and_two_new_ones_follow() -> None:
    """M6: one of two low cards is taken, the other dumped."""
    scene = Scene()
    scene.offer("7S", "9D")
    assert scene.state.legal(0)[:2] == [0, 1]
    scene.seat(Take("9D"))
    assert scene.state.actors() == (NATURE,)
    assert len(scene.state.chances()) == 34 * 33 // 2
    with pytest.raises(MalformedMove):
        scene.nature(Offer(("7S", "9C")))  # dumped, and never seen again


def test_m6_whoever_takes_a_seventh_card_dumps_an_older_one() -> None:
    """M6, M17: who takes a seventh card dumps one of the six older before anything else."""
    scene = Scene()
    collect(scene, ["2S", "3D", "4C", "5S", "6D", "8C", "9S"], SPARE)
    assert scene.why_not(Dump("9S")) == "M6 not-older"
    assert scene.why_not(Name("KH")) == "M6 must-dump"
    scene.dump("4C")
    assert scene.state.hands[0] == tuple(map(card_number, ["2S", "3D", "5S", "6D", "8C", "9S"]))
    scene.offer("2D", "3S")
    assert scene.why_not(Dump("2S")) == "M6 not-dumping"


def test_m6_there_are_18_picks() -> None:
    match = Match(MysteryMachine(), seed="4")
    rng = random.Random(1)
    picks = 0
    while view(match).picks_left or view(match).phase == "dumping":
        legal = [action for action in view(match).legal if action < 54]
        picks += legal[0] < 2
        match.play(0, rng.choice(legal))
    assert picks == 18
    assert view(match).low_left == 0
    assert view(match).offer is None
    assert min(view(match).legal) >= 54


def test_m7_a_question_costs_exactly_its_price() -> None:
    """M7: a pile's price is paid in low cards, no more and no fewer."""
    scene = Scene()
    collect(scene, ["7S", "7D", "8S"], SPARE)
    scene.offer("2S", "3S")
    assert scene.why_not(Buy("Q1", ("7S", "8S"))) == "M7 not-the-price"
    assert scene.why_not(Buy("Q1", ("7S",))) == "M7 not-the-price"
    with pytest.raises(MalformedMove, match="You cannot pay with 7C: you do not hold it"):
        scene.why_not(Buy("Q1", ("7S", "7C")))
    scene.buy("Q1", "7S 7D", "JH")
    assert scene.state.hands[0] == (card_number("8S"),)


def test_m8_questions_may_be_bought_after_the_last_pick_and_then_a_guess_must_be_made() -> None:
    """M8, M17: after the last pick one may still buy, and then must guess."""
    match = Match(MysteryMachine(), seed="1")
    while view(match).picks_left or view(match).phase == "dumping":
        match.play(0, min(view(match).legal))
    while any(action >= 106 for action in view(match).legal):
        match.play(0, max(view(match).legal))
    names = [match.state().move_of(0, action) for action in view(match).legal]
    assert all(isinstance(move, Name) for move in names)
    assert len(names) == 16


def test_m8_one_guess_ends_the_game_at_any_time() -> None:
    """M8: there is one guess, right or wrong, and it ends the game."""
    scene = Scene()
    scene.offer("2S", "3S")
    scene.name("KH")
    outcome = scene.state.outcome()
    assert outcome is not None
    assert outcome.winners == ()
    assert outcome.reason == "The king of hearts: wrong, the mystery was the jack of spades."
    assert scene.why_not(Name("KH")) == "M8 game-over"


def test_m9_a_right_guess_scores_the_low_cards_not_turned_up() -> None:
    """M9: a right guess scores the low cards that were not turned up."""
    scene = Scene()
    scene.take("2S", "3S")
    scene.offer("4S", "5S")
    scene.name("JS")
    outcome = scene.state.outcome()
    assert outcome is not None
    assert outcome.points == (32,)
    assert outcome.reason == (
        "The jack of spades: right, with 32 low cards left, after 0 questions."
    )


def test_m9_a_wrong_guess_scores_nothing_and_questions_stand_beside_the_par() -> None:
    """M9: a wrong guess scores nothing; the questions are shown beside the par."""
    for guess, points, own, told in (
        (
            "JS",
            28,
            "You found it",
            "solved with 28 low cards left, after 1 question (best play: 4.42, printed 4.5).",
        ),
        (
            "KH",
            0,
            "It is not the king of hearts",
            "not solved, after 1 question (best play: 4.42, printed 4.5).",
        ),
    ):
        scene = Scene()
        collect(scene, ["7S", "7D"], SPARE)
        scene.offer("2S", "3S")
        scene.buy("Q1", "7S 7D", "KD")
        scene.seat(Take("2S"))
        scene.offer("4S", "5S")
        scene.name(guess)
        outcome = scene.state.outcome()
        assert outcome is not None
        assert outcome.points == (points,)
        assert in_brief(scene.state.view(0)) == told
        assert ending(scene.state.view(0)).words == own


def test_m17_two_new_low_cards_are_turned_up_at_once_and_do_not_count() -> None:
    """M17: two new low cards are turned up at once, so the score counts neither."""
    scene = Scene()
    scene.take("7S", "2H")
    assert scene.state.actors() == (NATURE,)
    scene.offer("2S", "3S")
    scene.name("JS")
    outcome = scene.state.outcome()
    assert outcome is not None
    assert outcome.points == (36 - 2 - 2,)


def test_the_worked_example_of_the_rulebook() -> None:
    scene = Scene()
    dealing = scene.game.setting.dealing
    # Kings are row B; spades, hearts and clubs are columns 2, 4 and 1, as the example finds.
    deal = DealtSoFar((9, 11, 10, 12), (3, 0, 2, 1))
    assert {card_number("KH"), card_number("KS")} < set(dealing.pile_cards(deal, 2))
    assert card_number("KC") in dealing.pile_cards(deal, 0)
    left = [
        world
        for world, _ in scene.game.worlds(scene.state.view(0))
        if {card_number("KH"), card_number("KS")} <= set(dealing.pile_cards(world, 2))
    ]
    assert {world.ranks[1] for world in left} == {11}
    assert {frozenset((world.suits[1], world.suits[3])) for world in left} == {frozenset((0, 1))}
    more = [w for w in left if card_number("KC") in dealing.pile_cards(w, 0)]
    assert {dealing.mystery(w)[0] for w in more} == set(map(card_number, ("JC", "QC", "AC")))


# Several players


def test_m12_in_a_race_all_meet_the_same_cards_in_the_same_order() -> None:
    """M12: in a race all have the same layout, piles and low deck."""
    scene = Scene(2)
    scene.offer("7S", "7D")
    scene.seat(Take("7S"), 0)
    scene.offer("7H", "9D")
    assert scene.state.view(1).offer == ("7S", "7D")
    scene.seat(Take("7D"), 1)
    assert scene.state.actors() == (0, 1)
    assert scene.state.view(1).offer == ("7H", "9D")
    scene.seat(Take("7H"), 0)
    scene.offer("2S", "3S")
    scene.buy("Q1", "7S 7H", "KD", 0)
    scene.seat(Take("7H"), 1)
    scene.seat(Buy("Q1", ("7D", "7H")), 1)
    assert scene.state.view(1).shown(0) == ("KD",)


def test_m12_the_others_cards_answers_and_guesses_are_hidden() -> None:
    scene = Scene(2)
    scene.take("7S", "7D", 0)
    scene.offer("7H", "9D")
    other = scene.state.view(1)
    assert other.hand == ()
    assert other.offer == ("7S", "7D")
    assert other.efforts[0].picks == 1
    onlooker = scene.state.view(ONLOOKER)
    assert (onlooker.hand, onlooker.offer, onlooker.questions) == (None, None, None)
    scene.name("JS", seat=0)
    assert scene.state.view(1).efforts[0].guessed
    assert scene.state.view(1).truth is None
    assert scene.state.view(0).truth is None
    assert scene.why_not(Name("KH"), 0) == "M8 guessed"


@pytest.mark.parametrize(
    ("guesses", "picks", "winners"),
    [
        (("JS", "KH"), (1, 0), (0,)),
        (("JS", "JS"), (1, 0), (1,)),
        (("JS", "JS"), (1, 1), (0, 1)),
        (("KH", "KH"), (0, 0), ()),
    ],
)
def test_m12_most_low_cards_left_wins_the_race(
    guesses: tuple[str, str], picks: tuple[int, int], winners: tuple[int, ...]
) -> None:
    scene = Scene(2)
    scene.offer("7S", "7D")
    for seat, many in enumerate(picks):
        if many:
            scene.seat(Take("7S"), seat)
            if scene.state.actors() == (NATURE,):
                scene.offer("2S", "3S")
    for seat, guess in enumerate(guesses):
        scene.name(guess, seat=seat)
    outcome = scene.state.outcome()
    assert outcome is not None
    assert outcome.winners == winners


def test_m12_equal_low_cards_are_decided_by_fewest_questions() -> None:
    scene = Scene(2)
    scene.offer("7S", "9D")
    scene.seat(Take("7S"), 0)
    scene.offer("7H", "8S")
    scene.seat(Take("7S"), 1)
    scene.seat(Take("7H"), 0)
    scene.offer("2S", "3S")
    scene.seat(Take("7H"), 1)
    scene.buy("Q1", "7S 7H", "KD", 0)
    scene.name("JS", seat=0)
    scene.name("JS", seat=1)
    outcome = scene.state.outcome()
    assert outcome is not None
    assert outcome.points == (30, 30)
    assert outcome.winners == (1,)


def test_m12_a_team_shares_one_hand_and_wins_together() -> None:
    """M12: a team has one hand, and all win or lose together."""
    scene = Scene(3, play="team")
    scene.take("7S", "7D", 1)
    scene.offer("7H", "9D")
    assert scene.state.view(0).hand == scene.state.view(2).hand == ("7S",)
    assert scene.state.actors() == (0, 1, 2)
    scene.name("JS", seat=2)
    outcome = scene.state.outcome()
    assert outcome is not None
    assert outcome.winners == (0, 1, 2)


def test_m13_the_same_layout_is_dealt_again_as_practice() -> None:
    """M13: a word deals the same layout again, and the game says that it is practice."""
    plain = ALL_MODS.replace('"full house"', '"pair"')
    for puzzle in ("welcome-mushy-heads", plain):
        first = Match(new_game("mystery", puzzle=puzzle), seed="1")
        while first.outcome is None:
            first.play(0, next(a for a in view(first).legal if a >= 54))
        truth = view(first).truth
        assert truth is not None
        again = Match(new_game("mystery", puzzle=puzzle, redo=truth.redo), seed="2")
        while again.outcome is None:
            again.play(0, next(a for a in view(again).legal if a >= 54))
        other = view(again).truth
        assert other is not None
        assert (other.grid, other.shuffles) == (truth.grid, truth.shuffles)
        assert again.outcome.reason.endswith("practice: the layout had been dealt before.")
        assert view(again).practice


def test_m13_a_word_that_is_no_layout_is_refused() -> None:
    for word in ("a", "zzz", "bbbbbbbb"):
        with pytest.raises(BadOption, match="No layout of this puzzle is called"):
            new_game("mystery", redo=word)


def test_draws_are_named_and_no_name_comes_twice() -> None:
    game = MysteryMachine(puzzle=ALL_MODS)
    state, rng, names = game.start(), random.Random(3), []
    assert isinstance(state, MysteryState)
    while actors := state.actors():
        if actors == (NATURE,):
            names.append(state.draw_name())
            state.apply(NATURE, state.draw(rng))
        else:
            buys = [action for action in state.legal(0) if action >= 106]
            picks = [action for action in state.legal(0) if action < 54]
            state.apply(0, rng.choice(buys or picks or list(state.legal(0))))
    assert names[:4] == ["layout", "shuffle/3", "removal/Q2", "low/1"]
    assert len(set(names)) == len(names)


def test_nature_makes_no_other_move() -> None:
    scene = Scene()
    for move in (Answer("Q1", "KD"), Offer(("7S",)), Offer(None), Offer(("7S", "7S"))):
        with pytest.raises(MalformedMove):
            scene.nature(move)
    scene.offer("7S", "7D")
    refusal = scene.state.verify(NATURE, 0)
    assert refusal is not None
    assert refusal.code == "seats-turn"


@pytest.mark.parametrize("seats", [1, 2])
def test_m19_who_gives_up_is_shown_the_layout_and_nothing_is_scored(seats: int) -> None:
    """M19."""
    match = Match(new_game("mystery", seats, puzzle="welcome-mushy-heads"), seed="1")
    assert view(match).truth is None
    match.resign(0)
    shown = view(match)
    assert shown.outcome is not None
    assert (shown.outcome.points, shown.outcome.winners) == ((), (1,)[: seats - 1])
    assert shown.truth is not None
    assert shown.truth.mystery == (shown.truth.grid[0],)
