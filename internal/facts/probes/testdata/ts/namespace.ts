// want: fs.readFileSync call "a"
import * as fs from "fs";
namespace Io {
  export const read = fs.readFileSync;
}
Io.read("a");
