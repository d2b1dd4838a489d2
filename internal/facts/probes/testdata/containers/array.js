// want: fs.readFileSync call "a"
// want: child_process.exec call "ls"
const list = [require("fs"), require("child_process")];
list[0].readFileSync("a");
list[1].exec("ls");
