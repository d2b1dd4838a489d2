// want: child_process.exec call "ls"
const [, ...rest] = [0, require("child_process")];
rest[0].exec("ls");
