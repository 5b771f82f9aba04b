"""What the aids, the pencil marks and the words of Mystery Machine say."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.mystery.puzzles import ALL_MODS
from tests.games.mystery.scenes import Scene, collect

from facedown.core.errors import BadNote, MalformedMove
from facedown.core.match import Match
from facedown.core.typed import say_back
from facedown.games.mystery import MysteryMachine
from facedown.games.mystery.cards import card_number, read_card, sign_of
from facedown.games.mystery.help.hints import pile_values
from facedown.games.mystery.help.knowledge import SAMPLES, knowledge_of
from facedown.games.mystery.help.notes import sheet_of, tidy
from facedown.games.mystery.moves import Buy, Dump, Name, Removal, Take
from facedown.games.mystery.rules import Asked, MysteryState
from facedown.games.mystery.studio.library import printed_puzzle
from facedown.games.mystery.studio.texts import puzzle_text, read_puzzle
from facedown.games.mystery.view import MysteryView

SPARE = ["2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H"]


def shown(*answers: tuple[str, str], puzzle: str = "welcome-mushy-heads") -> Scene:
    """A scene in which piles have answered, whatever that would have cost."""
    scene = Scene(puzzle=puzzle)
    scene.offer("2S", "3S")
    state = scene.state
    for pile, card in answers:
        number = int(pile[1]) - 1
        state.questions[0] = (*state.questions[0], Asked(number, (), 0))
        state.orders[number] = (*state.orders[number], card_number(card))
    return scene


def aid(scene: Scene, name: str, *notes: str) -> str:
    return scene.game.aid(name, scene.state.view(0), notes)


def test_the_rulebooks_example_is_explained_card_by_card() -> None:
    # Rows J Q K A and columns S H D C: queens in Q3 lie on B2 and B4.
    scene = shown(("Q3", "QH"), ("Q3", "QC"), ("Q1", "QS"))
    assert (
        aid(scene, "mystery").splitlines()[0] == "The mystery can be in 3 ways; the likeliest are:"
    )
    why = aid(scene, "why").splitlines()
    assert why[0] == "A1 can be J♠, K♠ or A♠."
    assert any(line.startswith("  Not ") and "Q♥ in Q3 and Q♣ in Q3." in line for line in why)


def test_when_the_mystery_is_certain_every_other_card_has_its_reason() -> None:
    scene = shown(
        *(("Q3", card) for card in ("QH", "QC", "AH")),
        *(("Q1", card) for card in ("QS", "JH", "KD", "AC")),
        *(("Q2", card) for card in ("JC", "KH", "AS")),
    )
    assert knowledge_of(scene.state.view(0)).certain() is not None
    why = aid(scene, "why").splitlines()
    assert why[0] == "A1 is the jack of spades."
    excluded = " ".join(line for line in why[1:])
    for card in [
        "JH",
        "JD",
        "JC",
        "QS",
        "QH",
        "QD",
        "QC",
        "KS",
        "KH",
        "KD",
        "KC",
        "AS",
        "AH",
        "AD",
        "AC",
    ]:
        assert sign_of(card_number(card)) in excluded
    assert aid(scene, "pile") == "No pile tells more: the mystery is the jack of spades."
    assert aid(scene, "mystery") == "The mystery is certain: the jack of spades."


def unordered() -> str:
    """One, Two, Three, with its two mystery cards named in any order."""
    return puzzle_text(replace(printed_puzzle("one-two-three"), title="Any", any_order=True))


def test_m5_of_cards_in_any_order_no_hint_says_which_lies_where() -> None:
    scene = shown(("Q3", "AC"), puzzle=unordered())
    told = aid(scene, "mystery"), aid(scene, "pile")
    assert told[0].splitlines()[1].startswith("  A1 and A2 in any order: the jack of spades and ")
    assert told[1].startswith("The best guess now, A1 and A2 in any order: the jack of spades and ")
    assert not any("A1:" in words or "A2:" in words for words in told)
    ordered = aid(shown(("Q3", "AC"), puzzle="one-two-three"), "mystery")
    assert "  A1: the jack of spades; A2: the jack of hearts, " in ordered


TWO_REMOVED = """\
title = "Two removed"

[[pile]]
price = "pair"
cells = ["A1", "A2", "B1"]
remove = 2
removed_to = "mystery"

[[pile]]
price = "pair"
cells = ["A3", "C3", "D4", "C2", "B4"]
"""


def removed(*answers: tuple[str, str]) -> Scene:
    """Two cards of Q1, the jacks of spades and hearts, are the mystery."""
    scene = Scene(puzzle=TWO_REMOVED)
    scene.nature(Removal("Q1", ("JS", "JH")))
    scene.offer("2S", "3S")
    for pile, card in answers:
        number = int(pile[1]) - 1
        scene.state.questions[0] = (*scene.state.questions[0], Asked(number, (), 0))
        scene.state.orders[number] = (*scene.state.orders[number], card_number(card))
    return scene


def test_m5_cards_that_a_pile_sent_to_the_mystery_are_not_told_apart() -> None:
    why = aid(removed(("Q1", "QS")), "why").splitlines()
    assert why[0].startswith("The 2 cards removed from Q1 can be J♠, J♥, ")
    assert sum("removed from Q1" in line for line in why) == 1
    assert why[1:] == ["  Not Q♠: Q♠ in Q1."]
    whole = [("Q1", "QS"), *(("Q2", card) for card in ("KD", "AC", "KH", "QC", "JD"))]
    why = aid(removed(*whole[:-1]), "why").splitlines()
    assert why[0] == "The 2 cards removed from Q1 can be J♠, J♥ or J♦."
    assert why[1] == "  The jack of spades is one of them."
    why = aid(removed(*whole), "why").splitlines()
    assert why[0] == "The 2 cards removed from Q1 are the jack of spades and the jack of hearts."
    told = aid(removed(*whole), "mystery")
    assert told == (
        "The mystery is certain: the 2 cards removed from Q1 in any order: the jack of spades and "
        "the jack of hearts."
    )


def test_a_pile_after_which_nothing_is_ever_certain_has_no_share_of_certainty() -> None:
    lines = aid(shown(), "pile").splitlines()
    assert lines[1] == "  Q1 for a pair: 8 % after one answer."
    assert "0 %." not in aid(shown(), "pile")


def test_m8_a_name_is_said_back_before_the_one_guess_is_made() -> None:
    scene = shown()
    view = scene.state.view(0)
    for text in ("name kh", "guess king of hearts"):
        back = say_back(scene.game, text, view)
        assert back is not None
        assert back.move == Name("KH")
        assert back.confirm
        assert back.meaning == "You name the king of hearts for A1."
        assert back.warnings == ("There is one guess: right or wrong, it ends the game.",)
    for text in ("take 2S", "2S", "buy Q1", "name 7H", "name", "name XX", "nonsense"):
        assert say_back(scene.game, text, view) is None


def test_m5_the_first_of_several_names_is_asked_for_and_the_last() -> None:
    scene = Scene(2, puzzle=unordered())
    scene.offer("2S", "3S")
    back = say_back(scene.game, "name KH", scene.state.view(0))
    assert back is not None
    assert back.confirm
    assert back.meaning == "You name the king of hearts."
    assert back.warnings == ("Your guess begins: then only the other mystery cards can be named.",)
    assert "name a mystery card (name KH)" in scene.game.prompt(scene.state.view(0))
    scene.name("KH")
    assert scene.game.prompt(scene.state.view(0)) == "Name another mystery card, such as KH."
    back = say_back(scene.game, "KS", scene.state.view(0))
    assert back is not None
    assert back.confirm
    assert back.warnings == ("There is one guess: right or wrong, it ends your game.",)
    assert say_back(scene.game, "name KS", scene.state.view(-1)) is None


def test_the_pile_that_tells_most_is_named_with_what_it_brings() -> None:
    lines = aid(shown(), "pile").splitlines()
    assert lines[0].startswith("The best guess now, the jack of spades, is right with 6 %.")
    assert [line[:4] for line in lines[1:]] == ["  Q1", "  Q2", "  Q3"]
    assert sum("which tells most" in line for line in lines) == 1


@pytest.mark.parametrize(
    ("puzzle", "chance"),
    [("welcome-mushy-heads", 0.11), ("the-three-twos", 0.17), ("one-two-three", 0.06)],
)
def test_the_best_first_question_brings_what_best_play_brings_with_one(
    puzzle: str, chance: float
) -> None:
    """The chances of a right guess with one question, computed elsewhere by literal dealing."""
    values = pile_values(shown(puzzle=puzzle).state.view(0))
    assert round(float(max(right for _, right, _ in values)), 2) == chance
    assert all(certain == 0 for _, _, certain in values)


def test_a_joker_says_nothing_of_the_layout() -> None:
    before = knowledge_of(shown(puzzle="the-three-twos").state.view(0))
    after = knowledge_of(shown(("Q1", "joker"), puzzle="the-three-twos").state.view(0))
    assert before.guesses().keys() == after.guesses().keys()
    assert before.masks == after.masks
    assert after.left(0) == before.left(0) - 1


# Pencil marks


def test_marks_are_tidied_and_free_text_is_kept() -> None:
    puzzle = MysteryMachine().setting.puzzle
    for text, kept in (
        ("Row a NOT king, queens", "row A not K, Q"),
        ("col 2 is hearts", "column 2 is H"),
        ("a1 is k♥", "A1 is KH"),
        ("suppose A1 is king of hearts", "suppose A1 is KH"),
        ("row B maybe j", "row B maybe J"),
        ("keep", "keep"),
        ("I think row A", "I think row A"),
        ("row A is K, Q", "row A is K, Q"),
    ):
        assert tidy(text, puzzle) == kept
    for text, sentence in (
        ("row E is K", "There is no row E; there are A, B, C, D."),
        ("column 5 not S", "There is no column 5; there are 1, 2, 3, 4."),
        ("row A is 10", "The rank 10 makes no row of this grid."),
        ("E1 is KH", "There is no cell 'E1'; the cells are A1 to D4."),
    ):
        with pytest.raises(BadNote) as problem:
            tidy(text, puzzle)
        assert str(problem.value) == sentence


def test_striking_one_strikes_what_follows() -> None:
    puzzle = MysteryMachine().setting.puzzle
    sheet, free = sheet_of(("row A is K", "row B not A, J", "hello"), puzzle)
    assert free == 1
    assert sheet.possible("row") == (("K",), ("Q",), ("A", "J"), ("A", "J"))
    assert sheet.possible("column") == (("S", "H", "D", "C"),) * 4
    sheet, _ = sheet_of([f"row {row} not A" for row in "ABC"], puzzle)
    assert sheet.possible("row")[3] == ("A",)


def test_a_savepoint_is_dropped_or_kept() -> None:
    puzzle = MysteryMachine().setting.puzzle
    notes = ["row A not J", "suppose A1 is KH", "row B is Q"]
    sheet, _ = sheet_of(notes, puzzle)
    assert sheet.supposed == ("K♥ on A1",)
    assert len(sheet.marks) == 4
    dropped, _ = sheet_of([*notes, "drop"], puzzle)
    assert [mark.words for mark in dropped.marks] == ["row A not J"]
    assert dropped.supposed == ()
    kept, _ = sheet_of([*notes, "keep"], puzzle)
    assert kept.marks == sheet.marks
    assert kept.supposed == ()
    back, _ = sheet_of([*notes, "keep", "row A maybe J"], puzzle)
    assert "row A not J" not in [mark.words for mark in back.marks]


def test_marks_are_checked_against_what_was_shown() -> None:
    scene = shown(("Q3", "QH"), ("Q3", "QC"))
    notes = ("row B is Q", "row A is Q", "column 1 is S", "thinking", "suppose row C is K")
    lines = aid(scene, "note", *notes).splitlines()
    assert lines[0] == '"row B is Q": right, it follows from what was shown.'
    assert lines[1] == '"row A is Q": wrong, what was shown says otherwise.'
    assert lines[2].startswith('"column 1 is S": too early, it is so with ')
    assert lines[-2] == "You suppose: K in row C."
    assert lines[-1] == "1 note in free text, not checked."


# Words


def test_typed_lines_are_read_as_people_type_them() -> None:
    scene = Scene()
    collect(scene, ["7S", "7D", "8S", "8D"], SPARE)
    scene.offer("2S", "9C")
    view = scene.state.view(0)
    read = scene.game.read
    assert read("9c", view) == read("take 9♣", view) == Take("9C")
    assert read("buy q1 7S, 7D", view) == Buy("Q1", ("7S", "7D"))
    assert read("name king of hearts", view) == read("guess K♥", view) == Name("KH")
    with pytest.raises(MalformedMove) as problem:
        read("buy Q1", view)
    assert str(problem.value) == "Say which cards pay for Q1: 7S 7D or 8S 8D."
    with pytest.raises(MalformedMove, match="There is no pile 'Q9'; buy from Q1, Q2 or Q3"):
        read("buy Q9", view)
    assert read("Q1 8S 8D", view) == Buy("Q1", ("8S", "8D"))
    for text in ("", "take", "take XX", "KH", "dump", "name"):
        with pytest.raises(MalformedMove):
            read(text, view)


def test_seven_cards_are_dumped_by_their_names() -> None:
    scene = Scene()
    collect(scene, ["2S", "3D", "4C", "5S", "6D", "8C", "9S"], SPARE)
    view = scene.state.view(0)
    assert scene.game.read("4c", view) == Dump("4C")
    assert scene.game.prompt(view) == "You hold seven: dump an older card (2S, 3D, 4C, 5S, 6D, 8C)."


def test_cards_are_read_in_many_ways_and_no_other() -> None:
    for text in ("KH", "k h", "K♥", "king of hearts", "King Heart"):
        assert read_card(text) == "KH"
    for text in ("10S", "10 s", "ten of spades"):
        assert read_card(text) == "10S"


def test_what_lies_there_is_said_in_words() -> None:
    scene = Scene(puzzle="the-three-twos")
    scene.offer("7S", "7D")
    words = scene.game.show(scene.state.view(0))
    assert "  A   Q1  .   .   Q2" in words
    assert "the card of A1 becomes the mystery, a joker takes its place" in words
    assert "  Q2 for 3 of the same number (1 card removed): shown nothing; 2 cards left." in words
    assert "To take: 7S or 7D." in words
    assert "18 picks left, 34 low cards unseen." in words


def test_a_title_with_braces_names_nobody() -> None:
    puzzle = ALL_MODS.replace("All mods", "{0} {x}")
    match = Match(MysteryMachine(puzzle=puzzle), seed="1")
    assert match.game.show(match.view(0)).startswith("(0) (x), by somebody.")


def test_a_share_text_tells_no_card() -> None:
    match = Match(MysteryMachine(), seed="1")
    assert match.game.in_brief(match.view(0)) == "not solved yet."
    state = match.state()
    assert isinstance(state, MysteryState)
    deal = state.deal
    card = state.setting.dealing.mystery(deal)[0]
    match.play(0, 54 + card)
    assert match.game.in_brief(match.view(0)) == (
        "solved with 34 low cards left, after 0 questions (best play: 4.42, printed 4.5)."
    )


def test_hints_of_a_puzzle_with_very_many_guesses_come_from_samples() -> None:
    cells = [f"{row}{column}" for row in "ABCDEFG" for column in "1234"]
    puzzle = read_puzzle(
        f'title = "T"\nlow_ranks = [10, 9, 8]\nmystery = {cells[:20]}\n'
        f'[[pile]]\nprice = "pair"\ncells = {cells[-3:]}\n'
    )
    view = Match(MysteryMachine(puzzle=puzzle_text(puzzle)), seed="1").view(0)
    assert isinstance(view, MysteryView)
    known = knowledge_of(view)
    assert not known.exact
    assert len(known.guesses()) <= SAMPLES
