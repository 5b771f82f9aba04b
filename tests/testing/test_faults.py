"""The battery passes an honest game, and each planted fault fails the check meant for it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import AbstractContextManager

import pytest
from tests.testing import (
    climb_faults,
    glimpse_faults,
    glimpse_leaks,
    glimpse_worlds,
    hunch_faults,
    test_standing,
)
from tests.testing.climb import Climb, ClimbState
from tests.testing.glimpse import PLAYERS, Glimpse
from tests.testing.hunch import Hunch

from facedown.core.game import Game
from facedown.core.roster import override_players
from facedown.testing import CHECKS, check_claims, check_game, name_of
from facedown.testing.playing import Ply
from facedown.testing.worlds import weights_for

OTHER_PLAYERS = {**glimpse_leaks.PLAYERS, **glimpse_faults.PLAYERS}

CAUGHT_BY: list[tuple[type[Game], str, str]] = [
    # the four that the battery is there for
    (glimpse_leaks.LeakyView, "secrecy", "With other secrets the view"),
    (glimpse_worlds.CheatingSampler, "sampler", "standard deviations"),
    (glimpse_faults.ShallowCopy, "copies", "changed"),
    (glimpse_faults.LenientRules, "legality", "is allowed but not in the legal list"),
    # secrets through the side doors
    (glimpse_leaks.HidingView, "plain views", "places beside its fields: truth"),
    (glimpse_leaks.WaitingLegalList, "secrecy", "legal list of seat"),
    (glimpse_leaks.WaitingLegalList, "legality", "not to move but has the legal list"),
    (glimpse_leaks.KnowingView, "histories", "told the same of all moves, but its view"),
    (glimpse_leaks.BlabbingRefusal, "secrecy", "answer to action"),
    (glimpse_leaks.BlabbingEvent, "events", "was told"),
    (glimpse_leaks.BlabbingEvent, "histories", "was told"),
    (glimpse_leaks.OnlookerSeesBids, "events", "was told"),
    (glimpse_leaks.PeekingBot, "aid secrecy", "advised otherwise"),
    (glimpse_leaks.PeekingAid, "aid secrecy", "advised otherwise"),
    # worlds that know or forget too much
    (glimpse_worlds.CheatingWorlds, "diversity", "has no weight"),
    (glimpse_worlds.CheatingWorlds, "other truths", "not among the 1 worlds"),
    (glimpse_worlds.CheatingWorlds, "posterior", "instead of"),
    (glimpse_worlds.ForgetsGuesses, "posterior", "instead of"),
    (glimpse_worlds.EvenWeights, "posterior", "instead of"),
    (glimpse_worlds.EvenWeights, "diversity", "standard deviations"),
    (glimpse_worlds.MissesWorlds, "worlds", "true world"),
    (glimpse_worlds.MissesWorlds, "diversity", "has no weight"),
    (glimpse_worlds.SkewedSampler, "sampler", "standard deviations"),
    (glimpse_worlds.PlacesOther, "worlds", "would see"),
    # rules, copies and chance
    (glimpse_faults.StrictRules, "legality", "is refused: That is too much."),
    (glimpse_faults.NoParagraph, "legality", "without a paragraph"),
    (glimpse_faults.JudgesTheWaiting, "legality", "is not to move and gets several reasons"),
    (glimpse_faults.CountingRules, "legality", "changed the state: asked"),
    (glimpse_faults.LenientRules, "match refusals", "was allowed the move"),
    (glimpse_faults.ForgetfulCopy, "copies", "differs from its original: said"),
    (glimpse_faults.HiddenChance, "replay", "random generator"),
    (glimpse_faults.AnySeat, "bad logs", "by the wrong seat was accepted"),
    (glimpse_faults.DrawsByItself, "prefixes", "went another way"),
    (glimpse_faults.HiddenChance, "seeds", "two different games"),
    (glimpse_faults.OneDrawName, "draw names", "have the same name: card"),
    (glimpse_faults.BotOfGlobalChance, "aid secrecy", "random generator that all programs share"),
    # facts and records
    (glimpse_faults.FewerActors, "facts", "at once, against the facts"),
    (glimpse_faults.ForgottenVersion, "facts", "has rules version 2, and Facts.earlier says"),
    (glimpse_faults.ShorterGame, "facts", "goes on after 5 moves"),
    (glimpse_leaks.ListeningOutcome, "facts", "9 points are outside"),
    (glimpse_faults.BracedWords, "words", "Names cannot be put into"),
    (glimpse_faults.TypedFromZero, "typed moves", "is typed 'bid 1', which is read as"),
    (glimpse_faults.UnreadWords, "typed moves", "which is not read: "),
    (glimpse_faults.SilentAid, "aids", "nothing to say"),
    (glimpse_faults.UncalledPage, "page", "No game is asked for promt in its page.py"),
    (glimpse_faults.LossyMove, "moves", "came back from JSON"),
]


CAUGHT_IN: list[tuple[Game, str, str]] = [
    # an open language: what is written in secret, and the law it is written by
    (hunch_faults.LengthInEvent(), "events", "was told"),
    (hunch_faults.LengthInEvent(), "histories", "was told"),
    (hunch_faults.LengthInEvent(rules="free"), "histories", "was told"),
    (hunch_faults.LengthInView(), "secrecy", "With other secrets the view"),
    (hunch_faults.EvenPrior(), "posterior", "instead of"),
    (hunch_faults.EvenPrior(), "diversity", "standard deviations"),
    (hunch_faults.EvenPrior(rules="long"), "features", "of the sampled worlds, but in"),
    (hunch_faults.RefusedSpeech(), "open moves", "is refused"),
    (hunch_faults.OtherLaw(), "open moves", "standard deviations"),
    (hunch_faults.SpeaksOutOfTurn(), "open moves", "refused"),
    (hunch_faults.SilentLaw(), "open moves", "is to move but no move"),
    # worlds without a list
    (hunch_faults.Unlisted(), "worlds", "known exactly are not listed"),
    (hunch_faults.Miscounted(), "worlds", "There are said to be"),
    (hunch_faults.FavouringSampler(), "sampler", "standard deviations"),
    (hunch_faults.FavouringSampler(rules="long"), "features", "5 fits in"),
    (climb_faults.FavouringSampler(deck=16), "features", "of the sampled worlds, but in"),
    # hidden hands that decide how many moves a seat has
    (climb_faults.CountsMoves(), "posterior", "instead of"),
    (climb_faults.ForgetsPasses(), "posterior", "instead of"),
    (climb_faults.DrawsInSight(), "events", "was told"),
]


@pytest.fixture(autouse=True)
def shared_chance() -> None:
    """Faults that draw from the generator all programs share draw the same in every run."""
    random.seed(2026)


@pytest.fixture(autouse=True)
def players() -> Iterator[None]:
    with override_players("glimpse", PLAYERS):
        yield


def playing(game: type[Game]) -> AbstractContextManager[None]:
    """With the players that a faulty game has."""
    return override_players("glimpse", OTHER_PLAYERS.get(game, PLAYERS))


HONEST = [Glimpse(), Hunch(3), Hunch(rules="long"), Hunch(rules="free"), Climb(), Climb(deck=16)]


@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.parametrize("game", HONEST, ids=name_of)
def test_an_honest_game_passes(game: Game, name: str) -> None:
    CHECKS[name](game)


@pytest.mark.parametrize("seed", range(5))
def test_an_honest_game_passes_under_other_seeds(seed: int) -> None:
    check_game(Glimpse(chatty=bool(seed % 2)), seed=seed)


@pytest.mark.parametrize(("game", "check", "words"), CAUGHT_BY)
def test_a_planted_fault_is_caught(game: type[Game], check: str, words: str) -> None:
    with playing(game), pytest.raises(AssertionError, match=words):
        CHECKS[check](game(), games=8)


@pytest.mark.parametrize(
    ("game", "check", "words"), CAUGHT_IN, ids=lambda part: getattr(type(part), "__name__", "")
)
def test_a_fault_planted_in_a_setting_is_caught(game: Game, check: str, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        CHECKS[check](game, games=8 if check == "posterior" else 3)


@pytest.mark.parametrize("game", dict.fromkeys(game for game, _, _ in CAUGHT_BY))
def test_check_game_catches_every_fault_and_names_the_check(game: type[Game]) -> None:
    failed = r"^Glimpse fails the check of [a-z ]+: "
    with playing(game), pytest.raises(AssertionError, match=failed):
        check_game(game())


def test_every_check_that_can_be_failed_by_one_game_is() -> None:
    planted = (*CAUGHT_BY, *CAUGHT_IN, *test_standing.CAUGHT_BY)
    uncaught = set(CHECKS) - {check for _, check, _ in planted}
    assert uncaught == set()


def test_claims_that_never_show_are_caught() -> None:
    check_claims([Glimpse(), Glimpse(chatty=False)])
    with pytest.raises(AssertionError, match="the move say"):
        check_claims([Glimpse(chatty=False)])


def test_what_was_played_says_nothing_of_how_many_moves_there_were() -> None:
    """Weights are chance's alone: 1/8 each, where counting the seat's moves would say 1/10."""
    game = Climb(deck=12)
    state = ClimbState(12)
    state.hands, state.played = [(1, 2), (12,)], [(5,), (7,)]
    worlds = dict(game.worlds(state.view(0)))
    assert worlds == {((1, 2), (card,)): 1 for card in (3, 4, 6, 8, 9, 10, 11, 12)}


def test_truths_are_weighed_by_how_many_moves_there_were() -> None:
    """Who could have played two cards played this one half as often as who had but one."""
    weight = weights_for(Climb(deck=12), viewer=0)
    found: list[float] = []
    for hand in ((7, 12), (3, 7)):
        before = ClimbState(12)
        before.hands, before.played, before.turn = [(1, 2), hand], [(5,), ()], 1
        after = before.clone()
        after.apply(1, 7)
        found += weight([Ply(before, 1, 7, after)])
    assert found == [1.0, 0.5]
