// want: fs.readFileSync call "a"
// want: fs.statSync call "b"
function use({ io: { readFileSync: r, statSync: s } = require("fs") } = {}) {
  r("a");
  s("b");
}
use();
