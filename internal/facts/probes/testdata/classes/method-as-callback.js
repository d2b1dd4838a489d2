// want: fs.readFileSync call "a"
class Reader {
  constructor() {
    this.fs = require("fs");
    this.read = this.read.bind(this);
  }
  read(p) {
    return this.fs.readFileSync(p);
  }
}
["a"].forEach(new Reader().read);
