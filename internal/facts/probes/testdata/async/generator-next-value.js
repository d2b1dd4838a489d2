// want: fs.readFileSync call "a"
function* go() {
  const fs = yield;
  fs.readFileSync("a");
}
const it = go();
it.next();
it.next(require("fs"));
