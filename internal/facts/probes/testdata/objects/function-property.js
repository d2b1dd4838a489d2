// want: fs.readFileSync call "a"
// want: child_process.exec call "ls"
const io = { read: require("fs").readFileSync, run: require("child_process").exec };
io.read("a");
io.run("ls");
