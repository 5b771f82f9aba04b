#!/bin/sh
# Plays any move that is open, over JSON lines: facedown agents turing --agent "sh agent.sh"
while IFS= read -r asked; do
  legal=${asked#*'"legal": ['}
  luck=${asked##*'"luck": '}
  luck=${luck%%[!0-9]*}
  # The numbers become $1, $2, …, and one of them is taken by luck.
  set -- $(printf '%s' "${legal%%]*}" | tr ',' ' ')
  shift $((luck % $#))
  printf '{"action": %s}\n' "$1"
done
