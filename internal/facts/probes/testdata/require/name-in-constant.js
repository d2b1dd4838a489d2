// want: child_process.exec call "ls"
// not: webpack: a require of a variable becomes an empty context
const name = "child_process";
const cp = require(name);
cp.exec("ls");
