"""The games' boards: every phase for everybody, every legal move, nothing hidden, sound HTML."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import cache
from itertools import pairwise, product
from pathlib import Path

import pytest
from markupsafe import escape
from tests.web.boards import NAMES, attributes, board, parsed, replayed, states, viewers

from facedown.core.game import Game
from facedown.core.registry import game_names, new_game
from facedown.core.seats import ONLOOKER, Seat
from facedown.core.state import State
from facedown.games.solid.studio.card_list import SMALL_LIST
from facedown.games.suspense.cards import NAMES as NAMES_OF_CARDS
from facedown.web.environment import (
    board_template,
    environment,
    game_file,
    prompt_of,
    unshown_notes,
)
from facedown.web.pages.acts import move_of

OTHER_CARDS = '{"?": [9, "highest sum of numbers in play"], "W1": [0, "lowest black in hand"]}'

GAMES: dict[str, tuple[Game, int]] = {
    "mystery": (new_game("mystery"), 1),
    "mystery-race": (new_game("mystery", seats=2, puzzle="the-three-twos"), 1),
    "solid": (new_game("solid", turns=12), 1),
    "solid-three": (new_game("solid", seats=3, turns=6, anyone=True, cards=SMALL_LIST), 1),
    "solid-separate": (new_game("solid", deck="separate", turns=8), 1),
    "solver": (new_game("solver", seats=2, level=2), 1),
    "solver-alone": (new_game("solver", seats=1), 1),
    "solver-casual": (new_game("solver", seats=3, mode="casual", level=5), 1),
    "solver-free": (new_game("solver", seats=2, master="free"), 1),
    "solver-master": (new_game("solver", seats=2, master="player"), 1),
    "suspense": (new_game("suspense", goal=3), 1),
    "suspense-two": (new_game("suspense", seats=2, goal=2, folded_out=True), 2),
    "suspense-other-cards": (new_game("suspense", goal=0, both=True, table=OTHER_CARDS), 2),
    "turing-solo": (new_game("turing", machine="beginner", rounds=3), 3),
    "turing-race": (new_game("turing", seats=2, verifiers=5, difficulty="standard", rounds=3), 2),
    "turing-four": (new_game("turing", seats=4, handicap="2,1,0,0", rounds=2), 1),
    "turing-together": (
        new_game("turing", seats=3, play="cooperative", machine="beginner", rounds=3),
        2,
    ),
    "turing-extreme": (
        new_game("turing", mode="extreme", verifiers=6, difficulty="hard", rounds=2),
        1,
    ),
    "turing-nightmare": (new_game("turing", seats=2, mode="nightmare", verifiers=6, rounds=2), 1),
}

PHASES = {
    "mystery": {"dealing", "waiting", "playing", "dumping", "over"},
    "solid": {"adding", "lot", "drawing", "turn", "reaction", "over"},
    "solver": {
        *("rule", "deal", "starter", "play", "judge", "choose", "give", "answer", "last", "over"),
    },
    "suspense": {"lot", "dealing", "turns", "over"},
    "turing": {"layout", "laws", "compose", "question", "declare", "machine", "over"},
}


def notes_of(game: Game, state: State, viewer: Seat) -> tuple[str, ...]:
    """Notes of every kind that the boards show."""
    if viewer < 0:
        return ()
    if game.facts.name == "mystery":
        return ("row A not K", "column 2 is H", "suppose A1 is JS", "<i>free</i> & text")
    if game.facts.name in ("solid", "solver"):
        return ("<i>free</i> & text",)
    if game.facts.name == "suspense":
        return ("round 1: not W3", "round 1: not B1", "round 1: maybe B1", "<i>free</i> & text")
    view = state.view(viewer)
    cards = [card for cards in view.cards for card in cards]  # type: ignore[attr-defined]
    laws = (f"not {cards[0]}a", f"is {cards[-1]}b", f"A not card {cards[0]}") if cards else ()
    return ("not blue 3", "is yellow 2", "not 111", "<i>free</i> & text", *laws)


@cache
def every_board(name: str) -> tuple[tuple[Game, State, Seat], ...]:
    """The states of some games with everybody who looks at them; the first game is solved."""
    game, times = GAMES[name]
    return tuple(
        (game, state, viewer)
        for time in range(times)
        for state in states(game, random.Random(f"{name}/{time}"), knowing=time == 0)
        for viewer in viewers(game)
    )


def neighbours(html: str) -> set[tuple[str, str]]:
    """Each tag with the one after it; classes and other attributes do not count."""
    tags = re.findall(r"</?\w+", html)
    return {*pairwise(tags)}


@pytest.mark.parametrize("name", GAMES)
def test_every_state_is_drawn_for_everybody_as_sound_html(name: str) -> None:
    read: set[tuple[str, str]] = set()
    for number, (game, state, viewer) in enumerate(every_board(name)):
        drawn = board(game, state, viewer, notes_of(game, state, viewer))
        pictures = str(drawn.symbols())
        if number == 0:
            parsed(f"<svg><defs>{pictures}</defs></svg>")
        for html in (str(drawn.html()), str(replayed(drawn).html())):
            # The parser is slow: it reads what has a tag after another as none before had them.
            if number % 30 == 0 or not neighbours(html) <= read:
                read |= neighbours(html)
                parsed(html)
            ids = attributes(html, "id")
            referred = {where.removeprefix("#") for where in attributes(html, "href")}
            assert {name for name in referred if name.startswith("s-")} <= {
                *attributes(pictures, "id")
            }
            assert len(ids) == len(set(ids))
            for reference in ("for", "aria-labelledby", "aria-describedby"):
                assert set(attributes(html, reference)) <= set(ids)
            assert not re.search(r"<(style|script|iframe|link)\b|\s(style|on\w+)=", html)
            assert not {"<b>Bo", "<i>free"} & set(re.findall(r"<[bi]>\w+", html)), "escaped"
            headings = [int(level) for level in re.findall(r"<h(\d)", html)]
            steps = zip([1, *headings], headings, strict=False)
            assert headings[0] == 2
            assert all(deeper <= level + 1 for level, deeper in steps), "no level left out"


@pytest.mark.parametrize("game", PHASES)
def test_every_phase_is_among_them(game: str) -> None:
    found = {
        state.view(ONLOOKER).phase  # type: ignore[attr-defined]
        for name in GAMES
        if GAMES[name][0].facts.name == game
        for _, state, viewer in every_board(name)
        if viewer == ONLOOKER
    }
    assert found == PHASES[game]


def buttons(html: str) -> dict[int, str]:
    """What the buttons that make a move open with, by action number."""
    found = re.findall(r'(<button form="f-act" name="action" value="(\d+)"[^>]*>)', html)
    return {int(action): opening for opening, action in found}


def composed(html: str, game: Game) -> set[int]:
    """The actions that the board's own forms can make, whatever is chosen in them."""
    made = set()
    for form in re.findall(r'<form [^>]*action="/t/abc/moves".*?</form>', html, re.DOTALL):
        hidden = dict(re.findall(r'<input type="hidden" name="([\w.]+)" value="([^"]*)"', form))
        if "kind" not in hidden:  # a line is typed into it
            continue
        wheels: dict[str, list[str]] = {}
        for name, value in re.findall(r'<input type="radio" name="([\w.]+)" value="(\w+)"', form):
            wheels.setdefault(name, []).append(value)
        for choice in product(*wheels.values()):
            controls = (*hidden.items(), *zip(wheels, choice, strict=True))
            made.add(game.start().action_of(0, move_of(game, hidden["kind"], controls)))
    return {action for action in made if isinstance(action, int)}


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_move_can_be_made_and_every_refused_one_says_why(name: str) -> None:
    for game, state, viewer in every_board(name):
        drawn = board(game, state, viewer)
        html = str(drawn.html())
        pressed = buttons(html)
        refused = {action for action, opening in pressed.items() if "aria-disabled" in opening}
        assert composed(html, game) | set(pressed) - refused == set(state.view(viewer).legal)
        for action in refused:
            refusal = state.verify(viewer, action)
            assert refusal is not None
            assert f'title="{escape(refusal.named(NAMES))}"' in pressed[action]


@pytest.mark.parametrize("name", [name for name in GAMES if GAMES[name][0].worlds_known != "none"])
def test_a_board_is_the_same_in_every_world_that_the_seat_holds_possible(name: str) -> None:
    game, _ = GAMES[name]
    rng = random.Random(name)
    for state in states(game, rng):
        if not state.actors() or state.actors()[0] < 0:
            continue
        for seat in range(game.seats):
            notes = notes_of(game, state, seat)
            worlds = game.worlds(state.view(seat))
            truth = board(game, state, seat, notes).html()
            other = game.state_from_world(state.view(seat), worlds.sample(rng))
            assert board(game, other, seat, notes).html() == truth


@pytest.mark.parametrize("name", GAMES)
def test_onlookers_and_replays_get_no_controls(name: str) -> None:
    for game, state, viewer in every_board(name):
        drawn = board(game, state, viewer, notes_of(game, state, viewer))
        html = str((drawn if viewer == ONLOOKER else replayed(drawn)).html())
        # Which card lies open on a phone is the reader's alone, and is sent nowhere.
        html = re.sub(r'<input type="radio" name="[a-z0-9-]*b-open"[^>]*>', "", html)
        assert not re.search(r"<(button|form|input|select|textarea)\b", html)
        if viewer != ONLOOKER:
            assert all(name.startswith("p1-") for name in attributes(html, "id"))
            assert not attributes(html, "data-moves"), "two boards would share a name"


@pytest.mark.parametrize("name", GAMES)
def test_what_glides_has_a_name_of_its_own_in_the_stylesheet(name: str) -> None:
    for game, state, viewer in every_board(name):
        moving = attributes(str(board(game, state, viewer).html()), "data-moves")
        assert len(moving) == len(set(moving))
        style = game_file(game.facts.name, "page.css") or ""
        for one in moving:
            assert f'[data-moves="{one}"] {{ view-transition-name: {one}; }}' in style


@pytest.mark.parametrize("name", GAMES)
def test_every_picture_is_hidden_from_screen_readers_and_has_words_beside_it(name: str) -> None:
    for game, state, viewer in (every_board(name)[-3], *every_board(name)[::97]):
        tree = parsed(str(board(game, state, viewer, notes_of(game, state, viewer)).html()))
        above = {child: parent for parent in tree.iter() for child in parent}
        for picture in tree.iter("svg"):
            around = picture
            while around.get("aria-hidden") != "true" and not around.get("aria-label"):
                around = above.get(around)
                assert around is not None, "neither hidden nor inside of what has a name"
        for button in tree.iter("button"):
            words = button.get("aria-label") or " ".join(button.itertext())
            assert re.search(r"\w", words)


def test_every_installed_game_has_a_board_of_its_own() -> None:
    for name in game_names():
        assert board_template(name) == f"games/{name}/page.html"


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_a_picture_for_the_lobby(name: str) -> None:
    html = environment().get_template(f"games/{name}/lobby.html").render()
    parsed(html)
    assert "lobby-picture" in html
    assert not attributes(html, "id")


def test_names_are_text_and_stay_text() -> None:
    game, _ = GAMES["suspense"]
    state = list(states(game, random.Random(1)))[4]
    html = str(board(game, state, 0).html())
    assert "&lt;b&gt;Bo &amp; Co&lt;/b&gt;" in html
    assert NAMES[1] not in html


# What somebody strikes out


def test_a_condition_carries_its_mark_until_all_are_taken_back() -> None:
    game, _ = GAMES["suspense"]
    state = next(s for s in states(game, random.Random(1)) if s.actors() and s.actors()[0] >= 0)
    seen = {*state.view(0).hand, state.view(0).secret}  # type: ignore[attr-defined]
    one, two, three = [name for name in ("W1", "W2", "W3", "W4", "B1") if name not in seen][:3]
    notes = (f"round 1: not {one}", f"round 1: maybe {two}", f"round 2: not {three}")
    html = str(board(game, state, 0, notes).html())
    assert marked(html) == {
        f"round 1: maybe {one}": "not",
        f"round 1: is {two}": "maybe",
        "round 1: clear": None,
    }
    html = str(board(game, state, 0, (*notes, "round 1: clear")).html())
    assert marked(html) == {}


def marked(html: str) -> dict[str, str | None]:
    """What pressing a marked thing would note, with the mark it has; and what takes all back."""
    found = re.findall(r'<button form="f-note" name="text" value="([^"]*)"([^>]*)>', html)
    marks = {note: re.search(r'data-mark="(\w*)"', rest) for note, rest in found}
    return {note: mark and mark[1] for note, mark in marks.items() if mark is None or mark[1]}


@pytest.mark.parametrize("aided", [True, False], ids=["aided", "unaided"])
def test_what_the_seat_sees_strikes_itself_where_the_table_helps(aided: bool) -> None:
    """S20: an aid that can be off; the dealer knows the secret and has nothing to strike (S21)."""
    game, _ = GAMES["suspense"]
    for state in states(game, random.Random(3)):
        for seat in range(game.seats):
            view = state.view(seat)
            drawn = replace(board(game, state, seat), aids=game.facts.aids if aided else ())
            if view.phase != "turns":  # type: ignore[attr-defined]
                continue
            html = str(drawn.html())
            seen = {*view.hand, *(name for cards in view.played for name in cards)}  # type: ignore[attr-defined]
            open_ = set(re.findall(r'value="round \d+: not ([^"]+)"', html))
            known = view.secret is not None  # type: ignore[attr-defined]
            assert open_ == (set() if known else {*NAMES_OF_CARDS} - (seen if aided else set()))
            assert html.count(", cannot be: this card is in sight") == (
                len(seen) if aided and not known else 0
            )
            assert html.count(", is not the secret card") == (12 if known else 0)


def test_digits_and_laws_carry_what_is_noted_of_them() -> None:
    game = new_game("turing", cards="4,9,11,14")
    state = list(states(game, random.Random(1)))[1]
    html = str(board(game, state, 0, ("not blue 3", "A not 4a", "not 9b", "maybe 9b")).html())
    assert marked(html) == {
        "A maybe 4a": "not",
        "maybe blue 3": "not",
        "B is 9b": "maybe",
        "clear marks": None,
    }
    for note in re.findall(r'<button form="f-note" name="text" value="([^"]*)"', html):
        assert game.check_note(note, state.view(0)) == note


def test_the_round_that_is_over_lies_open_until_the_seat_has_played() -> None:
    game, _ = GAMES["suspense"]
    for state in states(game, random.Random(5)):
        view = state.view(0)
        html = str(board(game, state, 0).html())
        fresh = view.phase == "turns" and view.sheets and not view.played[0]  # type: ignore[attr-defined]
        last = re.search(
            r'<details class="s-last" id="b-last-(\d+)"( open)? data-holds="round-(\d+)">', html
        )
        assert (last is not None) == bool(view.phase == "turns" and view.sheets)  # type: ignore[attr-defined]
        if last:
            assert last[1] == last[3] == str(len(view.sheets))  # type: ignore[attr-defined]
            assert bool(last[2]) == bool(fresh)


@pytest.mark.parametrize("name", GAMES)
def test_what_there_is_to_do_is_said_for_buttons_not_for_typing(name: str) -> None:
    told = {
        prompt_of(game, state.view(viewer))
        for game, state, viewer in every_board(name)
        if viewer in state.view(viewer).actors
    }
    assert len(told) >= 2
    for sentence in told:
        assert sentence.endswith(".")
        assert not re.search(r"[()]|\b[WB?][1-6]?\b|\b[1-5]{3}\b| 0 ", sentence), sentence


@pytest.mark.parametrize("name", GAMES)
def test_notes_that_the_board_shows_are_not_listed_again(name: str) -> None:
    game, state, viewer = next(
        (game, state, viewer)
        for game, state, viewer in every_board(name)
        if viewer == 0 and 0 in state.view(0).actors
    )
    view = state.view(viewer)
    notes = notes_of(game, state, viewer)
    free = {"<i>free</i> & text"}
    if game.facts.name == "turing":
        nightmare = game.options["mode"] == "nightmare"
        cards = [card for cards in view.cards for card in cards]  # type: ignore[attr-defined]
        notes += (of_verifier := f"A not {cards[0]}a",)
        free |= {of_verifier} if nightmare else {f"A not card {cards[0]}"}
    assert set(unshown_notes(game, view, notes)) == free
    for note in set(notes) - free:
        drawn = board(game, state, viewer, (note,)).html()
        assert drawn != board(game, state, viewer).html(), note


@pytest.mark.parametrize("name", ["suspense", "turing-race"])
def test_the_reader_is_called_you_and_others_by_name(name: str) -> None:
    thing = "hand" if name == "suspense" else "sheet"
    drawn = next(
        replayed(board(game, state, 0))
        for game, state, viewer in every_board(name)
        if viewer == 0 and 0 in state.view(0).actors
    )
    assert f"Your {thing}<" in str(drawn.html())
    of_another = str(replace(drawn, shown=True).html())
    assert f"Ada’s {thing}<" in of_another
    assert not re.search(r"\b[Yy]ours?\b|\byou\b", re.sub(r"<[^>]*>", " ", of_another))


# Colours


def tokens(style: str, dark: bool, part: str) -> dict[str, str]:
    """The colours of the stylesheet's light or dark set, and those that a part has of its own."""
    found = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", style)
    colours = {name: both[dark] for name, *both in found}
    first, own = (style.partition(f"{one} {{")[2].partition("}")[0] for one in (":root", part))
    colours |= dict(re.findall(r"--([\w-]+): (#\w{6});", first + own))
    for name, other in re.findall(r"--([\w-]+): var\(--([\w-]+)\);", own):
        colours[name] = colours[other]
    return colours


def luminance(colour: str) -> float:
    """As WCAG 2.2 defines it."""
    parts = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, two: str) -> float:
    """As WCAG 2.2 defines it, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


GROUNDS = {
    ":root": ("paper", "surface", "sunken", "accent-soft"),
    ":is(.bar, .tabs, .play, .on-felt)": (
        *("felt-high", "felt-low", "bar", "dock", "paper", "surface", "sunken", "accent-soft"),
    ),
    ":is(.k-card, .k-paper)": ("card-paper", "card-shade", "surface", "accent-soft"),
}
"""What text stands on: pages, felt, cards."""


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("part", GROUNDS)
def test_text_and_controls_stand_out_in_light_and_dark(part: str, dark: bool) -> None:
    import facedown.web

    style = Path(facedown.web.__file__).with_name("assets") / "style.css"
    colour = tokens(style.read_text("utf-8"), dark, part)
    for ground in (*GROUNDS[part], "warn-soft", "no-soft"):
        assert contrast(colour["ink"], colour[ground]) >= 7, ground
    for ground in GROUNDS[part]:
        for text in ("muted", "accent", "yes", "no"):
            assert contrast(colour[text], colour[ground]) >= 4.5, (text, ground)
    assert contrast(colour["accent-ink"], colour["accent"]) >= 4.5
    for line in ("line-strong", "focus"):
        assert contrast(colour[line], colour["surface"]) >= 3, line
    if part.startswith(":is(.k-card"):
        for ink in ("blue", "red", "green", "yellow"):
            assert contrast(colour[f"ink-{ink}"], colour["card-paper"]) >= 4.5, ink
