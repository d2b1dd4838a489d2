// want: fs.readFileSync call "a"
// want: child_process.exec call "a"
function load(kind) {
  switch (kind) {
    case true:
      return require("fs").readFileSync;
    default:
      return require("child_process").exec;
  }
}
exports.run = (flag) => load(flag)("a");
