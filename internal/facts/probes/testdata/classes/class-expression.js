// want: fs.readFileSync call "a"
const Reader = class R {
  static make() {
    return new R(require("fs"));
  }
  constructor(fs) {
    this.fs = fs;
  }
};
Reader.make().fs.readFileSync("a");
