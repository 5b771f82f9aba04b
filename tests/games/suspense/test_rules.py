"""The rules of Suspense, paragraph by paragraph of its rulebook."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Sequence

import pytest

from facedown.core.game import Game
from facedown.core.match import Match
from facedown.core.seats import NATURE, ONLOOKER
from facedown.games.suspense import Suspense
from facedown.games.suspense.cards import NAMES, NUMBERS, STANDARD, names_of
from facedown.games.suspense.moves import FOLD, PASS, Deal
from facedown.games.suspense.rules import SuspenseState, score_round
from facedown.games.suspense.view import SuspenseView
from facedown.games.suspense.words import condition, condition_words, witness
from facedown.games.suspense.worlds import mask_of

HANDS = (("W1", "W2", "B5", "B6"), ("W3", "W4", "B3", "B4"), ("W5", "W6", "B1", "?"))
"""A deal that leaves black 2, "highest black in hand", as the secret."""


def start(
    hands: Sequence[Sequence[str]] = HANDS, dealer: int = 0, **options: bool | int | str
) -> SuspenseState:
    """A round in which these hands are dealt; what is left over is the secret."""
    state = Suspense(len(hands), **{"dealer": dealer + 1, "goal": 0, **options}).start()
    assert isinstance(state, SuspenseState)
    (secret,) = set(NAMES) - {card for hand in hands for card in hand}
    deal = Deal(tuple(names_of(mask_of(tuple(hand))) for hand in hands), secret)
    state.apply(NATURE, state.action_of(NATURE, deal))
    return state


def take(state: SuspenseState, *turns: str) -> SuspenseState:
    """Plays turns such as "W3", "pass", "fold", each by whoever's turn it is."""
    words = (*NAMES, "pass", "fold")
    for turn in turns:
        (seat,) = state.actors()
        refusal = state.verify(seat, words.index(turn))
        assert refusal is None, refusal.sentence
        state.apply(seat, words.index(turn))
    return state


def points(state: SuspenseState) -> tuple[int, ...]:
    outcome = state.outcome()
    assert outcome is not None
    return outcome.points


def scored(
    words: str,
    hands: Sequence[Sequence[str]],
    played: Sequence[Sequence[str]],
    folded: Sequence[int] = (),
    *,
    out: bool = False,
    both: bool = False,
) -> list[int]:
    """Points by seat when this condition decides."""
    secret = next(card for card, face in enumerate(STANDARD) if face.condition == condition(words))
    scores = score_round(
        STANDARD,
        secret,
        [mask_of(tuple(hand)) for hand in hands],
        [mask_of(tuple(cards)) for cards in played],
        sum(1 << seat for seat in folded),
        out=out,
        both=both,
    )
    return [score.points for score in scores]


def test_rulebook_example_two_sixes_both_score_their_two_points() -> None:
    """Scoring example: highest number in play, a white 6 and a black 6 in play: two points each."""
    hands = [["W2", "W3"], ["B2", "B3"], ["W4", "B4"]]
    played = [["W6", "B1"], ["B6", "W5"], ["B5", "?"]]
    assert scored("highest number in play", hands, played) == [2, 2, 0]


def test_rulebook_example_lowest_black_in_hand() -> None:
    """End-of-round example: the dealer folded with a black 6, player 3 lost, you win 3 stars.

    The printed cards are not in the text. What it tells is: the sum went over 20, the dealer folded
    holding the black 6, and the lowest black number in hand is yours and has 3 stars, so it is
    the black 2 (the other one, the black 5, is the secret card itself).
    """
    state = start([["B1", "B6", "W1", "W4"], ["B2", "W3", "W6", "?"], ["B3", "B4", "W2", "W5"]])
    assert state.view(0).secret == "B5"
    take(state, "B1", "W6", "W5", "W4", "W3", "pass", "fold", "?")
    assert state.outcome() is None
    assert state.view(1).total == 19
    take(state, "W2")  # 21
    assert points(state) == (1, 3, 0)


def test_s1_folded_cards_count_unless_the_option_takes_them_out() -> None:
    hands = [["W6"], ["W5"], ["W2"]]
    played = [["B1"], ["B2"], ["B3"]]
    assert scored("highest white in hand", hands, played, folded=[0]) == [0, 0, 0]
    assert scored("highest white in hand", hands, played, folded=[0], out=True) == [1, 3, 0]


def test_s2_a_folder_with_a_winning_card_scores_nothing_any_other_folder_one() -> None:
    hands = [["W6"], ["W5"], ["W2"]]
    assert scored("highest white in hand", hands, [[], [], []], folded=[0, 1]) == [0, 1, 0]


def test_s3_the_last_player_standing_wins_only_with_a_winning_card() -> None:
    """S3: the last player standing wins only with a winning card."""
    # black 2 is the secret: highest black in hand; seat 0 keeps the black 6
    state = take(start(), "W1", "W3", "W5", "pass", "fold", "fold")
    assert points(state) == (2, 1, 1)
    state = take(start(dealer=1), "W3", "W5", "W1", "pass", "fold", "fold")
    assert points(state) == (0, 0, 1)


def test_s4_no_card_qualifies_nobody_wins_and_folders_score() -> None:
    """S4: when no card qualifies nobody wins, and each folder scores 1."""
    hands = [["W6"], ["W5"], ["W2"]]
    assert scored("lowest black in hand", hands, [[], [], []], folded=[2]) == [0, 0, 1]


def test_s5_tied_winners_score_their_own_stars() -> None:
    """S5: equal numbers of both colours win together."""
    played = [["W3"], ["B3"], ["W2", "B2"]]
    assert scored("highest number in play", [[], [], []], played) == [4, 4, 0]


def test_s6_two_winning_cards_score_once_or_both() -> None:
    """S6: who owns two winning cards scores once, or with the option `both` twice."""
    played = [["W6", "B6"], ["B3"], ["W2"]]
    assert scored("highest number in play", [[], [], []], played) == [2, 0, 0]
    assert scored("highest number in play", [[], [], []], played, both=True) == [4, 0, 0]
    table = '{"W4": [2, "lowest number in play"], "B1": [5, "highest black in play"]}'
    hands = (("W6", "W5", "B6", "B5"), ("B1", "W1", "B2", "B3"), ("?", "W2", "W3", "B4"))
    for both, points_of_seat_1 in ((False, 5), (True, 7)):
        state = start(hands, table=table, both=both)
        take(state, "W6", "B1", "?", "pass", "W1", "pass", "pass", "pass")
        assert points(state) == (0, points_of_seat_1, 0)


def test_s7_playing_the_card_that_wins_in_hand_gives_it_away() -> None:
    """S7: playing a card that wins in hand gives it away."""
    assert scored("highest white in hand", [["W6"], ["W5"], []], [[], [], []]) == [2, 0, 0]
    assert scored("highest white in hand", [[], ["W5"], []], [["W6"], [], []]) == [0, 3, 0]


def test_s8_the_question_mark_adds_nothing_and_is_no_number() -> None:
    """S8: the "?" adds nothing to a sum and is no number."""
    state = take(start(dealer=2), "?")
    assert state.total == 0
    assert scored("lowest number in play", [[], [], []], [["?"], ["W1"], ["W2"]]) == [0, 2, 0]


def test_s9_when_the_question_mark_is_the_secret_nobody_holds_it() -> None:
    """S9: when the "?" is the secret card, nobody holds it."""
    hands = [["W1", "W2", "B5", "B6"], ["W3", "W4", "B3", "B4"], ["W5", "W6", "B1", "B2"]]
    state = start(hands)
    assert state.view(0).secret == "?"
    held = [card for seat in range(3) for card in state.view(seat).hand or ()]
    assert sorted(held) == sorted({*NAMES} - {"?"})
    game = Suspense(3, goal=0, dealer=1)
    for world, _ in game.worlds(state.view(1)):
        truth = game.state_from_world(state.view(1), world)
        views = [truth.view(seat) for seat in range(3)]
        secret = views[0].secret
        holders = [seat for seat in range(3) if "?" in (views[seat].hand or ())]
        assert len(holders) == (secret != "?")
    take(state, "W1", "W3", "W5", "pass", "pass", "pass")
    assert points(state) == (2, 0, 0)  # the lowest sum of numbers in play decides (S10)


@pytest.mark.parametrize(
    ("asked", "winner", "stars"),
    [
        ("highest white", 2, 2),  # white 6
        ("lowest white", 0, 3),  # white 2
        ("highest black", 0, 3),  # black 5
        ("lowest black", 1, 2),  # black 1
        ("highest number", 2, 2),  # white 6
        ("lowest number", 1, 2),  # black 1
    ],
)
def test_s24_a_card_wins_that_is_what_is_asked_for_and_scores_its_own_stars(
    asked: str, winner: int, stars: int
) -> None:
    cards = [["W2", "B5"], ["W4", "B1"], ["W6", "B3"]]
    nothing: list[list[str]] = [[], [], []]
    expected = [stars if seat == winner else 0 for seat in range(3)]
    assert scored(f"{asked} in play", nothing, cards) == expected
    assert scored(f"{asked} in hand", cards, nothing) == expected


def test_s10_the_lowest_sum_scores_two_also_tied() -> None:
    """S10: players tied on the lowest sum score 2 each."""
    played = [["W1"], ["B1"], ["W2"]]
    hands: list[list[str]] = [[], [], []]
    assert scored("lowest sum of numbers in play", hands, played) == [2, 2, 0]
    assert scored("lowest sum of numbers in play", hands, played, folded=[0]) == [0, 2, 0]


def test_s10_who_has_no_number_in_play_has_the_sum_zero() -> None:
    """S10: who has no number in play has the sum 0."""
    played = [["W1"], ["?"], []]
    assert scored("lowest sum of numbers in play", [[], [], []], played) == [0, 2, 2]
    # in play: a round can end before everybody's first turn where the limit is low
    hands = [["W6", "W2", "W3", "W4"], ["B1", "B2", "B3", "B4"], ["B5", "B6", "W1", "W5"]]
    assert points(take(start(hands, limit=6), "W6")) == (0, 2, 2)


def test_s11_the_first_own_turn_must_be_a_card() -> None:
    state = start()
    assert list(state.legal(0)) == [NAMES.index(card) for card in ("W1", "W2", "B5", "B6")]
    for action in (PASS, FOLD):
        refusal = state.verify(0, action)
        assert refusal is not None
        assert (refusal.code, refusal.paragraph) == ("must-play", "S11")
    take(state, "W1")
    refusal = state.verify(1, PASS)
    assert refusal is not None
    assert refusal.code == "must-play"


def test_s12_with_an_empty_hand_only_pass_and_fold_remain() -> None:
    """S12: with no cards left in hand one can only pass or fold."""
    hands = [["W1", "W2", "B1", "?"], ["W3", "W4", "B3", "B4"], ["W5", "W6", "B5", "B6"]]
    state = take(start(hands), "W1", "W3", "W5", "W2", "pass", "pass", "B1", "pass", "pass", "?")
    take(state, "pass", "pass")
    assert list(state.legal(0)) == [PASS, FOLD]


def test_s13_a_passer_may_play_later_and_all_must_pass_in_a_row() -> None:
    state = take(start(), "W1", "W3", "W5", "pass", "pass", "?", "pass", "pass")
    assert state.actors() == (2,)
    take(state, "pass")
    assert state.outcome() is not None


def test_s13_a_card_begins_the_row_anew() -> None:
    state = take(start(), "W1", "W3", "W5", "pass", "W4", "pass")
    assert state.outcome() is None  # seat 0 passed before the white 4 lay there
    take(state, "pass")
    assert state.actors() == (1,)
    take(state, "pass")
    assert state.outcome() is not None


def test_s13_who_played_the_last_card_must_pass_too() -> None:
    state = take(start(), "W1", "W3", "W5", "pass", "pass")
    assert state.actors() == (2,)
    take(state, "pass")
    assert state.outcome() is not None


def test_s13_a_fold_counts_in_the_row() -> None:
    state = take(start(), "W1", "W3", "W5", "pass", "pass", "fold")
    assert state.outcome() is not None


def test_s14_twenty_ends_the_round_at_once_folded_cards_included() -> None:
    state = take(start(), "B6", "B4", "W5", "fold", "W4")
    assert state.total == 19
    take(state, "B1")
    assert state.total == 20
    assert state.outcome() is not None


def test_s15_everything_is_shown_at_the_end() -> None:
    """S15: the secret card and all hands, folded ones too."""
    state = take(start(), "W1", "W3", "W5", "pass", "fold", "fold")
    (sheet,) = state.view(ONLOOKER).sheets
    assert sheet.secret == "B2"
    assert sheet.lines[1].hand == ("W4", "B3", "B4")
    assert [line.why for line in sheet.lines] == ["won", "folded-in-time", "folded-in-time"]


def test_s16_s17_lots_are_drawn_and_the_deal_passes_left() -> None:
    """S16: the first dealer is drawn. S17: the deal passes to the left."""
    game = Suspense(3, goal=10)
    match = Match(game, seed="1")
    dealers: list[int] = []
    rng = random.Random(3)
    while match.outcome is None and len(dealers) < 30:
        (seat,) = match.actors
        view = match.view(seat)
        dealers += [view.dealer] if len(dealers) < view.round else []  # type: ignore[attr-defined]
        match.play(seat, rng.choice(view.legal))
    assert all((one + 1) % 3 == two for one, two in itertools.pairwise(dealers))
    firsts = {Match(game, seed=str(seed)).actors[0] for seed in range(20)}
    assert firsts == {0, 1, 2}


def test_s18_everybody_with_the_goal_wins_at_the_end_of_a_round() -> None:
    """S18: at the end of a round everybody with the goal wins."""
    hands = [["W6", "W2", "B1", "B4"], ["B6", "W3", "B3", "W4"], ["W5", "B2", "B5", "?"]]
    state = start(hands, goal=2)  # the secret is white 1: highest number in play
    take(state, "W6", "B6", "?", "pass", "pass", "pass")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.points, outcome.winners) == ((2, 2, 0), (0, 1))


def test_s18_more_points_than_another_winner_do_not_matter() -> None:
    """S18: all of them, whoever has more."""
    state = start(
        (("W6", "W2", "B1", "B4"), ("B6", "W3", "B3", "W4"), ("W5", "B2", "B5", "?")), goal=2
    )
    state.points = [0, 1, 0]
    outcome = take(state, "W6", "B6", "?", "pass", "pass", "pass").outcome()
    assert outcome is not None
    assert (outcome.points, outcome.winners) == ((2, 3, 0), (0, 1))
    assert outcome.reason == "{0} and {1} reached 2 points."


def test_s14_s16_s18_s19_what_is_played_without_options() -> None:
    view = Match(Suspense(), seed="1").view(ONLOOKER)
    assert isinstance(view, SuspenseView)
    assert (view.seats, view.goal, view.limit, view.folded_out, view.both) == (
        3,
        10,
        20,
        False,
        False,
    )


def test_s22_a_game_that_nobody_wins_ends_after_ten_rounds_for_each_point() -> None:
    """S22: it ends without a winner."""
    table = {
        name: [0, condition_words(face.condition)]
        for name, face in zip(NAMES, STANDARD, strict=True)
    }
    match = Match(Suspense(3, goal=1, table=json.dumps(table)), seed="1")
    rounds = 0
    while match.outcome is None:
        (seat,) = match.actors
        view = match.view(seat)
        assert isinstance(view, SuspenseView)
        rounds = view.round
        # cards once, then only passes: nobody folds, and every card is worth nothing
        match.play(seat, PASS if PASS in view.legal else view.legal[0])
    assert rounds == 10
    assert match.outcome.winners == ()
    assert match.outcome.reason == "Nobody reached 1 point in time."
    assert match.game.in_brief(match.view(0)) == "nobody wins, 0 : 0 : 0."


def test_s19_two_players_six_cards_limit_fifteen() -> None:
    game: Game = Suspense(2, goal=0, dealer=1)
    view = Match(game, seed="1").view(0)
    assert view.limit == 15  # type: ignore[attr-defined]
    assert len(view.hand) == 6  # type: ignore[attr-defined]
    # the dealer sees the secret, so only the other hand's own cards are open: none
    assert game.worlds(view).count() == 1
    assert game.worlds(Match(game, seed="1").view(1)).count() == 7


def test_s21_only_the_dealer_sees_the_secret() -> None:
    state = start()
    assert state.view(0).secret == "B2"
    assert state.view(1).secret is state.view(2).secret is state.view(ONLOOKER).secret is None


def test_s21_only_the_dealer_is_told_the_secret() -> None:
    match = Match(Suspense(3, goal=0, dealer=2), seed="1")
    moves = [match.events(viewer)[0] for viewer in (0, 1, 2, ONLOOKER)]
    secrets = [event.move.secret for event in moves if isinstance(event.move, Deal)]
    assert [secret is not None for secret in secrets] == [False, True, False, False]
    assert ["The secret is" in event.text for event in moves] == [False, True, False, False]


def test_the_end_of_a_round_in_words() -> None:
    state = start()
    take(state, "W1", "W3", "W5", "pass", "fold")
    before = state.clone()
    take(state, "fold")
    assert witness(before, 2, FOLD, state, 0).text.startswith(
        "{2} folds. Round 1 is over: everybody but {0} has folded; the sum in play is 9.\n"
        "  The secret card was black 2: highest black in hand.\n"
        "  The winning card was black 6.\n"
        "  {0} wins with black 6: 2 points. "
    )


def test_worlds_at_the_deal() -> None:
    """630 for a seat that does not deal and 70 for the dealer, who sees the secret (S21)."""
    state = start()
    game = Suspense(3, goal=0, dealer=1)
    assert [game.worlds(state.view(seat)).count() for seat in range(3)] == [70, 630, 630]
    for seat in range(3):
        view = state.view(seat)
        assert len(set(game.worlds(view))) == game.worlds(view).count()


@pytest.mark.parametrize("seats", [2, 3])
def test_the_usual_limit_takes_nobodys_first_turn(seats: int) -> None:
    """S11, S14: even the highest cards, one from each seat, sum to less."""
    assert sum(sorted(NUMBERS)[-seats:]) < Suspense(seats).setting.limit


@pytest.mark.parametrize(("seats", "most"), [(2, 8), (3, 9)])
def test_how_many_cards_can_lie_on_the_table_under_the_usual_limit(seats: int, most: int) -> None:
    """S14: one card fewer may still sum to less, so many never do, and no round goes on."""
    lowest = sorted(NUMBERS)
    assert sum(lowest[: most - 1]) < Suspense(seats).setting.limit <= sum(lowest[:most])


@pytest.mark.parametrize("seed", range(40))
def test_facts_of_random_rounds(seed: int) -> None:
    """At most 9 cards are on the table when 20 is reached, and three never fold."""
    state = Suspense(3, goal=0).start()
    rng = random.Random(seed)
    while actors := state.actors():
        (seat,) = actors
        action = state.draw(rng) if seat == NATURE else rng.choice(state.legal(seat))
        state.apply(seat, action)
    assert isinstance(state, SuspenseState)
    (round_,) = state.rounds
    assert round_.folded.bit_count() <= 2
    if state.total >= 20:
        assert sum(cards.bit_count() for cards in round_.played) <= 9


def test_a_card_table_changes_the_condition_on_the_question_mark() -> None:
    """Option: another condition on "?"."""
    game = Suspense(3, goal=0, dealer=1, table='{"?": [5, "highest sum of numbers in play"]}')
    hands = [["W1", "W2", "B5", "B6"], ["W3", "W4", "B3", "B4"], ["W5", "W6", "B1", "B2"]]
    state = game.start()
    state.apply(NATURE, state.action_of(NATURE, Deal(tuple(map(tuple, hands)), "?")))
    assert isinstance(state, SuspenseState)
    take(state, "B6", "W3", "W5", "pass", "pass", "pass")
    assert points(state) == (5, 0, 0)
