"""Plays any open move, over JSON lines: `facedown agents turing --agent "python agent.py"`."""

import json
import sys

for line in sys.stdin:
    asked = json.loads(line)
    if asked["wrong"]:
        sys.stderr.write(asked["wrong"]["sentence"] + "\n")
    legal = asked["view"]["legal"]
    answer = {"action": legal[asked["luck"] % len(legal)]}
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
