// want: fs.readFileSync call "a"
class Reader {
  constructor(fs) {
    this.fs = fs;
  }
  read(p) {
    return this.fs.readFileSync(p);
  }
}
new Reader(require("fs")).read("a");
