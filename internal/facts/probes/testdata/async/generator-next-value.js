// want: fs.readFileSync call "a"
// optional: values sent into a generator by hand are not followed
function* go() {
  const fs = yield;
  fs.readFileSync("a");
}
const it = go();
it.next();
it.next(require("fs"));
