// want: fs.readFileSync call "a"
import * as fs from "fs";
function inject(value: unknown) {
  return function (ctor: any) {
    ctor.prototype.io = value;
  } as any;
}
@inject(fs)
class Reader {
  io!: typeof fs;
  read() {
    return this.io.readFileSync("a");
  }
}
new Reader().read();
