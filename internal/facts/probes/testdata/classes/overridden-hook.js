// want: fs.readFileSync call "a"
class Base {
  run() {
    return this.make().readFileSync("a");
  }
}
class Reader extends Base {
  make() {
    return require("fs");
  }
}
new Reader().run();
