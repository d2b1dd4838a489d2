// want: fs.readFile call "a"
// want: child_process.exec call "ls"
const fs = require("fs");
fs.readFile("a", (err, data) => {
  require("child_process").exec("ls");
});
