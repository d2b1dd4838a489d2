// want: fs.readFileSync call "a"
class Reader {
  static #fs = require("fs");
  static read(p) {
    return Reader.#fs.readFileSync(p);
  }
}
Reader.read("a");
