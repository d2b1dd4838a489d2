// want: fs.readFileSync call "a"
const fs = require("fs");
setImmediate(() => fs.readFileSync("a"));
