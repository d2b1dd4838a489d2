// want: fs.readFileSync call "a"
// want: child_process.exec call "ls"
function use(first, ...rest) {
  rest[0].readFileSync("a");
  rest[1].exec("ls");
}
use(0, require("fs"), require("child_process"));
