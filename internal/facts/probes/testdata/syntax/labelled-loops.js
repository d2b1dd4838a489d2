// want: fs.statSync call "a"
const fs = require("fs");
outer: for (let i = 0; i < 2; i++) {
  for (;;) {
    fs.statSync("a");
    continue outer;
  }
}
