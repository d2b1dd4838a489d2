// want: fs.readFileSync call "a"
function use(fs = require("fs")) {
  fs.readFileSync("a");
}
use();
