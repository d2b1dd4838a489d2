// want: fs.readFileSync call "a"
// note: a small AMD loader of its own
const mods = {};
const define = (name, deps, factory) => {
  mods[name] = factory(...deps.map((d) => mods[d]));
};
define("fs", [], () => require("fs"));
define("main", ["fs"], (fs) => fs.readFileSync("a"));
