// want: fs.readFileSync call "a"
// want: fs.statSync call "log"
import * as fs from "fs";
function logged(target: any, key: any, desc?: any) {
  fs.statSync("log");
  return desc;
}
class Reader {
  @logged read() {
    return fs.readFileSync("a");
  }
}
new Reader().read();
