// want: fs.readFileSync call "a"
class Reader {
  static fs = require("fs");
  static read(p) {
    return this.fs.readFileSync(p);
  }
}
Reader.read("a");
