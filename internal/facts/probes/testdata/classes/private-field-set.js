// want: fs.readFileSync call "a"
class Reader {
  #fs;
  constructor({ fs }) {
    this.#fs = fs;
  }
  read(p) {
    return this.#fs.readFileSync(p);
  }
}
new Reader({ fs: require("fs") }).read("a");
