// want: fs.readFileSync call "a"
let cached;
function load() {
  if (!cached) {
    cached = require("fs");
  }
  return cached;
}
load().readFileSync("a");
