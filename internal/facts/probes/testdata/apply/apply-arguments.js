// want: fs.readFileSync call
const fs = require("fs");
function read() {
  return fs.readFileSync.apply(fs, arguments);
}
read("a");
