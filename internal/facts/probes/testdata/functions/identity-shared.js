// want: fs.readFileSync call "a"
// want: child_process.exec call "ls"
// note: even where one identity mixes both modules, members that do not exist are no uses
const id = (x) => x;
id(require("fs")).readFileSync("a");
id(require("child_process")).exec("ls");
