// want: child_process.exec call "ls"
const cp = require("child_process");
const METHOD = "exec";
cp[METHOD]("ls");
