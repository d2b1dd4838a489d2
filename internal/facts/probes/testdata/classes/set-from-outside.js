// want: fs.readFileSync call "a"
class Reader {
  read(p) {
    return this.io.readFileSync(p);
  }
}
const r = new Reader();
r.io = require("fs");
r.read("a");
