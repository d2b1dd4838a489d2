// want: fs.existsSync call "a"
const fs = require("fs");
switch (true) {
  case fs.existsSync("a"):
    break;
}
