"""What can be wrong with a rule, a card or a track that somebody wrote."""

from __future__ import annotations

from facedown.core.errors import FacedownError


class RuleError(FacedownError):
    """A text that is no rule, card or track; ``str(error)`` is one sentence that says why.

    ``position`` is the character (from 0) at which reading stopped, or -1 where no single one is
    wrong; ``expected`` the words that could have stood there; ``nearest`` the normal sentence of a
    rule close to what was written, or empty.
    """

    def __init__(
        self,
        sentence: str,
        position: int = -1,
        expected: tuple[str, ...] = (),
        nearest: str = "",
    ) -> None:
        super().__init__(sentence)
        self.position = position
        self.expected = expected
        self.nearest = nearest
