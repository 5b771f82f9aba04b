"""The battery passes an honest game, and each planted fault fails the check meant for it."""

from __future__ import annotations

import random

import pytest
from tests.testing import glimpse_faults as faults
from tests.testing import test_standing
from tests.testing.glimpse import Glimpse

from facedown.core.game import Game
from facedown.testing import CHECKS, check_claims, check_game

CAUGHT_BY: list[tuple[type[Game], str, str]] = [
    # the four that the battery is there for
    (faults.LeakyView, "secrecy", "With other secrets the view"),
    (faults.CheatingSampler, "sampler", "standard deviations"),
    (faults.ShallowCopy, "copies", "changed"),
    (faults.LenientRules, "legality", "is allowed but not in the legal list"),
    # secrets through the side doors
    (faults.HidingView, "plain views", "places beside its fields: truth"),
    (faults.WaitingLegalList, "secrecy", "legal list of seat"),
    (faults.WaitingLegalList, "legality", "not to move but has the legal list"),
    (faults.KnowingView, "histories", "told the same of all moves, but its view"),
    (faults.BlabbingRefusal, "secrecy", "answer to action"),
    (faults.BlabbingEvent, "events", "was told"),
    (faults.BlabbingEvent, "histories", "was told"),
    (faults.OnlookerSeesBids, "events", "was told"),
    (faults.PeekingBot, "aid secrecy", "advised otherwise"),
    (faults.PeekingAid, "aid secrecy", "advised otherwise"),
    # worlds that know or forget too much
    (faults.CheatingWorlds, "diversity", "has no weight"),
    (faults.CheatingWorlds, "other truths", "not among the 1 worlds"),
    (faults.CheatingWorlds, "posterior", "instead of"),
    (faults.ForgetsGuesses, "posterior", "instead of"),
    (faults.EvenWeights, "posterior", "instead of"),
    (faults.EvenWeights, "diversity", "standard deviations"),
    (faults.MissesWorlds, "worlds", "true world"),
    (faults.MissesWorlds, "diversity", "has no weight"),
    (faults.SkewedSampler, "sampler", "standard deviations"),
    (faults.PlacesOther, "worlds", "would see"),
    # rules, copies and chance
    (faults.StrictRules, "legality", "is refused: That is too much."),
    (faults.NoParagraph, "legality", "without a paragraph"),
    (faults.CountingRules, "legality", "changed the state: asked"),
    (faults.LenientRules, "match refusals", "was allowed the move"),
    (faults.ForgetfulCopy, "copies", "differs from its original: said"),
    (faults.HiddenChance, "replay", "random generator"),
    (faults.AnySeat, "bad logs", "by the wrong seat was accepted"),
    (faults.DrawsByItself, "prefixes", "went another way"),
    (faults.HiddenChance, "seeds", "two different games"),
    (faults.OneDrawName, "draw names", "have the same name: card"),
    (faults.BotOfGlobalChance, "aid secrecy", "random generator that all programs share"),
    # facts and records
    (faults.FewerActors, "facts", "at once, against the facts"),
    (faults.ShorterGame, "facts", "goes on after 5 moves"),
    (faults.ListeningOutcome, "facts", "9 points are outside"),
    (faults.BracedWords, "words", "Names cannot be put into"),
    (faults.SilentAid, "aids", "nothing to say"),
    (faults.LossyMove, "moves", "came back from JSON"),
]


@pytest.fixture(autouse=True)
def shared_chance() -> None:
    """Faults that draw from the generator all programs share draw the same in every run."""
    random.seed(2026)


@pytest.mark.parametrize("name", CHECKS)
def test_an_honest_game_passes(name: str) -> None:
    CHECKS[name](Glimpse())


@pytest.mark.parametrize("seed", range(5))
def test_an_honest_game_passes_under_other_seeds(seed: int) -> None:
    check_game(Glimpse(chatty=bool(seed % 2)), seed=seed)


@pytest.mark.parametrize(("game", "check", "words"), CAUGHT_BY)
def test_a_planted_fault_is_caught(game: type[Game], check: str, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        CHECKS[check](game(), games=8)


@pytest.mark.parametrize("game", dict.fromkeys(game for game, _, _ in CAUGHT_BY))
def test_check_game_catches_every_fault_and_names_the_check(game: type[Game]) -> None:
    with pytest.raises(AssertionError, match=r"^Glimpse fails the check of [a-z ]+: "):
        check_game(game())


def test_every_check_that_can_be_failed_by_one_game_is() -> None:
    uncaught = set(CHECKS) - {check for _, check, _ in (*CAUGHT_BY, *test_standing.CAUGHT_BY)}
    assert uncaught == set()


def test_claims_that_never_show_are_caught() -> None:
    check_claims([Glimpse(), Glimpse(chatty=False)])
    with pytest.raises(AssertionError, match="the move say"):
        check_claims([Glimpse(chatty=False)])
