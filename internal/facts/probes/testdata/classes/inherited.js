// want: fs.readFileSync call "a"
class Base {
  constructor() {
    this.fs = require("fs");
  }
}
class Reader extends Base {
  read(p) {
    return this.fs.readFileSync(p);
  }
}
new Reader().read("a");
