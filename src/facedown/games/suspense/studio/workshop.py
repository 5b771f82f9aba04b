"""The card table editor: stars and conditions are changed, and what follows is found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import ClassVar, Final

from facedown.core.errors import BadOption, UnknownName
from facedown.core.facts import Option, OptionValue
from facedown.core.messages import decimals, listed, phrase, phrase_many
from facedown.core.play import play_bots
from facedown.core.registry import new_game
from facedown.core.roster import new_bot
from facedown.core.texts import LineAtFault, tidy_lines
from facedown.core.workshop import (
    Bar,
    Draft,
    Field,
    Finding,
    FindingTable,
    Flaw,
    Progress,
    Stage,
    Workshop,
)
from facedown.games.suspense.cards import NAMES, STANDARD, Condition, Face
from facedown.games.suspense.page import drawn_card
from facedown.games.suspense.rules import Round, SuspenseState, over_others
from facedown.games.suspense.studio.card_table import (
    CARD_TABLE,
    MOST_STARS,
    CardTable,
    read_table,
    write_table,
)
from facedown.games.suspense.words import CONDITIONS, card_words, condition_words

GAMES: Final = 60
FIRST_TOLD: Final = 10
"""After so many games it is told for the first time how they go."""
SEATS: Final = 3
NORMAL_95: Final = 1.96
"""So many standard errors to either side a 95 % interval reaches."""


def find_cards(draft: Draft, report: Progress) -> Iterator[Finding]:
    """What the table has on its cards, and what of it tells players less than it seems."""
    report(phrase("Counting"))
    faces = read_table(str(draft["table"])).faces
    other = [name for name, face, usual in _beside(faces) if face != usual]
    text = phrase_many(
        "{n} card is other than usual.", "{n} cards are other than usual.", len(other)
    )
    rows = tuple(
        (card_words(name), _face_words(face), _face_words(usual))
        for name, face, usual in _beside(faces)
        if face != usual
    )
    columns = (phrase("Card"), phrase("Here"), phrase("Usually"))
    table = FindingTable(columns, rows, len(NAMES)) if rows else None
    yield Finding("cards", phrase("Cards"), text, other, table)
    asked: dict[Condition, list[str]] = defaultdict(list)
    for name, face, _ in _beside(faces):
        asked[face.condition].append(name)
    for condition, names in asked.items():
        if names[1:]:
            text = phrase(
                "{cards} ask for the same, {condition}: who holds one of them does not know that "
                "it is out.",
                cards=listed(map(card_words, names)),
                condition=condition_words(condition),
            )
            yield Finding("twice/" + names[0], phrase("Asked twice"), text, names, role="advice")


def _face_words(face: Face) -> str:
    stars = phrase_many("{n} star", "{n} stars", face.stars)
    return phrase("{stars}: {condition}", stars=stars, condition=condition_words(face.condition))


def _beside(faces: Sequence[Face]) -> Iterator[tuple[str, Face, Face]]:
    """The name of each card, what is on it, and what usually is."""
    return zip(NAMES, faces, STANDARD, strict=True)


def find_games(draft: Draft, report: Progress) -> Iterator[Finding]:
    """How games of careful players go, told again as there are more of them."""
    game = new_game("suspense", SEATS, table=str(draft["table"]))
    players = [new_bot(game, "careful") for _ in range(SEATS)]
    rounds: list[Round] = []
    lengths: list[int] = []
    for number in range(1, GAMES + 1):
        state = play_bots(game, players, f"workshop/{number}")
        assert isinstance(state, SuspenseState)
        rounds += state.rounds
        lengths.append(len(state.rounds))
        report(phrase("{number} of {all} games played", number=number, all=GAMES))
        if number in (FIRST_TOLD, GAMES):
            yield from _told(sorted(lengths), rounds)


def _told(lengths: Sequence[int], rounds: Sequence[Round]) -> Iterator[Finding]:
    number = len(lengths)
    low, middle, high = (lengths[int(number * part)] for part in (0.05, 0.5, 0.95))
    text = phrase(
        "{middle} rounds in the middle; nine of ten games take {low} to {high}.",
        middle=middle,
        low=low,
        high=high,
    )
    yield Finding("length", phrase("Length"), text, [low, middle, high])
    dealt = fmean(over_others(_points(one), one.dealer) for one in rounds)
    text = phrase_many(
        "A dealer scores {points} point more in a round than the others.",
        "A dealer scores {points} points more in a round than the others.",
        round(dealt, 2),
        points=decimals(dealt),
    )
    yield Finding("dealer", phrase("Who deals"), text, f"{dealt:.3f}")
    held = [_held(card, rounds) for card in range(len(NAMES))]
    worth = {name: round(fmean(mine or [0]), 3) for name, mine in zip(NAMES, held, strict=True)}
    wide = max(NORMAL_95 * stdev(mine) / sqrt(len(mine)) for mine in held if mine[1:])
    least, most = min(worth.values()), max(worth.values())
    yield Finding(
        "worth",
        phrase("What a card is worth"),
        phrase(
            "How many points more its holder scores in a round than the others, in {number} games "
            "of three careful players, give or take {wide:.2f}.",
            number=number,
            wide=wide,
        ),
        {name: f"{value:.3f}" for name, value in worth.items()},
        bars=tuple(
            Bar(
                card_words(name),
                round(100 * (value - least) / ((most - least) or 1)),
                decimals(value, sign="+"),
            )
            for name, value in sorted(worth.items(), key=lambda each: -each[1])
        ),
    )


def _points(round_: Round) -> list[int]:
    return [score.points for score in round_.scores]


def _held(card: int, rounds: Sequence[Round]) -> list[float]:
    """How many points more than the others each of a card's holders scored."""
    return [
        over_others(_points(one), seat)
        for one in rounds
        for seat in range(len(one.hands))
        if (one.hands[seat] | one.played[seat]) >> card & 1
    ]


class CardTableEditor(Workshop):
    """Makes card tables; a draft may be none for a while."""

    title: ClassVar[str] = phrase("Card table editor")
    summary: ClassVar[str] = phrase(
        "Give the thirteen cards other stars and conditions; what that does to the game appears "
        "beside them."
    )
    fields: ClassVar[tuple[Field, ...]] = (
        Field(
            Option(
                "table", "[cards]\n", phrase("what is other than usual, in TOML (S23)"), rows=12
            ),
            phrase("Card table"),
        ),
        Field(Option("chosen", "W1", phrase("the card in hand, by name")), phrase("Card in hand")),
    )
    stages: ClassVar[tuple[Stage, ...]] = (
        Stage("cards", phrase("Cards"), find_cards),
        Stage("games", phrase("Games"), find_games, 60.0),
    )
    examples: ClassVar[tuple[tuple[str, Draft], ...]] = (
        (phrase("As usual"), {"table": "[cards]\n"}),
        (phrase("Three other cards"), {"table": CARD_TABLE}),
    )

    def options(self, draft: Draft) -> Mapping[str, OptionValue]:
        """The very table."""
        return {"table": draft["table"]}

    def tidy(self, draft: Draft) -> Draft:
        """Lines end alike; what somebody wrote beside the table stays."""
        return {**draft, "table": tidy_lines(str(draft["table"]))}

    def flaws(self, draft: Draft) -> Sequence[Flaw]:
        """The first thing for which it is no card table, with its line."""
        try:
            read_table(str(draft["table"]).strip())
        except LineAtFault as problem:
            return (Flaw(problem.sentence, "table", problem.line),)
        except BadOption as problem:
            return (Flaw(problem.message, "table"),)
        return ()

    def edit(self, draft: Draft, change: str) -> Draft:
        """``choose W6``, ``more W6`` and ``fewer W6`` stars, ``ask W6.lowest white in hand``.

        ``usual W6`` puts on it what is usual.
        """
        if self.flaws(draft):
            raise UnknownName(
                phrase("Mend the table first; the buttons change a table without flaws.")
            )
        what, _, rest = change.partition(" ")
        name, _, asked = rest.partition(".")
        step = {"more": 1, "fewer": -1}.get(what, 0)
        if name not in NAMES:
            return super().edit(draft, change)
        if what == "choose":
            return {**draft, "chosen": name}
        table = read_table(str(draft["table"]).strip())
        card = NAMES.index(name)
        face = table.faces[card]
        if step:
            face = Face(face.stars + step, face.condition)
            if not 0 <= face.stars <= MOST_STARS:
                raise UnknownName(phrase("A card has 0 to {most} stars.", most=MOST_STARS))
        elif what == "ask" and asked in CONDITIONS:
            face = Face(face.stars, CONDITIONS[asked])
        elif what == "usual":
            face = STANDARD[card]
        else:
            return super().edit(draft, change)
        faces = (*table.faces[:card], face, *table.faces[card + 1 :])
        changed = CardTable(faces, table.title, table.credit)
        return {**draft, "table": write_table(changed), "chosen": name}

    def context(self, draft: Draft) -> Mapping[str, object]:
        """The cards of a table without flaws, the one in hand, and what it could ask for."""
        if self.flaws(draft):
            return {"faces": ()}
        faces = read_table(str(draft["table"]).strip()).faces
        drawn = {
            name: drawn_card(card, face) for card, (name, face, _) in enumerate(_beside(faces))
        }
        chosen = str(draft["chosen"]) if draft["chosen"] in NAMES else NAMES[0]
        return {
            "faces": drawn,
            "rows": [
                [drawn[name] for name in (*NAMES[:6], NAMES[-1])],
                [drawn[name] for name in NAMES[6:-1]],
            ],
            "chosen": drawn[chosen],
            "other": {name for name, face, usual in _beside(faces) if face != usual},
            "conditions": [(key, condition_words(each)) for key, each in CONDITIONS.items()],
        }
