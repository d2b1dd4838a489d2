// want: fs.readFileSync call "a"
class Io {
  static get instance() {
    return Io._instance || (Io._instance = new Io());
  }
  constructor() {
    this.fs = require("fs");
  }
}
Io.instance.fs.readFileSync("a");
