"""Sets of rules to be compared: a card list and options of the game, as they are typed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from facedown.core.errors import BadOption
from facedown.core.facts import OptionValue
from facedown.core.text_file import text_in
from facedown.core.words import listed
from facedown.games.solid.cards import DECKS
from facedown.games.solid.game import Solid


@dataclass(frozen=True, slots=True)
class Rules:
    """A set of rules: options of the game, and what it is called."""

    name: str
    options: dict[str, OptionValue]


def rules_from(text: str) -> Rules:
    """The rules that ``FILE.toml`` or the name of a deck means, and ``,NAME=VALUE`` for options.

    Raises ``BadOption`` with one sentence.

    >>> rules_from("separate,turns=40")
    Rules(name='separate,turns=40', options={'deck': 'separate', 'turns': 40})
    """
    source, *given = text.split(",")
    options: dict[str, OptionValue] = {}
    if source in DECKS:
        name, options["deck"] = source, source
    elif not Path(source).suffix and not Path(source).exists():
        raise BadOption(
            f"There is no deck {source[:40]!r}: {listed(DECKS)} come along, and other rules are "
            "files such as A.toml."
        )
    else:
        name, options["cards"] = Path(source).stem, text_in(Path(source), "A card list")
    for part in given:
        key, equals, value = part.partition("=")
        if not equals or key in ("deck", "cards"):
            raise BadOption(f"Rules are a file and options such as anyone=yes, not {part[:40]!r}.")
        options[key] = Solid.facts.option(key).read(value)
    return Rules(",".join((name, *given)), options)
