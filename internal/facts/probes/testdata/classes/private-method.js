// want: fs.readFileSync call "a"
class Reader {
  #load() {
    return require("fs");
  }
  read(p) {
    return this.#load().readFileSync(p);
  }
}
new Reader().read("a");
