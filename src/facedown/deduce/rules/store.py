"""Works out parts and answers of the catalogue: ``python -m facedown.deduce.rules.store``."""

from __future__ import annotations

import json
from pathlib import Path

from facedown.deduce.rules.catalogue import catalogue
from facedown.deduce.rules.known import FILE, KnownFile
from facedown.deduce.rules.parts import answer, parts_anew


def work_out() -> KnownFile:
    """What the file should say, worked out anew."""
    rules = [entry.rule for entry in catalogue()]
    return {
        "parts": {
            rule.sentence: [(part.role, part.sentence) for part in parts_anew(rule)]
            for rule in rules
        },
        "answers": {
            rule.sentence: "".join(answer(rule, other)[0].lower() for other in rules[: number + 1])
            for number, rule in enumerate(rules)
        },
    }


def written(stored: KnownFile) -> str:
    """The text of the file, with one line for each rule."""
    parts, answers = (
        ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in each.items())
        for each in (stored["parts"], stored["answers"])
    )
    return f'{{\n"parts": {{\n{parts}\n}},\n"answers": {{\n{answers}\n}}\n}}\n'


if __name__ == "__main__":
    Path(__file__).with_name(FILE).write_text(written(work_out()), "utf-8")
