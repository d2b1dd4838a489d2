// want: fs.readFileSync call "a"
function use({ readFileSync }) {
  readFileSync("a");
}
use(require("fs"));
