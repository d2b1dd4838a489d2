// want: fs.readFileSync call "a"
let _fs;
function fs() {
  return (_fs ??= require("fs"));
}
fs().readFileSync("a");
