"""Real cards on a table, which one seat presses for all of its players: paragraph L17."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from facedown.core.beside import called
from facedown.core.errors import BadOption, BadRecord, IllegalMove, MalformedMove
from facedown.core.log import read_log, write_log
from facedown.core.match import Match
from facedown.core.messages import said_to
from facedown.core.play import random_move
from facedown.core.registry import new_game
from facedown.core.roster import new_bot, new_judge
from facedown.core.seats import NATURE, ONLOOKER
from facedown.games.solid import Solid
from facedown.games.solid.beside import BesideState
from facedown.games.solid.moves import First, LetHappen, Protect, Protected, Share, UseEvent
from facedown.games.solid.rules import ADDING, DRAWING, LOT, REACTION, SolidState
from facedown.games.solid.view import SolidView
from facedown.lab.encoding import encoder_of
from facedown.table.replay import is_judged
from facedown.testing.playing import random_match
from facedown.testing.replay import check_replay

TWO = "Ann, Ben"
SHORT = """[rules]
each = 1
[[sharing]]
name = "doctor"
needs = { health = 1 }
points = 2
copies = 9
"""


def real(players: str = TWO, *, first: str = "Ann", **options: bool | int | str) -> Match:
    """A table at which somebody is drawn to begin."""
    for seed in range(100):
        game = Solid(1, hands="real", names=players, **options)
        match = Match(game, seed=str(seed), players=("me",))
        if match.events(0)[0].text.startswith(f"{first} "):
            return match
    raise AssertionError(first)


def pressed(match: Match, *lines: str) -> SolidView:
    """What is seen after these typed lines."""
    for line in lines:
        match.play(0, match.game.read(line, match.view(0)))
    return view_of(match)


def view_of(match: Match) -> SolidView:
    """What is seen, by onlookers too."""
    view, seen = match.view(0), match.view(ONLOOKER)
    assert isinstance(view, SolidView)
    assert view == replace(seen, seat=0, legal=view.legal)
    return view


def test_l17_pods_points_hands_and_pile_are_kept() -> None:
    """L17, L1, L6: who plays has one card fewer, and as many are drawn as are lacking."""
    match = real()
    view = view_of(match)
    assert (view.hand, view.sizes, view.pile, view.mover) == (None, (5, 5), 71, 0)
    view = pressed(match, "play H", "play H", "share H2")
    assert (view.pods[0], view.shared[0], view.points) == ((2, 0, 0, 0, 0), ("H2",), (1, 0))
    assert (view.sizes, view.pile, view.mover) == ((2, 5), 71, 0)
    with pytest.raises(IllegalMove, match="The 3 plays of this turn are made"):
        pressed(match, "play B")
    view = pressed(match, "discard S7", "end turn")
    assert (view.discard, view.sizes, view.pile, view.mover) == (("S7",), (5, 5), 67, 1)
    assert match.events(0)[-1].text == "Ann ends the turn. Ann draws 4 cards."


def test_l17_what_the_rules_do_not_allow_is_refused() -> None:
    """L17, L1, L4, L5, L6: as far as it follows from what lies open."""
    match = real()
    for line, why in (
        ("share H4", "To share H4 the pod lacks 4 health"),
        ("event steal 2 H", "Ben has no H in play"),
        ("event take H", "There is no H in the discard pile"),
        ("protect", "Protect is an answer"),
    ):
        with pytest.raises((IllegalMove, MalformedMove), match=why):
            pressed(match, line if line != "protect" else "protect Ben")
    pressed(match, "play H", "play H", "share H2", "end turn", "play H", "play H")
    with pytest.raises(IllegalMove, match="Ben cannot hold H2: it lies open"):
        pressed(match, "share H2")
    pressed(match, "discard B")
    with pytest.raises(IllegalMove, match="After discarding nothing is played"):
        pressed(match, "play H")
    with pytest.raises(IllegalMove, match="Press who protects"):
        match.play(0, Protect("protect"))
    pressed(match, "discard B", "discard B")
    with pytest.raises(IllegalMove, match="No card is left in the hand of Ben"):
        pressed(match, "discard B")


def test_l17_what_was_taken_is_known_to_be_in_that_hand() -> None:
    """L17, L11: nobody else can play the only one of a kind."""
    match = real()
    pressed(match, "discard H7", "end turn")
    view = pressed(match, "event take H7", "end turn")
    assert (view.known, view.sizes) == (((), ("H7",)), (5, 5))
    with pytest.raises(IllegalMove, match="Ann cannot hold H7"):
        pressed(match, "discard H7")
    view = pressed(match, "end turn", "discard H7")
    assert view.known == ((), ())


def test_l17_it_is_asked_once_who_protects() -> None:
    """L17, L3: only whoever may, at most twice in one turn of another."""
    match = real()
    pressed(match, "play H", "play H", "end turn")
    view = pressed(match, "event steal 1 H")
    assert view.beside is not None
    assert (view.phase, view.beside.asked) == ("reaction", (0,))
    assert "Ann may protect." in match.events(0)[-1].text
    with pytest.raises(IllegalMove, match="Answer first"):
        pressed(match, "end turn")
    with pytest.raises(IllegalMove, match="Ben cannot protect now"):
        pressed(match, "protect Ben")
    view = pressed(match, "protect")
    assert (view.pods, view.sizes) == (((2, 0, 0, 0, 0), (0,) * 5), (4, 4))
    assert view.discard == ("steal", "protect")
    view = pressed(match, "event H7 1 H", "protect 1", "event B7 1 H")
    assert view.phase == "turn"  # Ann has used her two
    assert view.pods[0] == (1, 0, 0, 0, 0)
    assert "A health card of Ann goes to the discard pile" in match.events(0)[-1].text


def test_l17_where_anybody_may_protect_one_press_says_who_or_that_nobody_does() -> None:
    """L17, L3: not one question after another."""
    match = real("Ann, Ben, Cleo, Dan", anyone=True)
    pressed(match, "play H", "end turn")
    view = pressed(match, "event S7 1 H")
    assert view.beside is not None
    assert view.beside.asked == (2, 3, 0)
    after = pressed(match, "protect Dan")
    assert (after.phase, after.sizes[3], after.reactions) == ("turn", 4, (0, 0, 0, 1))
    match.undo(0)
    after = pressed(match, "let happen")
    assert (after.phase, after.pods[0]) == ("turn", (0,) * 5)
    assert match.events(0)[-1].text.startswith("Nobody protects.")


def test_l17_an_empty_pile_is_the_shuffled_discard_pile() -> None:
    """L17, L6: as many cards as lie there; what was discarded can be held again."""
    match = real(turns=1000)
    while not view_of(match).shuffled:
        match.play(
            0, random_move(match.game, match.state(), 0, random.Random(len(match.log.entries)))
        )
    view = view_of(match)
    open_cards = len(view.discard) + sum(map(sum, view.pods)) + sum(map(len, view.shared))
    assert view.pile + sum(view.sizes) + open_cards == 81
    assert "the discard pile is shuffled" in match.events(0)[-1].text


def _follow(dealt: SolidState, beside: BesideState, seat: int, action: int) -> None:
    """Presses what happens in a dealt game, if it is pressed at all."""
    move = dealt.move_of(seat, action)
    asked = beside.phase == REACTION
    match move:
        case First():
            beside.apply(NATURE, action)
        case _ if seat == NATURE:
            pass
        case LetHappen():
            if len(dealt.waiting) == 1:
                press(beside, beside.setting.let)
        case Protect(card=card):
            assert asked
            press(beside, beside.action_of(0, Protected(seat, card)))
        case _:
            if asked:  # nobody was asked in the dealt game (L10)
                press(beside, beside.setting.let)
            press(beside, action)


def press(beside: BesideState, action: object) -> None:
    """One press, which has to be allowed."""
    assert isinstance(action, int)
    assert beside.verify(0, action) is None
    assert action in beside.legal(0)
    beside.apply(0, action)


def _same(dealt: SolidState, beside: BesideState) -> None:
    if dealt.phase in (ADDING, LOT, DRAWING) or (beside.phase == REACTION) != (
        dealt.phase == REACTION
    ):
        return
    one, other = dealt.view(ONLOOKER), beside.view(0)
    for name in ("turn", "mover", "plays", "discarded", "pods", "shared", "points", "reactions"):
        assert getattr(one, name) == getattr(other, name), name
    assert one.sizes == other.sizes
    assert (one.pile, one.discard, one.known) == (other.pile, other.discard, other.known)


@pytest.mark.parametrize(("seats", "anyone"), [(2, False), (3, False), (4, True), (5, True)])
def test_l17_every_dealt_game_can_be_pressed_and_comes_to_the_same(
    seats: int, anyone: bool
) -> None:
    """L17, L3, L6, L7, L9, L11: hands that nobody shows never make a press refused."""
    rng = random.Random(seats)
    names = ", ".join("ABCDEF"[:seats])
    for _ in range(2):
        game = new_game("solid", seats, anyone=anyone, turns=50)
        table = Solid(1, hands="real", names=names, anyone=anyone, turns=50)
        dealt, beside = game.start(), table.start()
        assert isinstance(dealt, SolidState)
        assert isinstance(beside, BesideState)
        while actors := dealt.actors():
            action = random_move(game, dealt, actors[0], rng)
            assert isinstance(action, int)
            plays = [
                a
                for a in dealt.legal(actors[0])
                if isinstance(dealt.move_of(actors[0], a), (Share, UseEvent))
            ]
            if plays and rng.random() < 0.5:
                action = rng.choice(plays)
            _follow(dealt, beside, actors[0], action)
            dealt.apply(actors[0], action)
            _same(dealt, beside)
        if beside.phase == REACTION:
            press(beside, beside.setting.let)
        end, kept = dealt.outcome(), beside.outcome()
        assert end is not None
        assert kept is not None
        assert kept.points == (max(end.points),)
        assert beside.view(0).points == end.points


def test_l17_whoever_has_most_points_wins_and_a_slip_is_taken_back() -> None:
    """L17, L7: also the press that ended the game."""
    match = real(cards=SHORT)
    pressed(match, "play H", "share doctor", "play B", "end turn")
    pressed(match, "end turn", "play M", "play C")
    before = view_of(match)
    view = pressed(match, "play S")
    assert view.outcome is not None
    assert view.outcome.winners == (0,)
    assert match.game.ending(view).words == "Ann wins"
    assert match.game.ending(view).why == "Ann has 1 data of each type, and most points."
    match.undo(0)
    assert view_of(match) == before


def test_l17_players_have_names_and_are_never_you() -> None:
    """L17: two to six, who share one seat."""
    view = view_of(Match(Solid(hands="real"), seed="1", players=("me",)))
    assert view.beside is not None
    assert called(view.beside.players) == ("Player 1", "Player 2")
    for text in ("Ann", "A, B, C, D, E, F, G", "Ann, ann"):
        with pytest.raises(BadOption, match="2 to 6 names of at most 20 characters"):
            Solid(hands="real", names=text)
    with pytest.raises(BadOption, match="Only with real cards"):
        Solid(names=TWO)
    with pytest.raises(BadOption, match="With these options Solid has 1 seat, not 3"):
        Solid(3, hands="real")
    match = real()
    pressed(match, "play H", "end turn", "event steal 1 H", "let happen")
    text = "\n".join(said_to(0, event.text) for event in match.events(0))
    text += match.game.show(view_of(match)) + match.game.prompt(view_of(match))
    for name in ("unseen", "sharing", "end"):
        text += match.game.aid(name, view_of(match), ())
    assert "A health card goes to Ben." in text
    assert "It is the turn of Ben: 2 plays left." in text
    assert "You" not in text


def test_what_is_typed() -> None:
    match = real()
    read, typed = match.game.read, match.game.typed
    for action in range(match.game.actions):
        move = match.state().move_of(0, action)
        if not isinstance(move, Protect):
            assert read(typed(move), view_of(match)) == move
    with pytest.raises(MalformedMove, match="Say what to do with H: play H or discard H"):
        read("H", view_of(match))
    with pytest.raises(MalformedMove, match="There is no card 'x9' in this deck"):
        read("play x9", view_of(match))
    with pytest.raises(MalformedMove, match="That is no player here; type Ann or Ben"):
        read("protect Dan", view_of(match))
    pressed(match, "play H", "end turn", "event steal 1 H")
    assert match.game.prompt(view_of(match)) == (
        "An event was played: does Ann protect? Type let happen, or protect Ann."
    )
    assert read("yes", view_of(match)) == Protected(0, "protect")


def test_logs_are_read_again_and_views_from_outside_are_checked() -> None:
    match = real("Ann, Ben, Cleo", turns=6)
    check_replay(match.game)
    again = read_log(write_log(random_match(match.game, "7").log))
    assert again.options["names"] == "Ann, Ben, Cleo"
    view = view_of(match)
    for line in ("play H", "end turn", "event steal 1 H"):
        view = pressed(match, line)
        match.game.check_view(view)
    for odd in (
        replace(view, pile=3),
        replace(view, points=(9, 0, 0)),
        replace(view, beside=None),
        replace(view, record=()),
    ):
        with pytest.raises(BadRecord):
            match.game.check_view(odd)


def test_players_made_of_software_know_nothing_of_real_cards() -> None:
    match = real(turns=4)
    assert new_judge(match.game) is None
    assert not is_judged(match.game)
    with pytest.raises(BadOption, match="no hand to be learnt from"):
        encoder_of(match.game)
    while match.actors:
        action = new_bot(match.game, "strong").act(view_of(match), random.Random(1))
        assert action in view_of(match).legal
        match.play(0, action)
