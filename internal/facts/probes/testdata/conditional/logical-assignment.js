// want: fs.readFileSync call "a"
// want: child_process.exec call "ls"
// want: dns.lookup call "h"
let a, b = null, c = {};
a ||= require("fs");
b ??= require("child_process");
c &&= require("dns");
a.readFileSync("a");
b.exec("ls");
c.lookup("h", () => {});
