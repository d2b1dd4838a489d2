// none
class Reader {
  readFileSync() {}
  get fs() {
    return this;
  }
  static exec() {}
}
new Reader().fs.readFileSync("a");
Reader.exec("ls");
