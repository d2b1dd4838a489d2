// want: child_process.exec call "a"
// want: child_process.execFile call "b"
const cp = require("child_process");
exports.run = (flag) => {
  if (flag) cp.exec("a");
  else cp.execFile("b");
};
