// want: fs.readFileSync call "a"
const fs = require("node:fs");
fs.readFileSync("a");
