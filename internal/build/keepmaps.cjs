"use strict";
// Read by Node before anything else in the second run of a build (maps.go). The
// package was made before, so nothing here ships. It turns on the bundlers' own
// switch for source maps, however a build calls them: by a command line with
// arguments that a script hands on, or by a program such as "node esbuild.js".
// Where a bundler has another form than is known here it is left as it is.
const Module = require("module");
const fs = require("fs");

const slashed = (file) => String(file).replace(/\\/g, "/");
const is = (file, end) => slashed(file).endsWith("/node_modules/" + end);

// Command lines of bundlers that are programs for Node.
const lines = [
  { program: "esbuild/bin/esbuild", add: ["--sourcemap=external"], when: (a) => a.some((w) => /^--out(file|dir)=/.test(w)) && !a.some((w) => /^--sourcemap(?!=external)/.test(w)) },
  { program: "typescript/bin/tsc", add: ["--sourceMap"], when: (a) => !a.includes("--noEmit") },
  { program: "rollup/dist/bin/rollup", add: ["--sourcemap", "hidden"] },
  { program: "vite/bin/vite.js", add: ["--sourcemap", "hidden"], when: (a) => a[0] === "build" },
  { program: "tsup/dist/cli-default.js", add: ["--sourcemap"] },
  { program: "tsup/dist/cli-node.js", add: ["--sourcemap"] },
  { program: "tsdown/dist/run.mjs", add: ["--sourcemap"] },
  { program: "tsdown/dist/run.js", add: ["--sourcemap"] },
];

function program() {
  try {
    return fs.realpathSync(process.argv[1]);
  } catch {
    return "";
  }
}

const line = lines.find((l) => is(program(), l.program));
if (line && (!line.when || line.when(process.argv.slice(2)))) {
  process.argv.push(...line.add);
}

// Bundlers that a program loads.
const libraries = [
  { file: "esbuild/lib/main.js", wrap: esbuild },
  { file: "esbuild-wasm/lib/main.js", wrap: esbuild },
  { file: "webpack/lib/webpack.js", wrap: webpack },
];

const compile = Module.prototype._compile;
Module.prototype._compile = function (content, file, ...rest) {
  const result = compile.call(this, content, file, ...rest);
  const library = libraries.find((l) => is(file, l.file));
  if (library) {
    try {
      this.exports = library.wrap(this.exports);
    } catch {
      // Of another form: as it is.
    }
  }
  return result;
};

// Its exports are getters that cannot be set, so a copy takes their place.
function esbuild(real) {
  const copy = Object.defineProperty({}, "__esModule", { value: true });
  for (const name of Object.keys(real)) copy[name] = real[name];
  for (const name of ["build", "buildSync", "context"]) {
    if (typeof real[name] === "function") copy[name] = (options, ...rest) => real[name](mapped(options), ...rest);
  }
  if (copy.default) copy.default = copy;
  return copy;
}

// What a program writes itself (write: false) it finds by its place in a list.
function mapped(options) {
  if (!options || options.write === false || !(options.outfile || options.outdir)) return options;
  if (options.sourcemap && options.sourcemap !== true && options.sourcemap !== "linked" && options.sourcemap !== "external") return options;
  return { ...options, sourcemap: options.sourcemap || "external", sourcesContent: true };
}

function webpack(real) {
  const turned = (one) => {
    if (one && typeof one === "object" && (!one.devtool || /nosources/.test(one.devtool))) one.devtool = "hidden-source-map";
  };
  const wrapped = (options, ...rest) => {
    for (const one of Array.isArray(options) ? options : [options]) turned(one);
    return real(options, ...rest);
  };
  return Object.assign(wrapped, real);
}
