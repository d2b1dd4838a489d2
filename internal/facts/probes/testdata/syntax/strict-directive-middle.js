// want: fs.statSync call "a"
function f() {
  "use strict";
  return require("fs").statSync("a");
}
f();
