// want: fs.readFileSync call "a"
function use(fs) {
  fs.readFileSync("a");
}
use(require("fs"));
