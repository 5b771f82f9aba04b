// Bundles src/facedown/web/assets/*.js with the libraries of package.json into the folder named on
// the command line. hatch_build.py calls it; by hand: node build.mjs ../src/facedown/web/static
import { build } from "esbuild";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const sources = join(here, "..", "src", "facedown", "web", "assets");
const target = process.argv[2];
if (!target) {
  console.error("usage: node build.mjs FOLDER");
  process.exit(2);
}
await build({
  entryPoints: readdirSync(sources)
    .filter((name) => name.endsWith(".js") && !name.startsWith("_"))
    .map((name) => join(sources, name)),
  outdir: target,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  nodePaths: [join(here, "node_modules")],
  legalComments: "eof",
  logLevel: "warning",
});
