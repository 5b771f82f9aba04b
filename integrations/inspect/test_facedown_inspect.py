"""Offline, with a scripted model: `pytest integrations/inspect`. Nothing is uploaded."""

from __future__ import annotations

from pathlib import Path

from facedown_inspect import facedown
from inspect_ai import eval as evaluate
from inspect_ai.model import ModelOutput, ModelUsage, get_model


def said(line: str) -> ModelOutput:
    output = ModelOutput.from_content("mockllm/model", f'```json\n{{"line": "{line}"}}\n```')
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


def test_a_scripted_model_plays_two_problems(tmp_path: Path) -> None:
    lines = ["propose 241", "nonsense", "stop", "solve 111"] * 2
    model = get_model("mockllm/model", custom_outputs=[said(line) for line in lines])
    (log,) = evaluate(
        facedown(games=2),
        model=model,
        log_dir=str(tmp_path),
        display="none",
        max_samples=1,
    )
    assert log.status == "success", log.error
    assert log.samples is not None
    for sample in log.samples:
        assert sample.scores is not None
        value = sample.scores["beside_exact_play"].value
        assert isinstance(value, dict)
        assert (value["calls"], value["unreadable"], value["forfeit"]) == (4, 1, 0)
