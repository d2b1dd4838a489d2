// want: fs.readFileSync call "a"
class Base {
  get fs() {
    return require("fs");
  }
  read(p) {
    return require("fs").readFileSync(p);
  }
}
class Reader extends Base {
  go() {
    super.fs.readFileSync("a");
    super.read("a");
  }
}
new Reader().go();
