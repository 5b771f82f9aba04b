"""Writes the page of what a game may bring: `python -m tools.hooks`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from facedown.core.hooks import HOOKS, WHERE

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference" / "hooks.md"
HEAD = """# What a game may bring

A line each, of `facedown.core.hooks`, which `python -m tools.hooks` writes here. What is nearly
called so, or what nobody would ask for, is refused with a sentence. What a method is given and has
to give stands where it is declared: [the core](core.md).
"""


def lines() -> Iterator[str]:
    """The page."""
    yield HEAD
    for where, hooks in HOOKS.items():
        yield f"## `{where}`\n"
        yield f"{WHERE[where][0].upper()}{WHERE[where][1:]}.\n"
        yield "| name | without it | what it is |\n|---|---|---|"
        for hook in hooks:
            form = hook.form if hook.form[0] in "(:" else f": {hook.form}"
            nobody = f" (none of ours: {hook.nobody})" if hook.nobody else ""
            yield f"| `{hook.name}{form}` | {hook.default} | {hook.meaning}{nobody} |"
        yield ""  # a blank line


def main() -> None:
    """Writes it."""
    PAGE.write_text("\n".join(lines()), "utf-8")


if __name__ == "__main__":
    main()
