// Serves boardgame.io for `facedown bench web`, in memory or on its own file store: a game of three
// seats in which anybody lays a card at any time. Prints the port it listens on.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Server, FlatFile } = require("boardgame.io/server");

const cards = {
  name: "cards",
  setup: () => ({ laid: 0, last: 0 }),
  turn: { activePlayers: { all: "laying" }, stages: { laying: {} } },
  moves: {
    lay: ({ G }, card) => {
      G.laid += 1;
      G.last = card;
    },
  },
};

console.info = console.log = () => {}; // standard output tells the port alone
const folder = process.argv[2];
const server = Server({
  games: [cards],
  ...(folder ? { db: new FlatFile({ dir: folder, logging: false }) } : {}),
});
// What it has cost so far: seconds of the processor.
server.router.get("/processor", (context) => {
  const { user, system } = process.cpuUsage();
  context.body = `${(user + system) / 1e6}`;
});
const running = await server.run({ port: 0 });
process.stdout.write(`${running.appServer.address().port}\n`);
