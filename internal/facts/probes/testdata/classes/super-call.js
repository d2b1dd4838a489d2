// want: fs.readFileSync call "a"
class Base {
  constructor(fs) {
    this.fs = fs;
  }
}
class Reader extends Base {
  constructor() {
    super(require("fs"));
  }
  read(p) {
    return this.fs.readFileSync(p);
  }
}
new Reader().read("a");
