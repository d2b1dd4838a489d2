// want: fs.readFileSync call "a"
class Reader {
  get fs() {
    return (this._fs ??= require("fs"));
  }
}
new Reader().fs.readFileSync("a");
