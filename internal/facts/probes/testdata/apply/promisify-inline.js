// want: child_process.exec call "ls"
const { promisify: p } = require("node:util");
p(require("child_process").exec)("ls");
