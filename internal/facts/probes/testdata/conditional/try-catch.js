// want: fs.readFileSync call "a"
let fs;
try {
  fs = require("original-fs");
} catch {
  fs = require("fs");
}
fs.readFileSync("a");
