// want: fs.readFileSync call "a"
const kept = new WeakMap();
const key = {};
kept.set(key, require("fs"));
kept.get(key).readFileSync("a");
