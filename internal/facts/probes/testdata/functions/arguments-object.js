// want: fs.readFileSync call "a"
function use() {
  arguments[0].readFileSync("a");
}
use(require("fs"));
