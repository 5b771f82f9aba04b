// Plays any move that is open, over JSON lines: facedown agents turing --agent "node agent.js"
const lines = require("node:readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const asked = JSON.parse(line);
  if (asked.wrong) {
    process.stderr.write(asked.wrong.sentence + "\n");
  }
  const legal = asked.view.legal;
  const answer = { action: legal[asked.luck % legal.length] };
  process.stdout.write(JSON.stringify(answer) + "\n");
});
