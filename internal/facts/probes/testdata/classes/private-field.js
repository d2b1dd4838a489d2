// want: fs.readFileSync call "a"
class Reader {
  #fs = require("fs");
  read(p) {
    return this.#fs.readFileSync(p);
  }
}
new Reader().read("a");
