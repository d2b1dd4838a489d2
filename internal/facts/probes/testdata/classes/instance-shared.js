// want: fs.statSync call "b"
// note: two instances of one class, only one holds fs
class Box {
  constructor(io) {
    this.io = io;
  }
}
const own = new Box({ readFileSync() {} });
const core = new Box(require("fs"));
core.io.statSync("b");
