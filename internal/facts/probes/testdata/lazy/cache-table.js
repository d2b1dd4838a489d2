// want: fs.readFileSync call "a"
const cache = {};
function load(name, get) {
  return cache[name] || (cache[name] = get());
}
load("fs", () => require("fs")).readFileSync("a");
