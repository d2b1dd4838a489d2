// want: fs.readFileSync call "a"
// want: child_process.exec call "a"
const fs = require("fs");
const cp = require("child_process");
function pick(flag) {
  if (flag) return fs.readFileSync;
  return cp.exec;
}
exports.run = (flag) => pick(flag)("a");
