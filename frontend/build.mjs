// Bundles src/facedown/web/assets/*.js with the libraries of package.json into the folder named on
// the command line, and puts the typefaces there: fonts.css, the files it names, their licences.
// hatch_build.py calls it; by hand: node build.mjs ../src/facedown/web/static
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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

// What a face is called in our styles, and the characters it is used for where not all: the digits
// of Fraunces hang below the line.
const FACES = [
  ["fraunces", "Facedown Serif"],
  ["source-serif-4", "Facedown Serif", "U+30-39"],
  ["source-sans-3", "Facedown Sans"],
];
const styles = [];
for (const [name, family, only] of FACES) {
  const folder = join(here, "node_modules", "@fontsource-variable", name);
  copyFileSync(join(folder, "LICENSE"), join(target, `${name}.LICENSE.txt`));
  const css = readFileSync(join(folder, "wght.css"), "utf8");
  for (const [, file, range] of css.matchAll(/url\(\.\/files\/([\w-]+)\.woff2\)[^;]*;\s*unicode-range: ([^;]+);/g)) {
    if (!/-latin(-ext)?-wght/.test(file) || (only && file.includes("-ext-"))) continue;
    const bytes = readFileSync(join(folder, "files", `${file}.woff2`));
    const called = `${file}.${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}.woff2`;
    writeFileSync(join(target, called), bytes);
    styles.push(
      `@font-face { font-family: "${family}"; font-style: normal; font-weight: 200 900; font-display: swap; ` +
        `src: url("${called}") format("woff2"); unicode-range: ${only ?? range}; }`,
    );
  }
}
writeFileSync(join(target, "fonts.css"), `${styles.join("\n")}\n`);
