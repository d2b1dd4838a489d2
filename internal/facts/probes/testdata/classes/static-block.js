// want: fs.readFileSync call "a"
class Reader {
  static {
    this.fs = require("fs");
  }
}
Reader.fs.readFileSync("a");
