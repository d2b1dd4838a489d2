// want: fs.readFileSync call "a"
// want: child_process.exec call "ls"
let a = require("child_process");
let b = require("fs");
[a, b] = [b, a];
a.readFileSync("a");
b.exec("ls");
