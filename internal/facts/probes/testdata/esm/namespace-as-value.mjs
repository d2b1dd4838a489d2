// want: fs.readFileSync call "a"
import * as fs from "fs";
function use(io) {
  io.readFileSync("a");
}
use(fs);
