// want: fs.readFileSync call "a"
// want: child_process.exec call "ls"
const all = {};
Object.assign(all, require("fs"), { run: require("child_process").exec });
all.readFileSync("a");
all.run("ls");
