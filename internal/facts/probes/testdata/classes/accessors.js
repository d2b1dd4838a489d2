// want: fs.readFileSync call "a"
class Reader {
  set fs(value) {
    this._fs = value;
  }
  get fs() {
    return this._fs;
  }
}
const r = new Reader();
r.fs = require("fs");
r.fs.readFileSync("a");
