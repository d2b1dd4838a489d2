// want: fs.readFileSync call "a"
// want: child_process.exec call "ls"
function use(fs, cp) {
  fs.readFileSync("a");
  cp.exec("ls");
}
use(...[require("fs"), require("child_process")]);
