// want: fs.readFileSync call "a"
function load() {
  return require("fs");
}
load().readFileSync("a");
