// want: fs.readFileSync call "a"
import * as fs from "fs";
class Reader {
  constructor(private readonly io: typeof fs) {}
  read() {
    return this.io.readFileSync("a");
  }
}
new Reader(fs).read();
