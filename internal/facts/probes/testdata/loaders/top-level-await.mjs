// want: fs.readFileSync call "a"
// not: esbuild, rollup, tsc, babel: top-level await has no CommonJS form
const fs = await import("fs");
fs.readFileSync("a");
