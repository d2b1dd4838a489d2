// want: fs.readFileSync call "a"
import * as fs from "fs";
namespace A.B {
  export function go() {
    return fs.readFileSync("a");
  }
}
namespace A {
  export const run = () => B.go();
}
A.run();
